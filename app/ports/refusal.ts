/** What an answer that is no success says, in the closed list of errors. */
import type { ErrorBody } from '#contract/errors.ts'
import { errorBodyOf } from '#contract/rules/retry.ts'

/** A refusal none of ours comes from something in between, or from a server that is out of order. */
export const refusalOf = (status: number, json: unknown): ErrorBody =>
  errorBodyOf(json) ?? { error: status >= 500 ? 'server_error' : 'network_unavailable' }

export const refusalIn = async (response: Response): Promise<ErrorBody> =>
  refusalOf(response.status, await response.json().catch(() => null))
