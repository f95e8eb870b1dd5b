/** Whether the process lives, and whether it should be given requests [OPS-4]. */
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'

export const mountHealth = (app: Hono, { read }: Pick<Deps, 'read'>, isStopping: () => boolean): void => {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    if (isStopping()) return c.text('stopping', 503)
    // Reads one row: a database that cannot be asked is not ready, and `onError` says why.
    await read.site.settingRows('*')
    // Requests are served all the same; who watches this is to look into the log [PAY-1].
    return c.text((await read.jobs.hasFailed('ledger.proof')) ? 'ready, but the ledger is wrong' : 'ready')
  })
}
