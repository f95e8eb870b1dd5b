import { t } from '../state/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { logoutNow, logoutQuestion } from './logout.ts'

/** Asks before a logout while writes wait: a logout removes them from the device [PWA-11]. */
export const LogoutDialog = ({ waiting }: { waiting: number }) => (
  <Dialog
    title={t('logout.title', { count: waiting })}
    onClose={stay}
    actions={
      <>
        <Button onClick={stay}>{t('logout.stay')}</Button>
        <Button kind="danger" onClick={() => void logoutNow()}>
          {t('logout.anyway')}
        </Button>
      </>
    }
  >
    <p className="muted">{t('logout.text')}</p>
  </Dialog>
)

const stay = (): void => {
  logoutQuestion.value = null
}
