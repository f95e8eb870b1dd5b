import { t } from '../state/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { logoutNow, logoutQuestion } from './logout.ts'

/** Asks before a logout that would remove something unsent from the device [PWA-11]. */
export const LogoutDialog = ({ unsent }: { unsent: number }) => (
  <Dialog
    title={t('logout.title', { count: unsent })}
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
