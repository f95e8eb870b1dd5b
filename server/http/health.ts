/** Whether the process lives, and whether it should be given requests [OPS-4]. */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'

export const mountHealth = (app: Hono, { read }: Pick<Deps, 'read'>, isStopping: () => boolean): void => {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    if (isStopping()) return c.text('stopping', 503)
    // Reads one row: a database that cannot be asked is not ready, and `onError` says why.
    await read.site.settingRows('*')
    return c.text('ready')
  })
}
