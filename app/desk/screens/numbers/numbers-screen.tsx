/** Numbers of a time: the health of the site, the funnel, the returns, and the groups [DESK-13]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import { GROUP_MIN, type DeskNumbers, type Health, FUNNEL_STEPS, type NumbersGroup } from '#contract/desk/numbers.ts'
import { now } from '../../clock.ts'
import { download } from '../../download.ts'
import { countryName, dayText, shareText, shortDayText, whenText } from '../../format.ts'
import { Head, Main } from '../../frame/head.tsx'
import { useKeys } from '../../keys.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { Stats, TableBox } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Empty } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { FIRST_PERIOD_DAYS, GroupSelect, PeriodSelect, spanOf } from './choices.tsx'
import { countText, Funnel, partText } from './funnel.tsx'
import styles from './numbers.module.css'
import { Returns } from './returns.tsx'

/** People are grouped by these. The group with an empty name has the people without a source, lander or country. */
const GROUPINGS = [
  {
    filter: 'source',
    groups: 'sources',
    label: 'numbers.source',
    every: 'numbers.everySource',
    none: 'numbers.noSource',
    table: 'numbers.bySource',
    key: { keys: ['s'], text: 'key.source' },
  },
  {
    filter: 'lander',
    groups: 'landers',
    label: 'numbers.lander',
    every: 'numbers.everyLander',
    none: 'numbers.noLander',
    table: 'numbers.byLander',
    key: { keys: ['l'], text: 'key.lander' },
  },
  {
    filter: 'country',
    groups: 'countries',
    label: 'numbers.country',
    every: 'numbers.everyCountry',
    none: 'numbers.noCountry',
    table: 'numbers.byCountry',
    key: { keys: ['c'], text: 'key.country' },
  },
] as const
type Grouping = (typeof GROUPINGS)[number]

const groupName = ({ filter, none }: Grouping, name: string): string => {
  if (name === '') return t(none)
  return filter === 'country' ? countryName(name) : name
}

export const NumbersScreen = () => {
  useSignals()
  const [days, setDays] = useState(FIRST_PERIOD_DAYS)
  /** The chosen groups. A grouping without one is not limited. */
  const [filter, setFilter] = useState<Partial<Record<Grouping['filter'], string>>>({})
  const [hasCharts, setCharts] = useState(true)
  const bar = useRef<HTMLDivElement>(null)
  const span = spanOf(days, now.value)
  const query = { ...span, ...filter }
  const read = useCall('numbers.get', { query })
  const { data } = read
  // A filtered answer contains only the chosen group, so the options come from the newest unfiltered answer.
  const [unfiltered, setAll] = useState<DeskNumbers | null>(null)
  if (data && Object.keys(filter).length === 0 && data !== unfiltered) setAll(data)
  const save = (): Promise<void> => download('numbers.csv', { query }, `numbers-${span.from}-${span.to}.csv`)
  const focus = (name: string): void => bar.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
  useKeys([
    { keys: ['t'], text: 'key.time', run: () => focus('time') },
    ...GROUPINGS.map(({ filter: name, key }) => ({ ...key, run: () => focus(name) })),
    { keys: ['d'], text: 'key.csv', run: () => void save() },
    { keys: ['x'], text: 'key.tables', run: () => setCharts(!hasCharts) },
  ])
  return (
    <>
      <Head title={t('numbers.title')} note={data ? headNote(data) : undefined} />
      <Main>
        <div className={styles['bar']} ref={bar}>
          <PeriodSelect days={days} onChoose={setDays} />
          {GROUPINGS.map((grouping) => {
            const { [grouping.filter]: chosen = null, ...others } = filter
            return (
              <GroupSelect
                key={grouping.filter}
                name={grouping.filter}
                label={t(grouping.label)}
                chosen={chosen}
                groups={unfiltered?.[grouping.groups] ?? []}
                every={t(grouping.every)}
                nameOf={(name) => groupName(grouping, name)}
                onChoose={(group) => setFilter(group === null ? others : { ...filter, [grouping.filter]: group })}
              />
            )
          })}
          <span className={styles['push']}>
            <DeskButton kind="second" keys="x" aria-pressed={!hasCharts} onClick={() => setCharts(!hasCharts)}>
              {t('numbers.tables')}
            </DeskButton>
            <DeskButton kind="second" icon="download" keys="d" onClick={() => void save()}>
              {t('numbers.csv')}
            </DeskButton>
          </span>
        </div>
        <p className={styles['hidden']}>
          {t('numbers.hidden', { least: GROUP_MIN })} {t('numbers.visitsNote')}
        </p>
        <ReadState read={read} />
        {data ? (
          <div className={styles['stack']}>
            <HealthStats now={data.health} before={data.health_before} />
            {data.funnel.signups === 0 && data.funnel.visits === 0 ? (
              <Empty icon="chart" title={t('numbers.none')} text={t('numbers.noneText')} />
            ) : (
              <>
                <Funnel data={data} days={days} hasChart={hasCharts} />
                <Returns weeks={data.weeks} hasChart={hasCharts} />
                {GROUPINGS.map((grouping) => (
                  <GroupTable key={grouping.filter} grouping={grouping} groups={data[grouping.groups]} />
                ))}
              </>
            )}
          </div>
        ) : null}
      </Main>
    </>
  )
}

