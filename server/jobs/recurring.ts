/** Recurring jobs: each has one permanent row, which moves to the next run when its work is done. */
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { Tx } from '../deps.ts'
import { RECURRING } from './kinds.ts'

/**
 * Gives every recurring job its row. Runs at the start of the server and when the clock has become right again: a job that a wrong
 * clock armed for a time more than a day ahead is pulled back [OPS-14].
 */
export const armRecurring = async (tx: Pick<Tx, 'jobs' | 'safety'>, now: number): Promise<void> => {
  for (const kind of RECURRING) {
    const runAt = isDaily(kind) ? nextRun(kind, now) : now
    await tx.jobs.add({ kind, payload: {}, uniqueKey: kind, runAt }, now)
    await tx.jobs.runEarlier(kind, now + DAY_MS, runAt)
  }
  await tx.jobs.retryEarlier(now + LONGEST_RETRY_MS, now)
  // A decision that was made while the clock was wrong took other sanctions of its member for ended [DESK-7].
  for (const member of await tx.safety.membersWithEnd(now))
    await tx.jobs.add({ kind: 'sanction.end', payload: { member }, uniqueKey: `sanction.end ${member}` }, now)
}

/** A failed job runs again within hours; push services may ask for a day. */
const LONGEST_RETRY_MS = 2 * DAY_MS

/** The hour (UTC) of each run. The others set their own next time, and run at the start for the first time. */
const HOURS = {
  /** Early evening in most of Europe. */
  'reminders.round': 16,
  /** Night in Europe. */
  'ledger.proof': 2,
  /** After the proof, so that a wrong balance is reported before its entries can be deleted. */
  'money.retention': 3,
  /** After the end of the day that it counts. */
  'numbers.count': 3,
} as const satisfies Partial<Record<(typeof RECURRING)[number], number>>

type DailyKind = keyof typeof HOURS

const isDaily = (kind: (typeof RECURRING)[number]): kind is DailyKind => kind in HOURS

export const nextRun = (kind: DailyKind, now: number): number => nextAtHour(HOURS[kind], now)

/** The next time the clock (UTC) shows a full hour. */
export const nextAtHour = (hour: number, now: number): number => {
  const today = now - (now % DAY_MS) + hour * HOUR_MS
  return today > now ? today : today + DAY_MS
}
