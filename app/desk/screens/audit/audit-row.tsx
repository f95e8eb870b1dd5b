import { useSignals } from '@preact/signals-react/runtime'
import type { AuditRow as Row } from '#contract/desk/entities/audit.ts'
import { classes } from '../../../ui/classes.ts'
import { now } from '../../clock.ts'
import { whenText } from '../../format.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { StaffSquare } from '../../ui/parts.tsx'
import styles from './audit.module.css'

const COLUMNS = 7

type Props = { row: Row; isOpen: boolean; onToggle: () => void }

/** One row of the audit, and below it the state before and after, and its place in the chain [DESK-3]. */
export const AuditRow = ({ row, isOpen, onToggle }: Props) => {
  useSignals()
  const { id, at, staff, act, reason, hash } = row
  return (
    <>
      <tr className={classes(isOpen && styles['open'])}>
        <td>
          <button
            type="button"
            className={styles['number']}
            data-row={id}
            aria-expanded={isOpen}
            aria-label={t('audit.openRow', { row: numberText(id) })}
            onClick={onToggle}
          >
            {numberText(id)}
            <DeskIcon name="chevron-down" size={14} />
          </button>
        </td>
        <td className="muted">
          <time dateTime={new Date(at).toISOString()}>{whenText(at, now.value)}</time>
        </td>
        <td className={styles['wide']}>
          <span className={styles['who']}>
            {staff ? <StaffSquare name={staff.name} /> : <DeskIcon name="bot" size={20} />}
            {staff?.name ?? t('audit.desk')}
          </span>
        </td>
        <td>
          <b>{tCode('act', act)}</b>
          <span className={styles['narrow']}>{[staff?.name ?? t('audit.desk'), subjectText(row)].join(' · ')}</span>
        </td>
        <td className={styles['wide']}>{subjectText(row)}</td>
        <td className={classes(styles['wide'], styles['why'])}>{reason}</td>
        <td className={classes(styles['wide'], styles['hash'])}>{shortHash(hash)}</td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={COLUMNS}>
            <Details row={row} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

const Details = ({ row: { before, after, reason, previous_hash, hash } }: { row: Row }) => (
  <dl className={styles['details']}>
    <div>
      <dt>{t('audit.before')}</dt>
      <dd>
        <Value value={before} />
      </dd>
    </div>
    <div>
      <dt>{t('audit.after')}</dt>
      <dd>
        <Value value={after} />
      </dd>
    </div>
    <div>
      <dt>{t('audit.why')}</dt>
      <dd>{reason === '' ? t('audit.nothing') : reason}</dd>
    </div>
    <div className={styles['chain']}>
      <dt>{t('audit.chain')}</dt>
      <dd>
        {t('audit.previous')} <code>{previous_hash}</code>
        <br />
        {t('audit.own')} <code>{hash}</code>
      </dd>
    </div>
  </dl>
)

const Value = ({ value }: { value: unknown }) =>
  value === null || value === undefined ? t('audit.nothing') : <pre>{valueText(value)}</pre>

/** `goodwill_limit: 300` a line; deeper values as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, one]) => `${name}: ${JSON.stringify(one)}`)
        .join('\n')
    : JSON.stringify(value)

const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`

const subjectText = ({ subject }: Row): string =>
  subject === null ? '–' : t('audit.subject', { kind: tCode('subject', subject.kind), number: numberText(subject.id) })
