/**
 * Three members who report the same one within 24 hours mute that member: no new conversations, until a person has
 * answered the flag [GUARD-4]. Reports that the person has looked at count no more.
 */
import { DAY_MS } from '#contract/limits.ts'
import type { Tx } from '../../deps.ts'
import { sanctionWithin } from './desk.ts'

const REPORTERS = 3

export const muteByReports = async (tx: Tx, member: number, at: number): Promise<void> => {
  if ((await tx.flags.openFlagsOf(member)).some(({ kind }) => kind === 'reports')) return
  const since = Math.max(at - DAY_MS, await tx.flags.answeredAt(member, 'reports'))
  const reports = await tx.safety.reportersSince(member, since)
  if (reports.length < REPORTERS) return
  const reasons = reports.map(({ reason }) => reason ?? 'other')
  const severity = reasons.includes('minor') ? 'grave' : 'harm'
  const facts = { reports: reports.map(({ report }) => report), reasons }
  await tx.flags.addFlag({ member, kind: 'reports', severity, facts }, at)
  tx.deskChanged('queue')
  await sanctionWithin(tx, member, { kind: 'muted', reason: mostFrequent(reasons), note: '', until: null }, at)
}

const mostFrequent = <Value>(values: readonly Value[]): Value => {
  const count = (one: Value) => values.filter((value) => value === one).length
  const [first, ...others] = values
  if (first === undefined) throw new Error('No values')
  return others.reduce((best, one) => (count(one) > count(best) ? one : best), first)
}
