/**
 * Erases an account whose time is over [ACC-12], a little in each transaction, so that nobody's write waits for it. What
 * it does is what is still there: interrupted, it goes on where it was.
 */
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { announce, announceStanding } from '../feed/announce.ts'
import { forgetMethod } from '../money/stored-method.ts'

export const purge = async ({ write, now }: Pick<Deps, 'write' | 'now'>, member: number): Promise<void> => {
  const until = now() - REACTIVATION_DAYS * DAY_MS
  const erase = <Result>(body: (tx: Tx) => Result | Promise<Result>) => write((tx) => overwriting(tx, body))

  const email = await write((tx) => tx.leaving.closeForGood(member, until))
  if (email === null) return
  while ((await erase((tx) => eraseMessages(tx, member, now()))) > 0);
  while ((await erase((tx) => eraseLikes(tx, member))) > 0);
  while ((await erase((tx) => tx.leaving.eraseFeed(member))) > 0);
  await erase(async (tx) => {
    for (const hash of await tx.leaving.erasePhotos(member)) await tx.photos.mayGo(hash, now())
    await tx.leaving.eraseErrands(member, email)
    await tx.leaving.eraseAttempts(member, hashToken(email))
    await tx.leaving.eraseLetters(member, email)
    // Here, and by a job at the provider.
    await forgetMethod(tx, member, now())
    await tx.leaving.eraseMoney(member)
  })
  await erase(async (tx) => {
    // Their partners' devices ask anew, and learn that nobody is there any more.
    await announceStanding(tx, member)
    await tx.leaving.eraseAccount(member)
    await tx.leaving.eraseFeed(member)
  })
}

/** Bodies run one after another, so that nobody else's write is slower for it. */
const overwriting = async <Result>(tx: Tx, body: (tx: Tx) => Result | Promise<Result>): Promise<Result> => {
  await tx.leaving.overwriteDeleted(true)
  try {
    return await body(tx)
  } finally {
    await tx.leaving.overwriteDeleted(false)
  }
}

/** A message is one of the partner's feed: their devices hold it, and take the empty text instead. */
const eraseMessages = async (tx: Tx, member: number, at: number): Promise<number> => {
  const { erased, hashes } = await tx.leaving.eraseMessages(member)
  for (const hash of hashes) await tx.photos.mayGo(hash, at)
  for (const { message, partner } of erased) await announce(tx, partner, 'message', message)
  return erased.length
}

const eraseLikes = async (tx: Tx, member: number): Promise<number> => {
  const others = await tx.leaving.eraseLikes(member)
  for (const other of others) await announce(tx, other, 'like', member)
  return others.length
}
