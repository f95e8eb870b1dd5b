/** The language on screen: a signal, and a `t` that knows every key. Only the language in use is loaded. */
import { signal } from '@preact/signals-react'
import i18next from 'i18next'
import type italian from '#locales/it.json'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#contract/locales.ts'
import { LOCALE_PARAM, MAIL_LOCALE_PARAM } from '#contract/device.ts'
import { LOCALE_COOKIE_DAYS } from '#contract/limits.ts'
import { isolated } from '#contract/rules/text-direction.ts'
import { atMost } from '../ports/clock.ts'
import { dropParameter, onHistoryStep } from '../ports/history.ts'
import { deviceStore, onOtherTabsText } from '../ports/text-store.ts'

/** Keys are flat, `area.name`. A plural has the keys `key_one`, `key_other`; `t` gets it as `key` with `count`. */
type WithoutPlural<Key extends string> =
  Key extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : Key
export type TextKey = WithoutPlural<Extract<keyof typeof italian, string>>

export const locale = signal<Locale>(DEFAULT_LOCALE)

/**
 * Loads a part of a language's texts (`scripts/locale-parts.ts`): `import.meta.glob` of `locales/*.json` with the part in its
 * query.
 */
type Load = () => Promise<Record<string, string>>
export type Part = Record<string, Load>
const FIRST = import.meta.glob<Record<string, string>>('../../locales/*.json', { query: '?first', import: 'default' })
const REST = import.meta.glob<Record<string, string>>('../../locales/*.json', { query: '?rest', import: 'default' })

/** The parts requested so far: first screens wait for the first part alone. Another language loads all of these parts. */
const parts = new Set<Part>([FIRST])

/** Loads a language and shows it. @returns false if another was requested meanwhile, which is shown instead */
export const showLocale = async (wanted: Locale): Promise<boolean> => {
  if (!(await loadLocale(wanted))) return false
  // Each write of it makes the browser compute all styles again.
  if (document.documentElement.lang !== wanted) document.documentElement.lang = wanted
  return true
}

/** Shows a language that was chosen, and remembers the choice on this device. */
export const showChosenLocale = async (wanted: Locale): Promise<void> => {
  if (await showLocale(wanted)) rememberLocale()
}

/** Remembers the language on screen on this device for a year. */
export const rememberLocale = (): void => {
  // A reload would show that of the address again, whatever was chosen.
  dropParameter(LOCALE_PARAM)
  writeCookie(locale.peek())
  deviceStore.set(STORED, locale.peek())
  // The worker has cached the previous language. Without this, the rest of the new one would be missing offline [PWA-1].
  void preloadAllTexts()
}

/** Shows the language that is chosen in another tab: two tabs in two languages would not say which one is the member's. */
export const followOtherTabs = (): (() => void) =>
  onOtherTabsText((key) => {
    const chosen = deviceStore.get(STORED)
    if (key !== STORED || !isLocale(chosen) || chosen === locale.peek()) return
    showLocale(chosen).then(
      () => dropParameter(LOCALE_PARAM),
      () => {
        // Without its texts the tab stays as it is. A reload shows the choice.
      },
    )
  })

/** After Back to an address with another language, a reload shows the language on screen too. */
export const keepLanguageOnBack = (): void =>
  onHistoryStep(() => {
    if (new URLSearchParams(location.search).get(LOCALE_PARAM) !== locale.peek()) dropParameter(LOCALE_PARAM)
  })

let lastRequest = 0

/**
 * Loads a language and switches to it, without touching the document.
 * @returns false if another language was requested meanwhile: a slow one does not replace a later choice
 */
export const loadLocale = async (wanted: Locale): Promise<boolean> => {
  lastRequest += 1
  const mine = lastRequest
  let asked: number
  do {
    asked = parts.size
    await Promise.all(
      [...parts].map((part) => (isShown || part === FIRST ? loadPart(wanted, part) : comes(wanted, part))),
    )
    // A screen may have requested more parts meanwhile.
  } while (asked < parts.size)
  if (mine !== lastRequest) return false
  await i18next.changeLanguage(wanted)
  locale.value = wanted
  noteFirstLanguage()
  return true
}

let isShown = false
let noteFirstLanguage = (): void => {}
/** Resolves when the first language is shown. Parts requested earlier are loaded with it. */
const firstLanguageShown = new Promise<void>((resolve) => {
  noteFirstLanguage = () => {
    isShown = true
    resolve()
  }
})

const LATER_MS = 3_000

/**
 * At the start, texts that are not on the device without a network are missing from their screen alone [PWA-15]: it requests them again, and
 * says so if they do not come. Once a language is shown, another one is shown with all parts or not at all.
 */
const comes = (wanted: Locale, part: Part): Promise<unknown> => atMost(LATER_MS, loadPart(wanted, part))

/** Loads more texts, for a screen that is not among the first. */
export const loadTexts = async (part: Part): Promise<void> => {
  parts.add(part)
  await firstLanguageShown
  await loadPart(locale.peek(), part)
}

/** Loads all texts of the app except those that only visitors' pages show. */
export const loadAllTexts = (): Promise<void> => loadTexts(REST)

/** Loads all texts in advance. If this fails, the screen that needs a text requests it again. */
export const preloadAllTexts = (): Promise<void> => loadAllTexts().catch(() => {})

