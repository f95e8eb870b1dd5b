/** The domain whose settings a job uses [SITE-15]: a member's, or the one a payment or letter was made on. */
import type { Queries } from '../db/queries.ts'

type Read = Pick<Queries, 'account' | 'payments' | 'notices' | 'directDebits'>

/** The parts of a job's payload that name somebody. */
export type Named = {
  recipient?: number
  member?: number
  payment?: string
  letter?: number
  directdebit?: string
}

/** @returns empty for the main domain, and for jobs about nobody */
export const domainOfJob = async (read: Read, named: Named): Promise<string> => {
  if (named.recipient !== undefined) return (await read.account.domainOf(named.recipient)) ?? ''
  if (named.member !== undefined) return (await read.account.domainOf(named.member)) ?? ''
  if (named.payment !== undefined) return (await read.payments.byId(named.payment))?.domain ?? ''
  if (named.letter !== undefined) return (await read.notices.letter(named.letter))?.domain ?? ''
  if (named.directdebit !== undefined) {
    const debit = await read.directDebits.directDebit(named.directdebit)
    return debit ? ((await read.account.domainOf(debit.userId)) ?? '') : ''
  }
  return ''
}
