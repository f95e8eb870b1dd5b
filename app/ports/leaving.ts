/** Leaving the page for another app, tab or payment page, and coming back. */
import { urlOf } from './api.ts'
import { now } from './clock.ts'

/** A page that is still there after this time is not being left: the navigation was a download, or was stopped. */
const LEAVING_MAX_MS = 30_000

let leavingSince = -Infinity

/**
 * Whether the member has begun to leave this page. Safari then fails all requests of the page at once, modules included, and still
 * shows the page until the next document arrives. Such a failure says nothing about the network or the server.
 */
export const isLeaving = (): boolean => now() - leavingSince < LEAVING_MAX_MS

const begin = (): void => {
  leavingSince = now()
}

export const watchLeaving = (): void => {
  addEventListener('beforeunload', begin)
  // Safari on an iPhone has no `beforeunload`. The app's own links prevent the navigation.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]:not([target])') : null
    if (link && !event.defaultPrevented) begin()
  })
  addEventListener('pageshow', () => {
    leavingSince = -Infinity
  })
}

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
const isWebPage = (url: string): boolean => /^https?:$/.test(new URL(url, location.href).protocol)

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
