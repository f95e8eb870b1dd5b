/** The reason why a photo is locked, and the action that unlocks it. */
import { useSignals } from '@preact/signals-react/runtime'
import type { PhotoLock } from '#contract/entities/photo.ts'
import { storeReturnPlace } from '../credits/purchase-storage.ts'
import { href } from '../../shell/routes.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { askLogin } from '../../state/login-prompt.ts'
import { user } from '../../state/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import styles from './profile.module.css'

const REASONS = {
  login: 'photo.lock_login',
  premium: 'photo.lock_premium',
  private: 'photo.lock_private',
  reserved: 'photo.lock_reserved',
} as const satisfies Record<PhotoLock, TextKey>

type Props = {
  lock: PhotoLock | null
  name: string
  /** The number of photos locked for this reason; null for the photo being viewed. */
  count: number | null
}

export const LockReason = ({ lock, name, count }: Props) => {
  useSignals()
  if (lock === null) return null
  return (
    <div className={styles['lockReason']}>
      <p className="small">{reasonText(lock, name, count)}</p>
      {lock === 'private' && user.value?.paid_user !== true ? (
        <p className="small muted">{t('photo.privatePremium')}</p>
      ) : null}
      {lock === 'premium' ? (
        <LinkButton kind="quiet" small className="flush" href={href('premium')} onClick={storeReturnPlace}>
          {t('photo.premiumWay')}
        </LinkButton>
      ) : null}
      {lock === 'login' ? (
        <Button kind="quiet" small className="flush" onClick={() => askLogin('photos')}>
          {t('shell.login')}
        </Button>
      ) : null}
    </div>
  )
}

const reasonText = (lock: PhotoLock, name: string, count: number | null): string => {
  if (count === null && lock === 'premium') return t('photo.onlyPremium')
  // The profile says more: a match or a chat is not always what is missing.
  if (count === null && lock === 'reserved') return t('error.photo_locked')
  return t(REASONS[lock], { name, count: count ?? 1 })
}
