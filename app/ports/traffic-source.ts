/**
 * Where a visitor came from [ACC-15], [SITE-9]: what the address says is kept in a cookie of this site, for as long as
 * the browser is open, and read by the server with a signup and a search. It goes nowhere else.
 */
const COOKIE = 'trafficsource'
const NAMES = ['network', 'ref', 'sub1', 'sub2', 'sub3']
const LENGTH_MAX = 200

/** What an address says about where its visitor came from, or null. `sub1`–`sub3` say more about a source, not without one. */
export const trafficSourceIn = (search: string): string | null => {
  const asked = new URLSearchParams(search)
  if (!asked.get('network') && !asked.get('ref')) return null
  const kept = new URLSearchParams()
  for (const name of NAMES) {
    const value = asked.get(name)?.slice(0, LENGTH_MAX)
    if (value) kept.set(name, value)
  }
  return kept.toString()
}

/** Once, when the app starts: the newest source counts. */
export const keepTrafficSource = (): void => {
  const source = trafficSourceIn(location.search)
  if (source !== null) document.cookie = `${COOKIE}=${encodeURIComponent(source)}; path=/; samesite=lax`
}

/** In the address or stored [ACC-15]. */
export const hasTrafficSource = (): boolean =>
  new RegExp(`(?:^|; )${COOKIE}=.`).test(document.cookie) || trafficSourceIn(location.search) !== null
