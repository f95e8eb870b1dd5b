/** Replaces the composer when the limit of conversations is reached: shown before a text is typed [CHAT-15]. */
import { href } from '../../../shell/routes.ts'
import { t } from '../../../state/i18n.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'
import { storeReturnPlace } from '../../credits/purchase-storage.ts'
import styles from './composer.module.css'

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
