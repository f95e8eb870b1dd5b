/** The queue: everything that waits for a person, by severity, then age, one row per member [DESK-4]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { QUEUE_FILTERS, type QueueCounts, type QueueFilter, type QueueRow } from '#contract/desk/queue.ts'
import { kindsOf, SEVERITIES, type Severity } from '#contract/desk/severity.ts'
import { classes } from '../../../ui/classes.ts'
import { call, failureText } from '../../calls.ts'
import { now } from '../../clock.ts'
import { timeText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { self } from '../../session.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Empty, OneSeat } from '../../ui/parts.tsx'
import { claimedText } from '../../ui/queue-marks.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import styles from './queue.module.css'
import { pathOfRow } from './row-words.ts'
import { Peek, Row } from './row.tsx'
import { placeIn, queuePath, rememberPlace, useQueue, type QueueRead } from './use-queue.ts'

export const QueueScreen = () => {
  useSignals()
  const [, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('show')
  const filter = shownFilters().find((one) => one === asked) ?? 'all'
  const [start] = useState(() => placeIn(filter))
  const queue = useQueue(filter, start.pages)
  const { data, rows } = queue
  const [chosen, setChosen] = useState(start.chosen)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => rememberPlace({ filter, chosen, pages: queue.pages }), [filter, chosen, queue.pages])
  // If the chosen row was answered meanwhile, select the first row.
  const selected = rows.find(({ subject }) => subject === chosen) ?? rows[0] ?? null
  const show = (next: QueueFilter): void => navigate(queuePath(next), { replace: true })
  const open = (row: QueueRow | null): void => {
    if (row !== null) navigate(pathOfRow(row))
  }
  const move = (step: number): void => {
    const next = rows[rows.findIndex((row) => row === selected) + step]
    if (next === undefined) return
    setChosen(next.subject)
    linkOf(list.current, next.subject)?.focus()
  }
  // Whoever comes back from a case is at its row, which may be far down.
  const returnsTo = useRef(start.chosen)
  useEffect(() => {
    const link = returnsTo.current === null ? undefined : linkOf(list.current, returnsTo.current)
    if (link === undefined) return
    returnsTo.current = null
    link.focus()
  })
  useKeys([
    { keys: ['j', 'k'], text: 'key.nextPrevious', run: (key) => move(key === 'j' ? 1 : -1) },
    {
      keys: ['ArrowDown', 'ArrowUp'],
      text: 'key.nextPrevious',
      isQuiet: true,
      run: (key) => move(key === 'ArrowDown' ? 1 : -1),
    },
    ...(selected !== null ? [{ keys: ['Enter'], text: 'key.open' as const, run: () => open(selected) }] : []),
    // A claim would only keep the colleagues away who may answer.
    ...(selected?.not_you === true
      ? []
      : [{ keys: ['c'], text: 'key.claim' as const, run: () => selected && void claim(selected, queue) }]),
    { keys: ['r'], text: 'key.release', run: () => selected && void release(selected, queue) },
    {
      keys: shownFilters()
        .slice(0, 9)
        .map((_, index) => String(index + 1)),
      isRange: true,
      text: 'key.kind',
      run: (key) => show(shownFilters()[Number(key) - 1] ?? 'all'),
    },
    // There are more kinds than digits.
    {
      keys: ['ArrowLeft', 'ArrowRight'],
      text: 'key.kind',
      isQuiet: true,
      run: (key) => {
        const filters = shownFilters()
        show(filters.at((filters.indexOf(filter) + (key === 'ArrowLeft' ? -1 : 1)) % filters.length) ?? 'all')
      },
    },
  ])
  return (
    <>
      <Head title={t('queue.title')} note={data ? t('queue.wait', { count: data.counts.all }) : undefined} />
      <Main bare className={styles['queue']}>
        <Filters counts={data?.counts ?? null} filter={filter} onShow={show} />
        <div className={styles['list']} ref={list}>
          {data && queue.failure ? (
            <p className={styles['failure']} role="status">
              {failureText(queue.failure)}
            </p>
          ) : (
            <ReadState read={queue} />
          )}
          {data && rows.length === 0 ? <NoRows queue={queue} filter={filter} onAll={() => show('all')} /> : null}
          {SEVERITIES.map((severity) => (
            <Section
              key={severity}
              severity={severity}
              total={data?.fitting[severity] ?? 0}
              rows={rows.filter((row) => row.severity === severity)}
              selected={selected}
              onSelect={setChosen}
            />
          ))}
          {queue.hasMore ? (
            <p className={styles['more']}>
              <DeskButton kind="second" onClick={queue.loadMore}>
                {t('queue.more')}
              </DeskButton>
            </p>
          ) : null}
        </div>
        {selected ? (
          <Peek row={selected} onClaim={() => void claim(selected, queue)} />
        ) : data === null && queue.failure === null ? (
          <aside className={styles['peek']} />
        ) : null}
      </Main>
    </>
  )
}

const linkOf = (list: Element | null, subject: string): HTMLElement | undefined =>
  [...(list?.querySelectorAll<HTMLElement>('[data-subject]') ?? [])].find((link) => link.dataset['subject'] === subject)

type SectionProps = {
  severity: Severity
  /** The items of this severity that fit the filter, also on later pages. */
  total: number
  rows: readonly QueueRow[]
  selected: QueueRow | null
  onSelect: (subject: string) => void
}

