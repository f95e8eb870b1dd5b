/** Handles an unexpected exception: logs it once with an id, and answers with the id and without details [SHELL-5]. */
import type { Hono } from 'hono'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { isStorageFull } from '../adapters/storage-full.ts'
import type { Deps } from '../deps.ts'
import { callNameOf, REQUEST_ID_HEADER, requestIdOf } from './request-log.ts'

/** Somebody has to free space, which takes minutes; devices send their queued writes again after this time. */
const FULL_SECONDS = 60

export const answerFailures = (app: Hono, { log }: Pick<Deps, 'log'>): void => {
  app.onError((error, c) => {
    const id = requestIdOf(c)
    // Log the call's name only: paths contain members' numbers and queries contain tokens [SAFE-9].
    log.error({ err: error, request: id, method: c.req.method, call: callNameOf(c) }, 'request failed')
    c.header(REQUEST_ID_HEADER, id)
    c.header('cache-control', 'no-store')
    if (!isStorageFull(error)) return c.json({ error: 'server_error' }, 500)
    const body: ErrorBody = { error: 'server_full', retry_after: FULL_SECONDS }
    c.header('retry-after', String(FULL_SECONDS))
    return c.json(body, ERROR_STATUS[body.error])
  })
}
