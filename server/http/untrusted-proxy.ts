import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'

/**
 * Logs one warning if requests come through a proxy and the server trusts none [OPS-9]. Otherwise the mistake shows
 * only once a rate limit refuses everybody.
 */
export const warnOfUntrustedProxy = (app: Hono, { env, log }: Pick<Deps, 'env' | 'log'>): void => {
  if (env.TRUST_PROXY > 0) return
  let isLogged = false
  app.use((c, next) => {
    const header = isLogged ? undefined : FORWARDING_HEADERS.find((name) => c.req.header(name) !== undefined)
    if (header !== undefined) {
      isLogged = true
      log.warn(untrustedProxyText(header))
    }
    return next()
  })
}

const FORWARDING_HEADERS = ['X-Forwarded-For', 'Forwarded'] as const

const untrustedProxyText = (header: (typeof FORWARDING_HEADERS)[number]): string => {
  const remedy = 'set TRUST_PROXY to the number of your proxies'
  return (
    `requests carry ${header} while TRUST_PROXY is 0, so all visitors share one address and a rate limit hits ` +
    `everybody: ${header === 'Forwarded' ? `let the proxy write X-Forwarded-For, and ${remedy}` : remedy}`
  )
}
