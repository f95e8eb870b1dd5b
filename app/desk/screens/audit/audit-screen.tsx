/** The audit: pages of rows, a filter, one row open with its place in the chain, and the check of the chain [DESK-3]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { AuditCheck, AuditRow as Row } from '#contract/desk/audit.ts'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import { classes } from '../../../ui/classes.ts'
import { Note } from '../../../ui/note.tsx'
import { call, failureText } from '../../calls.ts'
import { now } from '../../clock.ts'
import { dateText, whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { focusNeighbour, useKeys } from '../../keys.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import { Empty, StaffSquare, Tag } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import styles from './audit.module.css'
import { filterOf, Filters, pathOf, queryOf, type AuditFilter } from './filters.tsx'

const COLUMNS = ['audit.row', 'audit.when', 'audit.who', 'audit.did', 'audit.on', 'audit.why', 'audit.hash'] as const
/** Columns that a phone shows; the others are in the opened row. */
const NARROW_COLUMNS = new Set<string>(['audit.row', 'audit.when', 'audit.did'])

export const AuditScreen = () => {
  useSignals()
  const [, navigate] = useLocation()
  const filter = filterOf(useSearch())
  const read = useCall('audit.list', { query: queryOf(filter, now.peek()) })
  const { data, reload } = read
  const [opened, setOpened] = useState<number | null>(null)
  const [broken, setBroken] = useState<AuditCheck['broken']>(null)
  const table = useRef<HTMLTableElement>(null)
  const show = (part: Partial<AuditFilter>): void => navigate(pathOf({ ...filter, before: '', ...part }))
  const last = data?.more === true ? data.rows.at(-1) : undefined
  const older = (): void => {
    if (last) show({ before: String(last.id) })
  }
  const check = async (): Promise<void> => {
    const answer = await call('audit.check', {})
    if (!answer.ok) return void showToast(failureText(answer.failure))
    setBroken(answer.data.broken)
    if (answer.data.broken === null) showToast(t('audit.intactNow', { rows: answer.data.rows }))
    reload()
  }
  const move = (step: number): void => {
    focusNeighbour([...(table.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])], step)
  }
  useKeys([
    { keys: ['j', 'k'], text: 'key.nextPrevious', run: (key) => move(key === 'j' ? 1 : -1) },
    // The focused row is a button, which Enter opens by itself; the key line has to say so.
    { keys: ['Enter'], text: 'key.details', run: () => move(1) },
    { keys: ['o'], text: 'key.openings', run: () => show({ isOpenings: !filter.isOpenings }) },
    { keys: ['h'], text: 'key.check', run: () => void check() },
    { keys: [']'], text: 'key.older', run: older },
  ])
  return (
    <>
      <Head title={t('audit.title')} note={data ? countText(data) : undefined}>
        {data ? <CheckedChain checked={data.checked} /> : null}
      </Head>
      <Main>
        <Filters filter={filter} onShow={show} onCheck={() => void check()} />
        {broken ? (
          <Note tone="bad" role="alert">
            <p>{t('audit.brokenAt', { row: broken.id })}</p>
          </Note>
        ) : null}
        <ReadState read={read} />
        {data && data.rows.length === 0 ? (
          <Empty
            icon="scroll"
            title={t('audit.none')}
            text={t('audit.noneText')}
            action={
              <DeskButton kind="second" onClick={() => navigate('/audit')}>
                {t('audit.showAll')}
              </DeskButton>
            }
          />
        ) : null}
        {data && data.rows.length > 0 ? (
          <>
            <table className={styles['table']} ref={table}>
              <thead>
                <tr>
                  {COLUMNS.map((column) => (
                    <th key={column} scope="col" className={NARROW_COLUMNS.has(column) ? '' : styles['wide']}>
                      {t(column)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.map((row) => (
                  <AuditRow
                    key={row.id}
                    row={row}
                    isOpen={row.id === opened}
                    onToggle={() => setOpened(row.id === opened ? null : row.id)}
                  />
                ))}
              </tbody>
            </table>
            <div className={styles['foot']}>
              <p className="muted">
                <DeskIcon name="lock" /> {t('audit.forever')}
              </p>
              <span className="muted num">{t('audit.fit', { count: data.total })}</span>
              {filter.before === '' ? null : (
                <DeskButton kind="second" onClick={() => show({})}>
                  {t('audit.newest')}
                </DeskButton>
              )}
              <DeskButton kind="second" keys="]" disabled={last === undefined} onClick={older}>
                {t('audit.older')}
              </DeskButton>
            </div>
          </>
        ) : null}
      </Main>
    </>
  )
}

const countText = ({ all, first_at }: DeskAnswer<'audit.list'>): string =>
  first_at === null ? t('audit.rows', { count: all }) : t('audit.rowsSince', { count: all, date: dateText(first_at) })

const CheckedChain = ({ checked }: { checked: DeskAnswer<'audit.list'>['checked'] }) => {
  useSignals()
  if (checked === null) return null
  const when = whenText(checked.at, now.value)
  return (
    <span className={styles['checked']}>
      {checked.intact ? (
        <Tag tone="good" icon="link">
          {t('audit.intact', { rows: numberText(checked.rows), when })}
        </Tag>
      ) : (
        <Tag tone="bad" icon="alert">
          {t('audit.notIntact', { when })}
        </Tag>
      )}
    </span>
  )
}

type Props = { row: Row; isOpen: boolean; onToggle: () => void }

/** One row of the audit, and below it the state before and after, and its place in the chain [DESK-3]. */
const AuditRow = ({ row, isOpen, onToggle }: Props) => {
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
          <td colSpan={COLUMNS.length}>
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
const valueText = (value: unknown): string =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, one]) => `${name}: ${JSON.stringify(one)}`)
        .join('\n')
    : JSON.stringify(value)

const shortHash = (hash: string): string => `${hash.slice(0, 4)}…${hash.slice(-4)}`

const subjectText = ({ subject }: Row): string =>
  subject === null ? '–' : t('audit.subject', { kind: tCode('subject', subject.kind), number: numberText(subject.id) })
