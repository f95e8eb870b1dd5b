/** Counts the daily numbers [DESK-13]: every night the days that can still change, or all days again. */
import { DAY_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Deps, Tx } from '../../deps.ts'
import { COUNT_HOUR, nextAtHour } from '../../jobs/recurring.ts'
import { STEPS_DAYS, type NumbersRow } from './numbers-columns.ts'
import { countCohort, countEvents, type Counting } from './numbers-slices.ts'

type Needs = Counting & {
  write: <Result>(body: (tx: Pick<Tx, 'numbers'>) => Promise<Result> | Result) => Promise<Result>
}

const dayStart = (at: number): number => at - (at % DAY_MS)

/** A signup's steps and returns end after 31 days; reports of an evening are decided on the next days. */
const COHORT_DAYS = STEPS_DAYS + 2
const EVENT_DAYS = 3

/** Counting a day again changes nothing, so a night that was interrupted or missed is made up by the next. */
export const countRecentDays = async (deps: Needs, now: number, countedTo: number | null): Promise<void> => {
  const today = dayStart(now)
  const first = await deps.read.numbers.firstDay()
  if (first === null) return
  const begun = dayStart(first)
  const missed = countedTo === null ? begun : Math.max(begun, dayStart(countedTo))
  const from = (days: number): number => Math.max(begun, Math.min(missed, today) - days * DAY_MS)
  for (let day = from(COHORT_DAYS); day < today; day += DAY_MS)
    await count(deps, 'cohort', day, day + DAY_MS, () => countCohort(deps, day, day + DAY_MS))
  for (let day = from(EVENT_DAYS); day < today; day += DAY_MS)
    await count(deps, 'events', day, day + DAY_MS, () =>
      countEvents(deps, { from: day, to: day + DAY_MS, readsAll: false }),
    )
}

/** An account that is erased while its days are counted would be in them twice: then they are counted again. */
const count = async (
  { read, write }: Needs,
  part: 'cohort' | 'events',
  from: number,
  to: number,
  rowsNow: () => Promise<NumbersRow[]>,
): Promise<void> => {
  const days = [from === 0 ? '0000' : dateOf(from), dateOf(to)] as const
  for (let isStored = false; !isStored;) {
    const before = JSON.stringify(await read.numbers.erased(...days))
    const rows = await rowsNow()
    isStored = await write(async ({ numbers }) => {
      if (JSON.stringify(await numbers.erased(...days)) !== before) return false
      await numbers.put(part, ...days, rows)
      return true
    })
  }
}

/** Counts every day again from the members' tables, e.g. after a restore. Run it as a command: it reads every message. */
export const rebuildNumbers = async (deps: Needs, now: number): Promise<{ days: number }> => {
  const first = await deps.read.numbers.firstDay()
  if (first === null) return { days: 0 }
  const to = dayStart(now)
  await count(deps, 'cohort', 0, to, () => countCohort(deps, 0, to))
  await count(deps, 'events', 0, to, () => countEvents(deps, { from: 0, to, readsAll: true }))
  return { days: Math.round((to - dayStart(first)) / DAY_MS) }
}

/** The job that runs every night. */
export const numbersCount = (deps: Deps) => async (): Promise<number> => {
  const now = deps.now()
  await countRecentDays(deps, now, (await deps.read.operations.numbersCounted()) ?? null)
  await deps.write((tx) => tx.operations.setNumbersCounted(now))
  return nextAtHour(COUNT_HOUR, now)
}
