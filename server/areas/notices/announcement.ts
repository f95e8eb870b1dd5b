/** News or an offer in the operator's words: in all languages or not at all. */
import * as v from 'valibot'
import { LOCALES } from '#contract/locales.ts'
import { DAY_MS } from '#contract/limits.ts'

const text = (max: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'), v.maxLength(max, `is longer than ${max}`))

/** JavaScript reads 31 February as a day in March. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

const Texts = v.strictObject({
  /** The subject of the mail, and the title of the notification. */
  title: text(60),
  /** The whole text of the notification, for a lock screen. */
  push: text(140),
  /** Follows the greeting; blank lines separate its paragraphs. */
  mail: text(3_000),
  button: text(40),
})

export const Announcement = v.strictObject({
  /** Its name: an announcement is sent once per name. */
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{2,28}$/, 'must be 3 to 29 of a–z, 0–9 and -')),
  /** The preference of members that it needs; `service` needs none: new terms concern everybody [DESK-14]. */
  about: v.picklist(['news', 'promotions', 'service'], 'must be news, promotions or service'),
  /** The last day of sending, UTC. */
  expires: v.pipe(
    v.string(),
    v.isoDate('must be a date: 2026-12-31'),
    v.check((day) => !Number.isNaN(startOf(day)) && new Date(startOf(day)).toISOString().startsWith(day), 'is no day'),
    v.transform((day) => startOf(day) + DAY_MS),
  ),
  /** The link's path on this site. */
  path: v.pipe(
    v.string(),
    v.regex(/^\/(?![/\\])[^\\\s]*$/, 'must be a path of this site'),
    v.maxLength(500, 'is longer than 500'),
  ),
  texts: v.strictObject(v.entriesFromList(LOCALES, Texts)),
})
export type Announcement = v.InferOutput<typeof Announcement>
