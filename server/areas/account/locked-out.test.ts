/** Nobody can lock a member out of their account [ACC-8], [ACC-9]; and the number of guesses that remains. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callOf, type CallName } from '#contract/calls.ts'
import { DAY_MS, LOGIN_FAILURES_A_DAY, MINUTE_MS, RESET_MINUTES } from '#contract/limits.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { pathOf } from '#contract/call.ts'
import { cookieJar, type CookieJar } from '../../testing/cookie-jar.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createPasswords } from '../../adapters/passwords.ts'
import { linkToken } from './links.ts'

let server: TestServer
let anna: TestMember
/** Anna's own browser, which has logged in to the account before. */
let own: CookieJar
beforeEach(async () => {
  server = await createTestServer({ env: { TRUST_PROXY: 1 } })
  anna = await server.signUp('Anna')
  own = cookieJar(server)
  await logIn(own, TEST_PASSWORD)
})
afterEach(() => server.close())

const OWN_NETWORK = '198.51.100.20'
const NEW = 'a quite different password'

const send = (browser: CookieJar, name: CallName, body: unknown, from = OWN_NETWORK) =>
  browser.send(callOf(name).method, pathOf(callOf(name)), body, { 'x-forwarded-for': from })

const logIn = async (browser: CookieJar, password: string, from = OWN_NETWORK, email = anna.email): Promise<number> =>
  (await send(browser, 'user.login', { email, password }, from)).status

const logOut = (browser: CookieJar) => browser.send('GET', '/api/logout')

