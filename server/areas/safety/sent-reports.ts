/** A member's reports and their outcomes [SAFE-8]. Sanctions are left out: they are private to the other member. */
import type { SentReport } from '#contract/entities/safety.ts'
import type { Deps } from '../../deps.ts'
import { letterNumber } from '../notices/letter-number.ts'

export const listReports = async ({ read }: Pick<Deps, 'read'>, member: number): Promise<SentReport[]> =>
  (await read.safety.reportsOf(member)).map((row) => ({
    number: letterNumber(row),
    at: row.at,
    reason: row.reason ?? 'other',
    name: row.name ?? '',
    answered_at: row.answeredAt,
    upheld: row.upheld,
    answer: row.answer,
  }))
