import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { RATES } from '../../rates.ts'
import { callsOn } from '../../testing/calls.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

const NEW = 'a quite different password'

const change = (old = TEST_PASSWORD, password = NEW, repeat = password) =>
  server.as(anna)('password.change', { body: { old_password: old, password, password_repeat: repeat } })

const bodyOf = (password = '') => ({
  body: { old_password: TEST_PASSWORD, password, password_repeat: password },
})

const cookieOf = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? ''

const logIn = (password: string) => server.visitor('user.login', { body: { email: anna.email, password } })

describe('a new password', () => {
  test('[ACC-10] needs the right old one', async () => {
    const wrong = await change('not the old password')
    expect([wrong.status, wrong.error]).toEqual([
      400,
      { error: 'invalid_input', fields: { old_password: 'password_wrong' } },
    ])
    expect((await change()).status).toBe(200)
    expect((await logIn(TEST_PASSWORD)).status).toBe(401)
    expect((await logIn(NEW)).status).toBe(200)
  })

  test('[ACC-10] must be typed twice alike, and must not be a common one', async () => {
    expect((await change(TEST_PASSWORD, NEW, `${NEW}!`)).error?.fields).toEqual({
      password_repeat: 'passwords_differ',
    })
    expect((await change(TEST_PASSWORD, 'passwordpassword')).error?.fields).toEqual({ password: 'password_common' })
    expect((await logIn(TEST_PASSWORD)).status).toBe(200)
  })

  test('[ACC-10] gives this session a new token, and keeps its push subscription and its open pages', async () => {
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/1',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    }
    await server.as(anna)('user.push', { body: { subscription } })
    const heard: string[] = []
    server.deps.bus.open(anna.id, anna.sessionHash, { send: ({ type }) => heard.push(type) })

    const { headers } = await change()
    const renewed = callsOn(server.app, cookieOf(headers))
    expect(cookieOf(headers)).not.toBe(anna.cookie)
    expect((await renewed('user.get')).body.user?.id).toBe(anna.id)
    expect((await server.as(anna)('user.get')).body).toEqual({ user: null, counts: null })
    expect(await server.deps.read.account.subscriptionsOf(anna.id, server.deps.now())).toHaveLength(1)
    expect(heard).toEqual([])
    // The open pages now belong to the new token.
    await renewed('logout')
    expect(heard).toEqual(['logout'])
  })

  test('[ACC-10] ends all other sessions', async () => {
    const elsewhere = callsOn(server.app, cookieOf((await logIn(TEST_PASSWORD)).headers))
    await change()
    expect((await elsewhere('user.get')).body).toEqual({ user: null, counts: null, revoked: true })
  })

  test('[ACC-10] the second of two parallel changes with the same old password gets that its session is over', async () => {
    const other = callsOn(server.app, cookieOf((await logIn(TEST_PASSWORD)).headers))
    const passwords = ['the password of the first', 'the password of the other']
    const answers = await Promise.all([
      server.as(anna)('password.change', bodyOf(passwords[0])),
      other('password.change', bodyOf(passwords[1])),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
    expect(answers.find(({ status }) => status === 403)?.error).toEqual({
      error: 'authentication_required',
      revoked: true,
    })
    const won = answers.findIndex(({ status }) => status === 200)
    expect((await logIn(passwords[won] ?? '')).status).toBe(200)
  })
})

describe('[ACC-8] guessing the old password', () => {
  test('[ACC-8] allows five attempts in each session, independent of failures at login', async () => {
    for (let time = 0; time < 5; time += 1) await logIn('nope')
    for (let time = 0; time < 5; time += 1) expect((await change('nope nope nope')).status).toBe(400)
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    const blocked = await change()
    expect([blocked.status, blocked.error]).toEqual([429, { error: 'account_blocked', minutes: 15, retry_after: 900 }])
    expect(verify).not.toHaveBeenCalled()
    server.clock.advance(15 * MINUTE_MS)
    expect((await change()).status).toBe(200)
  })

  test('[SAFE-6] is limited to ten an hour', async () => {
    await server.close()
    server = await createTestServer({ rates: RATES })
    anna = await server.signUp('Anna')
    for (let time = 0; time < 10; time += 1) await change(TEST_PASSWORD, 'passwordpassword')
    const { status, error, headers } = await change(TEST_PASSWORD, 'passwordpassword')
    expect([status, error?.error, headers.get('retry-after')]).toEqual([429, 'rate_limited', '360'])
  })
})
