/** Shows the warning at the entry to visitors, as the rule decides [SITE-5]. */
import { effect } from '@preact/signals-react'
import { showsEntryWarning } from '#contract/rules/entry-warning.ts'
import { isInstalledApp } from '../../ports/installation.ts'
import { isLoggedIn, sessionKnown } from '../../state/session.ts'
import { settings } from '../../state/site.ts'
import { entryDismissedAt } from './entry-dismissed.ts'
import { entryWarned } from './entry-warned.ts'

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
