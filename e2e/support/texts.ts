/** The texts that a person sees, by key and language, so that tests find things by what is written on them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type italian from '#locales/it.json'
import type { CompleteLocale } from '#contract/locales.ts'

export type TextKey = keyof typeof italian

const load = (locale: CompleteLocale): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'locales', `${locale}.json`), 'utf8')) as Record<
    string,
    string
  >

const TEXTS = { it: load('it'), en: load('en') }

/** @param values what stands in `{{…}}` */
export const text = (
  key: TextKey,
  values: Record<string, string | number> = {},
  locale: CompleteLocale = 'it',
): string => {
  const found = TEXTS[locale][key]
  if (found === undefined) throw new Error(`${locale} has no text ${key}.`)
  return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}
