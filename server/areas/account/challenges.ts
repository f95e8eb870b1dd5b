/**
 * Signed challenges: random bytes that the server recognises as its own, for one purpose and for minutes, without a row for each one it
 * gives out. A row is written only when one is used, so that it counts once.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_MINUTES, MINUTE_MS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'

const TIME_BYTES = 6
const RANDOM_BYTES = 16
const MAC_BYTES = 16

type Needs = Pick<Deps, 'identityKey' | 'now'>

/** @param purpose the act, and the member or device that the challenge is bound to */
export const newChallenge = (deps: Needs & Pick<Deps, 'random'>, purpose: string): Uint8Array => {
  const until = Buffer.alloc(TIME_BYTES)
  until.writeUIntBE(deps.now() + CHALLENGE_MINUTES * MINUTE_MS, 0, TIME_BYTES)
  const body = Buffer.concat([until, deps.random(RANDOM_BYTES)])
  return Buffer.concat([body, macOf(deps, purpose, body)])
}

/** A challenge of ours for this purpose, which has not expired. */
export type OpenChallenge = { text: string; expiresAt: number }

/** @param text base64url. @returns null for any other text */
export const openChallenge = (deps: Needs, purpose: string, text: string): OpenChallenge | null => {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + MAC_BYTES) return null
  const body = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES)
  if (!timingSafeEqual(bytes.subarray(body.length), macOf(deps, purpose, body))) return null
  const expiresAt = body.readUIntBE(0, TIME_BYTES)
  return expiresAt > deps.now() ? { text: bytes.toString('base64url'), expiresAt } : null
}

/** @returns false if it was used before */
export const useChallenge = async (tx: Tx, { text, expiresAt }: OpenChallenge): Promise<boolean> =>
  tx.account.useChallenge(hashToken(text), expiresAt)

const macOf = ({ identityKey }: Needs, purpose: string, body: Uint8Array): Buffer =>
  createHmac('sha256', identityKey()).update(`challenge ${purpose}\n`).update(body).digest().subarray(0, MAC_BYTES)
