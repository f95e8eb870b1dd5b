import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, SESSION_DAYS } from '#contract/limits.ts'
import { hashToken } from '../../http/caller.ts'
import { signupForm } from '../../testing/forms.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer({ settings: { signup_credits: 5 } })
})
afterEach(() => server.close())

const tokenIn = (headers: Headers) => /^session=([\w-]+);/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''

describe('signup', () => {
  test('[ACC-1] makes account, profile, first credits, session and the activation mail', async () => {
    const { status, body, headers } = await server.visitor('signup', {
      body: signupForm({ email: ' Carla@Example.Test ' }),
    })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({
      status: 'not_confirmed',
      email: 'carla@example.test',
      credits: 5,
      paid_user: false,
      language: 'it',
      profile: { name: 'Carla', age: 32, city: 'Milano', region: 'Lombardia', fictional: false, main_image: null },
    })
    expect(body.counts).toEqual({ unread_messages: 0, new_likes: 0 })
    const id = body.user?.id
    expect(server.sql('select kind, payload from jobs')).toEqual([
      { kind: 'mail.activation', payload: JSON.stringify({ member: id }) },
    ])
    const hash = hashToken(tokenIn(headers))
    expect(server.sql('select user_id, expires_at from sessions where token_hash = ?', hash)).toEqual([
      { user_id: id, expires_at: server.clock.now() + SESSION_DAYS * DAY_MS },
    ])
  })

  test('[PAY-1] the first credits stand in the ledger, and the balance is its sum', async () => {
    const { body } = await server.visitor('signup', { body: signupForm() })
    expect(server.sql('select user_id, amount, reason, reference, at from ledger')).toEqual([
      { user_id: body.user?.id, amount: 5, reason: 'signup', reference: 'signup', at: server.clock.now() },
    ])
    expect(body.user?.credits).toBe(5)
  })

  test('[SAFE-1] password and session token are stored as hashes alone', async () => {
    const { headers } = await server.visitor('signup', { body: signupForm({ password: 'bicycles under water' }) })
    const token = tokenIn(headers)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(headers.get('set-cookie')).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const stored = JSON.stringify([server.sql('select * from users'), server.sql('select * from sessions')])
    expect(stored).toContain('$argon2id$')
    expect(stored).not.toContain(token)
    expect(stored).not.toContain('bicycles')
  })

  test('[ACC-6] a new member is found by nobody', async () => {
    await server.visitor('signup', { body: signupForm() })
    expect(server.sql('select searchable from profiles')).toEqual([{ searchable: 0 }])
  })

  test('[ACC-3] who is under age, by calendar date, is refused', async () => {
    server.clock.set('2026-06-15T12:00:00Z')
    const young = await server.visitor('signup', { body: signupForm({ date_of_birth: '2008-06-16' }) })
    expect([young.status, young.error]).toEqual([
      400,
      { error: 'invalid_input', fields: { date_of_birth: 'too_young' } },
    ])
    const impossible = await server.visitor('signup', { body: signupForm({ date_of_birth: '2001-02-29' }) })
    expect(impossible.error?.fields).toEqual({ date_of_birth: 'birth_date_invalid' })
    const today = await server.visitor('signup', { body: signupForm({ date_of_birth: '2008-06-15' }) })
    expect(today.status).toBe(200)
  })

  test('[ACC-4] one account an address, however it is spelled', async () => {
    await server.visitor('signup', { body: signupForm() })
    const again = await server.visitor('signup', {
      body: signupForm({ email: 'CARLA@example.test', password: 'another fine password' }),
    })
    expect([again.status, again.error]).toEqual([409, { error: 'email_taken' }])
    server.sql(`update users set status = 'deleting'`)
    const going = await server.visitor('signup', { body: signupForm() })
    expect([going.status, going.error]).toEqual([409, { error: 'email_being_deleted' }])
    expect(server.sql('select count(*) as n from users')).toEqual([{ n: 1 }])
  })

  test('the same form again within minutes is the same signup: its answer was lost', async () => {
    const first = await server.visitor('signup', { body: signupForm() })
    const second = await server.visitor('signup', { body: signupForm() })
    expect(second.status).toBe(200)
    expect(second.body.user?.id).toBe(first.body.user?.id)
    expect(server.sql('select amount from ledger')).toHaveLength(1)
    server.clock.advance(11 * 60_000)
    expect((await server.visitor('signup', { body: signupForm() })).error?.error).toBe('email_taken')
  })

  test('two signups with one address at once make one account', async () => {
    const answers = await Promise.all([
      server.visitor('signup', { body: signupForm({ password: 'first come first served' }) }),
      server.visitor('signup', { body: signupForm({ password: 'second come, not served' }) }),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(server.sql('select count(*) as n from users')).toEqual([{ n: 1 }])
  })

  test.each(['passwordpassword', 'Password-123456', 'abababababab', 'qwertyuiop123', '4321098765432'])(
    '[ACC-5] %s is too common',
    async (password) => {
      const { error } = await server.visitor('signup', { body: signupForm({ password }) })
      expect(error?.fields).toEqual({ password: 'password_common' })
    },
  )

  test('[ACC-5] name or address with a few signs around is no password', async () => {
    const known = await server.visitor('signup', {
      body: signupForm({ name: 'Bartholomew', password: 'bartholomew12' }),
    })
    expect(known.error?.fields).toEqual({ password: 'password_common' })
    const more = await server.visitor('signup', { body: signupForm({ password: 'Carla rides bicycles' }) })
    expect(more.status).toBe(200)
  })

  test('a place that is not in the list, or not in this region, is refused', async () => {
    const wrong = await server.visitor('signup', { body: signupForm({ city: 'IT-25/atlantis' }) })
    expect(wrong.error?.fields).toEqual({ city: 'place_unknown' })
    const elsewhere = await server.visitor('signup', { body: signupForm({ countryregion: 'IT-62' }) })
    expect(elsewhere.error?.fields).toEqual({ city: 'place_unknown' })
  })
})

test('[ACC-15] closed signups say so', async () => {
  const closed = await createTestServer({ settings: { signups: 'none' } })
  const { status, error } = await closed.visitor('signup', { body: signupForm() })
  expect([status, error]).toEqual([403, { error: 'signups_closed' }])
  await closed.close()
})

test('[SAFE-1] the cookie is Secure where the site is on https', async () => {
  const secure = await createTestServer({ env: { PUBLIC_URL: 'https://visavis.test' } })
  const { headers } = await secure.visitor('signup', { body: signupForm() })
  expect(headers.get('set-cookie')).toMatch(/; Secure$/)
  await secure.close()
})
