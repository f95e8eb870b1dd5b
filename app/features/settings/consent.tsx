/** The consent for sensitive data [ACC-18]: its scope, and that withdrawing it deletes the data. */
import { useState } from 'react'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { setConsent } from '../../state/member-settings.ts'
import { toast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { sayRefusal } from './save.ts'
import styles from './settings.module.css'

export const Consent = ({ given }: { given: boolean }) => {
  const [asking, setAsking] = useState(false)
  const withdraw = async (): Promise<void> => {
    setAsking(false)
    const error = await setConsent('sensitive', false)
    if (error) sayRefusal(error)
    else toast(t('settings.consentWithdrawn'))
  }
  return (
    <>
      <p className="small muted">{t(given ? 'settings.consentText' : 'settings.consentNoneText')}</p>
      <div className={styles['actions']}>
        {given ? (
          <Button kind="danger" small onClick={() => setAsking(true)}>
            {t('settings.consentWithdraw')}
          </Button>
        ) : (
          <LinkButton kind="second" small href={href('profile')}>
            {t('shell.myProfile')}
          </LinkButton>
        )}
      </div>
      {asking ? (
        <Dialog
          title={t('settings.consentQuestion')}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button kind="second" onClick={() => setAsking(false)}>
                {t('settings.consentKeep')}
              </Button>
              <Button kind="danger" onClick={() => void withdraw()}>
                {t('settings.consentWithdraw')}
              </Button>
            </>
          }
        >
          <p>{t('settings.consentConsequence')}</p>
        </Dialog>
      ) : null}
    </>
  )
}
