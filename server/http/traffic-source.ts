/**
 * The traffic source of a visitor [SITE-9]: a session cookie of ours in URLSearchParams format. The app sets it if the
 * URL has a source and the visitor consents. It opens signups and search if a setting requires a source [ACC-15],
 * [FIND-4].
 */
import type { Context } from 'hono'
import { isLanderName } from '#contract/landers.ts'
import { TRAFFIC_SOURCE_COOKIE, TRAFFIC_SOURCE_FIELD_MAX, TRAFFIC_SOURCE_FIELDS } from '#contract/traffic-source.ts'

/** §3 Tracking record; `lander` is the lander on which the visit began [DESK-13]. */
const FIELDS = [...TRAFFIC_SOURCE_FIELDS, 'lander'] as const

export type TrafficSource = Partial<Record<(typeof FIELDS)[number], string>>

/** The stored source; null if it has neither a network nor a reference. */
export const storedSource = (c: Context): TrafficSource | null => sourceIn(cookieText(c.req.header('cookie') ?? ''))

/** Whether a source is stored, or in the URL itself. */
export const hasTrafficSource = (c: Context): boolean =>
  storedSource(c) !== null || isTrafficSource(new URL(c.req.url).search)

export const isTrafficSource = (text: string): boolean => sourceIn(text) !== null

/** The raw value: a cookie parser would decode `%26` too early and split the value there. */
const cookieText = (header: string): string => {
  const cookies = header.split(';').map((part) => part.trim())
  const found = cookies.find((cookie) => cookie.startsWith(`${TRAFFIC_SOURCE_COOKIE}=`))
  return found?.slice(TRAFFIC_SOURCE_COOKIE.length + 1) ?? ''
}

/** @returns the source in URLSearchParams format; null without a network and a reference */
export const sourceIn = (text: string): TrafficSource | null => {
  const params = new URLSearchParams(text)
  const source: TrafficSource = {}
  for (const field of FIELDS) {
    const value = params.get(field)?.trim() ?? ''
    // Too long values, control characters and unknown landers do not come from our app.
    const isOurs = value !== '' && value.length <= TRAFFIC_SOURCE_FIELD_MAX && !/\p{C}/u.test(value)
    if (isOurs && (field !== 'lander' || isLanderName(value))) source[field] = value
  }
  return source.network === undefined && source.ref === undefined ? null : source
}
