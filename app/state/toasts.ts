/**
 * Short messages about something that just happened, with a way to undo it. They are read out and disappear by
 * themselves.
 */
import { signal } from '@preact/signals-react'
import { after } from '../ports/clock.ts'

export type Toast = {
  id: number
  text: string
  action?: { label: string; run: () => void }
  /** A toast replaces an earlier one about the same subject: the member has acted again since. */
  about?: string
  /** The toast stays until it is answered. */
  sticky?: boolean
}

/** Long enough to read a sentence and to reach the button (WCAG 2.2.1; the screen offers the same elsewhere). */
const SHOWN_MS = 8_000
const SHOWN_AT_ONCE = 3

export const toasts = signal<readonly Toast[]>([])

let lastId = 0

/** Shows a toast; returns the function that removes it. */
export const toast = (text: string, more: Omit<Toast, 'id' | 'text'> = {}): (() => void) => {
  lastId += 1
  const id = lastId
  // A toast with the same text replaces the first one.
  const others = toasts.value.filter(
    (shown) => shown.text !== text && (more.about === undefined || shown.about !== more.about),
  )
  toasts.value = [...others, { id, text, ...more }].slice(-SHOWN_AT_ONCE)
  const dismiss = (): void => dismissToast(id)
  if (more.sticky !== true) dismissLater(id)
  return dismiss
}

let isReached = (): boolean => false

/**
 * The list of toasts on the page says whether the pointer or the focus is on it. It is asked, since an element that disappears under the
 * pointer reports no leaving. @returns the function that ends this
 */
export const askWhetherReached = (ask: () => boolean): (() => void) => {
  isReached = ask
  return () => {
    isReached = () => false
  }
}

/** A member who has reached a toast gets the same time again. */
const dismissLater = (id: number): void =>
  void after(SHOWN_MS, () => {
    if (isReached()) dismissLater(id)
    else dismissToast(id)
  })

export const dismissToast = (id: number): void => {
  toasts.value = toasts.value.filter((shown) => shown.id !== id)
}
