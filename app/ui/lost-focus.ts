/**
 * Keeps the focus at its place when the control that has it leaves the page, such as a button of a deleted row, or is switched off while its
 * call runs [SHELL-19]. A browser would put it at the top: a screen reader then begins the page anew, and in some browsers so does the Tab key.
 */

/** @param screen CSS selector of the part of the page that the screens are in; it takes the focus if nothing nearer is left */
export const watchLostFocus = (screen: string): void => {
  let focused: EventTarget | null = null
  document.addEventListener('focusin', ({ target }) => {
    focused = target
  })
  // Only the member's own leaving counts. Browsers also report a control that leaves the page, or is switched off while its call runs.
  document.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (focused === target && isInPage(target) && !isSwitchedOff(target)) focused = null
    }),
  )
  new MutationObserver((changes) => {
    if (!(focused instanceof HTMLElement) || document.activeElement !== document.body) return
    if (isInPage(focused)) {
      const isBackOn =
        !isSwitchedOff(focused) && changes.some(({ type, target }) => type === 'attributes' && target === focused)
      if (isBackOn) focused.focus({ preventScroll: true })
      return
    }
    let place: Node = focused
    for (const { target, removedNodes } of changes)
      if ([...removedNodes].some((node) => node.contains(place))) place = target
    focused = null
    focusPlace(place, document.querySelector<HTMLElement>(screen))
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

const isInPage = (target: EventTarget | null): boolean => target instanceof Node && target.isConnected

const isSwitchedOff = (target: EventTarget | null): boolean => target instanceof Element && target.matches(':disabled')

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
