/** The site's settings: its name, prices, and what visitors may do. Loaded once and kept for the life of the app. */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { SCREEN_PATHS } from '#contract/screen-paths.ts'
import { t } from './i18n.ts'
import { retainResource, resourceOf } from './resource.ts'

const settingsResource = resourceOf('settings.get', {})

/** The country that an address selects, e.g. `/?country=DE`; in an address of search it is a filter of people. */
const countryIn = ({ pathname, search }: Location): string | null => {
  const country = new URLSearchParams(search).get('country') ?? ''
  return pathname !== SCREEN_PATHS.members.path && /^[A-Z]{2}$/.test(country) ? country : null
}

/** Read once, before the app navigates to other addresses [SITE-4]. */
const selectedCountry = typeof location === 'undefined' ? null : countryIn(location)

/** Settings cached by an older version may lack new fields, so defaults fill them. */
export const settings: ReadonlySignal<Settings | null> = computed(() => {
  const data = settingsResource.state.value.data
  if (data === null) return null
  const site = { ...DEFAULT_SETTINGS, ...data.settings }
  return selectedCountry === null ? site : { ...site, geoip_selected_country: selectedCountry }
})

/** The likeliest settings, for a page whose layout must not shift when they arrive: the front page. */
export const likelySettings: ReadonlySignal<Settings> = computed(() => settings.value ?? DEFAULT_SETTINGS)

/** The site's name. Until the settings arrive, the name the app was built with. */
export const siteName = (): string => settings.value?.name ?? t('site.name')

/** The site's name in the tab's title [SITE-15]; the plain name if no title is set. */
export const siteTitle = (): string => settings.value?.title || siteName()

export const startSite = (): void => {
  retainResource('settings.get', {})
}
