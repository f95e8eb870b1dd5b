/**
 * Generated signups and resets: the server never fails, an address never gets a second account in any
 * spelling, and no link is used twice.
 */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS, RESET_MINUTES } from '#contract/limits.ts'
import { signupForm } from '../../testing/forms.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { emailKey } from './email-key.ts'
import { linkToken } from './links.ts'

const SEED = 20_261_121
/** Signups and resets come ten at once. `npm run test:long` sets FUZZ=large, for five thousand of each. */
const TENS = process.env['FUZZ'] === 'large' ? 500 : 100
/** Long enough for a busy machine. */
const TEST_TIMEOUT_MS = 120_000

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
  // Other tests measure hashing. With FUZZ=large even the cheapest hashes would take a minute.
  server.deps.passwords.hash = async (password) => `hash of ${password}`
  server.deps.passwords.verify = async (hashed, password) => hashed === `hash of ${password}`
})
afterEach(() => server.close())

const DOMAINS = ['example.test', 'müller.example', 'xn--mller-kva.example', 'пример.example', 'mail.example.test']

/** Few mailboxes, each in many spellings. */
const address = fc
  .record({
    mailbox: fc.oneof(
      fc.constantFrom('anna', 'bert', "d'angelo", 'x.y', 'x+y', 'o_o'),
      fc.string({
        unit: fc.constantFrom('a', 'b', 'c', 'ſ', '\u212A', '.', '@', 'ü', ' '),
        minLength: 1,
        maxLength: 4,
      }),
    ),
    domain: fc.constantFrom(...DOMAINS),
    upper: fc.array(fc.boolean(), { maxLength: 6 }),
    form: fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
    around: fc.constantFrom('', ' ', '\n', '\u00a0'),
  })
  .map(({ mailbox, domain, upper, form, around }) => {
    const spelled = Array.from(`${mailbox}@${domain}`, (sign, at) =>
      upper[at % Math.max(1, upper.length)] ? sign.toUpperCase() : sign,
    )
    return around + spelled.join('').normalize(form) + around
  })

const form = fc.record(
  {
    email: address,
    name: fc.oneof(fc.constantFrom('Carla', 'Bo', '@x y', ' Zoë '), fc.string({ unit: 'binary', maxLength: 12 })),
    password: fc.oneof(
      fc.constantFrom('bicycles under water', 'another fine password', 'passwordpassword', 'short'),
      fc.string({ unit: 'binary', maxLength: 30 }),
    ),
    date_of_birth: fc.constantFrom('1994-03-12', '2000-02-29', '2001-02-29', '2008-06-16', '2008-06-15', ''),
    signup_message: fc.oneof(fc.constant('Hello'), fc.string({ unit: 'binary', maxLength: 12 })),
    signup_profile: fc.constantFrom(1, 2, 99, 0, -1),
  },
  { requiredKeys: ['email', 'name', 'password', 'date_of_birth'] },
)

const post = async (path: string, body: unknown): Promise<{ status: number }> =>
  server.app.request(`http://localhost/api/${path}`, { method: 'POST', body: JSON.stringify(body) })

test(
  '[ACC-4] generated signups: every answer is a known one, and an address has one account in any spelling',
  async () => {
    let [made, refused] = [0, 0]
    const join = async (changes: Record<string, unknown>): Promise<void> => {
      const { status } = await post('signup', { ...signupForm(), ...changes })
      expect([200, 400, 409]).toContain(status)
      if (status === 200) made += 1
      else refused += 1
      // Let some repeats arrive after the time in which the same form counts as the same signup.
      if ((made + refused) % 7 === 0) server.clock.advance(5 * MINUTE_MS)
    }
    // Send ten in parallel.
    await fc.assert(
      fc.asyncProperty(fc.array(form, { minLength: 10, maxLength: 10 }), async (forms) => {
        await Promise.all(forms.map(join))
      }),
      { seed: SEED, numRuns: TENS, endOnFailure: true },
    )
    expect(made + refused).toBe(TENS * 10)
    const stored = server.sql('select email from users').map(({ email }) => String(email))
    expect(stored.length).toBeGreaterThan(20)
    expect(new Set(stored.map(emailKey)).size).toBe(stored.length)
    expect(new Set(stored.map((email) => email.normalize('NFKC').toLowerCase())).size).toBe(stored.length)
    // Each account has its rows exactly once.
    for (const table of ['profiles', 'profile_details', 'ledger', 'jobs'])
      expect([table, server.sql(`select count(*) as n from ${table}`)[0]?.['n']]).toEqual([table, stored.length])
  },
  TEST_TIMEOUT_MS,
)

test(
  '[ACC-9] generated resets: every answer is a known one, and no link is used twice',
  async () => {
    const members: TestMember[] = []
    for (const name of ['Ada', 'Bea', 'Cleo']) members.push(await server.signUp(name))
    const step = fc.record({
      member: fc.nat(2),
      /** The index of a recent link, counted from the newest, or a token that never existed. */
      link: fc.oneof(fc.nat(3), fc.constantFrom('made-up', '', '\u0000', 'x'.repeat(250))),
      password: fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constant('a quite different password')),
      wait: fc.constantFrom(0, 0, 0, 20 * MINUTE_MS, 61 * MINUTE_MS),
      asks: fc.boolean(),
    })
    const links: { token: string; madeAt: number; uses: number }[] = []
    const asked: number[] = []
    let resets = 0

    const use = async ({ link, password }: { link: number | string; password: string }): Promise<void> => {
      const known = typeof link === 'number' ? links.at(-1 - link) : undefined
      const token = known?.token ?? String(link)
      resets += 1
      const { status } = await post('reset-password/do', { token, password, password_repeat: password })
      expect([200, 400, 410]).toContain(status)
      if (status !== 200) return
      if (!known) throw new Error('A link that never was has been taken')
      known.uses += 1
      expect(server.clock.now() - known.madeAt).toBeLessThan(RESET_MINUTES * MINUTE_MS)
    }

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 10 }), async (steps) => {
        for (const { member, wait, asks } of steps.slice(0, 3)) {
          server.clock.advance(wait)
          const { id, email } = members[member] ?? { id: 0, email: '' }
          if (asks) asked.push((await post('reset-password', { email })).status)
          const token = await linkToken(server.deps, { member: id, kind: 'reset', lifeMs: RESET_MINUTES * MINUTE_MS })
          links.push({ token, madeAt: server.clock.now(), uses: 0 })
        }
        await Promise.all(steps.map(use))
      }),
      { seed: SEED, numRuns: TENS, endOnFailure: true },
    )
    expect(resets).toBe(TENS * 10)
    expect(new Set(asked)).toEqual(new Set([200, 429]))
    expect(Math.max(...links.map(({ uses }) => uses))).toBe(1)
    expect(links.filter(({ uses }) => uses === 1).length).toBeGreaterThan(TENS / 3)
    // Each member has one open session, of their last reset.
    const open = server.sql('select user_id, count(*) as n from sessions where revoked_at is null group by user_id')
    expect(open.map(({ n }) => n)).toEqual([1, 1, 1])
  },
  TEST_TIMEOUT_MS,
)