const headNote = ({ from, to, counted_at }: DeskNumbers): string => {
  const time = { from: shortDayText(from), to: dayText(to) }
  return counted_at === null
    ? t('numbers.headUncounted', time)
    : t('numbers.head', { ...time, when: whenText(counted_at, now.value) })
}

const oneDecimal = (value: number): string => numberText(Number(value.toFixed(1)))
const share = (value: number): string => shareText(value)

type Stat = { name: string; value: string; note: string }

const statOf = (
  name: string,
  value: number | null,
  previous: number | null,
  format: (value: number) => string,
): Stat => ({
  name,
  value: value === null ? t('numbers.nothing') : format(value),
  note: previous === null ? '' : t('numbers.was', { value: format(previous) }),
})

const decisionsOf = (count: number, { decided, in_time, hours }: Health['decided_1']): Stat => ({
  name: t('numbers.hours', { count }),
  value: hours === null ? t('numbers.nothing') : oneDecimal(hours),
  note: decided === 0 ? t('numbers.nothingNote') : t('numbers.inTime', { count: decided, in_time }),
})

const HealthStats = ({ now: health, before }: { now: Health; before: Health }) => (
  <Stats
    stats={[
      statOf(t('numbers.reports'), health.reports_per_1000, before.reports_per_1000, oneDecimal),
      decisionsOf(1, health.decided_1),
      decisionsOf(24, health.decided_24),
      decisionsOf(72, health.decided_72),
      statOf(t('numbers.fictionalMessages'), health.fictional_messages, before.fictional_messages, share),
      statOf(t('numbers.fictionalRevenue'), health.fictional_revenue, before.fictional_revenue, share),
    ]}
  />
)

type GroupTableProps = { grouping: Grouping; groups: readonly NumbersGroup[] }

/** The steps of each source, lander or country; groups of fewer than ten people are not in the answer. */
const GroupTable = ({ grouping, groups }: GroupTableProps) =>
  groups.length === 0 ? null : (
    <TableBox
      title={t(grouping.table)}
      columns={[
        { name: t(grouping.label) },
        ...FUNNEL_STEPS.map((step) => ({ name: tCode('step', step), isNumber: true })),
        { name: t('numbers.perVisit'), isNumber: true },
      ]}
      rows={groups.map((group) => ({
        key: group.name,
        cells: [
          <span key="name" className={styles['group']}>
            {groupName(grouping, group.name)}
          </span>,
          ...FUNNEL_STEPS.map((step) => countText(group[step])),
          partText(group.signups, group.visits),
        ],
      }))}
    />
  )
