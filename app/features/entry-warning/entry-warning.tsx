/** Warns once, calmly, of the content of this site, and offers to leave [SITE-5]. */
import { useLocation } from 'wouter'
import { now } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { likelySettings, siteName } from '../../state/site.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { dismissEntry, entryWarned } from './entry-warning-state.ts'

export const EntryWarning = () => {
  const [, navigate] = useLocation()
  const age = likelySettings.value.min_age
  // Leads to a page without people and with a contact. The warning appears again if the visitor returns.
  const leave = (): void => navigate(href('pages-service'))
  return (
    <Dialog
      title={t('entry.heading')}
      locked
      onClose={leave}
      actions={
        <>
          <Button onClick={enter}>{t('entry.enter', { age })}</Button>
          <Button kind="second" onClick={leave}>
            {t('entry.leave')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('entry.text', { siteName: siteName(), age })}</p>
    </Dialog>
  )
}

const enter = (): void => {
  dismissEntry(now())
  entryWarned.value = false
}
