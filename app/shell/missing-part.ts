/** A part of the app that does not load [SHELL-16], [PWA-10]: the page is loaded anew, which is remembered beyond it. */
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'

/** A part is not on this device and there is no network. The screen says so; it is no failure to report [PWA-1]. */
export class NoNetwork extends Error {
  constructor(options?: ErrorOptions) {
    super('No network', options)
  }
}

export type Reload = {
  at: number
  /** The build that lacked a part. */
  of: string
  /** Whether the member was told why the page has loaded again. */
  told?: boolean
}

const KEY = 'part-missing'

/** Every build has this file under a name of its own. */
const BUILD = new URL(import.meta.url).pathname

/**
 * Only online, and never in a loop: a page that came back as the same build will not find the part either, so the failure
 * shows; an hour later it was perhaps the line that broke. And never twice a minute, whatever comes back.
 */
export const mayReload = (now: number, last: Reload | null, online: boolean, build = BUILD): boolean =>
  online && (last === null || now - last.at >= (last.of === build ? HOUR_MS : MINUTE_MS))

/** @returns whether it could be remembered: without that nothing would stop a second one */
export const noteReload = (at: number): boolean => write({ at, of: BUILD })

export const lastReload = (): Reload | null => {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    return isReload(value) ? value : null
  } catch {
    return null
  }
}

export const write = (reload: Reload): boolean => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(reload))
    return true
  } catch {
    return false
  }
}

const isReload = (value: unknown): value is Reload =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'of' in value
