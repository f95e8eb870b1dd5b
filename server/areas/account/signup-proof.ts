/**
 * A proof of work after several signups from one network [GUARD-5]. It refuses nobody: it makes many accounts slow to open, and is
 * solved while a person fills in the form. `RATE_LIMITS=no` switches it off, like the other counts of a network.
 */
import { createHash } from 'node:crypto'
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { DAY_MS } from '#contract/limits.ts'
import { writeNumber, proofBits, proofBytes, startsWithZeros } from '#contract/rules/proof-of-work.ts'
import type { Deps, Tx } from '../../deps.ts'
import { networkHash, wideNetworkOf } from '../../http/address.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { WIDE_NETWORK_FACTOR } from '../../rates.ts'
import { newChallenge, openChallenge, useChallenge, type OpenChallenge } from './challenges.ts'
import { withWindowAttempt, type Window } from './lockout.ts'

type Proof = NonNullable<CallParsed<'signup'>['body']['proof']>

/** The counter of a network's signups; it blocks nothing by itself. */
const WINDOW: Window = { count: Number.POSITIVE_INFINITY, ms: DAY_MS }

const PURPOSE = 'proof of work'

/** The counts of a network, as `addressOf` returns it, and of the larger one around an IPv6 network. */
const countsOf = (deps: Pick<Deps, 'identityKey'>, network: string): { key: string; share: number }[] => {
  const wide = wideNetworkOf(network)
  return [
    { key: `signups from ${networkHash(deps, network)}`, share: 1 },
    ...(wide === null ? [] : [{ key: `signups from ${networkHash(deps, wide)}`, share: WIDE_NETWORK_FACTOR }]),
  ]
}

type Needs = Pick<Deps, 'env' | 'settings' | 'now' | 'identityKey'>

const bitsFor = async (queries: Pick<Tx, 'account'>, deps: Needs, network: string): Promise<number> => {
  const { env, settings, now } = deps
  if (env.RATE_LIMITS === 'no') return 0
  let signups = 0
  for (const { key, share } of countsOf(deps, network)) {
    const row = await queries.account.attempts(key)
    if (row && now() - row.since < WINDOW.ms) signups = Math.max(signups, Math.floor(row.count / share))
  }
  return proofBits(signups, settings().signups_before_proof)
}

export const signupChallenge = async (deps: Deps, network: string): Promise<CallAnswer<'signup.challenge'>> => {
  const bits = await bitsFor(deps.read, deps, network)
  if (bits === 0) return { challenge: null, bits }
  return { challenge: Buffer.from(newChallenge(deps, PURPOSE)).toString('base64url'), bits }
}

const hash = (bytes: Uint8Array | string): Uint8Array => createHash('sha256').update(bytes).digest()

const isSolved = ({ challenge, bits, numbers }: Proof): boolean => {
  const seed = hash(challenge)
  return numbers.every((number, part) => {
    const bytes = proofBytes(seed, part)
    writeNumber(bytes, number)
    return startsWithZeros(hash(bytes), bits)
  })
}

/**
 * Checks the proof of a signup without using it up. @returns the refusal; or the challenge to use up, null if the network needs no proof
 */
export const checkProof = async (
  deps: Deps,
  proof: Proof | undefined,
  network: string,
): Promise<{ bits: number; challenge: OpenChallenge } | null | Refusal> => {
  const bits = await bitsFor(deps.read, deps, network)
  if (bits === 0) return null
  // The work must be enough for the signups of this moment, so that easy challenges cannot be collected.
  if (!proof || proof.bits < bits) return refuse('proof_needed')
  const challenge = openChallenge(deps, PURPOSE, proof.challenge)
  return challenge && isSolved(proof) ? { bits: proof.bits, challenge } : refuse('proof_needed')
}

/**
 * Counts a signup and uses up its proof. Others may have signed up since the check.
 * @param proof as `checkProof` returned it
 */
export const countSignup = async (
  tx: Tx,
  deps: Deps,
  proof: { bits: number; challenge: OpenChallenge } | null,
  network: string,
): Promise<Refusal | null> => {
  const bits = await bitsFor(tx, deps, network)
  if (bits > (proof?.bits ?? 0) || (proof && !(await useChallenge(tx, proof.challenge)))) return refuse('proof_needed')
  for (const { key } of countsOf(deps, network))
    await tx.account.setAttempts(key, withWindowAttempt(await tx.account.attempts(key), deps.now(), WINDOW))
  return null
}
