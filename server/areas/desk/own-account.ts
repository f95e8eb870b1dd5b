/**
 * The accounts of one person. A colleague may also be a member: nobody works on the account with their own confirmed address
 * [DESK-7]. A colleague may also have several staff accounts: nobody is the second person to themselves [DESK-9], [DESK-12].
 */
import type { About } from '#contract/desk/call.ts'
import { memberOf, moneyOf } from '#contract/desk/subject.ts'
import type { Queries } from '../../db/queries.ts'
import { mailboxOf } from '../account/mailbox.ts'

type Accounts = Pick<Queries, 'staff' | 'account'>
type Reads = Accounts & Pick<Queries, 'approvals' | 'audit' | 'evidence' | 'flags' | 'payments' | 'photos' | 'safety'>

/**
 * The staff accounts with the mailbox of the colleague: one who left and came back has several, and an alias of an address reaches
 * the same person.
 */
export const staffAccountsOf = async (
  { staff }: Pick<Queries, 'staff'>,
  caller: number,
): Promise<ReadonlySet<number>> => {
  const all = await staff.mails()
  const own = all.find(({ id }) => id === caller)
  const same = all.filter(({ mail }) => own !== undefined && mailboxOf(mail) === mailboxOf(own.mail))
  return new Set([caller, ...same.map(({ id }) => id)])
}

type MaybeMember = number | null | undefined

/** The member accounts among these that have the mailbox of the colleague, under any of its addresses. */
export const ownAccountsAmong = async (
  { staff, account }: Accounts,
  caller: number,
  members: readonly number[],
): Promise<Set<number>> => {
  const colleague = await staff.byId(caller)
  const users = await Promise.all(members.map((member) => account.userById(member)))
  // Both addresses are stored in the spelling of `emailKey`.
  const isOwn = (user: { email: string; status: string }): boolean =>
    colleague !== undefined && user.status !== 'not_confirmed' && mailboxOf(user.email) === mailboxOf(colleague.mail)
  return new Set(users.flatMap((user) => (user && isOwn(user) ? [user.id] : [])))
}

export const isOwnAccount = async (read: Accounts, caller: number, member: number): Promise<boolean> =>
  (await ownAccountsAmong(read, caller, [member])).has(member)

/** The member that a thing belongs to; for a letter, the member whom it is about. */
const MEMBER_OF: Record<About, (read: Reads, id: string) => MaybeMember | Promise<MaybeMember>> = {
  member: (_, id) => Number(id),
  subject: (_, id) => memberOf(id) ?? moneyOf(id),
  // An erased sender leaves the evidence; an appeal has none.
  letter: async (read, id) =>
    (await read.evidence.of(Number(id)))?.member ?? (await read.safety.fullLetter(Number(id)))?.profile,
  flag: async (read, id) => (await read.flags.flag(Number(id)))?.member,
  decision: async (read, id) => (await read.safety.decision(Number(id)))?.userId,
  photo: async (read, id) => (await read.photos.one(Number(id)))?.owner,
  payment: async (read, id) => (await read.payments.byId(id))?.userId,
  approval: async (read, id) => (await read.approvals.byId(Number(id)))?.member,
  authority_export: async (read, id) => (await read.audit.asked(Number(id)))?.row.subject,
}

/** Whether a thing that a call or a command names belongs to the own account of the caller. */
export const concernsOwnAccount = async (
  read: Reads,
  caller: number,
  about: About,
  id: string | number,
): Promise<boolean> => {
  const member = await MEMBER_OF[about](read, String(id))
  return typeof member === 'number' && isOwnAccount(read, caller, member)
}
