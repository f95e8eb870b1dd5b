/** The desk's texts (`locales/desk`): English is complete, a language that lacks a text falls back to it. */
import { signal } from '@preact/signals-react'
import i18next from 'i18next'
import { isolated } from '#contract/rules/text-direction.ts'
import type english from '#locales/desk/en.json'
import { storedText, storeText } from './device.ts'

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key
export type DeskTextKey = WithoutPlural<Extract<keyof typeof english, string>>

const FILES = import.meta.glob<Record<string, string>>('../../locales/desk/*.json', { import: 'default' })
const FALLBACK = 'en'

const codeOf = (path: string): string => path.slice(-7, -5)
/** The languages in which the desk has texts. */
export const DESK_LANGUAGES: readonly string[] = Object.keys(FILES).map(codeOf)

export const language = signal(FALLBACK)

/** Loads a language and shows it. */
export const showLanguage = async (wanted: string): Promise<void> => {
  if (!i18next.isInitialized)
    await i18next.init({
      lng: FALLBACK,
      fallbackLng: FALLBACK,
      keySeparator: false,
      nsSeparator: false,
      // React escapes. An inserted value only gets its own direction.
      interpolation: { escape: isolated },
      resources: {},
    })
  await Promise.all([FALLBACK, wanted].map(loadLanguage))
  await i18next.changeLanguage(wanted)
  language.value = wanted
  document.documentElement.lang = wanted
}

/** Shows a language, and stores the choice on this device. */
export const chooseLanguage = async (chosen: string): Promise<void> => {
  await showLanguage(chosen)
  storeText('language', chosen)
}

const loadLanguage = async (code: string): Promise<void> => {
  const load = Object.entries(FILES).find(([path]) => codeOf(path) === code)?.[1]
  if (load && !i18next.hasResourceBundle(code, 'translation'))
    i18next.addResourceBundle(code, 'translation', await load())
}

/** The chosen language, else the first language of the browser that the desk has. */
export const firstLanguage = (): string =>
  [storedText('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))].find(
    (code) => code !== null && DESK_LANGUAGES.includes(code),
  ) ?? FALLBACK

/** A text in the language on screen. Reading it in a component subscribes the component to the language. */
export const t = (key: DeskTextKey, values: Record<string, string | number> = {}): string => {
  void language.value
  return i18next.t(key, written(values))
}

/** Numbers are written as the language writes them; `count` chooses the plural form, `number` is its text. */
const written = (values: Record<string, string | number>): Record<string, string | number> => {
  const texts = Object.entries(values).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'number' && name !== 'count' ? numberText(value) : value,
  ])
  const { count } = values
  return { ...Object.fromEntries(texts), ...(typeof count === 'number' && { number: numberText(count) }) }
}

/** A text whose key is made of a code, such as a kind or an error; the code itself if it has no text. */
export const tCode = (area: string, code: string, values: Record<string, string | number> = {}): string => {
  void language.value
  return i18next.exists(`${area}.${code}`) ? i18next.t(`${area}.${code}`, written(values)) : code
}

/** The language's own name for a language: `Deutsch`. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code

/** The name of a language in the language on screen: `German`. */
export const languageWord = (code: string): string =>
  new Intl.DisplayNames([language.value], { type: 'language' }).of(code) ?? code

/** The site's name, which the server writes into the document. */
export const siteName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

export const numberText = (value: number): string => new Intl.NumberFormat(language.value).format(value)
