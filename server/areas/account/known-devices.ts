/**
 * A device that has logged in to an account is known to that account [ACC-8]: failures on other devices do not lock it
 * out. The device stores a random token for each account, in a cookie that outlives the session.
 */
import { KNOWN_DEVICES_MAX } from '#contract/limits.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'

/** @param tokens from the device cookie. @returns the hash of the token that this account knows, or null */
export const knownDeviceOf = async (read: Queries, member: number, tokens: readonly string[]): Promise<string | null> =>
  (await read.account.knownDevice(member, tokens.map(hashToken))) ?? null

/**
 * Adds the device to the account, or updates the time of its last use.
 * @returns the tokens for the device cookie, the newest account first
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
