import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MEMBER_HEADER, REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { DAY_MS, MINUTE_MS, SESSION_DAYS } from '#contract/limits.ts'
import { hashToken } from '../../http/caller.ts'
import { callsOn, type Call } from '../../testing/calls.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'

type Device = { call: Call; cookie: string; hash: string }

/** Logs in from another device. */
const device = async (userAgent = FIREFOX, member = anna): Promise<Device> => {
  const { headers } = await server.app.request('http://localhost/api/user', {
    method: 'POST',
    headers: { [REQUEST_TYPE_HEADER]: REQUEST_TYPE, 'user-agent': userAgent },
    body: JSON.stringify({ email: member.email, password: TEST_PASSWORD }),
  })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  return { call: callsOn(server.app, cookie), cookie, hash: hashToken(cookie.slice('session='.length)) }
}

const list = async (call: Call = server.as(anna)) => (await call('sessions.list')).body.sessions

const idOf = async (place: (session: { current: boolean }) => boolean) => (await list()).find(place)?.id ?? ''
const other = ({ current }: { current: boolean }) => !current

describe('the list of sessions', () => {
  test('[ACC-16] shows device, browser, system and last use, this session first', async () => {
    const start = server.clock.now()
    server.clock.advance(MINUTE_MS)
    await device()
    server.clock.advance(MINUTE_MS)
    expect(await list()).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        device: 'unknown',
        browser: '',
        system: '',
        created_at: start,
        last_seen_at: start + 2 * MINUTE_MS,
        current: true,
      },
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        device: 'phone',
        browser: 'Firefox',
        system: 'Android',
        created_at: start + MINUTE_MS,
        last_seen_at: start + MINUTE_MS,
        current: false,
      },
    ])
  })

  test("[ACC-16] contains only the member's own open sessions", async () => {
    await device(FIREFOX, await server.signUp('Bert'))
    const phone = await device()
    expect(await list()).toHaveLength(2)
    await phone.call('logout')
    expect(await list()).toHaveLength(1)
    await device()
    server.clock.advance(SESSION_DAYS * DAY_MS - 1)
    expect(await list()).toHaveLength(2)
  })

  test("[SAFE-1] exposes neither a session's token nor the stored hash", async () => {
    const phone = await device()
    const told = JSON.stringify(await list())
    for (const secret of [anna.cookie, anna.sessionHash, phone.cookie, phone.hash])
      expect(told).not.toContain(secret.slice(-20))
  })

  test('[ACC-16] the time of last use is written at most every ten minutes', async () => {
    const start = server.clock.now()
    const phone = await device()
    const written = () => server.sql('select last_seen_at from sessions where token_hash = ?', phone.hash)
    const use = async (minutes: number) => {
      server.clock.set(start + minutes * MINUTE_MS)
      await phone.call('user.get')
      await server.deps.settled()
    }
    for (const minutes of [1, 5, 9]) await use(minutes)
    expect(written()).toEqual([{ last_seen_at: start }])
    await use(10)
    expect(written()).toEqual([{ last_seen_at: start + 10 * MINUTE_MS }])
    await use(19)
    expect(written()).toEqual([{ last_seen_at: start + 10 * MINUTE_MS }])
    expect((await list()).find(({ current }) => !current)?.last_seen_at).toBe(start + 10 * MINUTE_MS)
  })
})

