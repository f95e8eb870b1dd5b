/** Who one is writing with: always in view, and of a fictional profile always what it is [CHAT-11], [SAFE-7]. */
import { Link } from 'wouter'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { isOnline } from '../../state/presence.ts'
import { RoundLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/photo.tsx'
import styles from './conversation-header.module.css'

type Props = {
  profile: ProfileCard
  closed: ClosedReason | null
  now: number
  onBlock: () => void
  onUnblock: () => void
}

export const ConversationHeader = ({ profile, closed, now, onBlock, onUnblock }: Props) => {
  const { name } = profile
  // Blocked either way, or gone: there is no profile to see [CHAT-9].
  const canView = profile.exists && closed !== 'blocked' && closed !== 'blocking'
  const toProfile = {
    label: t('chat.viewProfile'),
    icon: 'user',
    href: href('members-id', { id: profile.id }),
  } as const
  const block =
    closed === 'blocking'
      ? ({ label: t('chat.unblock', { name }), icon: 'undo', onSelect: onUnblock } as const)
      : ({ label: t('chat.block', { name }), icon: 'ban', danger: true, onSelect: onBlock } as const)
  const who = <Who profile={profile} now={now} />
  return (
    <header className={styles['header']}>
      <RoundLink icon="chevron-left" label={t('chat.back')} href={href('chats')} className={styles['back'] ?? ''} />
      {canView ? (
        <Link href={toProfile.href} className={styles['who']}>
          {who}
        </Link>
      ) : (
        <div className={styles['who']}>{who}</div>
      )}
      {profile.exists ? (
        <Menu
          label={t('ui.more')}
          trigger={<Icon name="more" />}
          triggerClass={styles['more']}
          items={canView ? [toProfile, block] : [block]}
        />
      ) : null}
    </header>
  )
}

const Who = ({ profile, now }: { profile: ProfileCard; now: number }) => {
  const online = isOnline(profile, now)
  const place = online ? t('chat.placeOnline', { place: profile.city }) : profile.city
  return (
    <>
      <Avatar image={profile.main_image} name={profile.name} size={44} online={online} />
      <span className={styles['words']}>
        <span className={styles['line']}>
          <h1 className={styles['name']}>{t('ui.nameAge', { name: profile.name, age: profile.age })}</h1>
          {profile.fictional ? <FictionalMark className={styles['mark']} /> : null}
        </span>
        {profile.fictional ? (
          <span className={styles['only']}>{t('ui.chatOnly')}</span>
        ) : (
          <span className={styles['place']}>{place}</span>
        )}
      </span>
    </>
  )
}
