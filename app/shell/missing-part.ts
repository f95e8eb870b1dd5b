/**
 * Handles a module that does not load [SHELL-16], [PWA-10]: the page reloads once, and stores the reload so that the new page
 * can explain it and does not loop.
 */
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { tabStore } from '../ports/text-store.ts'

/** The part is not on this device and there is no network. The screen says so; this is no failure to report [PWA-1]. */
export class NoNetwork extends Error {
  constructor(options?: ErrorOptions) {
    super('No network', options)
  }
}

export type Reload = {
  at: number
  /** The build that lacked a part. */
  of: string
  /** Whether the member has seen why the page reloaded. */
  told?: boolean
}

const KEY = 'part-missing'

/** This file has another name in every build. */
const BUILD = new URL(import.meta.url).pathname

/**
 * Never in a loop: the same build would lack the module again, so it may reload once an hour:
 * by then the cause may have been the connection. A different build may reload once a minute.
 */
export const mayReload = (now: number, last: Reload | null, build = BUILD): boolean =>
  last === null || now - last.at >= (last.of === build ? HOUR_MS : MINUTE_MS)

/** @returns whether the reload was stored: without that, nothing would stop a second reload */
export const noteReload = (at: number): boolean => storeReload({ at, of: BUILD })

export const lastReload = (): Reload | null => {
  const value = tabStore.getJson(KEY)
  return isReload(value) ? value : null
}

export const storeReload = (reload: Reload): boolean => {
  const text = JSON.stringify(reload)
  tabStore.set(KEY, text)
  return tabStore.get(KEY) === text
}

const isReload = (value: unknown): value is Reload =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'of' in value
