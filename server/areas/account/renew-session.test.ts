import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { DAY_MS, HOUR_MS, SESSION_DAYS } from '#contract/limits.ts'
import { hashToken } from '../../http/caller.ts'
import { cookieJar, type CookieJar } from '../../testing/cookie-jar.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { pushOffice, type PushOffice } from '../../testing/pushed.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let office: PushOffice
let anna: TestMember
let phone: CookieJar
beforeEach(async () => {
  server = await createTestServer()
  office = await pushOffice(server)
  anna = await server.signUp('Anna')
  phone = cookieJar(server)
  await phone.send('POST', '/api/user', { email: anna.email, password: TEST_PASSWORD })
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const endOf = () => server.sql('select max(expires_at) as at from sessions')[0]?.['at']
const userId = async () =>
  ((await (await phone.send('GET', '/api/user')).json()) as { user: { id: number } | null }).user?.id
const subscribe = () =>
  phone.send('POST', '/api/user?push=1', { subscription: office.device.subscription, time_zone: 'Europe/Rome' })
/** Counts the pushes that a message from another member causes. */
const pushed = async (): Promise<number> => {
  const before = office.service.pushed.length
  const bert = await server.signUp('Bert', { credits: 10, email: `bert${server.clock.now()}@example.test` })
  expect((await server.sendText(bert, anna, 'Hello')).status).toBe(201)
  await office.runJobs()
  return office.service.pushed.length - before
}

const use = async (path: string) => (await phone.send('GET', path)).headers.getSetCookie()

describe('[ACC-13] a session that is used', () => {
  test('[ACC-13] lasts over two months of daily visits, and receives pushes every day', async () => {
    await subscribe()
    for (let day = 1; day <= 62; day += 1) {
      server.clock.advance(DAY_MS)
      await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now()))
      const pushes = day % 15 === 0 ? await pushed() : 1
      expect([day, pushes, await userId()]).toEqual([day, 1, anna.id])
    }
    expect(server.sql('select * from push_subscriptions')).toHaveLength(1)
  })

  test('[ACC-13] lasts without opening the app, as long as pushes reach the device', async () => {
    await subscribe()
    for (let day = 1; day <= 62; day += 1) {
      server.clock.advance(DAY_MS)
      const pushes = day % 20 === 0 ? await pushed() : 1
      // The worker syncs at each push (`sw/handlers/push.test.ts`).
      const { ok } = await phone.send('GET', '/api/sync?after=0')
      expect([day, pushes, ok]).toEqual([day, 1, true])
    }
    expect(await userId()).toBe(anna.id)
  })

  test('[ACC-13] is renewed at most once a day, by any call of the member', async () => {
    const start = server.clock.now()
    server.clock.advance(DAY_MS - 1)
    expect(await use('/api/chats')).toEqual([])
    server.clock.advance(1)
    const end = start + DAY_MS + SESSION_DAYS * DAY_MS
    // Exactly one of several parallel calls renews.
    const cookies = (await Promise.all([use('/api/chats'), use('/api/likes'), use('/api/sync?after=0')])).flat()
    expect(cookies).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    expect(endOf()).toBe(end)
    server.clock.advance(23 * HOUR_MS)
    expect(await use('/api/chats')).toEqual([])
    expect(endOf()).toBe(end)
  })

  test('[ACC-13] is not restored by a logout on the day of its renewal', async () => {
    server.clock.advance(2 * DAY_MS)
    const cookies = (await phone.send('GET', '/api/logout')).headers.getSetCookie()
    expect(cookies).toEqual(['session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'])
    expect(await userId()).toBeUndefined()
  })

  test('[ACC-13] is renewed after a server clock that was ahead was corrected', async () => {
    const start = server.clock.now()
    server.clock.advance(20 * DAY_MS)
    await phone.send('GET', '/api/chats')
    server.clock.set(start + HOUR_MS)
    await phone.send('GET', '/api/chats')
    expect(endOf()).toBe(start + HOUR_MS + SESSION_DAYS * DAY_MS)
  })
})

