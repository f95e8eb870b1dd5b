/**
 * Where a visitor came from [SITE-9]: a session cookie of our own, which the app sets when the address says so and the
 * visitor lets it, as the text of URLSearchParams. It opens signups and search where a setting asks for a source [ACC-15], [FIND-4].
 */
import type { Context } from 'hono'

export const TRAFFIC_SOURCE_COOKIE = 'trafficsource'

/** §3 Tracking record. */
const FIELDS = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const

export type TrafficSource = Partial<Record<(typeof FIELDS)[number], string>>

const LENGTH_MAX = 100

/** What the visitor let be stored; null where it names neither a network nor a reference. */
export const storedSource = (c: Context): TrafficSource | null => sourceIn(cookieText(c.req.header('cookie') ?? ''))

/** Stored, or in the address itself. */
export const hasTrafficSource = (c: Context): boolean =>
  storedSource(c) !== null || isTrafficSource(new URL(c.req.url).search)

export const isTrafficSource = (text: string): boolean => sourceIn(text) !== null

/** As it stands: a cookie parser would decode `%26` before it is known to be part of a value. */
const cookieText = (header: string): string => {
  const cookies = header.split(';').map((part) => part.trim())
  const found = cookies.find((cookie) => cookie.startsWith(`${TRAFFIC_SOURCE_COOKIE}=`))
  return found?.slice(TRAFFIC_SOURCE_COOKIE.length + 1) ?? ''
}

const sourceIn = (text: string): TrafficSource | null => {
  const params = new URLSearchParams(text)
  const source: TrafficSource = {}
  for (const field of FIELDS) {
    const value = params.get(field)?.trim() ?? ''
    // What is longer, or no text, is none of ours.
    if (value !== '' && value.length <= LENGTH_MAX && !/\p{C}/u.test(value)) source[field] = value
  }
  return source.network === undefined && source.ref === undefined ? null : source
}
