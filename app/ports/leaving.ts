/** The member leaves the page: for another app or tab, for a payment page, and back. */
import { urlOf } from './api.ts'

/**
 * Informs the server each time this page is hidden, if its address asked for that with `lb` [SHELL-18]. The page
 * remembers the wish while it is open; nothing about the visitor is stored.
 * @param page the parts of the browser that it needs; tests pass their own
 */
export const watchLeaving = (page: {
  search: string
  isHidden: () => boolean
  onVisibility: (run: () => void) => void
  send: (url: string) => void
}): void => {
  if (!new URLSearchParams(page.search).has('lb')) return
  page.onVisibility(() => {
    if (page.isHidden()) page.send(`${urlOf('page_hidden', {})}.php`)
  })
}

export const startWatchingLeaving = (): void =>
  watchLeaving({
    search: location.search,
    isHidden: () => document.visibilityState === 'hidden',
    onVisibility: (run) => document.addEventListener('visibilitychange', run),
    send: (url) => navigator.sendBeacon(url, new Blob(['{}'], { type: 'application/json' })),
  })

/** Whether this is a web page, never a script in disguise. */
export const isWebPage = (url: string): boolean => /^https?:$/.test(new URL(url, location.href).protocol)

/** Opens a page outside the app, for example a payment page. */
export const leaveFor = (url: string): void => {
  if (isWebPage(url)) location.assign(url)
}

/** Runs when the browser restores this page from its back-forward cache; returns the function that stops it. */
export const onBroughtBack = (run: () => void): (() => void) => {
  const shown = (event: PageTransitionEvent): void => {
    if (event.persisted) run()
  }
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
