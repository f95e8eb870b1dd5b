/** Creates the SMS code of a direct debit and the reference of its mandate. */
import { hashToken } from '../../http/caller.ts'

/** The number of wrong codes that ends a direct debit. */
export const CODE_FAILURES_MAX = 5

const DIGITS = 1_000_000
const BYTES = 4
/** Rejecting numbers from here on makes each of the million codes equally likely. */
const FAIR = 2 ** (8 * BYTES) - (2 ** (8 * BYTES) % DIGITS)

export const newCode = (random: (count: number) => Uint8Array): string => {
  for (;;) {
    const drawn = Buffer.from(random(BYTES)).readUInt32BE()
    if (drawn < FAIR) return String(drawn % DIGITS).padStart(6, '0')
  }
}

/** The hash includes the direct debit, so the same code elsewhere has another hash. */
export const codeHash = (directDebit: string, code: string): string => hashToken(`${directDebit} ${code}`)

/** Letters and digits that cannot be confused with each other. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Unique, and readable on a bank statement (at most 35 signs of a small alphabet): `DD-260615-7KQ2M9XA`. */
export const mandateReference = (random: (count: number) => Uint8Array, now: number): string => {
  const day = new Date(now).toISOString().slice(2, 10).replaceAll('-', '')
  const letters = [...random(8)].map((byte) => LETTERS.charAt(byte % LETTERS.length))
  return `DD-${day}-${letters.join('')}`
}
