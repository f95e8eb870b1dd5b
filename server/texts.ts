/** Texts that the server itself sends: mails and notifications, in the recipient's language. */
import english from '#locales/en.json' with { type: 'json' }
import italian from '#locales/it.json' with { type: 'json' }
import { isCompleteLocale, type CompleteLocale } from '#contract/locales.ts'

export type ServerTextKey = Extract<keyof typeof italian, `mail.${string}` | `push.${string}`>

// A key missing in a language does not compile.
const TEXTS: Record<CompleteLocale, Record<ServerTextKey, string>> = { it: italian, en: english }

/** @param language of the recipient; one that is not complete yet reads English */
export const serverText = (language: string, key: ServerTextKey, values: Record<string, string> = {}): string => {
  const texts = TEXTS[isCompleteLocale(language) ? language : 'en']
  return texts[key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}
