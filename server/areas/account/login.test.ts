import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callOf } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { hashToken } from '../../http/caller.ts'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer({
    env: { TRUST_PROXY: 1 },
    settings: { address_failures: { count: 100, minutes: 15 } },
  })
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

/** @param from the network address; a new one if omitted */
const logIn = async (
  email: string,
  password: string,
  from = nextAddress(),
): Promise<[number, ErrorBody | undefined]> => {
  const response = await server.app.request('http://localhost/api/user', {
    method: callOf('user.login').method,
    headers: { [REQUEST_TYPE_HEADER]: REQUEST_TYPE, 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  })
  const body = (await response.json()) as ErrorBody
  return [response.status, response.status === 200 ? undefined : body]
}

let addresses = 0
const nextAddress = (): string => {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

const failTimes = async (times: number, email = anna.email, from?: string): Promise<void> => {
  for (let time = 0; time < times; time += 1)
    expect(await logIn(email, 'nope', from)).toEqual([401, { error: 'login_failed' }])
}

const blockedFor = (minutes: number): [number, ErrorBody] => [
  429,
  { error: 'account_blocked', minutes, retry_after: minutes * 60 },
]

const HOME = '198.51.100.20'

describe('[ACC-8] five failures for an account from one network', () => {
  test('[ACC-8] block it there for 15 minutes, even for the right password', async () => {
    await failTimes(5, anna.email, HOME)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual(blockedFor(15))
    server.clock.advance(15 * MINUTE_MS - 1)
    // Minutes are rounded up.
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual([
      429,
      { error: 'account_blocked', minutes: 1, retry_after: 1 },
    ])
    server.clock.advance(1)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual([200, undefined])
  })

  test('[ACC-8] do not block the account in other networks, nor other accounts in the same network', async () => {
    const bert = await server.signUp('Bert')
    await failTimes(5, anna.email, HOME)
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual([200, undefined])
    expect(await logIn(bert.email, TEST_PASSWORD, HOME)).toEqual([200, undefined])
  })

  test('[ACC-8] block again for 30 and 60 minutes, and a day later for 15', async () => {
    for (const minutes of [15, 30, 60, 60]) {
      await failTimes(5, anna.email, HOME)
      expect(await logIn(anna.email, 'nope', HOME)).toEqual(blockedFor(minutes))
      server.clock.advance(minutes * MINUTE_MS)
    }
    server.clock.advance(DAY_MS)
    await failTimes(5, anna.email, HOME)
    expect(await logIn(anna.email, 'nope', HOME)).toEqual(blockedFor(15))
  })

  test('[ACC-8] count for any spelling of the address', async () => {
    await failTimes(3, anna.email, HOME)
    await failTimes(2, 'ANNA@Example.TEST', HOME)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual(blockedFor(15))
  })

  test('[ACC-8] also block an unknown account, so a block does not reveal whether it exists', async () => {
    await failTimes(5, 'nobody@example.test', HOME)
    expect(await logIn('nobody@example.test', 'nope', HOME)).toEqual(blockedFor(15))
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual([200, undefined])
  })

  test('[ACC-8] are cleared by a success in between', async () => {
    await failTimes(4, anna.email, HOME)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual([200, undefined])
    await failTimes(4, anna.email, HOME)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual([200, undefined])
  })

  test('[ACC-8] sent in parallel are still at most five guesses', async () => {
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(anna.email, 'nope', HOME)))
    expect(verify).toHaveBeenCalledTimes(5)
    expect(answers.filter(([status]) => status === 429)).toHaveLength(25)
  })
})

const networkBlockedFor = (minutes: number): [number, ErrorBody] => [
  429,
  { error: 'address_blocked', minutes, retry_after: minutes * 60 },
]

