/** Counts the daily numbers [DESK-13]: every night the days that can still change, or all days again. */
import { DAY_MS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { dayText, STEPS_DAYS } from './numbers-columns.ts'

type Needs = {
  read: Pick<Deps['read'], 'numbers'>
  write: <Result>(body: (tx: Pick<Tx, 'numbers'>) => Promise<Result> | Result) => Promise<Result>
  pause: Deps['pause']
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
  for (let day = Math.max(begun, Math.min(missed, today) - COHORT_DAYS * DAY_MS); day < today; day += DAY_MS)
    await countDay(deps, day, 'cohort')
  for (let day = Math.max(begun, Math.min(missed, today) - EVENT_DAYS * DAY_MS); day < today; day += DAY_MS)
    await countDay(deps, day, 'events')
}

/** One day at a time, with a pause: the server answers in between. */
const countDay = async ({ write, pause }: Needs, day: number, part: 'cohort' | 'events'): Promise<void> => {
  const to = day + DAY_MS
  await write(async (tx) => {
    // Counted in the same transaction: an account that is erased between the two would come back into the numbers.
    const rows = part === 'cohort' ? await tx.numbers.cohort(day, to) : await tx.numbers.events(day, to, false)
    await tx.numbers.put(part, dayText(day), dayText(to), rows)
  })
  await pause(1)
}

/** Counts every day again from the members' tables, e.g. after a restore. Run it as a command: it reads every message. */
export const rebuildNumbers = async ({ read, write }: Needs, now: number): Promise<{ days: number }> => {
  const first = await read.numbers.firstDay()
  if (first === null) return { days: 0 }
  const [from, to] = [dayStart(first), dayStart(now)]
  await write(async (tx) => {
    await tx.numbers.put('cohort', '0000', dayText(to), await tx.numbers.cohort(from, to))
    await tx.numbers.put('events', '0000', dayText(to), await tx.numbers.events(0, to, true))
  })
  return { days: Math.round((to - from) / DAY_MS) }
}
