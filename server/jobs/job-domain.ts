/** The domain whose settings a job uses [SITE-15]: the member's domain, or the domain of the payment or complaint. */
import type { Queries } from '../db/queries.ts'

type Read = Pick<Queries, 'account' | 'payments' | 'notices' | 'directDebits'>

/** The parts of a job's payload that identify a member, payment, complaint or direct debit. */
export type Named = {
  recipient?: number
  member?: number
  payment?: string
  letter?: number
  directdebit?: string
}

/** @returns an empty string for the main domain, and for jobs that name nobody */
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
