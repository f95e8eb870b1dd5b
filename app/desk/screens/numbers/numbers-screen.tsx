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
import { Stats, DataTable } from '../../ui/data-table.tsx'
import { ChipSelect } from '../../ui/chip-select.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { Empty, Box } from '../../ui/parts.tsx'
import { ReadState } from '../../ui/read-state.tsx'
import { useCall } from '../../use-call.ts'
import { groupChoices, PERIODS, spanOf } from './choice.ts'
import { countText, Funnel, partText } from './funnel.tsx'
import styles from './numbers.module.css'
import { Returns } from './returns.tsx'

/** The chosen groups. Null means no filter; an empty name means the people without a source, lander or country. */
type Filter = { source: string | null; lander: string | null; country: string | null }
const NO_FILTER: Filter = { source: null, lander: null, country: null }

const sourceName = (name: string): string => (name === '' ? t('numbers.noSource') : name)
const landerName = (name: string): string => (name === '' ? t('numbers.noLander') : name)
const nameOfCountry = (name: string): string => (name === '' ? t('numbers.noCountry') : countryName(name))

export const NumbersScreen = () => {
  useSignals()
  const [days, setDays] = useState<number>(28)
  const [filter, setFilter] = useState(NO_FILTER)
  const [hasCharts, setCharts] = useState(true)
  const bar = useRef<HTMLDivElement>(null)
  const span = spanOf(days, now.value)
  const { source, lander, country } = filter
  const query = {
    ...span,
    ...(source !== null && { source }),
    ...(lander !== null && { lander }),
    ...(country !== null && { country }),
  }
  const read = useCall('numbers.get', { query })
  const { data } = read
  const isFiltered = source !== null || lander !== null || country !== null
  // A filtered answer contains only the chosen group, so the options come from the newest unfiltered answer.
  const [unfiltered, setAll] = useState<DeskNumbers | null>(null)
  if (data && !isFiltered && data !== unfiltered) setAll(data)
  const save = (): Promise<void> => download('numbers.csv', { query }, `numbers-${span.from}-${span.to}.csv`)
  const focus = (name: string): void => bar.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
  useKeys([
    { keys: ['t'], text: 'key.time', run: () => focus('time') },
    { keys: ['s'], text: 'key.source', run: () => focus('source') },
    { keys: ['l'], text: 'key.lander', run: () => focus('lander') },
    { keys: ['c'], text: 'key.country', run: () => focus('country') },
    { keys: ['d'], text: 'key.csv', run: () => void save() },
    { keys: ['x'], text: 'key.tables', run: () => setCharts(!hasCharts) },
  ])
  return (
    <>
      <Head title={t('numbers.title')} note={data ? headNote(data) : undefined} />
      <Main>
        <div className={styles['bar']} ref={bar}>
          <ChipSelect
            name="time"
            label={t('numbers.time')}
            value={String(days)}
            options={PERIODS.map((count) => [String(count), t('numbers.days', { count })])}
            onChoose={(text) => setDays(Number(text))}
          />
          <ChipSelect
            name="source"
            label={t('numbers.source')}
            {...groupChoices(source, unfiltered?.sources ?? [], t('numbers.everySource'), sourceName)}
            onChoose={(text) => setFilter({ ...filter, source: groupOf(text) })}
          />
          <ChipSelect
            name="lander"
            label={t('numbers.lander')}
            {...groupChoices(lander, unfiltered?.landers ?? [], t('numbers.everyLander'), landerName)}
            onChoose={(text) => setFilter({ ...filter, lander: groupOf(text) })}
          />
          <ChipSelect
            name="country"
            label={t('numbers.country')}
            {...groupChoices(country, unfiltered?.countries ?? [], t('numbers.everyCountry'), nameOfCountry)}
            onChoose={(text) => setFilter({ ...filter, country: groupOf(text) })}
          />
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
                <GroupTable
                  title={t('numbers.bySource')}
                  column={t('numbers.source')}
                  groups={data.sources}
                  nameOf={sourceName}
                />
                <GroupTable
                  title={t('numbers.byLander')}
                  column={t('numbers.lander')}
                  groups={data.landers}
                  nameOf={landerName}
                />
                <GroupTable
                  title={t('numbers.byCountry')}
                  column={t('numbers.country')}
                  groups={data.countries}
                  nameOf={nameOfCountry}
                />
              </>
            )}
          </div>
        ) : null}
      </Main>
    </>
  )
}

const groupOf = (text: string): string | null => (text === '' ? null : text.slice(1))

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

type GroupTableProps = {
  title: string
  column: string
  groups: readonly NumbersGroup[]
  nameOf: (name: string) => string
}

/** The steps of each source, lander or country; groups of fewer than ten people are not in the answer. */
const GroupTable = ({ title, column, groups, nameOf }: GroupTableProps) =>
  groups.length === 0 ? null : (
    <Box title={title} className={styles['flush']}>
      <DataTable
        label={title}
        columns={[
          { name: column },
          ...FUNNEL_STEPS.map((step) => ({ name: tCode('step', step), isNumber: true })),
          { name: t('numbers.perVisit'), isNumber: true },
        ]}
        rows={groups.map((group) => ({
          key: group.name,
          cells: [
            <span key="name" className={styles['group']}>
              {nameOf(group.name)}
            </span>,
            ...FUNNEL_STEPS.map((step) => countText(group[step])),
            partText(group.signups, group.visits),
          ],
        }))}
      />
    </Box>
  )
