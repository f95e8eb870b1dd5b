/** Finds the site of a request [SITE-15]: each of our domains has its own settings, links and handlers. */
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'

export const siteOf = (c: Context, deps: Deps): Deps => siteAt(new URL(c.req.url), deps)

/** @param url a parsed address, whose host is in small letters */
export const siteAt = ({ hostname }: URL, deps: Deps): Deps => deps.at(hostname)

/** Makes a value once per domain, on first use. */
export const perDomain = <Made>(make: (site: Deps) => Made): ((site: Deps) => Made) => {
  const made = new Map<string, Made>()
  return (site) => {
    const cached = made.get(site.domain) ?? make(site)
    made.set(site.domain, cached)
    return cached
  }
}
