/** Reads the error of a failed response, from the closed list of errors. */
import type { ErrorBody } from '#contract/errors.ts'
import { errorBodyOf } from '#contract/rules/retry.ts'

/** An unknown error body comes from a proxy between, or from a broken server. */
export const refusalOf = (status: number, json: unknown): ErrorBody =>
  errorBodyOf(json) ?? { error: status >= 500 ? 'server_error' : 'network_unavailable' }

export const refusalIn = async (response: Response): Promise<ErrorBody> =>
  refusalOf(response.status, await response.json().catch(() => null))
