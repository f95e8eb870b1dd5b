/**
 * Keeps the focus at its place when the control that has it leaves the page, such as a button of a deleted row, moves with its row to another
 * place of a list, or is switched off while its call runs [SHELL-19]. A browser would put it at the top: a screen reader then begins the page
 * anew, and in some browsers so does the Tab key.
 */

/** @param screen CSS selector of the part of the page that the screens are in; it takes the focus if nothing nearer is left */
export const watchLostFocus = (screen: string): void => {
  let focused: EventTarget | null = null
  const follow = (changes: readonly MutationRecord[]): void => {
    if (!(focused instanceof HTMLElement) || document.activeElement !== document.body) return
    if (isInPage(focused)) {
      const isBackOn =
        !isSwitchedOff(focused) && changes.some(({ type, target }) => type === 'attributes' && target === focused)
      if (isBackOn || isMoved(focused, changes)) focused.focus({ preventScroll: true })
      return
    }
    let place: Node = focused
    for (const { target, removedNodes } of changes)
      if ([...removedNodes].some((node) => node.contains(place))) place = target
    focused = null
    focusPlace(place, document.querySelector<HTMLElement>(screen))
  }
  const observer = new MutationObserver(follow)
  document.addEventListener('focusin', ({ target }) => {
    focused = target
  })
  // Only the member's own leaving counts. Browsers also report a control that leaves the page, moves in it, or is switched off while its call runs.
  document.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (focused !== target || document.activeElement === target || !isInPage(target)) return
      const changes = observer.takeRecords()
      if (!isSwitchedOff(target) && !isMoved(target, changes)) focused = null
      follow(changes)
    }),
  )
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

const isInPage = (target: EventTarget | null): target is Node => target instanceof Node && target.isConnected

const isSwitchedOff = (target: EventTarget | null): boolean => target instanceof Element && target.matches(':disabled')

/** Whether the page took the element out and put it in again, as React does with the rows of a list in a new order. */
const isMoved = (element: Node, changes: readonly MutationRecord[]): boolean =>
  changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(element)))

/** Focuses the part of the screen, or of an open dialog, that the control was in. Its other controls could do something at a second press. */
const focusPlace = (place: Node, screen: HTMLElement | null): void => {
  const isOfScreen = place instanceof HTMLElement && (screen?.contains(place) === true || place.closest('dialog[open]'))
  if (isOfScreen) {
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }
  // The part may be hidden by now.
  if (document.activeElement === document.body) screen?.focus({ preventScroll: true })
}
