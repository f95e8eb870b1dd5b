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

/** A text as a pattern: anything may stand where a value stands, and a plural key finds all of its forms. */
export const pattern = (key: TextKey | PluralKey, locale: CompleteLocale = 'it'): RegExp => {
  const forms = Object.entries(TEXTS[locale])
    .filter(([name]) => name === key || name === `${key}_one` || name === `${key}_other`)
    .map(([, form]) =>
      form
        .split(/\{\{\w+\}\}/)
        .map(escaped)
        .join('.*'),
    )
  if (forms.length === 0) throw new Error(`${locale} has no text ${key}.`)
  return new RegExp(forms.join('|'))
}

type PluralKey = TextKey extends infer Key ? (Key extends `${infer Base}_${'one' | 'other'}` ? Base : never) : never

const escaped = (words: string): string => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
