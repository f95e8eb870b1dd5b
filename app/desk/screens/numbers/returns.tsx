import type { ReturnWeek } from '#contract/desk/numbers.ts'
import { shareText, shortDayText } from '../../format.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Box } from '../../ui/parts.tsx'
import styles from './numbers.module.css'
import { countText } from './funnel.tsx'

/** The share of each week's signups that came back after 1, 7 and 30 days: lines, with the table beside them. */
export const Returns = ({ weeks, hasChart }: { weeks: readonly ReturnWeek[]; hasChart: boolean }) => (
  <Box
    title={t('numbers.returns')}
    className={styles['flush']}
    end={<span className="muted">{t('numbers.returnsNote')}</span>}
  >
    <div className={hasChart ? styles['beside'] : undefined}>
      {hasChart ? <ReturnsChart weeks={weeks} /> : null}
      <DataTable
        label={t('numbers.returns')}
        hasBlocks={false}
        columns={[
          { name: t('numbers.week') },
          { name: tCode('step', 'signups'), isNumber: true },
          ...RETURN_DAYS.map((day) => ({ name: tCode('return', day), isNumber: true })),
        ]}
        rows={weeks.map((week) => ({
          key: week.from,
          cells: [
            shortDayText(week.from),
            <b key="signups">{countText(week.signups)}</b>,
            ...RETURN_DAYS.map((day) => returnText(week, day)),
          ],
        }))}
      />
    </div>
  </Box>
)

const returnText = (week: ReturnWeek, day: ReturnDay): string => {
  const share = week[day]
  if (share !== null) return shareText(share, 0)
  return week.over[day] ? '–' : t('numbers.later')
}

/** Lines differ in dash, marker and label; colour only repeats that. */
const ReturnsChart = ({ weeks }: { weeks: readonly ReturnWeek[] }) => {
  const { lines, ticks, xs } = drawReturns(weeks)
  if (lines.length === 0) return <p className={styles['text']}>{t('numbers.noWeeks')}</p>
  const linesText = lines.map(labelOf).join(', ')
  const every = Math.max(1, Math.ceil(weeks.length / 3))
  return (
    <div className={styles['chartHolder']}>
      <svg
        className={styles['chart']}
        role="img"
        aria-label={t('numbers.returnsChart', { lines: linesText })}
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      >
        {ticks.map(({ share, y }) => (
          <g key={share}>
            <path className={styles['axis']} d={`M${PLOT.left} ${y}H${PLOT.right}`} />
            <text x={PLOT.left - 7} y={y + 4} textAnchor="end">
              {numberText(Math.round(share * 100))}
            </text>
          </g>
        ))}
        {weeks.map(({ from }, index) =>
          index % every === 0 ? (
            <text key={from} x={xs[index]} y={SIZE.height - 8} textAnchor="middle">
              {shortDayText(from)}
            </text>
          ) : null,
        )}
        {lines.map((line) => (
          <g key={line.day} className={styles[line.day]}>
            <path className={styles['line']} d={pathOf(line.points)} />
            {line.points.map((point) => (
              <path key={point.x} className={styles['marker']} d={markerOf(line.day, point)} />
            ))}
            <path className={styles['marker']} d={markerOf(line.day, { x: PLOT.right + 12, y: line.labelY })} />
            <text className={styles['label']} x={PLOT.right + 20} y={line.labelY + 4}>
              {labelOf(line)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

const labelOf = ({ day, last }: ReturnLine): string =>
  t('numbers.lineEnd', { line: tCode('return', day), share: shareText(last, 0) })

const pathOf = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('')

/** A circle, a square or a triangle around a point. */
const markerOf = (day: ReturnDay, { x, y }: Point): string => {
  switch (day) {
    case 'd1':
      return `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`
    case 'd7':
      return `M${x - 3} ${y - 3}h6v6h-6z`
    case 'd30':
      return `M${x} ${y - 4}l4 7h-8z`
  }
}

const RETURN_DAYS = ['d1', 'd7', 'd30'] as const
type ReturnDay = (typeof RETURN_DAYS)[number]

/** `SIZE` is the whole drawing, `PLOT` the part with the lines. The labels are at the right of the plot. */
const SIZE = { width: 360, height: 190 }
export const PLOT = { left: 30, right: 246, top: 12, bottom: 162 }
const LABEL_HEIGHT = 17
const STEP = 0.1

type Point = { x: number; y: number }
type ReturnLine = { day: ReturnDay; points: Point[]; last: number; labelY: number }
type ReturnDrawing = { lines: ReturnLine[]; ticks: { share: number; y: number }[]; xs: number[] }

export const drawReturns = (weeks: readonly ReturnWeek[]): ReturnDrawing => {
  const shares = weeks.flatMap((week) => RETURN_DAYS.flatMap((day) => week[day] ?? []))
  // The scale ends at 50 % or higher, so that small differences do not look large.
  const steps = Math.max(5, Math.ceil(Math.max(0, ...shares) / STEP))
  const yOf = (share: number): number => PLOT.bottom - (share / (steps * STEP)) * (PLOT.bottom - PLOT.top)
  const gap = weeks.length > 1 ? (PLOT.right - PLOT.left) / (weeks.length - 1) : 0
  const xs = weeks.map((_, index) => PLOT.left + gap * index)
  const lines = RETURN_DAYS.flatMap((day): ReturnLine[] => {
    const points = weeks.flatMap((week, index): Point[] => {
      const share = week[day]
      return share === null ? [] : [{ x: xs[index] ?? PLOT.left, y: yOf(share) }]
    })
    const last = weeks.findLast((week) => week[day] !== null)?.[day] ?? null
    return last === null ? [] : [{ day, points, last, labelY: yOf(last) }]
  })
  const tickCount = steps > 5 ? 2 : 1
  const ticks = Array.from({ length: Math.floor(steps / tickCount) + 1 }, (_, index) => index * tickCount * STEP)
  return { lines: withoutOverlap(lines), ticks: ticks.map((share) => ({ share, y: yOf(share) })), xs }
}

/** Moves labels that would cover each other, from the highest one down. */
const withoutOverlap = (lines: readonly ReturnLine[]): ReturnLine[] => {
  const moved = lines.toSorted((one, other) => one.labelY - other.labelY)
  let nextFreeY = PLOT.top
  for (const line of moved) {
    line.labelY = Math.max(line.labelY, nextFreeY)
    nextFreeY = line.labelY + LABEL_HEIGHT
  }
  // Labels below the plot would cover the names of the weeks, so all labels move up.
  const overflow = Math.max(0, (moved.at(-1)?.labelY ?? 0) - PLOT.bottom)
  for (const line of moved) line.labelY -= overflow
  return moved
}
