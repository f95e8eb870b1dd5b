/** What a screen asks of the page it is on: what time it is, whether there is a keyboard. */
import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { after, now } from '../../ports/clock.ts'

/** The present minute, in ms: for what is said of times, 'today' and 'online now' among them. */
export const useMinute = (): number => useSyncExternalStore(onMinute, thisMinute)

const thisMinute = (): number => Math.floor(now() / MINUTE_MS) * MINUTE_MS

const onMinute = (changed: () => void): (() => void) => {
  let stop: (() => void) | null = null
  const wait = (): void => {
    stop = after(MINUTE_MS - (now() % MINUTE_MS), () => {
      changed()
      wait()
    })
  }
  wait()
  return () => stop?.()
}

/** A mouse and, we may assume, a keyboard: Enter sends, and the field takes the focus without a keyboard covering half the screen. */
export const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches
