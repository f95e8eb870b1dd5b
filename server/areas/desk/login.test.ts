/** [DESK-1] The login of staff: password, second factor, a password of one's own. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOGIN_FAILURES_A_DAY, MINUTE_MS } from '#contract/limits.ts'
import { totpCode } from '../../adapters/totp.ts'
import { isDeskRefusal, isRefusal } from '../../http/reply.ts'
import { softwareAuthenticator } from '../../testing/authenticator.ts'
import { deskOn } from '../../testing/desk.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addStaff, resetStaff } from './staff.ts'

const MAIL = 'orla@staff.test'
const OWN_PASSWORD = 'a password of her own'

let server: TestServer
let firstPassword: string
let cookies: Map<string, string>
beforeEach(async () => {
  server = await createTestServer()
  cookies = new Map()
  firstPassword = await added(MAIL)
})
afterEach(() => server.close())

const added = async (mail: string): Promise<string> => {
  const result = await addStaff(server.deps, null, { mail, name: 'Orla Brennan', role: 'owner', reason: 'the first' })
  if (isRefusal(result) || isDeskRefusal(result)) throw new Error('The account was not added')
  return result.password
}

/** Calls as a browser that stores cookies. */
const browser = (jar = cookies): ReturnType<typeof deskOn> => {
  return async (name, ...input) => {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const answered = await deskOn(server.app, cookie, { 'user-agent': 'Firefox' })(name, ...input)
    for (const line of answered.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(key, value)
    }
    return answered
  }
}

const logIn = (password = firstPassword, jar = cookies) => browser(jar)('login', { body: { mail: MAIL, password } })
const enrolTotp = async (): Promise<string> => {
  const { secret } = (await browser()('totp.begin')).body
  await browser()('totp.confirm', { body: { code: totpCode(secret, server.clock.now()) } })
  return secret
}
/** The whole first login. @returns the secret of the authenticator app */
const enterFirst = async (): Promise<string> => {
  await logIn()
  const secret = await enrolTotp()
  await browser()('password.set', {
    body: { old_password: firstPassword, password: OWN_PASSWORD, password_repeat: OWN_PASSWORD },
  })
  return secret
}
const code = (body: string) => browser()('second_factor.totp', { body: { code: body } })

describe('[DESK-1] the first login', () => {
  test('forces a second factor, then a password of one’s own', async () => {
    const { body, headers } = await logIn()
    expect(body).toMatchObject({ state: 'enrol', staff: { mail: MAIL, role: 'owner', passkeys: [], has_totp: false } })
    expect(headers.get('set-cookie')).toMatch(/^desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await browser()('staff.list')).error?.error).toBe('second_factor_required')
    expect(
      (
        await browser()('password.set', {
          body: { old_password: firstPassword, password: OWN_PASSWORD, password_repeat: OWN_PASSWORD },
        })
      ).error?.error,
    ).toBe('second_factor_required')
    await enrolTotp()
    expect((await browser()('me.get')).body).toMatchObject({ state: 'new_password', staff: { has_totp: true } })
    expect((await browser()('staff.list')).error?.error).toBe('second_factor_required')
    const { body: after } = await browser()('password.set', {
      body: { old_password: firstPassword, password: OWN_PASSWORD, password_repeat: OWN_PASSWORD },
    })
    expect(after).toMatchObject({ state: 'in', idle_ms: 15 * MINUTE_MS })
    expect((await browser()('staff.list')).status).toBe(200)
    const acts = server.sql('select act from audit order by id').map(({ act }) => act)
    expect(acts).toEqual(['staff.add', 'staff.add_factor', 'session.login', 'staff.password'])
  })

  test('the browser stays known for 180 days, and a logout removes the cookie of the session at once', async () => {
    await logIn()
    const { secret } = (await browser()('totp.begin')).body
    const entered = await browser()('totp.confirm', { body: { code: totpCode(secret, server.clock.now()) } })
    const device = entered.headers.getSetCookie().find((cookie) => cookie.startsWith('desk_device='))
    expect(device).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/)
    const left = await browser()('logout')
    expect(left.headers.getSetCookie()).toEqual(['desk=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict'])
  })

  test('on https the cookie has the __Host- prefix and is secure', async () => {
    await server.close()
    server = await createTestServer({ env: { DESK_URL: 'https://localhost' } })
    const password = await added(MAIL)
    const response = await server.app.request('https://localhost/api/desk/login', {
      method: 'POST',
      headers: { origin: 'https://localhost', 'content-type': 'application/json' },
      body: JSON.stringify({ mail: MAIL, password }),
    })
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-desk=.*; SameSite=Strict; Secure$/)
  })
})

