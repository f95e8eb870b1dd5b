/** The history of this window. Browsers without the Navigation API tell only its length. */
type Entry = { index: number; url: string | null; sameDocument: boolean }
type Navigations = {
  navigation?: EventTarget & { canGoBack: boolean; currentEntry: Entry | null; entries: () => (Entry | undefined)[] }
}
type Traverse = Event & { navigationType: string; destination: { index: number } }

/** A page of this site that the window showed before. */
export type PreviousPage = {
  /** The path with its query. */
  path: string
  /** The app left that page without a load, so it still has its state. */
  sameDocument: boolean
}

export const goBack = (): void => window.history.back()

/** The number of entries of this tab, this one and those of other sites included. */
export const historyLength = (): number => window.history.length

/** Removes a parameter from the address of this page, in its history entry too. */
export const dropParameter = (name: string): void => {
  const url = new URL(location.href)
  if (!url.searchParams.has(name)) return
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
}

/** Runs after each step back or forward to another entry of this load. */
export const onHistoryStep = (run: () => void): void => addEventListener('popstate', run)

/**
 * Whether an earlier page of this site exists. The length of the history also counts later entries and other sites, such as the
 * page of a payment provider.
 */
export const canGoBack = (): boolean => navigations()?.canGoBack ?? historyLength() > 1

/** The entry before the current one; null without one, and in a browser that does not tell. */
export const previousPage = (): PreviousPage | null => {
  const known = navigations()
  const before = known?.entries()[(known.currentEntry?.index ?? 0) - 1]
  if (!before?.url) return null
  const { pathname, search } = new URL(before.url)
  return { path: pathname + search, sameDocument: before.sameDocument }
}

/** A control that goes back within the screen or the dialog, such as to the previous question of signup. */
const WITHIN = '[data-goes-back]'

const navigations = () => (window as Navigations).navigation

/** A locked dialog (`ui/dialog.tsx`) has `data-locked`: it does not close, and Back leaves the page as it always does. */
const OPEN = 'dialog[open], [popover]:popover-open'

/**
 * Back closes what is open over the screen, the newest first, or goes to the previous step within the screen, and only then leaves it. The
 * history stays as it is, so Forward and a reload find nothing odd. Only the Navigation API can stop a step back, and only one to a page of
 * the same load; Chromium on Android closes dialogs and popovers by itself. Call it before anything else listens to `navigate`.
 */
export const closeOnBack = (): void => {
  const known = navigations()
  known?.addEventListener('navigate', (event) => {
    const { navigationType, destination } = event as Traverse
    const isBack = navigationType === 'traverse' && destination.index < (known.currentEntry?.index ?? 0)
    const top = [...document.querySelectorAll<HTMLElement>(OPEN)].at(-1)
    const within = (top ?? document).querySelector<HTMLElement>(WITHIN)
    if (!isBack || !event.cancelable) return
    if (within === null && (top === undefined || top.dataset['locked'] !== undefined)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // A step back loses nothing, so a locked dialog makes it too.
    if (within !== null) within.click()
    // Escape asks a dialog in the same way.
    else if (top instanceof HTMLDialogElement) top.dispatchEvent(new Event('cancel', { cancelable: true }))
    else top?.hidePopover()
  })
}
