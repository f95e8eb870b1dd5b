import { t } from '../state/i18n.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { logoutNow, logoutQuestion } from './logout.ts'

/** Asks before a logout that would remove something unsent from the device [PWA-11], or that only an address asks for. */
export const LogoutDialog = ({ unsent }: { unsent: number }) => (
  <Dialog
    title={t('logout.title', { count: unsent })}
    onClose={stay}
    actions={
      <>
        <Button kind={unsent > 0 ? 'primary' : 'second'} onClick={stay}>
          {t(unsent > 0 ? 'logout.stay' : 'ui.cancel')}
        </Button>
        <Button kind={unsent > 0 ? 'danger' : 'primary'} onClick={() => void logoutNow()}>
          {t(unsent > 0 ? 'logout.anyway' : 'shell.logout')}
        </Button>
      </>
    }
  >
    <p className="muted">{t(unsent > 0 ? 'logout.text' : 'logout.allSent')}</p>
  </Dialog>
)

const stay = (): void => {
  logoutQuestion.value = null
}
