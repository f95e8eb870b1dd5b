/** Recurring jobs: each has one permanent row, which moves to the next run when its work is done. */
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { Tx } from '../deps.ts'
import { RECURRING } from './kinds.ts'

/**
 * Gives every recurring job its row. Runs at the start of the server and when the clock has become right again: a job that a wrong
 * clock armed for a time more than a day ahead is pulled back [OPS-14].
 */
export const armRecurring = async (tx: Pick<Tx, 'jobs' | 'jobWaits' | 'safety'>, now: number): Promise<void> => {
  for (const kind of RECURRING) {
    const hour = HOURS[kind]
    const runAt = hour === null ? now : nextAtHour(hour, now)
    await tx.jobs.add({ kind, payload: {}, uniqueKey: kind, runAt }, now)
    await tx.jobs.pullBack(kind, now + DAY_MS, runAt)
  }
  await tx.jobs.pullBackRetries(now + LONGEST_RETRY_MS, now)
  // A decision that was made while the clock was wrong took other sanctions of its member for ended [DESK-7].
  for (const member of await tx.safety.membersWithEnd(now))
    await tx.jobs.add({ kind: 'sanction.end', payload: { member }, uniqueKey: `sanction.end ${member}` }, now)
  tx.jobWaits()
}

/** A failed job runs again within hours; push services may ask for a day. */
const LONGEST_RETRY_MS = 2 * DAY_MS

/** UTC: early evening in most of Europe. */
export const ROUND_HOUR = 16
/** UTC: at night in Europe. */
export const PROOF_HOUR = 2
/** UTC: after the end of the day that it counts. */
export const COUNT_HOUR = 3

/** After the proof, so that a wrong balance is reported before its entries can be deleted. */
export const RETENTION_HOUR = 3

/** The hour of the first run (UTC); null means at once. */
const HOURS: Record<(typeof RECURRING)[number], number | null> = {
  'reminders.round': ROUND_HOUR,
  'accounts.purge': null,
  'ledger.proof': PROOF_HOUR,
  'money.retention': RETENTION_HOUR,
  'numbers.count': COUNT_HOUR,
  'fictional.refund': null,
  'age.round': null,
}

/** The next time the clock (UTC) shows a full hour. */
export const nextAtHour = (hour: number, now: number): number => {
  const today = now - (now % DAY_MS) + hour * HOUR_MS
  return today > now ? today : today + DAY_MS
}
