/** The site's settings: its name, what things cost, what visitors may do. Loaded once and kept. */
import { computed, type ReadonlySignal } from '@preact/signals-react'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Settings } from '#contract/entities/settings.ts'
import { t } from './i18n.ts'
import { holdResource, resourceOf } from './resource.ts'

const held = resourceOf('settings.get', {})

/** What this device has held since an older version may lack what is new. */
export const settings: ReadonlySignal<Settings | null> = computed(() => {
  const data = held.state.value.data
  return data === null ? null : { ...DEFAULT_SETTINGS, ...data.settings }
})

/** The settings as they most likely are, for what must not change its size when they come: the front page. */
export const likelySettings: ReadonlySignal<Settings> = computed(() => settings.value ?? DEFAULT_SETTINGS)

/** The site's name; before the settings are there, the one the app was built with. */
export const siteName = (): string => settings.value?.name ?? t('site.name')

/** The site in the tab's title [SITE-15]; its name where no title is set. */
export const siteTitle = (): string => settings.value?.title || siteName()

export const startSite = (): void => {
  holdResource('settings.get', {})
}
