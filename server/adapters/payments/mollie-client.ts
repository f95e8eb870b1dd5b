/**
 * Mollie's own client, loaded on first use, so that a server without an account never loads it. The client has no
 * timeouts, so this file adds them; every failure becomes a `PaymentUnavailable`. Also money in
 * Mollie's format.
 */
import type * as Mollie from '@mollie/api-client'
import { decimalOf, placesOf } from '#contract/rules/price.ts'
import { PaymentUnavailable, type Money } from './provider.ts'

type Library = typeof Mollie
type Client = ReturnType<Library['createMollieClient']>

/** Mollie answered with a refusal. */
export class MollieRefused extends PaymentUnavailable {
  readonly status: number
  constructor(status: number, field: string | undefined) {
    // Without Mollie's message: it can repeat the data we sent, for example an IBAN [SAFE-9].
    super(`Mollie answered ${status}${field === undefined ? '' : ` about ${field}`}`)
    this.status = status
  }
}

export type MollieOptions = {
  apiKey: string
  /** Mollie's own URL if left out. */
  apiUrl?: string | undefined
  /** The timeout of an answer. */
  timeoutMs?: number
  /** Gets after each question whether Mollie was away: not reached, broken, or our key is wrong. */
  noteReach?: ((isAway: boolean) => void) | undefined
}

/**
 * Runs a question with the client; `library` is passed for its enums.
 * @param timeoutMs a shorter timeout for this question
 * @throws PaymentUnavailable
 */
export type Ask = <Result>(
  question: (client: Client, library: Library) => Promise<Result>,
  timeoutMs?: number,
) => Promise<Result>

const TIMEOUT_MS = 15_000

/** The library is loaded with the first question. @returns a function that throws `MollieRefused` or `PaymentUnavailable` */
export const openMollie = ({ apiKey, apiUrl, timeoutMs = TIMEOUT_MS, noteReach }: MollieOptions): Ask => {
  let opened: Promise<{ client: Client; library: Library }> | undefined
  const open = async () => {
    const library = await import('@mollie/api-client')
    const endpoint = apiUrl === undefined ? {} : { apiEndpoint: apiUrl }
    return { client: library.createMollieClient({ apiKey, ...endpoint }), library }
  }

  return async (question, ownTimeoutMs = timeoutMs) => {
    opened ??= open()
    const { client, library } = await opened
    try {
      const answer = await within(Math.min(ownTimeoutMs, timeoutMs), question(client, library))
      noteReach?.(false)
      return answer
    } catch (error) {
      const failure = unavailable(error)
      noteReach?.(!(failure instanceof MollieRefused && isRequestRefusal(failure)))
      throw failure
    }
  }
}

/** Whether Mollie refuses this one request and may accept others. */
export const isRequestRefusal = ({ status }: MollieRefused): boolean => status < 500 && status !== 401 && status !== 403

/** Resolves to null if Mollie answers 404 or 410. */
export const orNull = async <Result>(answer: Promise<Result>): Promise<Result | null> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof MollieRefused && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}

/** The client cannot be cancelled. A late write is harmless, as every write has an idempotency key. */
const within = async <Result>(ms: number, answer: Promise<Result>): Promise<Result> => {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new PaymentUnavailable('Mollie did not answer in time')), ms)
  try {
    return await Promise.race([answer, timeout.promise])
  } finally {
    clearTimeout(timer)
    answer.catch(() => undefined)
  }
}

const unavailable = (error: unknown): PaymentUnavailable => {
  if (error instanceof PaymentUnavailable) return error
  if (typeof error !== 'object' || error === null) return new PaymentUnavailable('Mollie was not reached')
  const status = 'statusCode' in error ? error.statusCode : undefined
  const field = 'field' in error && typeof error.field === 'string' ? error.field : undefined
  return typeof status === 'number'
    ? new MollieRefused(status, field)
    : new PaymentUnavailable('Mollie was not reached')
}

type MollieAmount = { value: string; currency: string }

/** A decimal string with the currency's number of places: `{ value: '9.99', currency: 'EUR' }`. */
export const amountOf = ({ amount, currency }: Money): MollieAmount => ({
  value: decimalOf(amount, currency),
  currency,
})

/**
 * Works on digits, so that no amount passes through floating point. @throws PaymentUnavailable if it is not an amount
 */
export const moneyOf = ({ value, currency }: MollieAmount): Money => {
  const places = placesOf(currency)
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(value) ?? []
  if (whole === '' || fraction.length !== places) throw new PaymentUnavailable('Mollie answered with no amount')
  return { amount: Number(whole + fraction), currency }
}
