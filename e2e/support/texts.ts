/** The texts of the app by key and language, so that tests find elements by their visible text. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type italian from '#locales/it.json'
import { LOCALES, type Locale } from '#contract/locales.ts'

export type TextKey = keyof typeof italian

type Texts = Record<string, string>

/** @param tree a checkout, which may be of an older commit */
export const textsIn = (tree: string, locale: string): Texts =>
  JSON.parse(readFileSync(join(tree, 'locales', `${locale}.json`), 'utf8')) as Texts

const load = (locale: Locale): Texts => textsIn(join(import.meta.dirname, '..', '..'), locale)

const TEXTS = Object.fromEntries(LOCALES.map((locale) => [locale, load(locale)])) as Record<
  Locale,
  Record<string, string>
>

/** @param values the values of the placeholders `{{…}}` */
export const text = (key: TextKey, values: Record<string, string | number> = {}, locale: Locale = 'it'): string => {
  // The app too shows English if a text is not translated yet.
  const found = TEXTS[locale][key] ?? TEXTS.en[key]
  if (found === undefined) throw new Error(`${locale} has no text ${key}.`)
  return found.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A pattern for a text: any value matches a placeholder, and a plural key matches all of its forms. */
export const pattern = (key: PatternKey, locale: Locale = 'it'): RegExp => patternIn(TEXTS[locale], key)

export const patternIn = (texts: Texts, key: PatternKey): RegExp => {
  const forms = Object.entries(texts)
    .filter(([name]) => name === key || /^_(one|few|many|other)$/.test(name.replace(key, '')))
    .map(([, form]) =>
      form
        .split(/\{\{\w+\}\}/)
        .map(escaped)
        .join('.*'),
    )
  if (forms.length === 0) throw new Error(`There is no text ${key}.`)
  return new RegExp(forms.join('|'))
}

export type PatternKey = TextKey | PluralKey
type PluralKey = TextKey extends infer Key ? (Key extends `${infer Base}_${'one' | 'other'}` ? Base : never) : never

const escaped = (words: string): string => words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const KEYS = new Set(Object.keys(TEXTS.it))
/** Shorter texts may be equal in several languages, or be typed by a person. */
const DISTINCT_LENGTH = 16

/** Lines of a screen that are not in its language: keys, placeholders, and texts in Italian or English. */
export const untranslatedIn = (words: string, locale: Locale): string[] => {
  const lines = words.split('\n').map((line) => line.trim())
  const foreign = new Set(
    (['it', 'en'] as const)
      .filter((other) => other !== locale)
      .flatMap((other) => Object.values(TEXTS[other]))
      .filter((said) => said.length >= DISTINCT_LENGTH && !said.includes('{{')),
  )
  for (const own of Object.values(TEXTS[locale])) foreign.delete(own)
  return lines.filter((line) => line.includes('{{') || KEYS.has(line) || foreign.has(line))
}
