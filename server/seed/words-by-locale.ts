/** The texts of seeded members in every language. */
import type { Locale } from '#contract/locales.ts'
import type { Words } from './words.ts'
import { german } from './words-de.ts'
import { english } from './words-en.ts'
import { spanish } from './words-es.ts'
import { french } from './words-fr.ts'
import { italian } from './words-it.ts'
import { dutch } from './words-nl.ts'
import { polish } from './words-pl.ts'

export const WORDS: Record<Locale, Words> = {
  it: italian,
  en: english,
  de: german,
  es: spanish,
  fr: french,
  nl: dutch,
  pl: polish,
}
