/** The yearly transparency report: tables to check, to print and to publish [DESK-15]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ActiveMembers, TransparencyReport } from '#contract/desk/transparency.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { saveBlob } from '../../calls.ts'
import { now } from '../../clock.ts'
import { download } from '../../download.ts'
import { dateText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { language, numberText, siteName, t, tCode } from '../../texts.ts'
import { Stats, TableBox } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { reportPage } from './report-page.ts'
import styles from './transparency.module.css'
import tables from '../../ui/data-table.module.css'

const FIRST_YEAR = 2024

const yearOf = (at: number): number => new Date(at).getUTCFullYear()

const print = (): void => window.print()

export const TransparencyScreen = () => {
  useSignals()
  const [, navigate] = useLocation()
  const current = yearOf(now.value)
  const asked = Number(new URLSearchParams(useSearch()).get('year') ?? current)
  const year = asked >= FIRST_YEAR && asked <= current ? asked : current
  const read = useCall('transparency.get', { params: { year: String(year) } })
  const members = useCall('transparency.members', {})
  const report = useRef<HTMLElement>(null)
  const { data } = read
  const show = (next: number): void => {
    if (next >= FIRST_YEAR && next <= current) navigate(`/transparency?year=${next}`, { replace: true })
  }
  const title = t('transparency.report', { year: String(year) })
  const saveCsv = (): Promise<void> =>
    download('transparency.csv', { params: { year: String(year) } }, `transparency-${year}.csv`)
  const saveHtml = (): void => {
    if (!report.current || !data) return
    const html = reportPage(report.current, `${title} · ${siteName()}`, language.value)
    saveBlob(new Blob([html], { type: 'text/html' }), `transparency-${year}.html`)
  }
  useKeys([
    { keys: ['[', ']'], text: 'key.year', run: (key) => show(key === '[' ? year - 1 : year + 1) },
    { keys: ['d'], text: 'key.csv', run: () => void saveCsv() },
    { keys: ['h'], text: 'key.page', run: saveHtml },
    { keys: ['w'], text: 'key.print', run: print },
  ])
  return (
    <>
      <Head title={t('transparency.title')} note={year === current ? t('transparency.running') : undefined} />
      <Main>
        <div className={tables['bar']}>
          <DeskButton
            kind="second"
            keys="["
            icon="chevron-left"
            disabled={year <= FIRST_YEAR}
            onClick={() => show(year - 1)}
          >
            {String(year - 1)}
          </DeskButton>
          <DeskButton kind="second" keys="]" disabled={year >= current} onClick={() => show(year + 1)}>
            {String(year + 1)}
          </DeskButton>
          <span className={tables['push']}>
            <DeskButton kind="second" keys="w" disabled={!data} onClick={print}>
              {t('transparency.print')}
            </DeskButton>
            <DeskButton kind="second" icon="file" keys="h" disabled={!data} onClick={saveHtml}>
              {t('transparency.page')}
            </DeskButton>
            <DeskButton kind="second" icon="download" keys="d" onClick={() => void saveCsv()}>
              {t('numbers.csv')}
            </DeskButton>
          </span>
        </div>
        <ReadState read={read} />
        {data ? (
          <article ref={report} className={styles['report']} aria-label={title}>
            <h2 className={styles['title']}>{title}</h2>
            <Report report={data} members={members.data} />
          </article>
        ) : null}
      </Main>
    </>
  )
}

const hoursText = (ms: number | null): string =>
  ms === null ? '–' : t('transparency.hours', { hours: numberText(Number((ms / HOUR_MS).toFixed(1))) })

const reasonText = (kind: string, reason: string): string =>
  tCode(kind === 'photo_rejected' ? 'photoReason' : 'reason', reason)

const outcomeColumns = () => [
  { name: t('transparency.received'), isNumber: true },
  { name: t('transparency.upheld'), isNumber: true },
  { name: t('transparency.dismissed'), isNumber: true },
  { name: t('transparency.open'), isNumber: true },
]

const outcomeCells = (received: number, { upheld, dismissed }: { upheld: number; dismissed: number }): string[] =>
  [received, upheld, dismissed, received - upheld - dismissed].map((count) => numberText(count))

const Report = ({ report, members }: { report: TransparencyReport; members: ActiveMembers | null }) => {
  const { decisions, decisions_total, letters, appeals, flags } = report
  const notices = letters.filter(({ kind }) => kind === 'notice')
  const received = notices.reduce((sum, letter) => sum + letter.received, 0)
  const automatic = decisions.reduce((sum, row) => sum + row.automatic, 0)
  return (
    <>
      <Stats
        stats={[
          {
            name: t('transparency.decisions'),
            value: numberText(decisions_total),
            note: t('transparency.median', { time: hoursText(report.decision_median_ms) }),
          },
          {
            name: t('transparency.automatic'),
            value: numberText(automatic),
            note: t('transparency.automaticNote'),
          },
          {
            name: t('transparency.notices'),
            value: numberText(received),
            note: t('transparency.median', { time: hoursText(report.notice_median_ms) }),
          },
          {
            name: t('transparency.appeals'),
            value: numberText(appeals.received),
            note: t('transparency.median', { time: hoursText(report.appeal_median_ms) }),
          },
        ]}
      />
      <TableBox
        title={t('transparency.byKind')}
        note={t('transparency.byKindNote')}
        columns={[
          { name: t('transparency.kind') },
          { name: t('transparency.reason') },
          { name: t('transparency.source') },
          { name: t('transparency.count'), isNumber: true },
          { name: t('transparency.automaticColumn'), isNumber: true },
        ]}
        rows={decisions.map(({ kind, reason, source, total, automatic: own }) => ({
          key: `${kind} ${reason} ${source}`,
          cells: [
            tCode('decisionKind', kind),
            reasonText(kind, reason),
            tCode('decisionSource', source),
            numberText(total),
            numberText(own),
          ],
        }))}
        foot={[
          {
            key: 'sum',
            cells: [t('transparency.sum'), '', '', numberText(decisions_total), numberText(automatic)],
          },
        ]}
      />
      <TableBox
        title={t('transparency.letters')}
        note={t('transparency.lettersNote')}
        columns={[{ name: t('transparency.kind') }, { name: t('transparency.reason') }, ...outcomeColumns()]}
        rows={letters.map((letter) => ({
          key: `${letter.kind} ${letter.reason ?? ''}`,
          cells: [
            tCode('kind', letter.kind),
            letter.reason === null ? '–' : tCode('reason', letter.reason),
            ...outcomeCells(letter.received, letter),
          ],
        }))}
      />
      <div className={styles['pair']}>
        <TableBox
          title={t('transparency.outcomes')}
          columns={[{ name: t('transparency.subject') }, ...outcomeColumns()]}
          rows={[
            {
              key: 'appeals',
              cells: [t('transparency.appealsRow'), ...outcomeCells(appeals.received, appeals)],
            },
            {
              key: 'flags',
              cells: [t('transparency.flagsRow'), ...outcomeCells(flags.raised, flags)],
            },
          ]}
        />
        {members ? <Members members={members} /> : null}
      </div>
    </>
  )
}

const Members = ({ members: { at, month, half_year } }: { members: ActiveMembers }) => (
  <TableBox
    title={t('transparency.members')}
    note={t('transparency.membersNote', { date: dateText(at) })}
    columns={[
      { name: t('transparency.active') },
      { name: t('transparency.inEu'), isNumber: true },
      { name: t('transparency.everywhere'), isNumber: true },
    ]}
    rows={[
      { key: 'month', cells: [t('transparency.month'), numberText(month.eu), numberText(month.all)] },
      { key: 'half', cells: [t('transparency.halfYear'), numberText(half_year.eu), numberText(half_year.all)] },
    ]}
  />
)