const Section = ({ severity, total, rows, selected, onSelect }: SectionProps) => {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={`queue-${severity}`}>
      <header className={styles['section']}>
        <h2 id={`queue-${severity}`}>{tCode('severity', severity)}</h2>
        <span className="num">{numberText(total)}</span>
        <span className={styles['sectionNote']}>{tCode('severityNote', severity)}</span>
        <span className={styles['sectionDue']}>{t('queue.timeLeft')}</span>
      </header>
      <ol>
        {rows.map((row) => (
          <li key={row.subject}>
            <Row row={row} isSelected={row === selected} onSelect={() => onSelect(row.subject)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The empty queue: either nobody waits at all, or nobody matches the filter. */
const NoRows = ({ queue, filter, onAll }: { queue: QueueRead; filter: QueueFilter; onAll: () => void }) => {
  const { data } = queue
  if (!data) return null
  if (data.counts.all > 0)
    return (
      <Empty
        title={t('queue.none', { kind: tCode('filter', filter) })}
        text={t('queue.othersWait', { count: data.counts.all })}
        action={
          <DeskButton kind="second" keys="1" onClick={onAll}>
            {t('queue.showAll')}
          </DeskButton>
        }
      />
    )
  const { last_answer } = data
  return (
    <Empty
      title={t('queue.nobody')}
      text={
        last_answer
          ? t('queue.lastAnswer', { time: timeText(last_answer.at), name: last_answer.name })
          : t('queue.appearsHere')
      }
    >
      <OneSeat />
    </Empty>
  )
}

const claim = async ({ subject }: QueueRow, queue: QueueRead): Promise<void> => {
  const answer = await call('queue.claim', { body: { subject } })
  showToast(answer.ok ? claimedText(answer.data.until) : failureText(answer.failure))
  queue.reload()
}

const release = async ({ subject, claim: currentClaim }: QueueRow, queue: QueueRead): Promise<void> => {
  if (currentClaim === null || currentClaim.until <= now.peek()) return
  const answer = await call('queue.release', { body: { subject } })
  showToast(answer.ok ? t('claim.released') : failureText(answer.failure))
  queue.reload()
}

/** The filters of the caller's role, in the order of their digits. */
const shownFilters = (): readonly QueueFilter[] => {
  const kinds: readonly string[] = self.value ? kindsOf(self.value.role) : []
  return QUEUE_FILTERS.filter((one) => kinds.includes(one) || one === 'all' || one === 'mine' || one === 'free')
}

const isClaimFilter = (filter: QueueFilter): boolean => filter === 'mine' || filter === 'free'

type FiltersProps = { counts: QueueCounts | null; filter: QueueFilter; onShow: (filter: QueueFilter) => void }

/** One button a kind. The counts are those of the whole queue, not of the current filter. */
const Filters = ({ counts, filter, onShow }: FiltersProps) => {
  const chip = (one: QueueFilter) => (
    <button
      key={one}
      type="button"
      className={classes(styles['chip'], one === filter && styles['on'])}
      aria-pressed={one === filter}
      onClick={() => onShow(one)}
    >
      {tCode('filter', one)} {counts ? <span className="num">{numberText(countOf(counts, one))}</span> : null}
    </button>
  )
  const shown = shownFilters()
  return (
    <div className={styles['filters']} role="group" aria-label={t('queue.kinds')}>
      {shown.filter((one) => !isClaimFilter(one)).map(chip)}
      {/* The filters of claims move to the next line together. */}
      <span className={styles['claims']}>{shown.filter(isClaimFilter).map(chip)}</span>
    </div>
  )
}

const countOf = (counts: QueueCounts, filter: QueueFilter): number =>
  filter === 'all' || filter === 'mine' || filter === 'free' ? counts[filter] : counts.kinds[filter]