describe('[DESK-1] a later login', () => {
  test('needs the password and a code; the code counts once', async () => {
    const secret = await enterFirst()
    await browser()('logout')
    server.clock.advance(MINUTE_MS)
    expect((await logIn(firstPassword)).error).toEqual({ error: 'login_failed' })
    expect((await logIn(OWN_PASSWORD)).body).toMatchObject({
      state: 'second_factor',
      factors: ['totp'],
      last_login: { user_agent: 'Firefox' },
    })
    expect((await browser()('staff.list')).error?.error).toBe('second_factor_required')
    const now = totpCode(secret, server.clock.now())
    expect((await code('000000')).error?.error).toBe('code_wrong')
    expect((await code(now)).body.state).toBe('in')
    await browser()('logout')
    await logIn(OWN_PASSWORD)
    expect((await code(now)).error?.error).toBe('code_wrong')
  })

  test('a password alone can neither add a second factor nor replace the one there is', async () => {
    await enterFirst()
    await browser()('logout')
    await logIn(OWN_PASSWORD)
    expect((await browser()('totp.begin')).error?.error).toBe('second_factor_required')
    expect((await browser()('totp.confirm', { body: { code: '123456' } })).error?.error).toBe('second_factor_required')
    expect((await browser()('passkeys.options')).error?.error).toBe('second_factor_required')
  })

  test('an unknown address is refused like a wrong password', async () => {
    const { status, error } = await browser()('login', { body: { mail: 'nobody@staff.test', password: 'x' } })
    expect([status, error]).toEqual([401, { error: 'login_failed' }])
  })

  test('a member with the same address cannot log in at the desk', async () => {
    const anna = await server.signUp('Anna', { password: 'a long enough password' })
    const { error } = await browser()('login', { body: { mail: anna.email, password: 'a long enough password' } })
    expect(error).toEqual({ error: 'login_failed' })
  })

  test('an ended account cannot log in, and its open session has ended', async () => {
    await enterFirst()
    server.sql('update staff set ended_at = 1')
    expect((await browser()('staff.list')).error?.error).toBe('staff_login_required')
    expect((await logIn(OWN_PASSWORD)).error).toEqual({ error: 'login_failed' })
  })
})

describe('[DESK-1] an open session', () => {
  test('ends 8 hours after the login, however busy it is', async () => {
    await enterFirst()
    for (let minutes = 10; minutes < 8 * 60; minutes += 10) {
      server.clock.advance(10 * MINUTE_MS)
      expect([minutes, (await browser()('staff.list')).status]).toEqual([minutes, 200])
    }
    server.clock.advance(10 * MINUTE_MS)
    expect((await browser()('staff.list')).error?.error).toBe('staff_login_required')
  })

  test('ends after 15 minutes without use', async () => {
    await enterFirst()
    server.clock.advance(15 * MINUTE_MS)
    expect((await browser()('staff.list')).error?.error).toBe('staff_login_required')
  })
})

test('[DESK-1] a new password ends the other sessions of the account, and not the own one', async () => {
  const secret = await enterFirst()
  const other = new Map<string, string>()
  await logIn(OWN_PASSWORD, other)
  server.clock.advance(MINUTE_MS)
  await browser(other)('second_factor.totp', { body: { code: totpCode(secret, server.clock.now()) } })
  const isIn = async (jar: Map<string, string>) => (await browser(jar)('staff.list')).status === 200
  expect([await isIn(cookies), await isIn(other)]).toEqual([true, true])
  const changed = `${OWN_PASSWORD} and more`
  await browser()('password.set', {
    body: { old_password: OWN_PASSWORD, password: changed, password_repeat: changed },
  })
  expect([await isIn(cookies), await isIn(other)]).toEqual([true, false])
})

