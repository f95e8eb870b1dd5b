/** The desk blocks IBANs and phone numbers for direct debits, and unblocks them. */
import type { Deps } from '../../deps.ts'
import type { DeskAnswer } from '../safety/desk.ts'
import { ibanOf, phoneOf } from './direct-debit-payer.ts'
import type { PayerKind } from './direct-debit-queries.ts'
import { payerHash } from './direct-debit-refusals.ts'

/** @param written an IBAN, or a phone number with its `+` */
export const setPayerBlocked = async (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  kind: PayerKind,
  written: string,
  blocked: boolean,
): Promise<DeskAnswer> => {
  const normalised = kind === 'iban' ? ibanOf(written) : phoneOf(written, '')
  if (normalised === null) return 'not_found'
  const hash = payerHash(kind, normalised)
  const isNew = await write((tx) =>
    blocked ? tx.directDebits.block(kind, hash, now()) : tx.directDebits.unblock(kind, hash),
  )
  return isNew ? 'done' : 'same'
}