describe('ending a session', () => {
  test('[ACC-16] closes its open pages and its push, and its device learns it at the next contact', async () => {
    const phone = await device()
    const endpoint = 'https://fcm.googleapis.com/1'
    await phone.call('user.push', {
      body: { subscription: { endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } } },
    })
    const heard: string[] = []
    server.deps.bus.open(anna.id, phone.hash, { send: ({ type }) => heard.push(`phone:${type}`) })
    server.deps.bus.open(anna.id, anna.sessionHash, { send: ({ type }) => heard.push(`here:${type}`) })

    expect((await server.as(anna)('sessions.end', { params: { id: await idOf(other) } })).status).toBe(200)
    expect(heard).toEqual(['phone:logout'])
    expect(server.sql('select * from push_subscriptions')).toEqual([])
    expect(await list()).toHaveLength(1)

    const refused = await phone.call('chats.get')
    expect([refused.status, refused.error]).toEqual([403, { error: 'authentication_required', revoked: true }])
    expect((await phone.call('user.get')).body).toEqual({ user: null, counts: null, revoked: true })
    // On every later call it is treated as a visitor's device.
    expect((await phone.call('user.get')).body.revoked).toBe(true)
    expect((await phone.call('settings.get')).status).toBe(200)
  })

  test('[ACC-16] a device gets this answer for as long as its session would have lasted', async () => {
    const phone = await device()
    await server.as(anna)('sessions.end_others')
    server.clock.advance(SESSION_DAYS * DAY_MS - 1)
    await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now()))
    expect((await phone.call('user.get')).body.revoked).toBe(true)
    server.clock.advance(1)
    await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now()))
    expect((await phone.call('user.get')).body).toEqual({ user: null, counts: null })
  })

  test('[ACC-16] a session that expired or was logged out is not reported as revoked', async () => {
    const phone = await device()
    await phone.call('logout')
    expect((await phone.call('chats.get')).error).toEqual({ error: 'authentication_required' })
    server.clock.advance(SESSION_DAYS * DAY_MS)
    expect((await server.as(anna)('chats.get')).error).toEqual({ error: 'authentication_required' })
  })

  test('[PWA-11] a device with the data of another member is not asked to delete it', async () => {
    const phone = await device()
    await server.as(anna)('sessions.end_others')
    const ask = async (member: number) => {
      const response = await server.app.request('http://localhost/api/chats', {
        headers: { cookie: phone.cookie, [MEMBER_HEADER]: String(member) },
      })
      return response.json()
    }
    expect(await ask(anna.id)).toEqual({ error: 'authentication_required', revoked: true })
    expect(await ask(anna.id + 1)).toEqual({ error: 'authentication_required' })
  })

  test('[ACC-16] ending the own session works like logout', async () => {
    const own = await idOf(({ current }) => current)
    const { status, headers } = await server.as(anna)('sessions.end', { params: { id: own } })
    expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringMatching(/^session=; Max-Age=0/)])
    expect((await server.as(anna)('user.get')).body).toEqual({ user: null, counts: null })
  })

  test('[ACC-16] nobody can end the session of another member', async () => {
    const bert = await server.signUp('Bert')
    const id = await idOf(({ current }) => current)
    const { status, error } = await server.as(bert)('sessions.end', { params: { id } })
    expect([status, error]).toEqual([404, { error: 'not_found' }])
    expect((await server.as(anna)('user.get')).body.user?.id).toBe(anna.id)
  })

  test('[ACC-16] all other sessions of this member end at once', async () => {
    const bert = await server.signUp('Bert')
    const devices = [await device(), await device(), await device()]
    expect((await server.as(anna)('sessions.end_others')).status).toBe(200)
    for (const { call } of devices) expect((await call('user.get')).body.revoked).toBe(true)
    expect((await server.as(anna)('user.get')).body.user?.id).toBe(anna.id)
    expect((await server.as(bert)('user.get')).body.user?.id).toBe(bert.id)
  })

  test('[ACC-16] a device whose session was ended can log in again', async () => {
    const phone = await device()
    await server.as(anna)('sessions.end_others')
    const { headers } = await phone.call('user.login', { body: { email: anna.email, password: TEST_PASSWORD } })
    const again = callsOn(server.app, headers.get('set-cookie')?.split(';')[0])
    expect((await again('user.get')).body.user?.id).toBe(anna.id)
  })
})

const cleared = (headers: Headers) => headers.get('clear-site-data')

