/** Loads the static pages of a language as one chunk, so that all of them work offline once one was read. */
import type { Locale } from '#contract/locales.ts'
import type { PageTrees } from './page-tree.ts'

type Load = () => Promise<{ default: PageTrees }>

const LOADS: Record<Locale, Load> = {
  it: () => import('../../../locales/pages/it?pages'),
  en: () => import('../../../locales/pages/en?pages'),
  de: () => import('../../../locales/pages/de?pages'),
  es: () => import('../../../locales/pages/es?pages'),
  fr: () => import('../../../locales/pages/fr?pages'),
  nl: () => import('../../../locales/pages/nl?pages'),
  pl: () => import('../../../locales/pages/pl?pages'),
}

const held = new Map<Locale, Promise<PageTrees>>()

/** Returns the same promise until it fails, so that the components that wait for it load once. */
export const treesOf = (locale: Locale): Promise<PageTrees> => {
  const loading = held.get(locale) ?? LOADS[locale]().then((part) => part.default)
  held.set(locale, loading)
  loading.catch(() => held.delete(locale))
  return loading
}
