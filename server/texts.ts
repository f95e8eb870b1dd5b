/** Texts that the server itself sends: mails, notifications, what a shared link or a fictional profile says. */
import english from '#locales/en.json' with { type: 'json' }
import italian from '#locales/it.json' with { type: 'json' }
import { isCompleteLocale, type CompleteLocale } from '#contract/locales.ts'

export type ServerTextKey = Extract<
  keyof typeof italian,
  `mail.${string}` | `push.${string}` | `share.${string}` | `fictional.${string}`
>
/** What a text that counts is called without its plural form. */
export type ServerCountKey = ServerTextKey extends infer Key ? (Key extends `${infer Base}_one` ? Base : never) : never

// A key missing in a language does not compile.
const TEXTS: Record<CompleteLocale, Record<ServerTextKey, string>> = { it: italian, en: english }

/** @param language of the recipient; one that is not complete yet reads English */
export const serverText = (language: string, key: ServerTextKey, values: Record<string, string> = {}): string => {
  const texts = TEXTS[spoken(language)]
  return texts[key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}

/** A text in the form that its count asks for; `{{count}}` stands in it as the language writes numbers. */
export const serverCount = (
  language: string,
  key: ServerCountKey,
  count: number,
  values: Record<string, string> = {},
): string => {
  const locale = spoken(language)
  const form: ServerTextKey = `${key}_${new Intl.PluralRules(locale).select(count)}` as ServerTextKey
  const known = form in TEXTS[locale] ? form : (`${key}_other` as ServerTextKey)
  return serverText(language, known, { ...values, count: new Intl.NumberFormat(locale).format(count) })
}

/** `Bert, Carla and 3 more people` */
export const serverList = (language: string, parts: readonly string[]): string =>
  new Intl.ListFormat(spoken(language), { type: 'conjunction' }).format(parts)

/** A day, or a day with its time; in UTC and saying so, since a member's time zone is not kept. */
export const serverDate = (language: string, at: number, time: 'day' | 'minute'): string =>
  new Intl.DateTimeFormat(spoken(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
    ...(time === 'day'
      ? {}
      : ({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const)),
  }).format(at)

const spoken = (language: string): CompleteLocale => (isCompleteLocale(language) ? language : 'en')