const networkOf = (nth: number): string => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`

/** Wrong passwords, each from another network. */
const attack = async (count: number, email = anna.email): Promise<Record<number, number>> => {
  const statuses: Record<number, number> = {}
  for (let nth = 0; nth < count; nth += 1) {
    const status = await logIn(cookieJar(server), `guess ${nth}`, networkOf(nth), email)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const errorOf = async (response: Response): Promise<string> => ((await response.json()) as ErrorBody).error

const resetLink = () => linkToken(server.deps, { member: anna.id, kind: 'reset', lifeMs: RESET_MINUTES * MINUTE_MS })

describe('[ACC-8] after 1,000 foreign attempts from 1,000 networks', () => {
  let statuses: Record<number, number>
  beforeEach(async () => {
    statuses = await attack(1_000)
  })

  test('[ACC-8] the owner can use the account, log out and in, change the password and delete the account', async () => {
    expect(statuses).toEqual({ 401: LOGIN_FAILURES_A_DAY, 429: 1_000 - LOGIN_FAILURES_A_DAY })
    expect((await own.send('GET', '/api/chats')).status).toBe(200)
    await logOut(own)
    expect(await logIn(own, TEST_PASSWORD)).toBe(200)
    const change = { old_password: TEST_PASSWORD, password: NEW, password_repeat: NEW }
    expect((await send(own, 'password.change', change)).status).toBe(200)
    await logOut(own)
    expect(await logIn(own, TEST_PASSWORD)).toBe(401)
    expect(await logIn(own, NEW)).toBe(200)
    expect((await send(own, 'mail_change.ask', { email: 'new@example.test', password: NEW })).status).toBe(200)
    expect((await send(own, 'user.delete', { password: NEW })).status).toBe(200)
  })

  test('[ACC-8] the owner mistypes four times on a known device and can still log in, in any network', async () => {
    await logOut(own)
    for (let time = 0; time < 4; time += 1) expect(await logIn(own, 'mistyped', networkOf(7))).toBe(401)
    expect(await logIn(own, TEST_PASSWORD, networkOf(7))).toBe(200)
  })

  test('[ACC-8] a new device of the owner is blocked until a password reset ends the block', async () => {
    const phone = cookieJar(server)
    const refused = await send(phone, 'user.login', { email: anna.email, password: TEST_PASSWORD })
    expect([refused.status, await errorOf(refused)]).toEqual([429, 'account_blocked'])
    expect((await send(phone, 'password.reset', { email: anna.email })).status).toBe(200)
    const reset = { token: await resetLink(), password: NEW, password_repeat: NEW }
    expect((await send(phone, 'password.reset_do', reset)).status).toBe(200)
    // This also works for a device that did not take part in the reset.
    expect(await logIn(cookieJar(server), NEW, '203.0.113.9')).toBe(200)
    await attack(200)
    await logOut(phone)
    expect(await logIn(phone, NEW)).toBe(200)
  })
})

test('[ACC-8] an attacker in the owner’s own network does not lock the owner’s devices out', async () => {
  server.deps.settings().address_failures = { count: 20, minutes: 15 }
  await logOut(own)
  for (let nth = 0; nth < 30; nth += 1)
    await logIn(cookieJar(server), 'guess', OWN_NETWORK, nth < 6 ? anna.email : `x${nth}@y.test`)
  const stranger = await send(cookieJar(server), 'user.login', { email: 'z@example.test', password: 'guess' })
  expect(await errorOf(stranger)).toBe('address_blocked')
  expect(await logIn(own, TEST_PASSWORD)).toBe(200)
})

describe('[ACC-8] the limit for guessing', () => {
  test('[ACC-8] is 100 passwords a day for one account from unknown devices, over all networks', async () => {
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    await attack(300)
    expect(verify).toHaveBeenCalledTimes(100)
    server.clock.advance(DAY_MS - 1)
    await attack(50)
    expect(verify).toHaveBeenCalledTimes(100)
    server.clock.advance(1)
    await attack(300)
    expect(verify).toHaveBeenCalledTimes(200)
  })

  test('[ACC-8] is five in a row on a known device, and five in an open session', async () => {
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    for (let time = 0; time < 20; time += 1) await send(own, 'user.delete', { password: 'guess' }, networkOf(time))
    expect(verify).toHaveBeenCalledTimes(5)
    await logOut(own)
    for (let time = 0; time < 20; time += 1) await logIn(own, 'guess', networkOf(time))
    expect(verify).toHaveBeenCalledTimes(10)
  })

  test('[ACC-8] is the same for a device that only another account knows', async () => {
    const verify = vi.spyOn(server.deps.passwords, 'verify')
    const bert = await server.signUp('Bert')
    const stranger = cookieJar(server)
    expect(await logIn(stranger, TEST_PASSWORD, networkOf(1), bert.email)).toBe(200)
    verify.mockClear()
    for (let time = 0; time < 20; time += 1) await logIn(stranger, 'guess', networkOf(1))
    expect(verify).toHaveBeenCalledTimes(5)
  })
})

describe('[ACC-8] 200 parallel wrong logins from 200 networks', () => {
  /** The passwords in the order in which they were checked. */
  const checked: string[] = []
  beforeEach(() => {
    checked.length = 0
    // Hashing is slower than the writes before it, so the queue stays full.
    const passwords = createPasswords({ memoryCost: 8_192, timeCost: 2, parallelism: 1 })
    server.deps.passwords.hasRoom = passwords.hasRoom
    server.deps.passwords.verify = (hashed, password, line) => {
      const result = passwords.verify(hashed, password, line)
      return result.then((fits) => {
        if (fits !== null) checked.push(password)
        return fits
      })
    }
  })

  test('[ACC-8] a correct login on a known device is checked next, and excess attempts are refused as busy', async () => {
    await logOut(own)
    const flood = Array.from({ length: 200 }, (_, nth) =>
      send(
        cookieJar(server),
        'user.login',
        { email: `person${nth}@example.test`, password: `guess ${nth}` },
        networkOf(nth),
      ),
    )
    // The queue is full before the owner logs in.
    await vi.waitFor(() => expect(server.deps.passwords.hasRoom('unknown')).toBe(false), { interval: 0 })
    const before = checked.length
    expect(await logIn(own, TEST_PASSWORD)).toBe(200)
    // At most the two hashes that are running, and those that end while the owner's attempt is written.
    expect(checked.indexOf(TEST_PASSWORD) - before).toBeLessThan(10)
    const answers = await Promise.all(flood)
    const busy = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 401).length + busy.length).toBe(200)
    expect(busy.length).toBeGreaterThan(100)
    expect(busy[0]?.headers.get('retry-after')).toBe('3')
    expect(await Promise.all(busy.map(errorOf))).toEqual(busy.map(() => 'server_busy'))
  })

  test('[ACC-8] an attempt that was refused as busy is not counted', async () => {
    const flood = Array.from({ length: 200 }, (_, nth) => logIn(cookieJar(server), `guess ${nth}`, networkOf(nth)))
    const checked = (await Promise.all(flood)).filter((status) => status === 401).length
    const counted = server.sql(`select count from attempts where key like '% anywhere'`)
    expect(counted).toEqual([{ count: checked }])
  })
})

const ask = (browser: CookieJar, from: string) => send(browser, 'password.reset', { email: anna.email }, from)
const mails = () => Number(server.sql(`select count(*) as n from jobs where kind = 'mail.reset'`)[0]?.['n'])

describe('[ACC-9] foreign reset requests', () => {
  test("[ACC-9] never use up the owner's, on a known device or a new one", async () => {
    for (let nth = 0; nth < 1_000; nth += 1) expect((await ask(cookieJar(server), networkOf(nth))).status).toBe(200)
    server.sql('delete from jobs')
    for (let time = 0; time < 5; time += 1) expect((await ask(own, OWN_NETWORK)).status).toBe(200)
    expect(mails()).toBe(1)
    expect(await errorOf(await ask(own, OWN_NETWORK))).toBe('reset_limit')
    const phone = cookieJar(server)
    expect((await ask(phone, '203.0.113.9')).status).toBe(200)
  })

  test('[ACC-9] send at most ten mails, and then one per half hour', async () => {
    let sent = 0
    for (let nth = 0; nth < 144; nth += 1) {
      await ask(cookieJar(server), networkOf(nth))
      sent += mails()
      server.sql('delete from jobs')
      server.clock.advance(10 * MINUTE_MS)
    }
    expect(sent).toBe(10 + Math.floor((143 - 9) / 3))
  })
})

const tokens = (browser: CookieJar): string[] => (browser.cookies()['device'] ?? '').split('.')

describe('[ACC-8] the token of a known device', () => {
  test('[ACC-8] is random for each account, stored as a hash, and survives the logout', async () => {
    const bert = await server.signUp('Bert')
    await logOut(own)
    expect(tokens(own)).toHaveLength(1)
    expect(await logIn(own, TEST_PASSWORD, OWN_NETWORK, bert.email)).toBe(200)
    expect(tokens(own)).toHaveLength(2)
    const stored = server.sql('select * from known_devices')
    expect(new Set(stored.map((row) => row['user_id']))).toEqual(new Set([anna.id, bert.id]))
    for (const token of tokens(own)) expect(JSON.stringify(stored)).not.toContain(token)
    // A second login on the same device creates no new token.
    expect(await logIn(own, TEST_PASSWORD)).toBe(200)
    expect(tokens(own)).toHaveLength(2)
  })

  test('[ACC-8] is deleted on all other devices with a new password', async () => {
    const stolen = cookieJar(server)
    expect(await logIn(stolen, TEST_PASSWORD, networkOf(1))).toBe(200)
    const change = { old_password: TEST_PASSWORD, password: NEW, password_repeat: NEW }
    expect((await send(own, 'password.change', change)).status).toBe(200)
    await attack(LOGIN_FAILURES_A_DAY)
    expect(await logIn(stolen, NEW, networkOf(1_000))).toBe(429)
    await logOut(own)
    expect(await logIn(own, NEW)).toBe(200)
  })

  test('[ACC-8] is forgotten a year after its last use, and only the last 20 devices are remembered', async () => {
    for (let nth = 0; nth < 25; nth += 1) expect(await logIn(cookieJar(server), TEST_PASSWORD)).toBe(200)
    expect(server.sql('select * from known_devices')).toHaveLength(20)
    server.clock.advance(365 * DAY_MS + 1)
    await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now()))
    expect(server.sql('select * from known_devices')).toEqual([])
  })

  test('[ACC-8] is given to a device whose session is older than device tokens', async () => {
    server.sql('delete from known_devices')
    server.clock.advance(2 * DAY_MS)
    await own.send('GET', '/api/chats')
    await logOut(own)
    await attack(LOGIN_FAILURES_A_DAY)
    expect(await logIn(own, TEST_PASSWORD)).toBe(200)
  })
})
