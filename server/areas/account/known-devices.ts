/**
 * A device that has logged in to an account before is known to that account [ACC-8]: failures elsewhere do not lock it
 * out. Its mark is a random token in a cookie that outlives the session, another one for each account.
 */
import { KNOWN_DEVICES_MAX } from '#contract/limits.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'

/** @param tokens of the request's device cookie. @returns the hash of the one that this account knows */
export const knownDeviceOf = async (read: Queries, member: number, tokens: readonly string[]): Promise<string | null> =>
  (await read.account.knownDevice(member, tokens.map(hashToken))) ?? null

/**
 * Makes the device known to the account, or notes that it was used again.
 * @returns the tokens for its cookie, the newest account first
 */
export const rememberDevice = async (
  tx: Tx,
  { random, now }: Pick<Deps, 'random' | 'now'>,
  member: number,
  tokens: readonly string[],
): Promise<readonly string[]> => {
  const known = await knownDeviceOf(tx, member, tokens)
  if (known !== null) {
    await tx.account.deviceUsed(known, now())
    return tokens
  }
  const token = Buffer.from(random(16)).toString('base64url')
  await tx.account.addDevice(member, hashToken(token), now(), KNOWN_DEVICES_MAX)
  return [token, ...tokens]
}
