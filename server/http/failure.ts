/** An unexpected exception: logged once with an id, answered with the id and nothing of what happened [SHELL-5]. */
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

export const answerFailures = (app: Hono, { log, random }: Pick<Deps, 'log' | 'random'>): void => {
  app.onError((error, c) => {
    const id = Buffer.from(random(9)).toString('base64url')
    // The path alone: queries carry tokens [SAFE-9].
    log.error({ err: error, request: id, method: c.req.method, path: c.req.path }, 'request failed')
    c.header(REQUEST_ID_HEADER, id)
    c.header('cache-control', 'no-store')
    return c.json({ error: 'server_error' }, 500)
  })
}

/** Each request at level `debug`, with status and time. */
export const logRequests = (app: Hono, { log }: Pick<Deps, 'log'>): void => {
  if (!log.isLevelEnabled('debug')) return
  let count = 0
  app.use(async (c: Context, next) => {
    count += 1
    const request = count
    const start = performance.now()
    await next()
    const ms = Math.round((performance.now() - start) * 10) / 10
    log.debug({ request, method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request')
  })
}
