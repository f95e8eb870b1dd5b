/** The site's settings: its name, prices, and what visitors may do. Loaded once and kept for the life of the app. */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { t } from './i18n.ts'
import { retainResource, resourceOf } from './resource.ts'

const settingsResource = resourceOf('settings.get', {})

/** Settings cached by an older version may lack new fields, so defaults fill them. */
export const settings: ReadonlySignal<Settings | null> = computed(() => {
  const data = settingsResource.state.value.data
  return data === null ? null : { ...DEFAULT_SETTINGS, ...data.settings }
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
