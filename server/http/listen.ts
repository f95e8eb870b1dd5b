/** Opens the ports of the server, and closes the main one when the server stops [OPS-4]. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Env } from '../env.ts'
import { PlainError } from '../plain-error.ts'

/** The time for requests in flight at shutdown; then their connections are cut. */
const SHUTDOWN_TIMEOUT_MS = 10_000

/** The server cuts open connections when it closes. While it stops, each answer closes its own connection properly. */
export const createHttp = (app: Hono, isStopping: () => boolean): Server => {
  const http = createAdaptorServer({ fetch: app.fetch }) as Server
  http.prependListener('request', (_, response) => {
    if (isStopping()) response.shouldKeepAlive = false
  })
  return http
}

/**
 * systemd passes a listening socket as file descriptor 3, so that no connection is refused during a restart [OPS-11].
 */
const HANDED_OVER_FD = 3
const isHandedOver = (): boolean =>
  process.env['LISTEN_PID'] === String(process.pid) && process.env['LISTEN_FDS'] === '1'

export const listen = (http: Server, { PORT, HOST }: Pick<Env, 'PORT' | 'HOST'>): Promise<number> =>
  new Promise((resolve, reject) => {
    http.once('error', reject)
    const ready = (): void => {
      const address = http.address() as AddressInfo | null
      resolve(address?.port ?? PORT)
    }
    if (isHandedOver()) http.listen({ fd: HANDED_OVER_FD }, ready)
    else http.listen(PORT, HOST, ready)
  })

/**
 * Waits until a port is open. @param kind the prefix of the port's variables
 * @throws PlainError that names the variable to correct: both ports may have the same address
 */
export const orPlainError = async <Result>(kind: '' | 'METRICS_', env: Env, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    const at = `Port ${env[`${kind}PORT`]} on ${env[`${kind}HOST`]}`
    switch (error instanceof Error && 'code' in error ? error.code : null) {
      case 'EADDRINUSE':
        throw new PlainError(`${at} is in use. Set ${kind}PORT to another one.`)
      case 'EACCES':
        throw new PlainError(`${at} may not be opened by this account. Set ${kind}PORT to one above 1023.`)
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
        throw new PlainError(`${at} cannot be opened: this machine has no such address. Correct ${kind}HOST.`)
      default:
        throw error
    }
  }
}

/** Answers the requests in flight, then closes all connections. */
export const close = async (http: Server): Promise<void> => {
  // A busy connection becomes idle after its answer and would wait for another request.
  const idle = setInterval(() => http.closeIdleConnections(), 50)
  const cut = setTimeout(() => http.closeAllConnections(), SHUTDOWN_TIMEOUT_MS)
  await new Promise<void>((resolve) => http.close(() => resolve()))
  clearInterval(idle)
  clearTimeout(cut)
}