const loading = new Map<Load, Promise<void>>()

/** Loads each part once; a part that failed to load is requested again the next time. */
const loadPart = async (wanted: Locale, part: Part): Promise<void> => {
  const load = Object.entries(part).find(([path]) => path.endsWith(`/${wanted}.json`))?.[1]
  if (!load) return
  const started = loading.get(load) ?? fetchPart(wanted, load)
  loading.set(load, started)
  started.catch(() => loading.delete(load))
  await started
}

const fetchPart = async (wanted: Locale, load: Load): Promise<void> => {
  const resources = await load()
  await started(wanted)
  // The texts belong to nobody else, so i18next need not copy them.
  i18next.addResourceBundle(wanted, NAMESPACE, resources, false, true, { skipCopy: true })
}

let start: Promise<unknown> | undefined

const started = (first: Locale): Promise<unknown> =>
  (start ??= i18next.init({
    lng: first,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes. An inserted value only gets its own direction.
    interpolation: { escape: isolated },
    resources: {},
  }))

/** A text in the language on screen. Reading it in a component subscribes the component to the language. */
export const t = (key: TextKey, values: Record<string, string | number> = {}): string => {
  const text = 'count' in values ? null : simpleText(locale.value, key)
  if (text !== null) return filledIn(text, values)
  // A plural form that a text does not have (millions in Italian) falls back to `other`.
  return i18next.t('count' in values ? [key, `${key}_other`] : key, withNameForms(values))
}

/** i18next's own namespace for texts without one. */
const NAMESPACE = 'translation'

/**
 * A text with one form, into which no other text is inserted. i18next's whole search for a text takes many times as long, and a screen
 * has hundreds.
 */
const simpleText = (language: Locale, key: TextKey): string | null => {
  const text: unknown = i18next.isInitialized && i18next.getResource(language, NAMESPACE, key, { keySeparator: false })
  return typeof text === 'string' && !text.includes('$t(') ? text : null
}

const filledIn = (text: string, values: Record<string, string | number>): string => {
  if (!text.includes('{{')) return text
  const all = withNameForms(values)
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => isolated(String(all[name] ?? '')))
}

/** In Italian and Spanish the word before a name depends on its first sound: ad Anna, ed Elisa; Tú e Inés. */
const withNameForms = (values: Record<string, string | number>): Record<string, string | number> => {
  const { name } = values
  if (typeof name !== 'string') return values
  const spanish = /^h?[ií]/i.test(name) ? 'e' : 'y'
  const italian = /^[eéè]/i.test(name) ? 'ed' : 'e'
  return {
    ...values,
    toName: `${/^[aàá]/i.test(name) ? 'ad' : 'a'} ${name}`,
    andName: `${locale.peek() === 'es' ? spanish : italian} ${name}`,
  }
}

/** A text whose key is made of a code, e.g. an error. Falls back to the general error where the code has no text. */
export const tCode = (
  prefix: 'error' | 'field' | 'closed' | 'interest' | 'value' | 'country' | 'safety' | 'photo',
  code: string,
  values: Record<string, string | number> = {},
): string => {
  const key = `${prefix}.${code}`
  // The key may have no text.
  const isKnown = simpleText(locale.value, key as TextKey) !== null || i18next.exists(key)
  return t(isKnown ? (key as TextKey) : 'error.server_error', values)
}

/**
 * The language to begin with [SITE-2], [SITE-3]: the address's own, as in links from search engines; else the one that was
 * chosen here, else that of the mail whose link was opened, else what the document says (the server's choice, or that of the worker, which
 * knows no mails).
 */
export const firstLocale = (): Locale => {
  const address = new URLSearchParams(location.search)
  const { lang } = document.documentElement
  const wanted = [address.get(LOCALE_PARAM), chosenLocale(), address.get(MAIL_LOCALE_PARAM), lang]
  return wanted.find((code) => isLocale(code)) ?? DEFAULT_LOCALE
}

/**
 * The language that was chosen on this device. Safari deletes a cookie that a script wrote after seven days, so the choice is stored
 * a second time, and the cookie, which the server reads, is written again.
 */
const chosenLocale = (): Locale | null => {
  const [cookie, stored] = [localeCookie(), deviceStore.get(STORED)]
  if (isLocale(cookie)) {
    if (stored !== cookie) deviceStore.set(STORED, cookie)
    return cookie
  }
  if (!isLocale(stored)) return null
  writeCookie(stored)
  return stored
}

const STORED = 'locale'

const writeCookie = (chosen: Locale): void => {
  document.cookie = `locale=${chosen}; path=/; max-age=${LOCALE_COOKIE_DAYS * 86_400}; samesite=lax`
}

/** If the wanted language cannot be loaded, fall back to the document's language, which came with the page. */
export const showFirstLocale = (): Promise<boolean> =>
  showLocale(firstLocale()).catch(() => {
    const { lang } = document.documentElement
    return showLocale(isLocale(lang) ? lang : DEFAULT_LOCALE)
  })

/** Whether a language was chosen on this device. */
export const hasLocaleCookie = (): boolean => isLocale(localeCookie())

const localeCookie = (): string | undefined => /(?:^|; )locale=([a-z]{2})/.exec(document.cookie)?.[1]
