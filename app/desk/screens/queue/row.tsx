import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { QueueRow } from '#contract/desk/queue.ts'
import { moneyOf, PHOTOS_SUBJECT } from '#contract/desk/subject.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { classes } from '../../../ui/classes.ts'
import { photoUrl } from '../../calls.ts'
import { now } from '../../clock.ts'
import { countdownText, countryName, dateText, timeLeftText, whenText } from '../../format.ts'
import { self } from '../../session.ts'
import { numberText, t, tCode, type DeskTextKey } from '../../texts.ts'
import { DeskButton, DeskLink } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { FictionalTag, Portrait, Tag } from '../../ui/parts.tsx'
import { ClaimMark, firstName, liveClaim, SeverityMark } from '../../ui/queue-marks.tsx'
import styles from './queue.module.css'
import {
  itemText,
  itemWord,
  kindIcon,
  memberName,
  pathOfRow,
  rowIcon,
  rowName,
  rowSummary,
  rowTag,
  severityWord,
} from './row-words.ts'

type Props = { row: QueueRow; isSelected: boolean; onSelect: () => void }

export const Row = ({ row, isSelected, onSelect }: Props) => {
  useSignals()
  const tag = rowTag(row)
  const photo = row.member?.photo ?? null
  return (
    <RowLink row={row} isSelected={isSelected} onSelect={onSelect}>
      <span className={styles['severity']}>
        <SeverityMark severity={row.severity} word={severityWord(row)} />
      </span>
      <span className={styles['portrait']}>
        <Portrait src={photo === null ? null : photoUrl(photo)} icon={rowIcon(row)} />
      </span>
      <span className={styles['text']}>
        <span className={styles['name']}>
          <b className="name">{rowName(row)}</b>
          {tag === null ? null : <Tag>{tag}</Tag>}
        </span>
        <span className={styles['summary']}>{rowSummary(row)}</span>
      </span>
      <ClaimMark claim={row.claim} notYou={row.not_you} className={styles['claim']} />
      <span className={classes(styles['due'], row.due_at - now.value < HOUR_MS && styles['soon'])}>
        {timeLeftText(row.due_at, now.value)}
      </span>
    </RowLink>
  )
}

/** The link around a row. */
const RowLink = ({ row, isSelected, onSelect, children }: Props & { children: ReactNode }) => (
  <Link
    className={classes(styles['row'], isSelected && styles['selected'])}
    data-subject={row.subject}
    aria-current={isSelected ? 'true' : undefined}
    onFocus={onSelect}
    href={pathOfRow(row)}
  >
    {children}
  </Link>
)

/** The pane beside the queue: the items of the selected row, its claim, and a link to the case. */
export const Peek = ({ row, onClaim }: { row: QueueRow; onClaim: () => void }) => {
  useSignals()
  const { member, items, count } = row
  const activeClaim = liveClaim(row.claim, now.value)
  const isMine = activeClaim !== null && activeClaim.staff === self.value?.id
  const photo = member?.photo ?? null
  const to = pathOfRow(row)
  return (
    <aside className={styles['peek']} aria-label={rowName(row)}>
      <div className={styles['peekHead']}>
        <Portrait src={photo === null ? null : photoUrl(photo)} icon={rowIcon(row)} size={64} />
        <div>
          <h2>{rowName(row)}</h2>
          {member ? (
            <p className="muted num">
              {t('queue.member', {
                number: numberText(member.id),
                place: countryName(member.country),
                joined: member.joined_at === null ? '–' : dateText(member.joined_at),
              })}
            </p>
          ) : null}
        </div>
      </div>
      <p className={styles['marks']}>
        <SeverityMark severity={row.severity} word={severityWord(row)} />
        {member?.fictional === true ? <FictionalTag /> : null}
        {member?.sanction ? (
          <Tag tone="warn" icon={member.sanction === 'muted' ? 'muted' : 'ban'}>
            {tCode('sanction', member.sanction)}
          </Tag>
        ) : null}
        {activeClaim === null ? null : (
          <Tag tone="plum" icon="hand">
            {isMine
              ? t('queue.yours', { left: countdownText(activeClaim.until, now.value) })
              : t('queue.theirs', {
                  name: firstName(activeClaim.name),
                  left: countdownText(activeClaim.until, now.value),
                })}
          </Tag>
        )}
      </p>
      {row.subject === PHOTOS_SUBJECT || row.own_account ? (
        <p>{t(row.own_account ? 'queue.ownAccount' : 'queue.photosText')}</p>
      ) : (
        <section>
          <h3>{member ? t('queue.itemsOfMember', { count }) : t('queue.itemsOfGroup', { count })}</h3>
          <ol className={styles['items']}>
            {items.map((item) => (
              <li key={`${item.kind}${item.id}`}>
                <DeskIcon name={kindIcon(item.kind)} />
                <b>
                  {item.from
                    ? t('queue.itemFrom', { kind: itemWord(item), name: memberName(item.from) })
                    : itemWord(item)}
                </b>
                <time dateTime={new Date(item.at).toISOString()}>{whenText(item.at, now.value)}</time>
                <p>
                  {item.is_own ? t(item.kind === 'approval' ? 'queue.ownRequest' : 'queue.ownAppeal') : itemText(item)}
                </p>
              </li>
            ))}
          </ol>
          {count > items.length ? (
            <p className="muted">{t('queue.moreItems', { count: count - items.length })}</p>
          ) : null}
        </section>
      )}
      <DeskLink lead href={to} keys="Enter">
        {row.case === null || moneyOf(row.subject) !== null
          ? t(openText(row.subject))
          : t('queue.openCase', { number: row.case })}
      </DeskLink>
      {activeClaim === null && !row.not_you ? (
        <DeskButton kind="second" icon="hand" keys="c" onClick={onClaim}>
          {t('queue.claim')}
        </DeskButton>
      ) : null}
    </aside>
  )
}

const openText = (subject: string): DeskTextKey => {
  if (subject === PHOTOS_SUBJECT) return 'queue.openPhotos'
  return moneyOf(subject) === null ? 'queue.open' : 'queue.openMoney'
}
