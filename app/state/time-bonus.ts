/**
 * [PAY-8] The time bonus and its remaining time. Nothing is stored: the session and the clock decide. So a logout, a payment on
 * another device and a night's sleep end it by themselves. The clock ticks only while a component shows it.
 */
import { effect, signal, untracked } from '@preact/signals-react'
import type { TimeBonus } from '#contract/entities/money.ts'
import { timeBonusOf } from '#contract/rules/time-bonus.ts'
import { after, serverNow } from '../ports/clock.ts'
import { visible } from '../ports/page.ts'
import { user } from './session.ts'

const SECOND_MS = 1_000

/** Grows with every tick, so that readers of the clock run again. */
const ticks = signal(0)

const clock = (): number => {
  void ticks.value
  return serverNow()
}

/** The current member's time bonus. */
export const timeBonus = (): TimeBonus => timeBonusOf(user.value, clock())

/** The time left until a moment, in ms; null if there is no such moment, or it is over. */
export const msUntil = (end: number | null): number | null => {
  const left = (end ?? 0) - clock()
  return left > 0 ? left : null
}

/** The moments that components count down to. */
const watched = new Set<{ end: number }>()
let stopWatching: (() => void) | undefined

/** Ticks on each full second before a moment, and at it; returns the function that stops watching. */
export const watchClock = (end: number): (() => void) => {
  const watch = { end }
  watched.add(watch)
  stopWatching?.()
  stopWatching = keepTicking()
  return () => {
    watched.delete(watch)
    if (watched.size > 0) return
    stopWatching?.()
    stopWatching = undefined
  }
}

/** A hidden page does not tick. A page that becomes visible or wakes up reads the clock at once. */
const keepTicking = (): (() => void) => {
  let stopWaiting: (() => void) | undefined
  const tick = (): void => {
    ticks.value += 1
    const at = serverNow()
    const left = [...watched].map(({ end }) => end - at).filter((ms) => ms > 0)
    stopWaiting = left.length === 0 ? undefined : after(Math.min(...left.map(untilFullSecond)), tick)
  }
  return effect(() => {
    if (visible.value) untracked(tick)
    return () => stopWaiting?.()
  })
}

const untilFullSecond = (left: number): number => left % SECOND_MS || SECOND_MS
