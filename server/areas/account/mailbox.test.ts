import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MAIL_CHANGE_HOURS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { signupForm } from '../../testing/forms.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { purge } from '../leaving/purge.ts'
import { emailKey } from './email-key.ts'
import { linkToken } from './links.ts'
import { mailboxOf } from './mailbox.ts'

describe('[GUARD-5] the mailbox of an address', () => {
  test.each([
    ['anna.bell+dating@gmail.com', 'annabell@gmail.com'],
    ['A.n.n.a.b.e.l.l@GoogleMail.com', 'annabell@gmail.com'],
    ['anna.bell+x@outlook.com', 'anna.bell@outlook.com'],
    ['anna+x@me.com', 'anna@icloud.com'],
    ['an-na_bell@pm.me', 'annabell@proton.me'],
    ['anna.bell@protonmail.com', 'annabell@proton.me'],
    ['anna-shop@yahoo.it', 'anna@yahoo.it'],
    ['anna-shop@yahoo.co.uk', 'anna@yahoo.co.uk'],
    ['anna.bell@ya.ru', 'anna-bell@yandex.com'],
    ['anything@anna.fastmail.com', 'anna@fastmail.com'],
    ['anna+x+y@libero.it', 'anna@libero.it'],
    ['Anna@MÜLLER.example', 'anna@xn--mller-kva.example'],
  ])('%s is %s', (typed, mailbox) => {
    expect(mailboxOf(emailKey(typed))).toBe(mailbox)
  })

  test.each([
    'anna.bell@outlook.com',
    'anna-bell@libero.it',
    '+anna@libero.it',
    '-anna@yahoo.it',
    'anna@yahoo.example.test',
  ])('%s is a mailbox of its own', (address) => {
    expect(mailboxOf(address)).toBe(address)
  })

  const name = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', '-', '_', '+'), minLength: 1, maxLength: 8 })
  const domain = fc.constantFrom(
    'gmail.com',
    'googlemail.com',
    'me.com',
    'pm.me',
    'yahoo.fr',
    'yandex.ru',
    'outlook.com',
    'x.fastmail.com',
    'libero.it',
  )

  test('is an address with a name for any address, and is its own mailbox', () => {
    fc.assert(
      fc.property(name, domain, (typed, at) => {
        const mailbox = mailboxOf(`${typed}@${at}`)
        expect(mailbox).toMatch(/^[^@]+@[a-z.]+$/)
        expect(mailboxOf(mailbox)).toBe(mailbox)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is the same for every tag, and for every dot at Gmail', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(plain, name, domain, fc.nat(8), (typed, tag, at, dot) => {
        expect(mailboxOf(`${typed}+${tag}@${at}`)).toBe(mailboxOf(`${typed}@${at}`))
        const place = 1 + (dot % typed.length)
        const dotted = `${typed.slice(0, place)}.${typed.slice(place)}`
        expect(mailboxOf(`${dotted}@gmail.com`)).toBe(mailboxOf(`${typed}@googlemail.com`))
        expect(mailboxOf(`${typed}x@${at}`) === mailboxOf(`${typed}@${at}`)).toBe(at === 'x.fastmail.com')
      }),
      { numRuns: 2_000 },
    )
  })
})

let server: TestServer
beforeEach(async () => {
  server = await createTestServer({ settings: { signup_credits: 5 } })
})
afterEach(() => server.close())

const join = async (email: string) => {
  const { status, body } = await server.visitor('signup', { body: signupForm({ email }) })
  return { status, id: body.user?.id ?? 0, credits: body.user?.credits, before: body.user?.free_credits_before }
}
const erase = async (id: number) => {
  server.sql(`update users set status = 'deleting', deleting_since = ? where id = ?`, server.clock.now(), id)
  server.clock.advance(REACTIVATION_DAYS * DAY_MS)
  await purge(server.deps, id)
}
const forget = () => server.deps.write((tx) => tx.account.forgetExpired(server.clock.now()))

