/** A colleague may also be a member. Nobody decides about the account with their own confirmed address [DESK-7]. */
import { refuseDesk, type DeskRefusal } from '../../http/desk-reply.ts'
import type { Queries } from '../../db/queries.ts'

type Reads = Pick<Queries, 'staff' | 'account'>

/** @returns the id of the caller's member account, or null */
export const ownAccountOf = async ({ staff, account }: Reads, caller: number): Promise<number | null> => {
  const colleague = await staff.byId(caller)
  // Both addresses are stored in the spelling of `emailKey`.
  const user = colleague && (await account.userByEmail(colleague.mail))
  return user && user.status !== 'not_confirmed' ? user.id : null
}

export const refuseOwnAccount = async (
  read: Reads,
  caller: number,
  member: number | null | undefined,
): Promise<DeskRefusal | null> =>
  typeof member === 'number' && (await ownAccountOf(read, caller)) === member ? refuseDesk('own_account') : null