describe('[ACC-8] the limit per address', () => {
  test('[ACC-8] five people who mistype in one network block nobody there', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await failTimes(1, `${name}@example.test`, HOME)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual([200, undefined])
  })

  test('[ACC-8] is 100 failures in 15 minutes, has its own error, and applies to this address only', async () => {
    for (let nth = 0; nth < 100; nth += 1) await failTimes(1, `person${nth}@example.test`, HOME)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual(networkBlockedFor(15))
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual([200, undefined])
    server.clock.advance(15 * MINUTE_MS)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual([200, undefined])
  })

  test('[ACC-8] counts no success, and logging in to an own account does not clear it', async () => {
    server.deps.settings().address_failures = { count: 5, minutes: 15 }
    for (const name of ['a', 'b', 'c', 'd']) {
      await failTimes(1, `${name}@example.test`, HOME)
      expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual([200, undefined])
    }
    await failTimes(1, 'e@example.test', HOME)
    expect(await logIn(anna.email, TEST_PASSWORD, HOME)).toEqual(networkBlockedFor(15))
  })

  test('[ACC-8] treats a /64 network of IPv6 as one address', async () => {
    server.deps.settings().address_failures = { count: 5, minutes: 30 }
    for (const host of [1, 2, 3, 4, 5]) await failTimes(1, `v${host}@example.test`, `2001:db8:1:2::${host}`)
    expect(await logIn(anna.email, TEST_PASSWORD, '2001:db8:1:2:a:b:c:d')).toEqual(networkBlockedFor(30))
    expect(await logIn(anna.email, TEST_PASSWORD, '2001:db8:1:3::1')).toEqual([200, undefined])
  })
})

describe('the work of a login', () => {
  test('[ACC-8] an unknown address costs the same as a known one', async () => {
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    const hash = vi.spyOn(server.deps.passwords, 'hash')
    await logIn(anna.email, 'nope')
    await logIn('nobody@example.test', 'nope')
    expect(verify.mock.calls).toEqual([
      [expect.stringMatching(/^\$argon2id\$/), 'nope', 'unknown'],
      // `adapters/passwords.test.ts` covers the hash that an unknown account is checked against.
      [undefined, 'nope', 'unknown'],
    ])
    expect(hash).not.toHaveBeenCalled()
  })

  test('[ACC-8] no hash is computed during a block', async () => {
    await failTimes(5, anna.email, HOME)
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    await logIn(anna.email, TEST_PASSWORD, HOME)
    expect(verify).not.toHaveBeenCalled()
  })

  test('[SAFE-9] stored counts contain neither account nor address', async () => {
    await failTimes(1, anna.email, '192.0.2.7')
    const stored = JSON.stringify(server.sql('select * from attempts'))
    expect(server.sql('select * from attempts')).toHaveLength(3)
    expect(stored).not.toMatch(/anna|192\.0\.2/)
  })

  test('[SAFE-9] no stored count contains a hash that four billion guesses turn back into an address', async () => {
    const from = '192.0.2.7'
    const post = (path: string, body: unknown) =>
      server.app.request(`http://localhost/api/${path}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': from, origin: 'http://localhost' },
        body: JSON.stringify(body),
      })
    await failTimes(1, anna.email, from)
    await post('reset-password', { email: anna.email })
    await post('signup', signupForm({ email: 'new@example.test' }))
    await post('desk/login', { mail: 'nobody@staff.test', password: TEST_PASSWORD })
    const keys = server.sql('select key from attempts').map(({ key }) => String(key))
    for (const kind of [/^login .* from /, /^login from /, /^reset .* from /, /^signups from /, /^desk login from /])
      expect(keys).toContainEqual(expect.stringMatching(kind))
    expect(keys.filter((key) => key.includes(hashToken(from)))).toEqual([])
  })

  test('[ACC-8] counts that block nobody any more are deleted', async () => {
    await failTimes(5, anna.email, HOME)
    await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now() + DAY_MS))
    expect(server.sql('select * from attempts where blocked_until > 0')).toHaveLength(1)
    server.clock.advance(DAY_MS + 16 * MINUTE_MS)
    await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now()))
    expect(server.sql('select * from attempts')).toEqual([])
  })

  test('[ACC-12] a member who is leaving gets that answer, with the right password only', async () => {
    const bert = await server.signUp('Bert', { status: 'deleting' })
    expect(await logIn(bert.email, 'nope')).toEqual([401, { error: 'login_failed' }])
    expect(await logIn(bert.email, TEST_PASSWORD)).toEqual([409, { error: 'email_being_deleted' }])
  })

  test("[ACC-13] login begins a session with a new token, and ends the browser's earlier one", async () => {
    const again = await server.as(anna)('user.login', { body: { email: anna.email, password: TEST_PASSWORD } })
    const token = /^session=([\w-]{43}); Max-Age=2592000;/.exec(again.headers.get('set-cookie') ?? '')?.[1]
    expect(`session=${token}`).not.toBe(anna.cookie)
    expect(server.sql('select user_id from sessions')).toEqual([{ user_id: anna.id }])
    expect((await server.as(anna)('user.get')).body).toEqual({ user: null, counts: null })
  })
})
