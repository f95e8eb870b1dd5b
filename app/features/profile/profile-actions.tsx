/** Like and write buttons, with the price of a message beside them [CHAT-2], or the reason writing is not possible. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Profile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { conversationsLeftFor } from '#contract/rules/may-write.ts'
import { href } from '../../shell/routes.ts'
import { t, tCode } from '../../state/i18n.ts'
import { askLogin } from '../../state/login-prompt.ts'
import { settings } from '../../state/site.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { storeReturnPlace } from '../credits/purchase-storage.ts'
import { GiftButton } from '../gifts/gift-button.tsx'
import { LikeButton } from '../likes/like-button.tsx'
import styles from './profile.module.css'

type Props = { profile: Profile; me: User | null }

export const ProfileActions = ({ profile, me }: Props) => {
  if (profile.closed !== null)
    return (
      <div className={styles['action']}>
        <Note icon={profile.closed === 'fictional_closed' ? 'mask' : 'user-gone'}>
          <p>{tCode('closed', profile.closed, { name: profile.name })}</p>
        </Note>
      </div>
    )
  const left = conversationsLeftFor(me, profile)
  if (left === 0)
    return (
      <div className={styles['action']}>
        <div className={styles['buttons']}>
          <LikeButton profile={profile} isListed={profile.liked} size="bar" />
          <LinkButton href={href('premium')} icon="crown" className={styles['write'] ?? ''} onClick={storeReturnPlace}>
            {t('photo.premiumWay')}
          </LinkButton>
        </div>
        <p className={styles['cost']}>{t('limit.reached')}</p>
      </div>
    )
  return (
    <div className={styles['action']}>
      <div className={styles['buttons']}>
        <LikeButton profile={profile} isListed={profile.liked} size="bar" />
        <GiftButton profile={profile} me={me} />
        {me ? (
          <LinkButton
            href={href('members-id-chat', { id: profile.id })}
            icon="message"
            className={styles['write'] ?? ''}
          >
            {t('profile.write', { name: profile.name })}
          </LinkButton>
        ) : (
          <Button icon="message" className={styles['write']} onClick={() => askLogin('chat', profile)}>
            {t('profile.write', { name: profile.name })}
          </Button>
        )}
      </div>
      <Cost me={me} left={left} />
    </div>
  )
}

const Cost = ({ me, left }: { me: User | null; left: number | null }) => {
  useSignals()
  const cost = settings.value?.message_credits
  return (
    <p className={styles['cost']}>
      {cost === undefined ? <>&nbsp;</> : t('profile.cost', { count: cost })}{' '}
      {cost !== undefined && me ? t('profile.have', { count: me.credits }) : null}{' '}
      {left === null ? null : t('limit.left', { count: left })}
    </p>
  )
}
