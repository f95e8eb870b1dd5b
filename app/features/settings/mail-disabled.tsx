/** Shown when no mail is sent any more: the reason, and how to turn mails on again [PROF-12]. */
import { useState } from 'react'
import type { User } from '#contract/entities/user.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { enableMail } from '../../state/member-settings.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { sayRefusal } from './save.ts'
import styles from './settings.module.css'

type Reason = User['notifications_disabled'][number]

const WHY: Record<Reason, TextKey> = {
  bounce: 'settings.mailBounced',
  fbl: 'settings.mailComplained',
  listunsubscribe: 'settings.mailUnsubscribed',
}

export const MailDisabled = ({ reasons }: { reasons: readonly Reason[] }) => {
  const [busy, setBusy] = useState(false)
  const enable = async (): Promise<void> => {
    setBusy(true)
    const error = await enableMail()
    setBusy(false)
    if (error) sayRefusal(error)
    else toast(t('settings.mailOnAgain'))
  }
  return (
    <Note tone="warn" icon="mail">
      <p>
        <b>{t('settings.mailDisabled')}</b>
      </p>
      {reasons.map((reason) => (
        <p key={reason}>{t(WHY[reason])}</p>
      ))}
      <div className={styles['actions']}>
        <Button kind="second" small disabled={busy} onClick={() => void enable()}>
          {t('settings.mailEnable')}
        </Button>
      </div>
    </Note>
  )
}
