/** Visits are counted in memory and written in groups [DESK-13]. */
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import type { NumbersRow } from './areas/desk/numbers-columns.ts'
import { createVisits, type Visit } from './visits.ts'

const START = Date.parse('2026-03-01T23:59:30Z')
const ADS: Visit = { source: 'ads/x1', lander: 'video', country: 'IT' }

let now: number
let written: NumbersRow[][]
let isBroken: boolean
const visits = () =>
  createVisits({
    now: () => now,
    log: pino({ level: 'silent' }),
    write: async (body) => {
      if (isBroken) throw new Error('the disk is full')
      const rows: NumbersRow[] = []
      written.push(rows)
      // A visit uses one query of all of them.
      await body({ numbers: { addVisits: async (row: NumbersRow) => void rows.push(row) } } as never)
    },
  })

beforeEach(() => {
  vi.useFakeTimers()
  now = START
  written = []
  isBroken = false
})
afterEach(() => {
  vi.useRealTimers()
})

test('[DESK-13] a thousand visits of a minute are one write, with a row for each day and group', async () => {
  const { count } = visits()
  for (let visit = 0; visit < 1_000; visit += 1) {
    now = START + visit * 50
    count(visit % 10 === 0 ? { ...ADS, source: '' } : ADS)
  }
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(written).toEqual([
    [
      { ...ADS, source: '', day: '2026-03-01', visits: 60 },
      { ...ADS, day: '2026-03-01', visits: 540 },
      { ...ADS, source: '', day: '2026-03-02', visits: 40 },
      { ...ADS, day: '2026-03-02', visits: 360 },
    ],
  ])
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(written).toHaveLength(1)
})

test('[DESK-13] visits that could not be written are written a minute later', async () => {
  const { count } = visits()
  count(ADS)
  isBroken = true
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  isBroken = false
  count(ADS)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(written).toEqual([[{ ...ADS, day: '2026-03-01', visits: 2 }]])
})

test('[DESK-13] addresses with made-up sources cannot fill the table', async () => {
  const { count, flush } = visits()
  for (let visit = 0; visit < 6_000; visit += 1) count({ ...ADS, source: `made-up ${visit}` })
  await flush()
  const rows = written.flat()
  expect(rows).toHaveLength(5_001)
  expect(rows.at(-1)).toEqual({ day: '2026-03-01', source: '', lander: '', country: '', visits: 1_000 })
})
