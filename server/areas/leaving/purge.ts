/**
 * Erases an expired account [ACC-12] in short transactions, so that no other write waits long. Each step erases the rows
 * that still exist, so an interrupted purge continues.
 */
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { releaseMailbox } from '../account/mailbox.ts'
import { countMember } from '../desk/numbers.ts'
import { announce, announceStatus, circleOf } from '../feed/announce.ts'
import { forgetMethod } from '../money/methods.ts'
import { markMember } from '../safety/identity.ts'
import type { MessagePlace } from './purge-queries.ts'

/** Between two steps other writes have their turn. */
const PAUSE_MS = 5

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'identityKey' | 'pause'>

type ClosedAccount = { member: number; email: string; isConfirmed: boolean }
type OnFailure = (member: number, error: unknown) => void

/** Erases one account. */
export const purge = (deps: Needs, member: number): Promise<void> =>
  purgeAll(deps, [member], (_, error) => {
    throw error
  })

/**
 * Erases these accounts one after another. The tables in which a member is found only by reading them from end to end are read once for
 * all of them: at a million members that takes seconds.
 * @param onFailure gets each account that was not erased
 */
export const purgeAll = async (deps: Needs, members: readonly number[], onFailure: OnFailure): Promise<void> => {
  const closed: ClosedAccount[] = []
  const each = async <One>(ones: readonly One[], memberOf: (one: One) => number, work: (one: One) => Promise<void>) => {
    for (const one of ones)
      try {
        await work(one)
      } catch (error) {
        onFailure(memberOf(one), error)
      }
  }
  await each(
    members,
    (member) => member,
    async (member) => {
      const account = await close(deps, member)
      if (account) closed.push({ member, ...account })
    },
  )
  if (closed.length > 0) await eraseMentions(deps, closed)
  await each(
    closed,
    ({ member }) => member,
    (account) => eraseAccount(deps, account),
  )
}

const erasing =
  ({ write, pause }: Needs) =>
  async <Result>(body: (tx: Tx) => Result | Promise<Result>, holds?: readonly number[]): Promise<Result> => {
    const result = await write((tx) => tx.leaving.overwriting(() => body(tx)), holds)
    await pause(PAUSE_MS)
    return result
  }

/** Nobody can restore the account from now on. @returns null if there is nothing to erase */
const close = async (deps: Needs, member: number): Promise<Omit<ClosedAccount, 'member'> | null> => {
  const until = deps.now() - REACTIVATION_DAYS * DAY_MS
  // After the erasure nothing is left to count [DESK-13].
  const numbers = await countMember(deps, member)
  return erasing(deps)(async (tx) => {
    const account = await tx.leaving.closeForGood(member, until)
    // A reported member may be banned after the account is gone [DESK-10].
    if (account && (await tx.evidence.isHeld(member))) await markMember(deps, tx, member, null, deps.now())
    if (account?.isFirst) await tx.numbers.keepErased(numbers)
    return account
  })
}

/** Erases jobs about these members, and counts under their names. */
const eraseMentions = async (deps: Needs, accounts: readonly ClosedAccount[]): Promise<void> => {
  const erase = erasing(deps)
  const members = new Set(accounts.map(({ member }) => member))
  const emails = accounts.map(({ email }) => email)
  for (let last: number | null = 0; last !== null;) {
    const after: number = last
    last = await erase((tx) => tx.leaving.eraseJobs(members, emails, after))
  }
  const names = new Set([...members].map(String).concat(emails.map(hashToken)))
  for (let last: string | null = ''; last !== null;) {
    const after: string = last
    last = await erase((tx) => tx.leaving.eraseAttempts(names, after))
  }
}

const eraseAccount = async (deps: Needs, { member, email, isConfirmed }: ClosedAccount): Promise<void> => {
  const { now } = deps
  const erase = erasing(deps)
  /**
   * For steps that change the partners' feeds: without it they lose again and again to a partner who writes all the time. They lock the partners
   * in the order of their ids, as messages between these do.
   */
  const changedMembers = [member]
  for (let last: MessagePlace | null = { conversation: 0, message: 0 }; last;) {
    const from: MessagePlace = last
    last = await erase((tx) => eraseMessages(tx, member, from, now()), changedMembers)
  }
  while ((await erase((tx) => eraseLikes(tx, member), changedMembers)) > 0);
  while ((await erase((tx) => tx.leaving.eraseFeed(member))) > 0);
  while ((await erase((tx) => tx.leaving.eraseSides(member))) > 0);
  await erase(async (tx) => {
    for (const hash of await tx.leaving.erasePhotos(member)) await tx.photos.scheduleDeletion(hash, now())
    await tx.leaving.eraseInbox(email)
    await tx.leaving.eraseLetters(member, isConfirmed ? email : null)
    // Deletes the stored method here, and by a job at the provider.
    await forgetMethod(tx, member, now())
    await tx.leaving.eraseMoney(member)
  })
  const held = await circleOf(deps.read, member)
  await erase(async (tx) => {
    // The partners' devices sync, and learn that the member is gone.
    await announceStatus(tx, member, now(), held)
    await releaseMailbox(tx, member, now())
    await tx.leaving.eraseAccount(member)
    await tx.leaving.eraseFeed(member)
    tx.happened('account_erased')
  }, held)
}

/**
 * The message stays in the partner's feed, so their devices replace it with the empty text.
 * @returns the last message that was looked at, or null at the end
 */
const eraseMessages = async (tx: Tx, member: number, from: MessagePlace, at: number): Promise<MessagePlace | null> => {
  const { erased, hashes, last } = await tx.leaving.eraseMessages(member, from)
  for (const hash of hashes) await tx.photos.scheduleDeletion(hash, at)
  const known = erased.flatMap(({ message, partner }) => (partner === null ? [] : [{ message, partner }]))
  for (const { message, partner } of known.toSorted((one, other) => one.partner - other.partner))
    await announce(tx, partner, 'message', message)
  return last
}

const eraseLikes = async (tx: Tx, member: number): Promise<number> => {
  const others = await tx.leaving.eraseLikes(member)
  for (const other of others.toSorted((one, next) => one - next)) await announce(tx, other, 'like', member)
  return others.length
}
