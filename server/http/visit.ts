/**
 * Decides whether a request for a page begins a visit, and names the visit's group [DESK-13]. It reads the request alone:
 * no cookie is read or set, and no address, user agent or path is kept.
 */
import { isLanderName } from '#contract/landers.ts'
import type { Visit } from '../visits.ts'
import { sourceIn } from './traffic-source.ts'

/** Browsers name themselves like this; tools, previews and crawlers do not, or also match `ROBOT`. */
const BROWSER = /^Mozilla\/5\.0 \(/
const ROBOT = /bot\b|bots?[/;)]|crawl|spider|slurp|preview|headless|lighthouse|monitor|scan|archive|https?:\/\//i

/**
 * A browser opens a page from outside the site: typed, from a bookmark, or by a link elsewhere. A further page of the same
 * visit, a reload, and a page that the browser loads ahead are none.
 */
export const beginsVisit = (headers: Headers): boolean => {
  const agent = headers.get('user-agent') ?? ''
  const control = headers.get('cache-control') ?? ''
  return (
    headers.get('sec-fetch-mode') === 'navigate' &&
    headers.get('sec-fetch-dest') === 'document' &&
    headers.get('sec-fetch-site') !== 'same-origin' &&
    headers.get('sec-purpose') === null &&
    headers.get('purpose') === null &&
    !/max-age=0|no-cache/.test(control) &&
    BROWSER.test(agent) &&
    !ROBOT.test(agent)
  )
}

/** A source that looks like a mail address or has unusual characters is left out: it could be a person. */
const SOURCE = /^[\p{L}\p{M}\p{N} ._:/+~-]+$/u

/** The source as the numbers write it for signups: `network/ref`, `network` or `/ref`. */
const sourceOf = (url: URL): string => {
  const { network = '', ref = '' } = sourceIn(url.search) ?? {}
  const source = ref === '' ? network : `${network}/${ref}`
  return SOURCE.test(source) ? source : ''
}

/** The lander's name without its slug, which anybody can make up. */
const landerOf = (path: string): string => {
  const [first = '', name = ''] = path.split('/').filter((part) => part !== '')
  return first === 'landers' && isLanderName(name) ? name : ''
}

export const visitAt = (url: URL, country: string | null): Visit => ({
  source: sourceOf(url),
  lander: landerOf(url.pathname),
  country: country ?? '',
})
