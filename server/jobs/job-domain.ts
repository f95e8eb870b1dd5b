/** The domain whose settings a job uses [SITE-15]: a member's, or the one a payment or letter was made on. */
import type { Queries } from '../db/queries.ts'
import type { JobKind, JobPayload } from './kinds.ts'

type Read = Pick<Queries, 'account' | 'payments' | 'notices' | 'directDebits'>

/** @returns empty for the main domain, and for jobs about nobody */
export const domainOfJob = async (read: Read, payload: JobPayload<JobKind>): Promise<string> => {
  if ('recipient' in payload) return (await read.account.domainOf(payload.recipient)) ?? ''
  if ('member' in payload) return (await read.account.domainOf(payload.member)) ?? ''
  if ('payment' in payload) return (await read.payments.byId(payload.payment))?.domain ?? ''
  if ('letter' in payload) return (await read.notices.letter(payload.letter))?.domain ?? ''
  if ('directdebit' in payload) {
    const debit = await read.directDebits.directDebit(payload.directdebit)
    return debit ? ((await read.account.domainOf(debit.userId)) ?? '') : ''
  }
  return ''
}