describe('[DESK-1] guesses', () => {
  test('five wrong passwords block for 15 minutes; a browser that the account knows counts apart', async () => {
    await enterFirst()
    await browser()('logout')
    const stranger = new Map<string, string>()
    for (let guess = 0; guess < 5; guess += 1)
      expect((await logIn('wrong', stranger)).error?.error).toBe('login_failed')
    expect((await logIn(OWN_PASSWORD, stranger)).error).toMatchObject({ error: 'account_blocked', minutes: 15 })
    expect((await logIn(OWN_PASSWORD)).body.state).toBe('second_factor')
    server.clock.advance(15 * MINUTE_MS)
    expect((await logIn(OWN_PASSWORD, stranger)).body.state).toBe('second_factor')
  })

  test('100 wrong passwords a day from as many networks block browsers that the account does not know, until a reset', async () => {
    await server.close()
    server = await createTestServer({ env: { TRUST_PROXY: 1 } })
    firstPassword = await added(MAIL)
    await enterFirst()
    await browser()('logout')
    const from = async (nth: number, password: string) =>
      (
        await deskOn(server.app, '', { 'x-forwarded-for': `10.0.0.${nth}` })('login', {
          body: { mail: MAIL, password },
        })
      ).error?.error
    for (let nth = 0; nth < LOGIN_FAILURES_A_DAY; nth += 1) expect(await from(nth, 'wrong')).toBe('login_failed')
    expect(await from(200, OWN_PASSWORD)).toBe('account_blocked')
    expect((await logIn(OWN_PASSWORD)).body.state).toBe('second_factor')
    const reset = await resetStaff(server.deps, null, 1, 'locked out')
    if (isRefusal(reset) || isDeskRefusal(reset)) throw new Error('The account was not reset')
    expect(await from(200, reset.password)).toBeUndefined()
  })

  test('five wrong codes block the second step, for every session of the account', async () => {
    const secret = await enterFirst()
    await browser()('logout')
    server.clock.advance(MINUTE_MS)
    await logIn(OWN_PASSWORD)
    for (let guess = 0; guess < 5; guess += 1) expect((await code('000000')).error?.error).toBe('code_wrong')
    await logIn(OWN_PASSWORD)
    expect((await code(totpCode(secret, server.clock.now()))).error?.error).toBe('account_blocked')
  })
})

const addPasskey = async (authenticator: ReturnType<typeof softwareAuthenticator>) => {
  const options = (await browser()('passkeys.options')).body
  return browser()('passkeys.add', { body: { response: authenticator.create(options), name: 'Laptop' } })
}
const usePasskey = async (authenticator: ReturnType<typeof softwareAuthenticator>) => {
  const options = (await browser()('second_factor.passkey_options')).body
  return browser()('second_factor.passkey', { body: { response: authenticator.use(options) } })
}

describe('[DESK-1] passkeys', () => {
  test('a passkey is set up at the first login and opens the next one', async () => {
    const authenticator = softwareAuthenticator('http://localhost:3000')
    await logIn()
    expect((await addPasskey(authenticator)).body).toMatchObject({
      state: 'new_password',
      staff: { passkeys: [{ name: 'Laptop', used_at: null }], has_totp: false },
    })
    await browser()('logout')
    expect(await server.deps.read.staff.list()).toMatchObject([{ passkeys: 1, staff: { mail: MAIL } }])
    expect((await logIn()).body).toMatchObject({ state: 'second_factor', factors: ['passkey'] })
    expect((await usePasskey(authenticator)).body.state).toBe('new_password')
  })

  test('an answer of another key, another origin or an old challenge is refused', async () => {
    const authenticator = softwareAuthenticator('http://localhost:3000')
    await logIn()
    await addPasskey(authenticator)
    await browser()('logout')
    await logIn()
    const refused = { error: 'passkey_refused' }
    expect((await usePasskey(softwareAuthenticator('http://localhost:3000'))).error).toEqual(refused)
    const options = (await browser()('second_factor.passkey_options')).body
    const elsewhere = softwareAuthenticator('http://elsewhere.test')
    const foreign = { ...elsewhere.use(options), id: authenticator.use(options).id }
    expect((await browser()('second_factor.passkey', { body: { response: foreign } })).error).toEqual(refused)
    // The refused answer has used the challenge up.
    const late = authenticator.use(options)
    expect((await browser()('second_factor.passkey', { body: { response: late } })).error).toEqual(refused)
    expect((await usePasskey(authenticator)).status).toBe(200)
  })

  test('the last second factor cannot be removed', async () => {
    const authenticator = softwareAuthenticator('http://localhost:3000')
    await logIn()
    await addPasskey(authenticator)
    await browser()('password.set', {
      body: { old_password: firstPassword, password: OWN_PASSWORD, password_repeat: OWN_PASSWORD },
    })
    const { id = '' } = server.sql('select id from staff_passkeys')[0] as { id?: string }
    expect((await browser()('passkeys.remove', { params: { id } })).error?.error).toBe('last_factor')
    await enrolTotp()
    expect((await browser()('passkeys.remove', { params: { id } })).body).toMatchObject({ staff: { passkeys: [] } })
  })
})

