/** Short words about something that just happened, with a way to take it back. Read out, and gone by themselves. */
import { signal } from '@preact/signals-react'
import { after } from '../ports/clock.ts'

export type Toast = {
  id: number
  text: string
  action?: { label: string; run: () => void }
  /** Stays until it is answered. */
  sticky?: boolean
}

/** Long enough to read a sentence and to reach the button (WCAG 2.2.1 leaves a way on elsewhere). */
const SHOWN_MS = 8_000
const SHOWN_AT_ONCE = 3

export const toasts = signal<readonly Toast[]>([])

let lastId = 0

/** Shows a toast; gives the function that takes it away again. */
export const toast = (text: string, more: Omit<Toast, 'id' | 'text'> = {}): (() => void) => {
  lastId += 1
  const id = lastId
  // The same words twice say no more than once.
  const others = toasts.value.filter((shown) => shown.text !== text)
  toasts.value = [...others, { id, text, ...more }].slice(-SHOWN_AT_ONCE)
  const dismiss = (): void => dismissToast(id)
  if (more.sticky !== true) after(SHOWN_MS, dismiss)
  return dismiss
}

export const dismissToast = (id: number): void => {
  toasts.value = toasts.value.filter((shown) => shown.id !== id)
}
