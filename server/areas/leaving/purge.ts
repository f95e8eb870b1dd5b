/**
 * Erases an account whose time is over [ACC-12], a little in each transaction, so that nobody's write waits for it. What
 * it does is what is still there: interrupted, it goes on where it was.
 */
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { announce, announceStanding } from '../feed/announce.ts'

export const purge = async ({ write, now }: Pick<Deps, 'write' | 'now'>, member: number): Promise<void> => {
  const email = await write((tx) => tx.leaving.closeForGood(member, now() - REACTIVATION_DAYS * DAY_MS))
  if (email === null) return
  while ((await write((tx) => eraseMessages(tx, member))) > 0);
  while ((await write((tx) => eraseLikes(tx, member))) > 0);
  while ((await write((tx) => tx.leaving.eraseFeed(member))) > 0);
  await write(async (tx) => {
    for (const hash of await tx.leaving.erasePhotos(member)) await tx.photos.mayGo(hash, now())
    await tx.leaving.eraseErrands(member, email)
    await tx.leaving.eraseAttempts(member, hashToken(email))
    await tx.leaving.eraseLetters(member, email)
  })
  await write(async (tx) => {
    // Their partners' devices ask anew, and learn that nobody is there any more.
    await announceStanding(tx, member)
    await tx.leaving.eraseAccount(member)
    await tx.leaving.eraseFeed(member)
  })
}

/** A message is one of the partner's feed: their devices hold it, and take the empty text instead. */
const eraseMessages = async (tx: Tx, member: number): Promise<number> => {
  const erased = await tx.leaving.eraseMessages(member)
  for (const { message, partner } of erased) await announce(tx, partner, 'message', message)
  return erased.length
}

const eraseLikes = async (tx: Tx, member: number): Promise<number> => {
  const others = await tx.leaving.eraseLikes(member)
  for (const other of others) await announce(tx, other, 'like', member)
  return others.length
}
