/**
 * The few words the worker says by itself. They are keys of `locales/` (a test holds them together); the files
 * themselves would be half of the worker.
 */
import type { Locale } from '#contract/locales.ts'

export const PUSH_TEXTS = {
  it: { 'push.hint_title': 'Visavis', 'push.hint_body': 'Hai delle novità' },
  en: { 'push.hint_title': 'Visavis', 'push.hint_body': 'There is something new for you' },
} as const

export const pushTexts = (locale: Locale) => PUSH_TEXTS[locale === 'it' ? 'it' : 'en']
