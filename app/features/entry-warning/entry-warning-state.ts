/** Shows the warning at the entry to visitors, as the rule decides [SITE-5]. */
import { effect, signal } from '@preact/signals-react'
import { showsEntryWarning } from '#contract/rules/entry-warning.ts'
import { isInstalledApp } from '../../ports/installation.ts'
import { deviceStore } from '../../ports/text-store.ts'
import { isLoggedIn, sessionKnown } from '../../state/session.ts'
import { settings } from '../../state/site.ts'

export const startEntryWarning = (): void => {
  effect(() => {
    const site = settings.value
    // Wait for both settings and session: a member must not see the warning for a moment.
    if (site === null || !sessionKnown.value) return
    entryWarned.value = showsEntryWarning({
      installed: isInstalledApp(),
      dismissedAt: entryDismissedAt(),
      enabled: site.enable_site_entry_popup,
      loggedIn: isLoggedIn.value,
      country: site.geoip_country,
      countries: site.entry_warning_countries,
    })
  })
}

/** The time in ms when the warning at the entry was dismissed on this device [SITE-5], stored without a cookie. */
const KEY = 'entry-warning-at'

/** The dismissal of this visit, if the browser refuses to store it. */
let here: number | null = null

const entryDismissedAt = (): number | null => {
  const text = deviceStore.get(KEY)
  return text === null ? here : Number(text)
}

export const dismissEntry = (at: number): void => {
  here = at
  deviceStore.set(KEY, String(at))
}

/** Whether the warning at the entry is shown to a visitor [SITE-5]. Only this module and the dialog write it. */
export const entryWarned = signal(false)
