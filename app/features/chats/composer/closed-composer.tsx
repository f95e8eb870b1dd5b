/** Replaces the composer in a closed conversation and says why the member cannot write [CHAT-9], [CHAT-12]. */
import type { ErrorCode } from '#contract/errors.ts'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { href } from '../../../shell/routes.ts'
import { errorText } from '../../../state/error-text.ts'
import { t, tCode } from '../../../state/i18n.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { storeReturnPlace } from '../../credits/purchase-storage.ts'
import { SanctionNote, SuspensionNote } from '../../me/suspension.tsx'
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
      {isFraud ? (
        <LinkButton kind="quiet" plain small className="flush" icon="shield" href={href('pages-safety')}>
          {t('chat.safetyMore')}
        </LinkButton>
      ) : null}
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

/** Replaces the composer of a member whose sanction refuses every message here [CHAT-15]. */
export const SanctionedComposer = ({ error }: { error: ErrorCode }) => (
  <div className={styles['closed']}>
    {error === 'account_suspended' ? (
      <SuspensionNote />
    ) : (
      <SanctionNote>
        <p>{errorText({ error })}</p>
      </SanctionNote>
    )}
  </div>
)

/** Replaces the composer when the limit of conversations is reached: shown before a text is typed [CHAT-15]. */
export const LimitReached = () => (
  <div className={styles['closed']}>
    <Note icon="crown">
      <p>{t('limit.reached')}</p>
      <div className={styles['ways']}>
        <LinkButton kind="second" small href={href('premium')} onClick={storeReturnPlace}>
          {t('photo.premiumWay')}
        </LinkButton>
        <LinkButton kind="quiet" small href={href('chats')}>
          {t('chat.toChats')}
        </LinkButton>
      </div>
    </Note>
  </div>
)
