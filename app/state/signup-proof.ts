/**
 * The proof of work that a signup may need [GUARD-5]: requested and solved while the person fills in the form. A person notices it only
 * if the work takes longer than the form.
 */
import type { CallInput } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../ports/api.ts'
import { after } from '../ports/clock.ts'

type Proof = NonNullable<CallInput<'signup'>['body']['proof']>

let solving: Promise<Proof | null> | null = null

/** A wait that is shorter needs no line on the screen. */
const SHORT_WAIT_MS = 3_000

const solve = async (): Promise<Proof | null> => {
  const asked = await call('signup.challenge', {})
  if (!asked.ok || asked.data.challenge === null) return null
  const { challenge, bits } = asked.data
  const { solveProof } = await import('../ports/proof-worker.ts')
  const numbers = await solveProof({ challenge, bits })
  return numbers && { challenge, bits, numbers }
}

/** Begins the work if this network needs a proof. */
export const prepareProof = (): void => {
  // Without the worker's file there is no proof, and the server says what follows.
  solving ??= solve().catch(() => null)
}

/**
 * Sends a signup with its proof. A proof that is too old, or too small because others have signed up meanwhile, is made anew once.
 *
 * @param send gets no proof where none is needed, or where this browser cannot solve one: then the server answers `proof_needed`
 * @param onWait whether the work takes so long that it needs a line on the screen
 */
export const withProof = async (
  send: (proof: Proof | null) => Promise<ErrorBody | null>,
  onWait: (isLong: boolean) => void,
): Promise<ErrorBody | null> => {
  const refusal = await send(await solved(onWait))
  if (refusal?.error !== 'proof_needed') return refusal
  dropProof()
  return send(await solved(onWait))
}

const solved = async (onWait: (isLong: boolean) => void): Promise<Proof | null> => {
  prepareProof()
  const cancel = after(SHORT_WAIT_MS, () => onWait(true))
  try {
    return await solving
  } finally {
    cancel()
    onWait(false)
  }
}

/** Drops the proof, because the server accepts each only once. */
export const dropProof = (): void => {
  solving = null
}
