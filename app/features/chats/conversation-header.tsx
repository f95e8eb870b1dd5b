/** The partner, always in view; a fictional profile is always marked [CHAT-11], [SAFE-7]. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { ProfileCard } from '#contract/entities/profile.ts'
import type { ClosedReason } from '#contract/rules/may-write.ts'
import { href } from '../../shell/routes.ts'
import { BackLink } from '../../shell/back-link.tsx'
import { t } from '../../state/i18n.ts'
import { isOnline, isTyping } from '../../state/presence.ts'
import { Icon } from '../../ui/icon.tsx'
import { FictionalMark } from '../../ui/marks.tsx'
import { classes } from '../../ui/classes.ts'
import { Menu } from '../../ui/menu.tsx'
import { Avatar } from '../../ui/photo.tsx'
import styles from './conversation-header.module.css'
import { shownName } from './message-words.ts'

type Props = {
  profile: ProfileCard
  conversation: string
  closed: ClosedReason | null
  now: number
  onBlock: () => void
  onUnblock: () => void
  onReport: () => void
  onShareDate: () => void
  /** Null if there is nothing to delete. */
  onDelete: (() => void) | null
}

export const ConversationHeader = (props: Props) => {
  const { profile, conversation, closed, now, onBlock, onUnblock, onReport, onShareDate, onDelete } = props
  const name = shownName(profile)
  // A block on either side, or a deleted account, leaves no profile to view [CHAT-9].
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
  const report = { label: t('chat.report', { name }), icon: 'flag', onSelect: onReport } as const
  const remove = onDelete ? [{ label: t('chat.delete'), icon: 'trash', danger: true, onSelect: onDelete } as const] : []
  const safety = { label: t('footer.safety'), icon: 'shield', href: href('pages-safety') } as const
  // A meeting with a fictional profile is not possible [CHAT-11].
  const canMeet = canView && !profile.fictional
  const shareDate = { label: t('date.menu'), icon: 'calendar', onSelect: onShareDate } as const
  const items = [
    ...(canView ? [toProfile] : []),
    ...(canMeet ? [shareDate] : []),
    safety,
    ...(profile.exists ? [report, block] : []),
    ...remove,
  ]
  const who = <PartnerName profile={profile} conversation={conversation} now={canView ? now : null} />
  return (
    <header className={styles['header']}>
      <BackLink route="chats-id" className={styles['back']} />
      {canView ? (
        <Link href={toProfile.href} className={styles['who']}>
          {who}
        </Link>
      ) : (
        <div className={styles['who']}>{who}</div>
      )}
      <Menu
        label={t('chats.menu', { name })}
        trigger={<Icon name="more" />}
        triggerClass={styles['more']}
        items={items}
      />
    </header>
  )
}

type PartnerNameProps = Pick<Props, 'profile' | 'conversation'> & {
  /** Null when one of the two blocks: place and presence are not shown then [PROF-14]. */
  now: number | null
}

const PartnerName = ({ profile, conversation, now }: PartnerNameProps) => {
  useSignals()
  const writes = now !== null && isTyping(conversation)
  const name = shownName(profile)
  const online = now !== null && isOnline(profile, now)
  return (
    <>
      <Avatar image={profile.main_image} name={name} size={44} online={online} shared />
      <span className={styles['words']}>
        <span className={styles['line']}>
          <h1 className={styles['name']}>{profile.exists ? t('ui.nameAge', { name, age: profile.age }) : name}</h1>
          {profile.fictional ? <FictionalMark className={styles['mark']} /> : null}
        </span>
        {profile.fictional ? (
          <span className={styles['only']}>{t('ui.chatOnly')}</span>
        ) : (
          // The typing bubble announces this to screen readers; here it is only visible.
          <span
            className={classes(styles['place'], writes && styles['writes'])}
            aria-hidden={writes}
            data-snapshot-text={now === null ? '' : profile.city}
          >
            {writes ? t('chat.typingShort') : now === null ? '' : placeLine(profile.city, online)}
          </span>
        )}
      </span>
    </>
  )
}

const placeLine = (place: string, online: boolean): string => {
  if (!online) return place
  return place === '' ? t('ui.online') : t('chat.placeOnline', { place })
}
