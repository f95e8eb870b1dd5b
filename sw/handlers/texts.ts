/**
 * The few texts of the worker itself: `push.hint_title` and `push.hint_body` of `locales/`. A test compares them. The
 * locale files would double the worker's size.
 */
import type { Locale } from '#contract/locales.ts'

export const GENERIC_TITLE = 'Visavis'

export const GENERIC_BODIES: Record<Locale, string> = {
  it: 'Hai delle novità',
  en: 'There is something new for you',
  de: 'Es gibt etwas Neues für dich',
  es: 'Tienes novedades',
  fr: 'Il y a du nouveau pour toi',
  nl: 'Er is iets nieuws voor je',
  pl: 'Czeka na Ciebie coś nowego',
}
