/** One conversation in the list: who, the one line that matters most, when, and how much is unread. */
import { Link } from 'wouter'
import { href } from '../../../shell/routes.ts'
import { locale, t } from '../../../state/i18n.ts'
import { isOnline } from '../../../state/presence.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Badge, FictionalMark } from '../../../ui/marks.tsx'
import { Avatar } from '../../../ui/photo.tsx'
import { contentWords } from '../content-words.ts'
import { listTime } from '../calendar.ts'
import { StateIcon } from '../state-icon.tsx'
import { STATE_KEY } from '../state-word.ts'
import styles from './chat-list.module.css'
import type { ChatRow, RowLine } from './chat-rows.ts'

type Props = { row: ChatRow; now: number; selected: boolean }

export const ChatRowLink = ({ row, now, selected }: Props) => {
  const { profile } = row
  return (
    <Link
      href={href('chats-id', { id: row.conversation })}
      className={classes(styles['row'], row.unread > 0 && styles['unread'], selected && styles['selected'])}
      aria-current={selected ? 'page' : undefined}
    >
      <Avatar image={profile.main_image} name={profile.name} online={isOnline(profile, now)} />
      <span className={styles['words']}>
        <span className={styles['who']}>
          <span className={classes('name', styles['name'])}>{profile.name}</span>
          {profile.fictional ? <FictionalMark className={styles['mark']} /> : null}
        </span>
        <Line line={row.line} />
      </span>
      <span className={styles['side']}>
        {row.at === null ? null : (
          <time dateTime={new Date(row.at).toISOString()}>
            {listTime(row.at, now, locale.value, {
              today: t('chats.today'),
              yesterday: t('chats.yesterday'),
            })}
          </time>
        )}
        <span className={styles['count']}>
          <Badge count={row.unread} label={t('chats.unread', { count: row.unread })} />
        </span>
      </span>
    </Link>
  )
}

/** What people wrote is cut short; that something waits or was refused is said in full. */
const Line = ({ line }: { line: RowLine }) => {
  const look = classes(styles['line'], line.kind === 'failed' && styles['bad'])
  switch (line.kind) {
    case 'failed':
      return (
        <span className={look}>
          <StateIcon state="failed" />
          <span>{t('chats.refused')}</span>
        </span>
      )
    case 'waiting':
      return (
        <span className={look}>
          <StateIcon state="queued" />
          <span>{t('chats.waiting')}</span>
        </span>
      )
    case 'draft':
      return (
        <span className={look}>
          <Icon name="pencil" size={16} />
          <span className="clip">{t('chats.draft', { text: line.text })}</span>
        </span>
      )
    case 'mine':
      return (
        <span className={look}>
          <StateIcon state={line.state} label={t(STATE_KEY[line.state])} />
          <span className="clip">{t('chats.mine', { text: contentWords(line.content) })}</span>
        </span>
      )
    case 'theirs':
      return (
        <span className={classes(look, styles['theirs'])}>
          <span className="clip" dir="auto">
            {contentWords(line.content)}
          </span>
        </span>
      )
    case 'none':
      return <span className={look}>{t('chats.nothingYet')}</span>
  }
}
