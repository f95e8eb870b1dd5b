/** States, audiences and counts of announcements in words. */
import type { AnnouncementForm, Audience } from '#contract/desk/announcement-form.ts'
import type { SentAnnouncement, Tally } from '#contract/desk/announcements.ts'
import { countryName } from '../../format.ts'
import { languageWord, numberText, t, tCode } from '../../texts.ts'
import { Tag } from '../../ui/parts.tsx'
import styles from './announcements.module.css'

export const StateTag = ({ state }: Pick<SentAnnouncement, 'state'>) => {
  switch (state) {
    case 'sending':
      return (
        <Tag tone="plum" icon="send">
          {t('announce.sending')}
        </Tag>
      )
    case 'sent':
      return (
        <Tag tone="good" icon="check">
          {t('announce.sent')}
        </Tag>
      )
    case 'stopped':
      return (
        <Tag tone="warn" icon="ban">
          {t('announce.stopped')}
        </Tag>
      )
  }
}

/** `German, Polish · Germany · seen in the last 30 days` */
export const audienceText = ({
  kind,
  audience: { languages, countries, last_seen: seen },
}: Pick<AnnouncementForm, 'kind'> & { audience: Audience }): string => {
  if (kind === 'service') return t('announce.everyone')
  const parts = [
    languages.map((language) => languageWord(language)).join(', '),
    countries.map((country) => countryName(country)).join(', '),
    seen === null ? '' : t(seen.is === 'within' ? 'announce.seenWithin' : 'announce.seenBefore', { count: seen.days }),
  ].filter((part) => part !== '')
  return parts.length === 0 ? t('announce.allWhoWant', { kind: tCode('announceKind', kind) }) : parts.join(' · ')
}

type MessageCounts = Pick<SentAnnouncement, 'mail' | 'push'>

/** The messages of both channels; null for an announcement that nobody counted. */
const sumOf = ({ mail, push }: MessageCounts): Tally | null => {
  if (!mail || !push) return null
  const sum = (name: keyof Tally): number => mail[name] + push[name]
  return {
    expected: sum('expected'),
    sent: sum('sent'),
    waiting: sum('waiting'),
    left_out: sum('left_out'),
    failed: sum('failed'),
  }
}

/** How far the sending is, in words and as a bar. */
export const Progress = ({
  announcement,
}: {
  announcement: MessageCounts & Pick<SentAnnouncement, 'state' | 'title'>
}) => {
  const sum = sumOf(announcement)
  if (sum === null) return t('announce.uncounted')
  const all = sum.sent + sum.waiting + sum.left_out + sum.failed
  const text = t('announce.sentOf', { sent: sum.sent, all })
  return (
    <span className={styles['progress']}>
      <span>{text}</span>
      {announcement.state === 'sending' ? (
        <progress
          max={Math.max(1, all)}
          value={all - sum.waiting}
          aria-label={t('announce.progressOf', { title: announcement.title })}
        />
      ) : null}
    </span>
  )
}

export const countOrDash = (count: number | undefined): string => (count === undefined ? '–' : numberText(count))
