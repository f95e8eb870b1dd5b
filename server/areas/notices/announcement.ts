/**
 * An announcement: as its file writes it, and its texts for one member, which are the same in the real messages, a test mail and a
 * preview. One without a fallback has a text in each language.
 */
import * as v from 'valibot'
import {
  ANNOUNCEMENT_KINDS,
  ANNOUNCEMENT_MAX,
  ANNOUNCEMENT_PATH,
  Audience,
  endOfDay,
  type AnnouncementKind,
  type AnnouncementTexts,
  type AnnouncementText,
  EMPTY_TEXT,
  isBegun,
  type AnnouncementWords,
} from '#contract/desk/announcement-form.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#contract/locales.ts'
import type { MailText } from '../../jobs/post.ts'
import { publicUrl, type Env } from '../../env.ts'

/** An announcement that can be sent. */
export type Announcement = {
  /** Its name: an announcement is sent once per name. */
  id: string
  about: AnnouncementKind
  /** After this time it is sent to nobody, in ms. */
  expires: number
  /** The link's path on this site. */
  path: string
  texts: AnnouncementTexts
  /** Members whose language has no text get this one; it has a text. */
  fallback: Locale
  audience: Audience
}

const text = (max: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty('is empty'), v.maxLength(max, `is longer than ${max}`))

const Texts = v.strictObject({
  title: text(ANNOUNCEMENT_MAX.title),
  push: text(ANNOUNCEMENT_MAX.push),
  mail: text(ANNOUNCEMENT_MAX.mail),
  button: text(ANNOUNCEMENT_MAX.button),
})

const common = {
  id: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{2,28}$/, 'must be 3 to 29 of a–z, 0–9 and -')),
  about: v.picklist(ANNOUNCEMENT_KINDS, 'must be news, promotions or service'),
  /** The last day of sending, UTC. */
  expires: v.pipe(
    v.string(),
    v.isoDate('must be a date: 2026-12-31'),
    v.check((day) => !Number.isNaN(endOfDay(day)), 'is no day'),
    v.transform(endOfDay),
  ),
  path: v.pipe(
    v.string(),
    v.regex(ANNOUNCEMENT_PATH, 'must be a path of this site'),
    v.maxLength(ANNOUNCEMENT_MAX.path, `is longer than ${ANNOUNCEMENT_MAX.path}`),
  ),
  audience: v.optional(v.strictObject(v.partial(Audience).entries), {}),
}

const InEveryLanguage = v.strictObject({ ...common, texts: v.strictObject(v.entriesFromList(LOCALES, Texts)) })

const WithFallback = v.pipe(
  v.strictObject({
    ...common,
    fallback: v.picklist(LOCALES, 'must be one of the languages'),
    texts: v.strictObject(v.entriesFromList(LOCALES, v.optional(Texts))),
  }),
  v.check(({ fallback, texts }) => texts[fallback] !== undefined, 'has no text in its fallback language'),
)

/** @returns the announcement, or what is wrong with the file, one line for each field */
export const announcementOf = (json: unknown): Announcement | string[] => {
  const hasFallback = typeof json === 'object' && json !== null && 'fallback' in json
  const parsed = v.safeParse(hasFallback ? WithFallback : InEveryLanguage, json)
  if (!parsed.success) return parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'The file'}: ${issue.message}`)
  const { audience: limits, ...rest } = parsed.output
  const { languages = [], countries = [], last_seen = null } = limits
  const audience = { languages, countries, last_seen }
  const isLimited = languages.length > 0 || countries.length > 0 || last_seen !== null
  if (rest.about === 'service' && isLimited) return ['audience: service goes to everyone']
  return { fallback: DEFAULT_LOCALE, ...rest, audience }
}

/** Greeting and footer are in the language of the text, so that a message has one language. */
export const textFor = (
  { texts, kind, fallback }: AnnouncementWords & Pick<Announcement, 'fallback'>,
  wanted: Locale,
): { language: Locale; text: AnnouncementText } => {
  const own = texts[wanted]
  if (isBegun(own, kind)) return { language: wanted, text: own }
  // Only a draft can lack the text of its fallback.
  return { language: fallback, text: texts[fallback] ?? EMPTY_TEXT }
}

export const announcementMail = (
  env: Env,
  { title, mail, button }: AnnouncementText,
  path: string,
): MailText & { subject: string } => ({
  subject: title,
  paragraphs: mail.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
  button: { text: button, url: `${publicUrl(env)}${path}` },
})

export const announcementPush = ({ title, push }: AnnouncementText): { title: string; body: string } => ({
  title,
  body: push,
})
