/** The reasons against a direct debit [PAY-10]: a blocked payer, or the limit of a day. */
import { DAY_MS } from '#contract/limits.ts'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import type { Queries } from '../../db/queries.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import type { PayerKind } from './direct-debit-queries.ts'

type Asked = { id: string; userId: number; iban: string; phone: string }
type Reads = Pick<Queries, 'directDebits'>

/** The key in the table of blocked payers: a hash, so that no IBAN or number is stored there. */
export const payerHash = (kind: PayerKind, normalised: string): string => hashToken(`${kind} ${normalised}`)

export const payerRefusal = async (
  { directDebits }: Reads,
  { direct_debits_a_day: limits }: Pick<SiteSettings, 'direct_debits_a_day'>,
  { id, userId, iban, phone }: Asked,
  now: number,
): Promise<Refusal | null> => {
  if (await directDebits.isBlocked('iban', payerHash('iban', iban))) return refuse('iban_blocked')
  if (await directDebits.isBlocked('phone', payerHash('phone', phone))) return refuse('phone_blocked')
  const since = now - DAY_MS
  const isOverrun =
    (await directDebits.begunBy(userId, since, id)) >= limits.member ||
    (await directDebits.wentFrom(iban, since)) >= limits.iban
  return isOverrun ? refuse('directdebit_limit') : null
}
