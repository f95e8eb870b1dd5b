import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callOf } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer({ env: { TRUST_PROXY: 1 } })
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

/** @param from the address it comes from; a new one where left out */
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

describe('[ACC-8] five failures for an account', () => {
  test('[ACC-8] block it for 15 minutes wherever they came from, for the right password too', async () => {
    await failTimes(5)
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual(blockedFor(15))
    server.clock.advance(15 * MINUTE_MS - 1)
    // Rounded up.
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual([
      429,
      { error: 'account_blocked', minutes: 1, retry_after: 1 },
    ])
    server.clock.advance(1)
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual([200, undefined])
  })

  test('[ACC-8] then for 30 and 60 minutes, and a day later for 15 again', async () => {
    for (const minutes of [15, 30, 60, 60]) {
      await failTimes(5)
      expect(await logIn(anna.email, 'nope')).toEqual(blockedFor(minutes))
      server.clock.advance(minutes * MINUTE_MS)
    }
    server.clock.advance(DAY_MS)
    await failTimes(5)
    expect(await logIn(anna.email, 'nope')).toEqual(blockedFor(15))
  })

  test('[ACC-8] in any spelling of its address', async () => {
    await failTimes(3)
    await failTimes(2, 'ANNA@Example.TEST')
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual(blockedFor(15))
  })

  test('[ACC-8] also where there is no such account, so that a block tells nothing', async () => {
    await failTimes(5, 'nobody@example.test')
    expect(await logIn('nobody@example.test', 'nope')).toEqual(blockedFor(15))
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual([200, undefined])
  })

  test('[ACC-8] a success in between clears the count', async () => {
    await failTimes(4)
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual([200, undefined])
    await failTimes(4)
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual([200, undefined])
  })

  test('[ACC-8] tried all at once are no more than five guesses', async () => {
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(anna.email, 'nope')))
    expect(verify).toHaveBeenCalledTimes(5)
    expect(answers.filter(([status]) => status === 429)).toHaveLength(25)
  })
})

describe('[ACC-8] five failures for an address', () => {
  const from = '192.0.2.7'

  test('[ACC-8] block it for all accounts, and no other address', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await failTimes(1, `${name}@example.test`, from)
    expect(await logIn(anna.email, TEST_PASSWORD, from)).toEqual(blockedFor(15))
    expect(await logIn(anna.email, TEST_PASSWORD)).toEqual([200, undefined])
    server.clock.advance(15 * MINUTE_MS)
    expect(await logIn(anna.email, TEST_PASSWORD, from)).toEqual([200, undefined])
  })

  test('[ACC-8] an own account is no way to clear the count of an address', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await failTimes(1, `${name}@example.test`, from)
      expect(await logIn(anna.email, TEST_PASSWORD, from)).toEqual([200, undefined])
    }
    await failTimes(1, 'e@example.test', from)
    expect(await logIn(anna.email, TEST_PASSWORD, from)).toEqual(blockedFor(15))
  })

  test('[ACC-8] a network of IPv6 is one address', async () => {
    for (const host of [1, 2, 3, 4, 5]) await failTimes(1, `v${host}@example.test`, `2001:db8:1:2::${host}`)
    expect(await logIn(anna.email, TEST_PASSWORD, '2001:db8:1:2:a:b:c:d')).toEqual(blockedFor(15))
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
      [expect.stringMatching(/^\$argon2id\$/), 'nope'],
      // Which hashes against a password that nobody has: see `adapters/passwords.test.ts`.
      [undefined, 'nope'],
    ])
    expect(hash).not.toHaveBeenCalled()
  })

  test('[ACC-8] while blocked no hash is computed', async () => {
    await failTimes(5)
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    await logIn(anna.email, TEST_PASSWORD)
    expect(verify).not.toHaveBeenCalled()
  })

  test('[SAFE-9] what is counted names neither account nor address', async () => {
    await failTimes(1, anna.email, '192.0.2.7')
    const stored = JSON.stringify(server.sql('select * from attempts'))
    expect(server.sql('select * from attempts')).toHaveLength(2)
    expect(stored).not.toMatch(/anna|192\.0\.2/)
  })

  test('[ACC-8] counts that hold nobody any more are forgotten', async () => {
    await failTimes(5)
    await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now() + DAY_MS))
    expect(server.sql('select * from attempts where blocked_until > 0')).toHaveLength(1)
    server.clock.advance(DAY_MS + 16 * MINUTE_MS)
    await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now()))
    expect(server.sql('select * from attempts')).toEqual([])
  })

  test('[ACC-12] who is leaving is told so, with the right password alone', async () => {
    const bert = await server.signUp('Bert', { status: 'deleting' })
    expect(await logIn(bert.email, 'nope')).toEqual([401, { error: 'login_failed' }])
    expect(await logIn(bert.email, TEST_PASSWORD)).toEqual([409, { error: 'email_being_deleted' }])
  })

  test('[ACC-13] login begins a session under a new token, and ends the one the browser had', async () => {
    const again = await server.as(anna)('user.login', { body: { email: anna.email, password: TEST_PASSWORD } })
    const token = /^session=([\w-]{43}); Max-Age=2592000;/.exec(again.headers.get('set-cookie') ?? '')?.[1]
    expect(`session=${token}`).not.toBe(anna.cookie)
    expect(server.sql('select user_id from sessions')).toEqual([{ user_id: anna.id }])
    expect((await server.as(anna)('user.get')).body).toEqual({ user: null, counts: null })
  })
})
