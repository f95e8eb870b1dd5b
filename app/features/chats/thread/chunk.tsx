/** A chunk of messages that is rendered and removed together. */
import { memo, type RefObject } from 'react'
import { locale, t } from '../../../state/i18n.ts'
import { dayLabel } from '../calendar.ts'
import { BubbleView } from './bubble.tsx'
import type { Row } from './days.ts'
import styles from './thread.module.css'
import type { FailureHandlers } from './failure-buttons.tsx'

type Props = {
  /** The id of its first message. */
  from: number
  rows: readonly Row[]
  /** The key of the message under the unread divider, if it is in this chunk. */
  unreadFrom: string | undefined
  divider: RefObject<HTMLDivElement | null>
  /** The partner's name. */
  name: string
  now: number
  actions: FailureHandlers
}

export const ChunkView = memo(({ from, rows, unreadFrom, divider, name, now, actions }: Props) => (
  <ol data-chunk={from} className={styles['messages']}>
    {rows.map((row) => (
      <li key={row.message.key} data-key={row.message.key} className={styles['item']}>
        {row.day === null ? null : (
          <h2 className={styles['date']} data-snapshot-day>
            {dayLabel(row.day, now, locale.value, { today: t('chats.today'), yesterday: t('chats.yesterday') })}
          </h2>
        )}
        {row.message.key === unreadFrom ? (
          <div ref={divider} className={styles['divider']}>
            <span>{t('chat.unread')}</span>
          </div>
        ) : null}
        <BubbleView bubble={row} name={name} actions={actions} />
      </li>
    ))}
  </ol>
))
ChunkView.displayName = 'ChunkView'
