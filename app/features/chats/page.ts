/** Page state for the chat screens: the present minute, and whether there is a keyboard. */
import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#contract/limits.ts'
import { effect, untracked } from '@preact/signals-react'
import { after, serverNow } from '../../ports/clock.ts'
import { visible } from '../../ports/page.ts'

/** The present minute in ms, for labels that depend on time, such as 'today' and 'online now'. */
export const useMinute = (): number => useSyncExternalStore(onMinute, thisMinute)

const thisMinute = (): number => Math.floor(serverNow() / MINUTE_MS) * MINUTE_MS

/** A hidden page renders no list anew each minute. Shown again, it is at the present minute at once. */
const onMinute = (changed: () => void): (() => void) => {
  let stop: (() => void) | null = null
  const wait = (): void => {
    stop = after(MINUTE_MS - (serverNow() % MINUTE_MS), () => {
      changed()
      wait()
    })
  }
  return effect(() => {
    if (!visible.value) return undefined
    untracked(() => {
      changed()
      wait()
    })
    return () => stop?.()
  })
}

/**
 * A fine pointer that hovers suggests a keyboard: Enter sends, and focusing the field opens no keyboard on the screen.
 */
export const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches
