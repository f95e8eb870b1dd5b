/** The site a request is for [SITE-15]: each domain of ours has settings, links and handlers of its own. */
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'

export const siteOf = (c: Context, deps: Deps): Deps => deps.at(new URL(c.req.url).hostname.toLowerCase())

/** Makes something once for each domain, when it is first asked for there. */
export const perDomain = <Made>(make: (site: Deps) => Made): ((site: Deps) => Made) => {
  const made = new Map<string, Made>()
  return (site) => {
    const held = made.get(site.domain) ?? make(site)
    made.set(site.domain, held)
    return held
  }
}