describe('[PWA-11] the HTTP cache of the device, which may hold photos, is cleared', () => {
  test('after a logout, after ending the own session, and after deleting the account', async () => {
    const [first, second] = [await device(), await device()]
    expect(cleared((await first.call('logout')).headers)).toBe('"cache"')
    const own = (await list(second.call)).find(({ current }) => current)?.id ?? ''
    expect(cleared((await second.call('sessions.end', { params: { id: own } })).headers)).toBe('"cache"')
    const gone = await server.as(anna)('user.delete', { body: { password: TEST_PASSWORD } })
    expect([gone.status, cleared(gone.headers)]).toEqual([200, '"cache"'])
  })

  test('with the first answer after the session was ended elsewhere', async () => {
    const phone = await device()
    await server.as(anna)('sessions.end_others')
    for (const call of ['chats.get', 'user.get'] as const)
      expect(cleared((await phone.call(call)).headers)).toBe('"cache"')
  })

  test('for a device that still seems logged in, and not for a visitor or a member', async () => {
    const ask = async (headers: Record<string, string>) =>
      cleared((await server.app.request('http://localhost/api/chats', { headers })).headers)
    const member = { [MEMBER_HEADER]: String(anna.id) }
    expect(await ask(member)).toBe('"cache"')
    expect(await ask({ [MEMBER_HEADER]: '999', cookie: anna.cookie })).toBe('"cache"')
    expect(await ask({})).toBeNull()
    expect(await ask({ ...member, cookie: anna.cookie })).toBeNull()
    expect(cleared((await server.visitor('user.get')).headers)).toBeNull()
  })
})

const PHONE = 'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/145.0 Mobile Safari/537.36'
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
/** @returns the cookies of the device after the login */
const logInOn = async (userAgent: string, cookie = '', password = TEST_PASSWORD): Promise<string> => {
  const { headers } = await server.app.request('http://localhost/api/user', {
    method: 'POST',
    headers: { [REQUEST_TYPE_HEADER]: REQUEST_TYPE, 'user-agent': userAgent, cookie },
    body: JSON.stringify({ email: anna.email, password }),
  })
  await runJobs(server)
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
const mails = () => inboxOf(server).filter(({ subject }) => subject === 'New login to your account')

describe('[ACC-16] a login on a device that the account does not know', () => {
  test('is mailed with its time, browser and system, and the way to set the login up anew', async () => {
    server.sql(`update users set language = 'en' where id = ?`, anna.id)
    const cookie = await logInOn(PHONE)
    expect(mails()).toMatchObject([{ recipient: anna.email }])
    const text = mails()[0]?.text
    expect(text).toContain(
      'On June 15, 2026 at 12:00 UTC somebody logged in to your account at Visavis on a new device: Chrome, Android.',
    )
    expect(text).toContain('http://localhost:3000/reset-password')
    // The device is known from then on.
    server.clock.advance(DAY_MS)
    await logInOn(PHONE, cookie)
    expect(mails()).toHaveLength(1)
  })

  test('is mailed as of an unknown browser, if its browser is none that we know', async () => {
    server.sql(`update users set language = 'de' where id = ?`, anna.id)
    await logInOn('curl/8.5.0')
    const mail = inboxOf(server).find(({ recipient }) => recipient === anna.email)
    expect(mail?.text).toContain('mit einem neuen Gerät: unbekannter Browser.')
  })

  test('is mailed once a day for each kind of device, also if the bus has forgotten it, and not for a wrong password', async () => {
    server.sql(`update users set language = 'en' where id = ?`, anna.id)
    await logInOn(PHONE, '', 'a wrong password')
    expect(mails()).toHaveLength(0)
    await logInOn(PHONE)
    await logInOn(PHONE)
    await logInOn(DESKTOP)
    expect(mails()).toHaveLength(2)
    server.clock.advance(DAY_MS)
    await logInOn(PHONE)
    expect(mails()).toHaveLength(3)
  })

  test('is not mailed to an address that nobody has confirmed', async () => {
    server.sql(`update users set language = 'en', status = 'not_confirmed' where id = ?`, anna.id)
    await logInOn(PHONE)
    expect(mails()).toHaveLength(0)
  })
})
