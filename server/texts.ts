/**
 * Texts that the server itself sends: mails, notifications, previews of shared links, failures, answers of fictional profiles.
 */
import german from '#locales/de.json' with { type: 'json' }
import english from '#locales/en.json' with { type: 'json' }
import spanish from '#locales/es.json' with { type: 'json' }
import french from '#locales/fr.json' with { type: 'json' }
import italian from '#locales/it.json' with { type: 'json' }
import dutch from '#locales/nl.json' with { type: 'json' }
import polish from '#locales/pl.json' with { type: 'json' }
import { isLocale, type Locale } from '#contract/locales.ts'
import { placesOf } from '#contract/rules/price.ts'
import { isolated } from '#contract/rules/text-direction.ts'

export type ServerTextKey = Extract<
  keyof typeof italian,
  | `mail.${string}`
  | `manifest.${string}`
  | `push.${string}`
  | `share.${string}`
  | `fictional.${string}`
  | `sandbox.${string}`
  | `error.${string}`
  | 'chat.safetyMore'
  | 'shell.goHome'
  | 'ui.tryAgain'
  | `value.reason_${string}`
  | `safety.rule${string}`
>
/** The key of a plural text without its plural suffix. */
export type ServerCountKey = ServerTextKey extends infer Key ? (Key extends `${infer Base}_one` ? Base : never) : never

const TEXTS: Record<Locale, Partial<Record<string, string>>> = {
  it: italian,
  en: english,
  de: german,
  es: spanish,
  fr: french,
  nl: dutch,
  pl: polish,
}

/** @param language the recipient's; a missing translation falls back to English */
export const serverText = (language: string, key: ServerTextKey, values: Record<string, string> = {}): string =>
  filled(TEXTS[spoken(language)][key] ?? english[key], values)

/** A text in the plural form for its count; `{{count}}` is formatted for the language. */
export const serverCount = (
  language: string,
  key: ServerCountKey,
  count: number,
  values: Record<string, string> = {},
): string => {
  const locale = `${key}_other` in TEXTS[spoken(language)] ? spoken(language) : 'en'
  const texts = TEXTS[locale]
  // Spanish, French and Italian have a plural form for millions, which no count here reaches.
  const text = texts[`${key}_${new Intl.PluralRules(locale).select(count)}`] ?? texts[`${key}_other`] ?? key
  return filled(text, { ...values, count: new Intl.NumberFormat(locale).format(count) })
}

const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : isolated(value)
  })

/** `Bert, Carla and 3 more people` */
export const serverList = (language: string, parts: readonly string[]): string =>
  new Intl.ListFormat(spoken(language), { type: 'conjunction' }).format(parts.map(isolated))

/** The day of a moment where its reader is; without a known time zone in UTC, with its time and labelled so. */
export const serverDay = (language: string, at: number, zone: string | null): string =>
  zone === null ? serverDate(language, at, 'minute') : serverDate(language, at, 'day', zone)

/** A day, or a day with its time and the name of its time zone: UTC where the member's is unknown. */
export const serverDate = (language: string, at: number, time: 'day' | 'minute' | 'second', timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat(spoken(language), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
    ...(time === 'day'
      ? {}
      : ({
          hour: '2-digit',
          minute: '2-digit',
          ...(time === 'second' ? { second: '2-digit' } : {}),
          hourCycle: 'h23',
          timeZoneName: 'short',
        } as const)),
  }).format(at)

/** An amount in minor units, formatted as money of the language. */
export const serverMoney = (language: string, amount: number, currency: string): string =>
  new Intl.NumberFormat(spoken(language), { style: 'currency', currency }).format(amount / 10 ** placesOf(currency))

/** `22%`, `8,1 %` */
export const serverPercent = (language: string, percentage: number): string =>
  new Intl.NumberFormat(spoken(language), { style: 'percent', maximumFractionDigits: 2 }).format(percentage / 100)

/** `Włochy` for `IT` */
export const serverCountry = (language: string, country: string): string =>
  new Intl.DisplayNames(spoken(language), { type: 'region', fallback: 'code' }).of(country) ?? country

const spoken = (language: string): Locale => (isLocale(language) ? language : 'en')
