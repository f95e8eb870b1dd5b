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

/** Later messages push out an older one, but not one with a button: that may be the only undo. */
const SHOWN = 3
const withRoom = (shown: readonly Toast[]): readonly Toast[] => {
  const dropped = shown.length < SHOWN ? undefined : shown.find(({ action }) => action === undefined)
  return shown.filter((toast) => toast !== dropped)
}

/** @returns a function that removes the toast */
export const showToast = (text: string, action?: Toast['action'], ms = SHOWN_MS): (() => void) => {
  count += 1
  const toast: Toast = { id: count, text, ...(action && { action }) }
  toasts.value = [...withRoom(toasts.value), toast]
  const remove = (): void => removeToast(toast.id)
  // The timer needs no cancelling: removing a toast that has gone changes nothing.
  setTimeout(remove, ms)
  return remove
}
