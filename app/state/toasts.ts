/**
 * Short messages about something that just happened, with a way to undo it. They are read out and disappear by
 * themselves.
 */
import { signal } from '@preact/signals-react'
import { DELETION_UNDO_MS } from '#contract/limits.ts'
import { after } from '../ports/clock.ts'
import { t } from './i18n.ts'

export type Toast = {
  id: number
  text: string
  action?: { label: string; run: () => void; isUndo?: true }
  /** A toast replaces an earlier one about the same subject: the member has acted again since. */
  about?: string
  /** The toast stays until it is answered. */
  sticky?: boolean
  /** The toast shows exactly this long, in ms: then its action is no longer possible. */
  shownMs?: number
}

/** The action of a toast that undoes what the toast is about. */
export const undoing = (run: () => void): NonNullable<Toast['action']> => ({ label: t('ui.undo'), run, isUndo: true })

/** A tap at the last moment must still be in time. */
const LAST_TAP_MS = 1_000

/** The same for a deletion that the device sends later: the offer is there as long as it is true. */
export const undoingDeletion = (run: () => void): Pick<Toast, 'action' | 'shownMs'> => ({
  action: undoing(run),
  shownMs: DELETION_UNDO_MS - LAST_TAP_MS,
})

/** Long enough to read a sentence and to tap the button (WCAG 2.2.1). */
const SHOWN_MS = 8_000
const SHOWN_AT_ONCE = 3

export const toasts = signal<readonly Toast[]>([])

let lastId = 0

/** Shows a toast; returns the function that removes it. */
export const toast = (text: string, more: Omit<Toast, 'id' | 'text'> = {}): (() => void) => {
  lastId += 1
  const id = lastId
  const others = toasts.value.filter(
    // The undo of a second photo must not replace that of the first, although both have the same words.
    (shown) =>
      (shown.text !== text || shown.action !== undefined) && (more.about === undefined || shown.about !== more.about),
  )
  toasts.value = [...withRoom(others), { id, text, ...more }]
  const dismiss = (): void => dismissToast(id)
  if (more.shownMs !== undefined) after(more.shownMs, dismiss)
  else if (more.sticky !== true) dismissLater(id)
  return dismiss
}

/** Makes room for one more toast: the oldest goes, and one that is to be answered stays as long as another can go. */
const withRoom = (shown: readonly Toast[]): readonly Toast[] => {
  if (shown.length < SHOWN_AT_ONCE) return shown
  const oldest = shown.findIndex(({ sticky }) => sticky !== true)
  return shown.toSpliced(Math.max(0, oldest), 1)
}

const nobody = (): boolean => false
let isWanted: (shown: Toast) => boolean = nobody

/**
 * The list of toasts on the page says whether somebody is at a toast or on the way to it. It is asked, since an element that disappears
 * under the pointer reports no leaving. @returns the function that ends this
 */
export const askWhetherWanted = (ask: (shown: Toast) => boolean): (() => void) => {
  isWanted = ask
  return () => {
    isWanted = nobody
  }
}

/** A member who wants a toast gets the same time again. */
const dismissLater = (id: number): void =>
  void after(SHOWN_MS, () => {
    const shown = toasts.value.find((one) => one.id === id)
    if (shown && isWanted(shown)) dismissLater(id)
    else dismissToast(id)
  })

export const dismissToast = (id: number): void => {
  toasts.value = toasts.value.filter((shown) => shown.id !== id)
}
