/** Short messages at the foot of the page. A message may have one button, such as an undo. */
import { signal } from '@preact/signals-react'

export type Toast = {
  id: number
  text: string
  action?: { label: string; keys?: string; until?: number; run: () => void }
}

export const toasts = signal<readonly Toast[]>([])

const SHOWN_MS = 8_000
let count = 0

export const removeToast = (toast: number): void => {
  toasts.value = toasts.value.filter(({ id }) => id !== toast)
}

const SHOWN = 3

/**
 * The messages for which there is room: the newest one, then those with a button, since that may be the only undo. The others wait, and
 * their keys work.
 */
export const visibleToasts = (all: readonly Toast[]): readonly Toast[] => {
  const newest = all.at(-1)
  const [withButton, plain] = [true, false].map((has) =>
    all.filter((toast) => toast !== newest && (toast.action !== undefined) === has).toReversed(),
  )
  const shown = new Set([newest, ...(withButton ?? []), ...(plain ?? [])].slice(0, SHOWN))
  return all.filter((toast) => shown.has(toast))
}

/** @returns a function that removes the toast */
export const showToast = (text: string, action?: Toast['action'], ms = SHOWN_MS): (() => void) => {
  count += 1
  const toast: Toast = { id: count, text, ...(action && { action }) }
  toasts.value = [...toasts.value, toast]
  const remove = (): void => removeToast(toast.id)
  // The timer needs no cancelling: removing a toast that has gone changes nothing.
  setTimeout(remove, ms)
  return remove
}
