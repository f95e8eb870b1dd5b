/** One conversation in the list: partner, the most important line, time, and the number of unread messages. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link, useLocation } from 'wouter'
import { href } from '../../../shell/routes.ts'
import { waitingWords } from '../../../state/connection.ts'
import { locale, t } from '../../../state/i18n.ts'
import { isOnline, isTyping } from '../../../state/presence.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { Badge, FictionalMark } from '../../../ui/marks.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Avatar } from '../../../ui/photo.tsx'
import { contentWords, shownName, stateWord } from '../message-words.ts'
import { listTime } from '../calendar.ts'
import { isErased, type ShownContent } from '../content.ts'
import { deleting } from '../deleting.ts'
import { StateIcon } from '../state-icon.tsx'
import styles from './chat-list.module.css'
import type { ChatRow, RowLine } from './chat-rows.ts'
import { SwipeRow } from './swipe-row.tsx'

type Props = { row: ChatRow; now: number; selected: boolean }

export const ChatRowItem = ({ row, now, selected }: Props) => {
  const [, navigate] = useLocation()
  const name = shownName(row.profile)
  const remove = (): void => {
    void deleting.remove({ conversation: row.conversation, upTo: row.upTo, name })
    if (selected) navigate(href('chats'))
  }
  return (
    <SwipeRow label={t('chats.deleteOf', { name })} onDelete={remove}>
      <ChatRowLink row={row} now={now} selected={selected} />
      <Menu
        label={t('chats.menu', { name })}
        trigger={<Icon name="more" size={20} />}
        triggerClass={styles['more']}
        items={[{ label: t('chats.delete'), icon: 'trash', danger: true, onSelect: remove }]}
      />
    </SwipeRow>
  )
}

const ChatRowLink = ({ row, now, selected }: Props) => {
  useSignals()
  const { profile } = row
  const name = shownName(profile)
  return (
    <Link
      transition
      href={href('chats-id', { id: row.conversation })}
      className={classes(styles['row'], row.unread > 0 && styles['unread'], selected && styles['selected'])}
      aria-current={selected ? 'page' : undefined}
    >
      <Avatar image={profile.main_image} name={name} online={!row.blocked && isOnline(profile, now)} />
      <span className={styles['words']}>
        <span className={styles['who']}>
          <span className={classes('name', styles['name'])}>{name}</span>
          {profile.fictional ? <FictionalMark className={styles['mark']} /> : null}
        </span>
        {isTyping(row.conversation) && !row.blocked && row.line.kind !== 'failed' ? (
          <span className={classes(styles['line'], styles['typing'])} data-snapshot-text="">
            {t('chat.typingShort')}
          </span>
        ) : (
          <Line line={row.line} />
        )}
      </span>
      <span className={styles['side']}>
        {row.at === null ? null : (
          <time dateTime={new Date(row.at).toISOString()} data-snapshot-day>
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

/** Text of a message is truncated; a waiting or refused message is reported in full. */
const Line = ({ line }: { line: RowLine }) => {
  useSignals()
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
          <span>{waitingWords()}</span>
        </span>
      )
    case 'incoming':
      return (
        <span className={look}>
          <Icon name="clock" size={16} />
          <span>{t('chat.incoming')}</span>
        </span>
      )
    case 'draft':
      return (
        <span className={look}>
          <Icon name="pencil" size={16} />
          <span>{t('chats.draft')}</span>
          <span className="clip" dir="auto" data-snapshot-text="">
            {line.text}
          </span>
        </span>
      )
    case 'mine':
      return (
        <span className={look}>
          <StateIcon state={line.state} label={stateWord(line.state, null, '')} />
          <ContentIcon content={line.content} />
          <span>{t('chats.mine')}</span>
          <span className="clip" dir="auto">
            {contentWords(line.content)}
          </span>
        </span>
      )
    case 'theirs':
      return (
        <span className={classes(look, styles['theirs'])}>
          <PartnerMessage content={line.content} />
        </span>
      )
    case 'none':
      return <span className={look}>{t('chats.nothingYet')}</span>
  }
}

const PartnerMessage = ({ content }: { content: ShownContent }) => (
  <>
    <ContentIcon content={content} />
    <span className="clip" dir="auto">
      {content.type === 'photo' && !isErased(content) ? t('chats.sentPhoto') : contentWords(content)}
    </span>
  </>
)

const ICONS: Record<Exclude<ShownContent['type'], 'text'>, IconName> = {
  photo: 'image',
  gift: 'gift',
  newer: 'sparkles',
}

const ContentIcon = ({ content }: { content: ShownContent }) =>
  content.type === 'text' || isErased(content) ? null : <Icon name={ICONS[content.type]} size={16} />
