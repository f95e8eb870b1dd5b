/** The geometry of the chart of returns: plain numbers in the units of its drawing. */
import type { ReturnWeek } from '#contract/desk/entities/numbers.ts'

export const RETURN_DAYS = ['d1', 'd7', 'd30'] as const
export type ReturnDay = (typeof RETURN_DAYS)[number]

/** `SIZE` is the whole drawing, `PLOT` the part with the lines. The labels are at the right of the plot. */
export const SIZE = { width: 360, height: 190 }
export const PLOT = { left: 30, right: 246, top: 12, bottom: 162 }
const LABEL_HEIGHT = 17
const STEP = 0.1

export type Point = { x: number; y: number }
export type ReturnLine = { day: ReturnDay; points: Point[]; last: number; labelY: number }
export type ReturnDrawing = { lines: ReturnLine[]; ticks: { share: number; y: number }[]; xs: number[] }

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
