/** Leaving the page for another app, tab or payment page, and coming back. */
import { urlOf } from './api.ts'

/**
 * Reports to the server each time this page is hidden, if its address has `lb` [SHELL-18]. Nothing is stored.
 * @param page the parts of the browser that it needs; tests pass their own
 */
export const reportHidden = (page: {
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

export const startReportingHidden = (): void =>
  reportHidden({
    search: location.search,
    isHidden: () => document.visibilityState === 'hidden',
    onVisibility: (run) => document.addEventListener('visibilitychange', run),
    send: (url) => navigator.sendBeacon(url, new Blob(['{}'], { type: 'application/json' })),
  })

/** Whether this is a web page, never a script in disguise. */
export const isWebPage = (url: string): boolean => /^https?:$/.test(new URL(url, location.href).protocol)

/** Opens a page outside the app, for example a payment page. */
export const openPage = (url: string): void => {
  if (isWebPage(url)) location.assign(url)
}

/** Runs when the browser restores this page from its back-forward cache; returns the function that stops it. */
export const onPageRestored = (run: () => void): (() => void) => {
  const shown = (event: PageTransitionEvent): void => {
    if (event.persisted) run()
  }
  window.addEventListener('pageshow', shown)
  return () => window.removeEventListener('pageshow', shown)
}
