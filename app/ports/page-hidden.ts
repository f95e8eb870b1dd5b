/**
 * Tells the server each time this page is put out of sight, where its address asked for that with `lb` [SHELL-18]. What the
 * address said is remembered for as long as the page is open, and nowhere else: nothing is kept of who visits.
 */
import { urlOf } from './api.ts'

/** @param page what it needs of the browser; tests give their own */
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
