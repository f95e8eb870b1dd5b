/**
 * Mollie's own client, made when it is first needed, so that a server without an account never loads it. It knows no
 * timeouts, so they are here; and whatever goes wrong with it is `PaymentUnavailable`.
 */
import type * as Mollie from '@mollie/api-client'
import { PaymentUnavailable } from './provider.ts'

type Library = typeof Mollie
type Client = ReturnType<Library['createMollieClient']>

/** Mollie answered, and said no. */
export class MollieRefused extends PaymentUnavailable {
  readonly status: number
  constructor(status: number, field: string | undefined) {
    // Not its words: they can repeat what it was sent, an IBAN for one [SAFE-9].
    super(`Mollie answered ${status}${field === undefined ? '' : ` about ${field}`}`)
    this.status = status
  }
}

export type MollieOptions = {
  apiKey: string
  /** Mollie's own where left out. */
  apiUrl?: string | undefined
  /** How long an answer may take. */
  patienceMs?: number
}

/**
 * Asks with the client; the library is there for its enums.
 * @param patienceMs where an answer is worth less waiting than elsewhere
 * @throws PaymentUnavailable
 */
export type Ask = <Result>(
  question: (client: Client, library: Library) => Promise<Result>,
  patienceMs?: number,
) => Promise<Result>

const PATIENCE_MS = 15_000

export const openMollie = ({ apiKey, apiUrl, patienceMs = PATIENCE_MS }: MollieOptions): Ask => {
  let opened: Promise<{ client: Client; library: Library }> | undefined
  const open = async () => {
    const library = await import('@mollie/api-client')
    const endpoint = apiUrl === undefined ? {} : { apiEndpoint: apiUrl }
    return { client: library.createMollieClient({ apiKey, ...endpoint }), library }
  }

  return async (question, mineMs = patienceMs) => {
    opened ??= open()
    const { client, library } = await opened
    try {
      return await within(Math.min(mineMs, patienceMs), question(client, library))
    } catch (error) {
      throw unavailable(error)
    }
  }
}

/** Answers null where Mollie knows of nothing by that id, or of nothing any more. */
export const orNull = async <Result>(answer: Promise<Result>): Promise<Result | null> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof MollieRefused && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}

/** The client cannot be told to stop; what it still does is harmless, as every write has an idempotency key. */
const within = async <Result>(ms: number, answer: Promise<Result>): Promise<Result> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new PaymentUnavailable('Mollie did not answer in time')), ms)
  try {
    return await Promise.race([answer, late.promise])
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
