/** Handles an unexpected exception: logs it once with an id, and answers with the id and without details [SHELL-5]. */
import type { Hono } from 'hono'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { FilesUnavailableError } from '../adapters/file-store.ts'
import { isUnavailable } from '../db/engine.ts'
import type { Deps } from '../deps.ts'
import { isStorageFull } from '../adapters/storage-fault.ts'
import { callNameOf, REQUEST_ID_HEADER, requestIdOf } from './request-log.ts'

/**
 * Failures that pass. Somebody has to free space, which takes minutes; a database or a bucket usually answers again within seconds.
 * Devices send their queued writes again after this time.
 */
const PASSING = [
  { isOne: isStorageFull, error: 'server_full', seconds: 60 },
  { isOne: isUnavailable, error: 'shutting_down', seconds: 2 },
  { isOne: (error: unknown) => error instanceof FilesUnavailableError, error: 'photos_unavailable', seconds: 10 },
] as const

export const answerFailures = (app: Hono, { log }: Pick<Deps, 'log'>): void => {
  app.onError((error, c) => {
    const id = requestIdOf(c)
    // Log the call's name only: paths contain members' numbers and queries contain tokens [SAFE-9].
    log.error({ err: error, request: id, method: c.req.method, call: callNameOf(c) }, 'request failed')
    c.header(REQUEST_ID_HEADER, id)
    c.header('cache-control', 'no-store')
    const passing = PASSING.find(({ isOne }) => isOne(error))
    if (!passing) return c.json({ error: 'server_error' }, 500)
    const body: ErrorBody = { error: passing.error, retry_after: passing.seconds }
    c.header('retry-after', String(passing.seconds))
    return c.json(body, ERROR_STATUS[passing.error])
  })
}
