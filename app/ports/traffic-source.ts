/**
 * Where a visitor came from [ACC-15], [SITE-9], as the address says it. It is known for as long as the page is open; kept in
 * a cookie of this site, which the server reads with a signup and a search, only where the visitor let it. It goes
 * nowhere else.
 */
const COOKIE = 'trafficsource'
const NAMES = ['network', 'ref', 'sub1', 'sub2', 'sub3']
const LENGTH_MAX = 100

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

/** Read once, before the app leads on to other addresses. */
const ofVisit = typeof location === 'undefined' ? null : trafficSourceIn(location.search)

const isStored = (): boolean => new RegExp(`(?:^|; )${COOKIE}=.`).test(document.cookie)

/** What came with this visit and is not stored. */
export const unstoredSource = (): string | null => (isStored() ? null : ofVisit)

/** For as long as the browser is open; the visitor has agreed. */
export const storeSource = (): void => {
  if (ofVisit !== null) document.cookie = `${COOKIE}=${encodeURIComponent(ofVisit)}; path=/; samesite=lax`
}

export const forgetSource = (): void => {
  document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`
}

/** In the address or stored [ACC-15]. */
export const hasTrafficSource = (): boolean => isStored() || ofVisit !== null
