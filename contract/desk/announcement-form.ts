/** An announcement to members as the desk writes it: texts, audience, faults and reach [DESK-14]. */
import * as v from 'valibot'
import type { FieldError } from '../errors.ts'
import { Count, CountryCode } from '../fields.ts'
import { DAY_MS } from '../limits.ts'
import { LOCALES, type Locale } from '../locales.ts'

/** A preference that members switch on, or `service`: it needs none, since new terms concern everybody. */
export const ANNOUNCEMENT_KINDS = ['news', 'promotions', 'service'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]

export const ANNOUNCEMENT_PARTS = ['title', 'push', 'mail', 'button'] as const
export type AnnouncementPart = (typeof ANNOUNCEMENT_PARTS)[number]

/** The longest texts, in characters. A title is a mail's subject; a push is shown on a lock screen. */
export const ANNOUNCEMENT_MAX = { title: 60, push: 140, mail: 3_000, button: 40, path: 500 } as const

/** A path of this site, without its origin. */
export const ANNOUNCEMENT_PATH = /^\/(?![/\\])[^\\\s]*$/

/** The parts that a text of this kind needs: `service` is never pushed. */
export const partsOf = (kind: AnnouncementKind | undefined): readonly AnnouncementPart[] =>
  ANNOUNCEMENT_PARTS.filter((part) => kind !== 'service' || part !== 'push')

/** A draft stores a pasted text that is too long, so that nothing of it is lost; `announcementFaults` refuses to send it. */
const DRAFT_MAX = 20_000
const DraftText = v.pipe(v.string('required'), v.maxLength(DRAFT_MAX, 'too_long'))

const AnnouncementText = v.object({
  /** The subject of the mail, and the title of the notification. */
  title: DraftText,
  /** The whole text of the notification. */
  push: DraftText,
  /** Follows the greeting; blank lines separate its paragraphs. */
  mail: DraftText,
  button: DraftText,
})
export type AnnouncementText = v.InferOutput<typeof AnnouncementText>

export const EMPTY_TEXT: AnnouncementText = { title: '', push: '', mail: '', button: '' }

const AnnouncementTexts = v.object(v.entriesFromList(LOCALES, v.optional(AnnouncementText)))
export type AnnouncementTexts = v.InferOutput<typeof AnnouncementTexts>

export const LAST_SEEN_DAYS_MAX = 730

/** The members that an announcement is for. An empty list is no limit. `service` goes to everyone. */
export const Audience = v.object({
  languages: v.array(v.picklist(LOCALES, 'invalid')),
  countries: v.pipe(v.array(CountryCode), v.maxLength(250, 'too_many')),
  /** Members seen within these days before the sending, or only members not seen for so long. */
  last_seen: v.nullable(
    v.object({
      is: v.picklist(['within', 'before'], 'invalid'),
      days: v.pipe(
        v.number('invalid'),
        v.safeInteger('invalid'),
        v.minValue(1, 'out_of_range'),
        v.maxValue(LAST_SEEN_DAYS_MAX, 'out_of_range'),
      ),
    }),
  ),
})
export type Audience = v.InferOutput<typeof Audience>

export const EVERYONE: Audience = { languages: [], countries: [], last_seen: null }

export const AnnouncementKindField = v.picklist(ANNOUNCEMENT_KINDS, 'invalid')

/** A draft may lack anything: it is stored while somebody writes. `announcementFaults` says what is missing. */
export const AnnouncementForm = v.object({
  kind: AnnouncementKindField,
  /** The button's path on this site. */
  path: DraftText,
  /** The last day of sending, UTC. */
  last_day: v.nullable(v.pipe(v.string('required'), v.isoDate('invalid'))),
  /** Members whose language has no text get this one. */
  fallback: v.picklist(LOCALES, 'invalid'),
  audience: Audience,
  texts: AnnouncementTexts,
})
export type AnnouncementForm = v.InferOutput<typeof AnnouncementForm>

/** The first moment after a day, or NaN for a day that does not exist: JavaScript reads 31 February as a day in March. */
export const endOfDay = (day: string): number => {
  const start = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(start) || !new Date(start).toISOString().startsWith(day) ? Number.NaN : start + DAY_MS
}

/** The audience that counts. */
export const audienceOf = ({ kind, audience }: Pick<AnnouncementForm, 'kind' | 'audience'>): Audience =>
  kind === 'service' ? EVERYONE : audience

/**
 * Whether any part of a text is written that this kind needs: a draft whose kind became `service` still has its push, which no page
 * shows. A language without a text gets the fallback's.
 */
export const isBegun = (
  text: AnnouncementText | undefined,
  kind: AnnouncementKind | undefined,
): text is AnnouncementText => text !== undefined && partsOf(kind).some((part) => text[part].trim() !== '')

/** A sent announcement has whole texts alone, so its kind does not matter. */
export type AnnouncementWords = Pick<AnnouncementForm, 'texts'> & { kind?: AnnouncementKind }

/** The languages with a text of their own. */
export const languagesIn = ({ texts, kind }: AnnouncementWords): Locale[] =>
  LOCALES.filter((locale) => isBegun(texts[locale], kind))

export type AnnouncementFault = {
  /** `path`, `last_day`, or a part of a text: `texts.it.title`. */
  field: string
  fault: FieldError
}

/** @returns what keeps a draft from being sent: each begun text must be whole, and the fallback's must exist */
export const announcementFaults = (form: AnnouncementForm, now: number): AnnouncementFault[] => {
  const { kind, path, last_day: lastDay, fallback, texts } = form
  const end = lastDay === null ? Number.NaN : endOfDay(lastDay)
  const faults: AnnouncementFault[] = []
  if (path.length > ANNOUNCEMENT_MAX.path) faults.push({ field: 'path', fault: 'too_long' })
  else if (!ANNOUNCEMENT_PATH.test(path)) faults.push({ field: 'path', fault: path === '' ? 'required' : 'invalid' })
  if (Number.isNaN(end)) faults.push({ field: 'last_day', fault: lastDay === null ? 'required' : 'invalid' })
  else if (end <= now) faults.push({ field: 'last_day', fault: 'out_of_range' })
  for (const locale of LOCALES) {
    const text = texts[locale]
    if (locale !== fallback && !isBegun(text, kind)) continue
    for (const part of partsOf(kind)) {
      const { length } = text?.[part].trim() ?? ''
      const fault = length === 0 ? 'required' : length > ANNOUNCEMENT_MAX[part] ? 'too_long' : null
      if (fault !== null) faults.push({ field: `texts.${locale}.${part}`, fault })
    }
  }
  return faults
}

/** Recipients by channel. */
const Reach = v.object({ mail: Count, push: Count })

/** The recipients that an audience has now. */
export const AnnouncementReach = v.object({
  ...Reach.entries,
  /** Members who get a mail, a push or both. */
  members: Count,
  /** The same by language. A language without members is left out. */
  languages: v.array(v.object({ language: v.picklist(LOCALES), members: Count })),
})
export type AnnouncementReach = v.InferOutput<typeof AnnouncementReach>

/** The recipients that somebody has confirmed; the sending is refused if there are clearly more or fewer by now. */
export const ConfirmedReach = v.object({ members: Count })

/** Whether the confirmed number of recipients is still about right: members come and go every minute. */
export const isAboutAsMany = (confirmed: number, found: number): boolean =>
  Math.abs(confirmed - found) <= Math.max(20, found / 20)
