/** A browser's cookies in a test: stores, sends and expires them by the test's clock. */
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import type { TestServer } from './test-server.ts'

export type CookieJar = {
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
  /** The cookies that have not expired, by name. */
  cookies: () => Record<string, string>
}

export const cookieJar = ({ app, clock }: Pick<TestServer, 'app' | 'clock'>): CookieJar => {
  const held = new Map<string, { value: string; expiresAt: number }>()
  const cookies = () =>
    Object.fromEntries(
      [...held].flatMap(([name, { value, expiresAt }]) => (expiresAt > clock.now() ? [[name, value]] : [])),
    )
  return {
    cookies,
    send: async (method, path, body, headers = {}) => {
      const cookie = Object.entries(cookies())
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
      const response = await app.request(`http://localhost${path}`, {
        method,
        headers: {
          [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
          ...(cookie === '' ? {} : { cookie }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = '', seconds = ''] = /^([^=]+)=([^;]*); Max-Age=(\d+)/.exec(line) ?? []
        held.set(name, { value, expiresAt: clock.now() + Number(seconds) * 1_000 })
      }
      return response
    },
  }
}
