/** The geometry of the chart of returns: plain numbers in the units of its drawing. */
import type { ReturnWeek } from '#contract/desk/entities/numbers.ts'

export const RETURN_DAYS = ['d1', 'd7', 'd30'] as const
export type ReturnDay = (typeof RETURN_DAYS)[number]

/** The drawing, and the part of it that has the lines; their labels stand at the right. */
export const SIZE = { width: 360, height: 190 }
export const PLOT = { left: 30, right: 246, top: 12, bottom: 162 }
const LABEL_HEIGHT = 17
const STEP = 0.1

export type Point = { x: number; y: number }
export type ReturnLine = { day: ReturnDay; points: Point[]; last: number; labelY: number }
export type ReturnDrawing = { lines: ReturnLine[]; ticks: { share: number; y: number }[]; xs: number[] }

export const drawReturns = (weeks: readonly ReturnWeek[]): ReturnDrawing => {
  const shares = weeks.flatMap((week) => RETURN_DAYS.flatMap((day) => week[day] ?? []))
  // At least half a scale of ten steps, so that small differences do not look large.
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
  return { lines: apart(lines), ticks: ticks.map((share) => ({ share, y: yOf(share) })), xs }
}

/** Moves labels that would cover each other, from the highest one down. */
const apart = (lines: readonly ReturnLine[]): ReturnLine[] => {
  const moved = lines.toSorted((one, other) => one.labelY - other.labelY)
  let free = PLOT.top
  for (const line of moved) {
    line.labelY = Math.max(line.labelY, free)
    free = line.labelY + LABEL_HEIGHT
  }
  // The lowest one stays above the names of the weeks.
  const beyond = Math.max(0, (moved.at(-1)?.labelY ?? 0) - PLOT.bottom)
  for (const line of moved) line.labelY -= beyond
  return moved
}
