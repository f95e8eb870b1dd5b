/**
 * Refuses a banned member who comes back [DESK-10]: mail, phone, IBAN, device and photos outlive the account as keyed
 * hashes. Nobody can read the values back, and nobody learns which of them matched.
 */
import { createHmac } from 'node:crypto'
import type { IdentityKind } from '#contract/desk/case.ts'
import type { Deps, Tx } from '../../deps.ts'
import { mailboxOf } from '../account/mailbox.ts'
import type { Mark } from './identity-queries.ts'

type Key = Pick<Deps, 'identityKey'>

/**
 * The mark of a mail address stands for its mailbox, so an alias does not evade a ban.
 * @param value in its normal form: `emailKey`, E.164, an IBAN without spaces, the hash of a device's token, a photo's hash
 */
export const markOf = ({ identityKey }: Key, kind: IdentityKind, value: string): Mark => {
  const marked = kind === 'mail' ? mailboxOf(value) : value
  return { kind, hash: createHmac('sha256', identityKey()).update(`${kind} ${marked}`).digest('base64url') }
}

export const marksOf = async (deps: Key, tx: Pick<Tx, 'identity'>, member: number): Promise<Mark[]> =>
  (await tx.identity.identityOf(member)).map(({ kind, value }) => markOf(deps, kind, value))

/** Marks a member at a ban, or before the account is erased while there is evidence. */
export const markMember = async (
  deps: Key,
  tx: Pick<Tx, 'identity'>,
  member: number,
  decision: number | null,
  at: number,
): Promise<void> => {
  await tx.identity.mark(member, await marksOf(deps, tx, member), decision, at)
  // An erased account has no values any more, but the hashes may be stored with its evidence.
  if (decision !== null) await tx.identity.banMarksOf(member, decision, at)
}

/** Whether a ban refuses one of these values. */
export const isBanned = async (
  deps: Key,
  queries: Pick<Tx, 'identity'>,
  values: readonly { kind: IdentityKind; value: string }[],
): Promise<boolean> => queries.identity.isRefused(values.map(({ kind, value }) => markOf(deps, kind, value)))
