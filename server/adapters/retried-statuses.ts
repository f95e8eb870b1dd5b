/** The statuses after which a request to a service of the operator is repeated: an SMS gateway, a check of photos. */

/** 401 and 403 mean a wrong secret on one of the two sides, which the operator can correct while the request waits. */
const RETRIED: ReadonlySet<number> = new Set([401, 403, 408, 425, 429])

/** Whether a repeated request may succeed after this status. */
export const isWorthRetry = (status: number): boolean => status >= 500 || RETRIED.has(status)
