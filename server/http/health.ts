/** Health checks: the process is alive, and it is ready for requests [OPS-4], [OPS-12]. */
import type { Hono } from 'hono'
import type { Readiness } from '../operations/readiness.ts'

export const mountHealth = (app: Hono, readiness: () => Promise<Readiness>): void => {
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const { isReady, remarks } = await readiness()
    const text = remarks.join('; ')
    if (!isReady) return c.text(text, 503)
    return c.text(text === '' ? 'ready' : `ready, but ${text}`)
  })
}
