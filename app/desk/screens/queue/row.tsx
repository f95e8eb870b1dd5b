import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { QueueRow } from '#contract/desk/entities/queue.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { classes } from '../../../ui/classes.ts'
import { now } from '../../clock.ts'
import { timeLeftText } from '../../format.ts'
import { photoUrl } from '../../calls.ts'
import { ClaimMark } from '../../ui/claim-mark.tsx'
import { Portrait, Tag } from '../../ui/parts.tsx'
import { SeverityMark } from '../../ui/severity.tsx'
import styles from './queue.module.css'
import { rowIcon, rowName, rowSummary, rowTag, severityWord, pathOfRow } from './row-words.ts'

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
