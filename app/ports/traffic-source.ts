/**
 * A visitor's traffic source [ACC-15], [SITE-9], read from the address. It lives as long as the page. With the visitor's consent
 * it is also stored in a cookie of this site, which the server reads with a signup and a search. It is sent nowhere else.
 */
import { TRAFFIC_SOURCE_COOKIE, TRAFFIC_SOURCE_FIELD_MAX, TRAFFIC_SOURCE_FIELDS } from '#contract/traffic-source.ts'

/**
 * The traffic source in an address, or null. `sub1`–`sub3` and the lander only refine a source, so they do not count
 * alone.
 */
export const trafficSourceIn = (search: string, path = ''): string | null => {
  const asked = new URLSearchParams(search)
  if (!asked.get('network') && !asked.get('ref')) return null
  const source = new URLSearchParams()
  for (const name of TRAFFIC_SOURCE_FIELDS) {
    const value = asked.get(name)?.slice(0, TRAFFIC_SOURCE_FIELD_MAX)
    if (value) source.set(name, value)
  }
  const lander = /^\/landers\/(\w+)/.exec(path)?.[1]
  if (lander) source.set('lander', lander)
  return source.toString()
}

/** Read once, before the app navigates to other addresses. */
const visitSource = typeof location === 'undefined' ? null : trafficSourceIn(location.search, location.pathname)

/** Older builds stored it encoded twice, without a plain `=`, and the server cannot read that. */
const isStored = (): boolean => new RegExp(`(?:^|; )${TRAFFIC_SOURCE_COOKIE}=[^;]*=`).test(document.cookie)

/** The source of this visit, if it is not stored. */
export const unstoredSource = (): string | null => (isStored() ? null : visitSource)

/** Stores the source until the browser closes; call this only after consent. Its text is encoded already, as the server reads it. */
export const storeSource = (): void => {
  if (visitSource !== null) document.cookie = `${TRAFFIC_SOURCE_COOKIE}=${visitSource}; path=/; samesite=lax`
}

export const forgetSource = (): void => {
  document.cookie = `${TRAFFIC_SOURCE_COOKIE}=; path=/; max-age=0; samesite=lax`
}

/** Whether there is a source, in the address or stored [ACC-15]. */
export const hasTrafficSource = (): boolean => isStored() || visitSource !== null