describe('[DESK-1] accounts', () => {
  const reason = 'agreed on Friday'

  test('an owner adds, moves and ends an account, and each is a row of the audit with its reason', async () => {
    await enterFirst()
    const { body } = await browser()('staff.add', {
      body: { mail: 'Sinead@Staff.test', name: 'Sinéad', role: 'support', reason },
    })
    expect(body.password).toMatch(/^[0-9a-f]{6}(-[0-9a-f]{6}){4}$/)
    const id = String(body.staff.id)
    await browser()('staff.role', { params: { id }, body: { role: 'moderator', reason } })
    const again = await browser()('staff.add', {
      body: { mail: 'sinead@staff.test', name: 'Another', role: 'support', reason },
    })
    expect(again.error).toEqual({ error: 'mail_taken' })
    expect((await browser()('staff.end', { params: { id }, body: { reason } })).body.staff.ended_at).not.toBeNull()
    const rows = (await browser()('audit.list', { query: { subject_kind: 'staff', subject: id } })).body.rows
    expect(rows.map(({ act, before, after, reason: why }) => [act, before, after, why])).toEqual([
      ['staff.end', { role: 'moderator' }, null, reason],
      ['staff.role', { role: 'support' }, { role: 'moderator' }, reason],
      ['staff.add', null, { role: 'support' }, reason],
    ])
  })

  test('a colleague who comes back is added anew with the same address, and nothing of the ended account counts', async () => {
    await enterFirst()
    const owner = new Map(cookies)
    const add = async (role: 'owner' | 'support') =>
      (await browser(owner)('staff.add', { body: { mail: 'sinead@staff.test', name: 'Sinéad', role, reason } })).body
    const enter = async (jar: Map<string, string>, password: string) =>
      (await browser(jar)('login', { body: { mail: 'Sinead@staff.test', password } })).body
    const [before, first] = [new Map<string, string>(), await add('owner')]
    cookies = before
    await enter(before, first.password)
    await enrolTotp()
    await browser()('password.set', {
      body: { old_password: first.password, password: OWN_PASSWORD, password_repeat: OWN_PASSWORD },
    })
    await addPasskey(softwareAuthenticator('http://localhost:3000'))
    await browser(owner)('staff.end', { params: { id: String(first.staff.id) }, body: { reason } })
    const second = await add('support')
    expect(second.staff).toMatchObject({ role: 'support', factors: [], seen_at: null, ended_at: null })
    expect(second.staff.id).not.toBe(first.staff.id)
    expect((await browser(before)('me.get')).body).toEqual({ state: 'out' })
    expect(
      (await browser(before)('login', { body: { mail: 'sinead@staff.test', password: OWN_PASSWORD } })).error,
    ).toEqual({
      error: 'login_failed',
    })
    expect(await enter(new Map(), second.password)).toMatchObject({ state: 'enrol', staff: { id: second.staff.id } })
    const subjects = server.sql(`select subject from audit where act = 'staff.add' order by id`)
    expect(subjects.slice(-2).map(({ subject }) => subject)).toEqual([first.staff.id, second.staff.id])
    expect((await browser(owner)('staff.list')).body.staff.map(({ id, mail }) => [id, mail]).slice(1)).toEqual([
      [second.staff.id, 'sinead@staff.test'],
      [first.staff.id, 'sinead@staff.test'],
    ])
  })

  test('the last owner can neither end nor lose the role', async () => {
    await enterFirst()
    const params = { id: String(server.sql('select id from staff')[0]?.['id']) }
    expect((await browser()('staff.end', { params, body: { reason } })).error).toEqual({ error: 'last_owner' })
    const moved = await browser()('staff.role', { params, body: { role: 'support', reason } })
    expect(moved.error).toEqual({ error: 'last_owner' })
  })

  test('recovery by an owner ends the sessions, and begins with a new first password and second factor', async () => {
    await enterFirst()
    const owner = new Map(cookies)
    cookies = new Map()
    const { body } = await browser(owner)('staff.add', {
      body: { mail: 'jonas@staff.test', name: 'Jonas', role: 'moderator', reason },
    })
    const log = (password: string) => browser()('login', { body: { mail: 'jonas@staff.test', password } })
    await log(body.password)
    await enrolTotp()
    const params = { id: String(body.staff.id) }
    const reset = await browser(owner)('staff.reset', { params, body: { reason } })
    expect((await browser()('me.get')).body.state).toBe('out')
    expect((await log(body.password)).error?.error).toBe('login_failed')
    expect((await log(reset.body.password)).body).toMatchObject({ state: 'enrol', staff: { has_totp: false } })
  })
})