describe('[ACC-13] a session that nobody uses', () => {
  test('[ACC-13] ends 30 days after its last use, cookie, row and pushes', async () => {
    await subscribe()
    for (let day = 1; day <= 40; day += 1) {
      server.clock.advance(DAY_MS)
      await phone.send('GET', '/api/chats')
    }
    server.clock.advance(SESSION_DAYS * DAY_MS - 1)
    expect(phone.cookies()).toHaveProperty('session')
    expect(await server.deps.read.account.subscriptionsOf(anna.id, server.clock.now())).toHaveLength(1)
    server.clock.advance(1)
    expect(phone.cookies()).not.toHaveProperty('session')
    // The rows are still there: a job deletes them later.
    expect(server.sql('select * from push_subscriptions')).toHaveLength(1)
    expect(await server.deps.read.account.subscriptionsOf(anna.id, server.clock.now())).toEqual([])
    expect(await pushed()).toBe(0)
    expect(await userId()).toBeUndefined()
  })

  test('[ACC-13] ends even if a push service still accepts its pushes', async () => {
    await subscribe()
    for (const day of [10, 20, 29]) {
      server.clock.set(Date.parse('2026-06-15T12:00:00Z') + day * DAY_MS)
      expect([day, await pushed()]).toEqual([day, 1])
    }
    server.clock.set(Date.parse('2026-06-15T12:00:00Z') + SESSION_DAYS * DAY_MS)
    expect(await pushed()).toBe(0)
  })
})

const token = () => /=([\w-]{43})/.exec(anna.cookie)?.[1] ?? ''
const ask = (cookie: string, path = '/api/user') =>
  server.app.request(`https://visavis.test${path}`, { headers: { cookie, [REQUEST_TYPE_HEADER]: REQUEST_TYPE } })
const userOf = async (response: Response) => ((await response.json()) as { user: { id: number } | null }).user?.id

describe('[SAFE-1] on https', () => {
  beforeEach(async () => {
    await server.close()
    server = await createTestServer({ env: { PUBLIC_URL: 'https://visavis.test' } })
    anna = await server.signUp('Anna')
  })

  test('[SAFE-1] the cookies have the __Host- prefix and are Secure', async () => {
    const body = { email: anna.email, password: TEST_PASSWORD }
    const cookies = (await server.visitor('user.login', { body })).headers.getSetCookie()
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
      expect.stringMatching(/^__Host-device=[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ])
  })

  test('[SAFE-1] a cookie with the former name is accepted and replaced once', async () => {
    server.sql('update sessions set host_cookie_at = null')
    const first = await ask(`session=${token()}`)
    expect(first.headers.getSetCookie()).toEqual([
      `__Host-session=${token()}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure`,
      'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
    ])
    expect(await userOf(first)).toBe(anna.id)
    // The answer was lost, so the device asks again with its old cookie.
    expect(await userOf(await ask(`session=${token()}`))).toBe(anna.id)
    expect((await ask(`__Host-session=${token()}`)).headers.getSetCookie()).toEqual([])
    // One request that was already sent still counts. After it nobody can plant a cookie with the former name.
    expect(await userOf(await ask(`session=${token()}`))).toBe(anna.id)
    server.clock.advance(HOUR_MS)
    expect(await userOf(await ask(`session=${token()}`))).toBeUndefined()
    expect(await userOf(await ask(`__Host-session=${token()}`))).toBe(anna.id)
  })

  test('[SAFE-1] a session that began on https cannot be opened with the former name', async () => {
    const body = { email: anna.email, password: TEST_PASSWORD }
    const [cookie = ''] = (await server.visitor('user.login', { body })).headers.getSetCookie()
    const value = cookie.split(';')[0]?.slice('__Host-session='.length) ?? ''
    expect(server.sql('select host_cookie_at from sessions where token_hash = ?', hashToken(value))).toHaveLength(1)
    expect(await userOf(await ask(`__Host-session=${value}`))).toBe(anna.id)
    expect(await userOf(await ask(`session=${value}`))).toBeUndefined()
  })
})
