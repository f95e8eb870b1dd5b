/** Valid inputs of calls, for tests that change the fields which matter to them, and the proof of work of a signup. */
import type { CallInput } from '#contract/calls.ts'
import { hash } from 'node:crypto'
import { writeNumber, PROOF_PARTS, proofBytes, startsWithZeros } from '#contract/rules/proof-of-work.ts'
import type { Deps } from '../deps.ts'

/** A form with a password; with a passkey, the test leaves the password out. */
type Form = CallInput<'signup'>['body'] & { password: string }

export const signupForm = (changes: Partial<Form> = {}): Form => ({
  email: 'carla@example.test',
  name: 'Carla',
  password: 'bicycles under water',
  date_of_birth: '1994-03-12',
  gender: 'female',
  country: 'IT',
  countryregion: 'IT-25',
  city: 'IT-25/milano',
  language: 'it',
  ...changes,
})

type Order = CallInput<'payments.create'>['body']

/** An order of 15 credits at their price with the time bonus. */
export const orderForm = ({ deps }: { deps: Pick<Deps, 'newId'> }, changes: Partial<Order> = {}): Order => ({
  client_id: deps.newId(),
  package: '15',
  price: 749,
  currency: 'EUR',
  method: 'paypal',
  ...changes,
})

export type SolvedProof = { challenge: string; bits: number; numbers: number[] }

/** Solves the proof of work of a signup without a browser [GUARD-5]. */
export const solve = (challenge: string, bits: number): SolvedProof => {
  const seed = hash('sha256', challenge, 'buffer')
  const numbers = Array.from({ length: PROOF_PARTS }, (_, part) => {
    const bytes = proofBytes(seed, part)
    for (let number = 0; ; number += 1) {
      writeNumber(bytes, number)
      if (startsWithZeros(hash('sha256', bytes, 'buffer'), bits)) return number
    }
  })
  return { challenge, bits, numbers }
}
