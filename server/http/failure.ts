/** Handles an unexpected exception: logs it once with an id, and answers with the id and without details [SHELL-5]. */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { callNameOf, REQUEST_ID_HEADER, requestIdOf } from './request-log.ts'

export const answerFailures = (app: Hono, { log }: Pick<Deps, 'log'>): void => {
  app.onError((error, c) => {
    const id = requestIdOf(c)
    // Log the call's name only: paths contain members' numbers and queries contain tokens [SAFE-9].
    log.error({ err: error, request: id, method: c.req.method, call: callNameOf(c) }, 'request failed')
    c.header(REQUEST_ID_HEADER, id)
    c.header('cache-control', 'no-store')
    return c.json({ error: 'server_error' }, 500)
  })
}
