/** Replaces the composer in a closed conversation and says why the member cannot write [CHAT-9], [CHAT-12]. */
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { t, tCode } from '../../../state/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { IconName } from '../../../ui/icons.ts'
import styles from './composer.module.css'

const ICON: Record<ClosedReason, IconName> = {
  blocked: 'ban',
  blocking: 'ban',
  recipient_unconfirmed: 'mail',
  recipient_deleted: 'user-gone',
  fictional_closed: 'mask',
}

type Props = {
  reason: ClosedReason
  /** The partner was banned for fraud, and this member was warned [DESK-10]. */
  isFraud: boolean
  /** The partner's name. */
  name: string
  onUnblock: () => void
  onDelete: () => void
}

export const ClosedComposer = ({ reason, isFraud, name, onUnblock, onDelete }: Props) => (
  <div className={styles['closed']}>
    <Note icon={ICON[reason]}>
      <p>{isFraud ? t('chat.bannedForFraud') : tCode('closed', reason, { name })}</p>
      {reason === 'blocking' ? (
        <Button kind="second" small onClick={onUnblock}>
          {t('chat.unblock', { name })}
        </Button>
      ) : null}
      {reason === 'recipient_deleted' || reason === 'blocked' ? (
        <Button kind="second" small icon="trash" onClick={onDelete}>
          {t('chat.delete')}
        </Button>
      ) : null}
    </Note>
  </div>
)
