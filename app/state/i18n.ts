/** The language on screen: a signal, and a `t` that knows every key. Only the language in use is loaded. */
import { signal } from '@preact/signals-react'
import i18next from 'i18next'
import type italian from '#locales/it.json'
import { DEFAULT_LOCALE, isCompleteLocale, type CompleteLocale } from '#contract/locales.ts'
import { LOCALE_COOKIE_DAYS } from '#contract/limits.ts'

/** Keys are flat, `area.name`; a plural is written `key_one`, `key_other` and asked for as `key` with `count`. */
type WithoutPlural<Key extends string> =
  Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : Key
export type TextKey = WithoutPlural<Extract<keyof typeof italian, string>>

export const locale = signal<CompleteLocale>(DEFAULT_LOCALE as CompleteLocale)

/** A language in two parts (`scripts/locale-parts.ts`): the first screens wait for the first alone. */
type Part = 'first' | 'rest'
type Load = () => Promise<Record<string, string>>
const PARTS: Record<Part, Record<string, Load>> = {
  first: import.meta.glob<Record<string, string>>('../../locales/*.json', { query: '?first', import: 'default' }),
  rest: import.meta.glob<Record<string, string>>('../../locales/*.json', { query: '?rest', import: 'default' }),
}

/** Whether anything asked for more than the first screens say: then another language comes whole. */
let isWhole = false

/** Loads a language and shows it; remembers it for a year where `remember` says so. */
export const showLocale = async (wanted: CompleteLocale, remember = false): Promise<void> => {
  await loadLocale(wanted)
  document.documentElement.lang = wanted
  if (remember) document.cookie = `locale=${wanted}; path=/; max-age=${LOCALE_COOKIE_DAYS * 86_400}; samesite=lax`
}

/** Loads a language and speaks it; all of it that needs no document. */
export const loadLocale = async (wanted: CompleteLocale): Promise<void> => {
  await Promise.all([loadPart(wanted, 'first'), isWhole ? loadPart(wanted, 'rest') : undefined])
  await i18next.changeLanguage(wanted)
  locale.value = wanted
}

/** All that the app says, for screens that are not among the first. */
export const loadAllTexts = async (): Promise<void> => {
  isWhole = true
  await loadPart(locale.peek(), 'rest')
}

const loading = new Map<string, Promise<void>>()

/** Each part once; one that did not come is asked for again the next time. */
const loadPart = (wanted: CompleteLocale, part: Part): Promise<void> => {
  const key = `${wanted} ${part}`
  const started = loading.get(key) ?? takePart(wanted, part)
  loading.set(key, started)
  started.catch(() => loading.delete(key))
  return started
}

const takePart = async (wanted: CompleteLocale, part: Part): Promise<void> => {
  const resources = await PARTS[part][`../../locales/${wanted}.json`]?.()
  if (!resources) return
  await started(wanted)
  i18next.addResourceBundle(wanted, 'translation', resources, false, true)
}

let start: Promise<unknown> | undefined

const started = (first: CompleteLocale): Promise<unknown> =>
  (start ??= i18next.init({
    lng: first,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  }))

/** A text in the language on screen. Reading it in a component subscribes the component to the language. */
export const t = (key: TextKey, values: Record<string, string | number> = {}): string => {
  void locale.value
  return i18next.t(key, values)
}

/** A text whose key is made of a code, e.g. an error. Falls back to the general error where the code has no text. */
export const tCode = (
  prefix: 'error' | 'field' | 'closed' | 'interest' | 'value' | 'country' | 'safety' | 'photo',
  code: string,
  values: Record<string, string | number> = {},
): string => {
  void locale.value
  const key = `${prefix}.${code}`
  return i18next.exists(key) ? i18next.t(key, values) : i18next.t('error.server_error', values)
}

/** The language to begin with [SITE-2], [SITE-3]: the cookie, else what the document says (the server's choice). */
export const firstLocale = (): CompleteLocale => {
  const cookie = localeCookie()
  if (isCompleteLocale(cookie)) return cookie
  const ofDocument = document.documentElement.lang.slice(0, 2)
  return isCompleteLocale(ofDocument) ? ofDocument : 'it'
}

/** Whether a language was chosen on this device. */
export const hasLocaleCookie = (): boolean => isCompleteLocale(localeCookie())

const localeCookie = (): string | undefined => /(?:^|; )locale=([a-z]{2})/.exec(document.cookie)?.[1]