describe('[GUARD-5] the free credits', () => {
  test('come once to all addresses of a mailbox; the second account is made, and says that it has none', async () => {
    expect(await join('anna.bell@gmail.com')).toMatchObject({ status: 200, credits: 5, before: undefined })
    expect(await join('annabell+two@googlemail.com')).toMatchObject({ status: 200, credits: 0, before: true })
    expect(await join('another@gmail.com')).toMatchObject({ credits: 5 })
  })

  test('do not come with the activation mail either', async () => {
    await join('anna@gmail.com')
    const { id } = await join('a.nna@gmail.com')
    const user = server.sql('select mailbox from users where id = ?', id)[0]
    expect(user?.['mailbox']).toBe(server.sql('select hash from credited_mailboxes')[0]?.['hash'])
    const cookie = (
      await server.visitor('user.login', { body: { email: 'a.nna@gmail.com', password: signupForm().password } })
    ).headers.get('set-cookie')
    const response = await server.app.request('http://localhost/api/activation', {
      method: 'POST',
      headers: { cookie: cookie?.split(';')[0] ?? '' },
    })
    await response.text()
    expect(server.sql('select credits from users where id = ?', id)).toEqual([{ credits: 0 }])
  })

  test('do not come again after a change of mail', async () => {
    const { id } = await join('anna@gmail.com')
    const lifeMs = MAIL_CHANGE_HOURS * HOUR_MS
    const token = await linkToken(server.deps, { member: id, kind: 'mail_change', lifeMs, data: 'anna@example.test' })
    expect((await server.visitor('mail_change.do', { body: { token } })).status).toBe(200)
    expect(await join('anna@gmail.com')).toMatchObject({ status: 200, credits: 0 })
  })

  test('do not come again for a year after the account is erased, and then they do', async () => {
    await erase((await join('anna@gmail.com')).id)
    await forget()
    expect(await join('a.n.n.a@gmail.com')).toMatchObject({ status: 200, credits: 0 })
    await erase(Number(server.sql(`select id from users where status = 'not_confirmed'`)[0]?.['id']))
    // The privacy page promises a year.
    server.clock.advance(365 * DAY_MS - 1)
    await forget()
    expect(await join('ann.a@gmail.com')).toMatchObject({ credits: 0 })
    await erase(Number(server.sql(`select id from users where status = 'not_confirmed'`)[0]?.['id']))
    server.clock.advance(365 * DAY_MS)
    await forget()
    expect(await join('anna@gmail.com')).toMatchObject({ credits: 5 })
  })

  test('a mailbox is remembered as long as an alias of it has an account', async () => {
    const first = await join('anna@gmail.com')
    await join('an.na@gmail.com')
    await erase(first.id)
    server.clock.advance(366 * DAY_MS)
    await forget()
    expect(await join('ann.a@gmail.com')).toMatchObject({ credits: 0 })
  })

  test('a member who has used them up sees no note', async () => {
    const { id } = await join('anna@gmail.com')
    server.sql('update users set credits = 0 where id = ?', id)
    const body = { email: 'anna@gmail.com', password: signupForm().password }
    expect((await server.visitor('user.login', { body })).body.user?.free_credits_before).toBeUndefined()
  })

  test('a site without free credits remembers no mailbox', async () => {
    await server.close()
    server = await createTestServer({ settings: { signup_credits: 0 } })
    expect(await join('anna@gmail.com')).toMatchObject({ status: 200, before: undefined })
    expect(server.sql('select * from credited_mailboxes')).toEqual([])
  })

  test('only a keyed hash is stored', async () => {
    await join('anna.bell@gmail.com')
    expect(server.sql('select hash, expires_at from credited_mailboxes')).toEqual([
      { hash: expect.stringMatching(/^[\w-]{43}$/), expires_at: null },
    ])
  })
})
