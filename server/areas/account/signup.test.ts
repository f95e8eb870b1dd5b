import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS, SESSION_DAYS } from '#contract/limits.ts'
import type { CallAnswer } from '#contract/calls.ts'
import { hashToken } from '../../http/caller.ts'
import { callsOn } from '../../testing/calls.ts'
import { signupForm } from '../../testing/forms.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const tokenIn = (headers: Headers) => /^session=([\w-]+);/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''

const nameError = async (name: string) =>
  (await server.visitor('signup', { body: signupForm({ name }) })).error?.fields?.['name']

const statusAt = async (time: string, place: Partial<Parameters<typeof signupForm>[0]>, born: string) => {
  server.clock.set(time)
  const body = signupForm({ email: `x${Date.parse(time)}@example.test`, date_of_birth: born, ...place })
  return (await server.visitor('signup', { body })).status
}

describe('signup', () => {
  test('[ACC-1] creates account, profile, first credits, session and the activation mail', async () => {
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
    // The mail waits for the end of signup [ACC-7].
    expect(server.sql('select kind, payload, run_at from jobs')).toEqual([
      {
        kind: 'mail.activation',
        payload: JSON.stringify({ member: id }),
        run_at: server.clock.now() + 30 * MINUTE_MS,
      },
    ])
    const hash = hashToken(tokenIn(headers))
    expect(server.sql('select user_id, expires_at from sessions where token_hash = ?', hash)).toEqual([
      { user_id: id, expires_at: server.clock.now() + SESSION_DAYS * DAY_MS },
    ])
  })

  test('[PAY-1] [CHAT-4] the first five credits are in the ledger, and the balance is its sum', async () => {
    const { body } = await server.visitor('signup', { body: signupForm() })
    expect(server.sql('select user_id, amount, reason, reference, at from ledger')).toEqual([
      { user_id: body.user?.id, amount: 5, reason: 'signup', reference: 'signup', at: server.clock.now() },
    ])
    expect(body.user?.credits).toBe(5)
  })

  test('[ACC-21] stores the accepted versions of terms and privacy, with the time', async () => {
    const added = Date.UTC(2026, 1, 3)
    server.deps.settings().company = { ...server.deps.settings().company, added }
    await server.visitor('signup', { body: signupForm({ accepts_terms: true }) })
    const accepted = { version: added, accepted_at: server.clock.now() }
    expect(server.sql('select document, version, accepted_at from acceptances order by document')).toEqual([
      { document: 'privacy', ...accepted },
      { document: 'terms', ...accepted },
    ])
  })

  test('[ACC-21] stores nothing for an app version that did not show them', async () => {
    await server.visitor('signup', { body: signupForm() })
    expect(server.sql('select * from acceptances')).toEqual([])
  })

  test('[SAFE-1] password and session token are stored only as hashes', async () => {
    const { headers } = await server.visitor('signup', { body: signupForm({ password: 'bicycles under water' }) })
    const token = tokenIn(headers)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(headers.getSetCookie()[0]).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const stored = JSON.stringify([server.sql('select * from users'), server.sql('select * from sessions')])
    expect(stored).toContain('$argon2id$')
    expect(stored).not.toContain(token)
    expect(stored).not.toContain('bicycles')
  })

  test('[ACC-6] search does not find a new member', async () => {
    await server.visitor('signup', { body: signupForm() })
    expect(server.sql('select searchable from profiles')).toEqual([{ searchable: 0 }])
  })

  test('[ACC-3] a person under age, by calendar date, is refused', async () => {
    server.clock.set('2026-06-15T12:00:00Z')
    const young = await server.visitor('signup', { body: signupForm({ date_of_birth: '2008-06-16' }) })
    expect([young.status, young.error]).toEqual([
      400,
      { error: 'invalid_input', fields: { date_of_birth: 'too_young' } },
    ])
    const impossible = await server.visitor('signup', { body: signupForm({ date_of_birth: '2001-02-29' }) })
    expect(impossible.error?.fields).toEqual({ date_of_birth: 'birth_date_invalid' })
    const slip = await server.visitor('signup', { body: signupForm({ date_of_birth: '1904-06-15' }) })
    expect(slip.error?.fields).toEqual({ date_of_birth: 'birth_date_invalid' })
    const today = await server.visitor('signup', { body: signupForm({ date_of_birth: '2008-06-15' }) })
    expect(today.status).toBe(200)
  })

  test('[ACC-1] a new member starts at the first step after the account, also after a reload', async () => {
    const { body, headers } = await server.visitor('signup', { body: signupForm() })
    expect(body.user?.settings.signup_step).toBe(1)
    const again = await callsOn(server.app, `session=${tokenIn(headers)}`)('user.get')
    expect(again.body.user?.settings.signup_step).toBe(1)
  })

  test('[ACC-1] the place is optional: until it is given, the country of the request counts', async () => {
    await server.close()
    server = await createTestServer({ env: { COUNTRY_HEADER: 'x-country' } })
    const { country: _, countryregion: __, city: ___, ...form } = signupForm()
    const join = async (email: string, country: string) => {
      const response = await server.app.request('http://localhost/api/signup', {
        method: 'POST',
        headers: { 'x-country': country },
        body: JSON.stringify({ ...form, email }),
      })
      const { user } = (await response.json()) as CallAnswer<'signup'>
      return user?.profile
    }
    expect(await join('a@example.test', 'DE')).toMatchObject({ country: 'DE', countryregion: null, city_id: null })
    // A country that the site does not offer.
    expect((await join('b@example.test', 'JP'))?.country).toBe('IT')
  })

  test('[ACC-1] a text without a recipient becomes the about-me text', async () => {
    const { body } = await server.visitor('signup', { body: signupForm({ signup_message: ' I like the sea. ' }) })
    expect(body.user?.profile.about_me).toBe('I like the sea.')
    const other = await server.visitor('signup', {
      body: signupForm({ email: 'dora@example.test', signup_message: 'Hello you', signup_profile: 7 }),
    })
    expect(other.body.user?.profile.about_me).toBe('')
    expect(server.sql('select signup_message from users where id = ?', other.body.user?.id)).toEqual([
      { signup_message: JSON.stringify({ text: 'Hello you', profile: 7 }) },
    ])
    expect(server.sql('select * from messages')).toEqual([])
  })

  test('[ACC-2] the name has 3 to 30 characters, is not the address and does not begin with @', async () => {
    expect(await nameError('Al')).toBe('too_short')
    expect(await nameError('x'.repeat(31))).toBe('too_long')
    expect(await nameError('@carla')).toBe('name_starts_with_at')
    expect(await nameError('CARLA@example.test')).toBe('name_is_email')
    for (const name of ['other@example.test', 'www.carla', 'carla.com', 'Carla t.me/carla', 'саrlа.соm'])
      expect(await nameError(name)).toBe('name_is_address')
    for (const name of ['Visavis Support', 'Аdmin', 'M0derator']) expect(await nameError(name)).toBe('name_is_official')
    expect(await nameError('Ada')).toBeUndefined()
  })

  test('[ACC-3] a member who is of age today where they live is shown with that age, to themselves and to others', async () => {
    const bert = await server.signUp('Bert')
    // 16 June in New Zealand, and still 15 June in Greenwich.
    server.clock.advance(Date.parse('2026-06-15T12:30:00Z') - server.clock.now())
    const body = signupForm({
      country: 'NZ',
      countryregion: 'NZ-AUK',
      city: 'NZ-AUK/auckland',
      date_of_birth: '2008-06-16',
    })
    const joined = await server.visitor('signup', { body })
    expect(joined.body.user?.profile.age).toBe(18)
    server.sql(`update users set status = 'active' where id = ?`, joined.body.user?.id)
    const { body: seen } = await server.as(bert)('members.get', { params: { id: String(joined.body.user?.id) } })
    expect(seen.profile.age).toBe(18)
  })

  test('[ACC-4] an address has one account, in any spelling', async () => {
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

  test.each([
    ['carla@example.test', ['Carla@Example.TEST', ' carla@example.test ', 'CARLA@EXAMPLE.TEST']],
    ['anna@müller.example', ['anna@MÜLLER.example', 'Anna@xn--mller-kva.example', 'anna@mu\u0308ller.EXAMPLE']],
    ['anna@ΣΊΣΥΦΟΣ.example', ['anna@σίσυφοσ.example', 'anna@xn--kxa6akbbkh.example']],
    ['anna@example.рф', ['anna@example.РФ', 'anna@example.xn--p1ai']],
    ['anna@ｅｘａｍｐｌｅ.test', ['anna@example.test']],
  ])('[ACC-4] %s has one account', async (email, spellings) => {
    expect((await server.visitor('signup', { body: signupForm({ email }) })).status).toBe(200)
    for (const spelling of spellings) {
      const body = signupForm({ email: spelling, password: 'another fine password' })
      expect((await server.visitor('signup', { body })).error?.error).toMatch(/^(email_taken|invalid_input)$/)
    }
    expect(server.sql('select count(*) as n from users')).toEqual([{ n: 1 }])
  })

  test('[ACC-4] an address with an impossible domain is refused', async () => {
    const { error } = await server.visitor('signup', { body: signupForm({ email: 'anna@\u05D0a.example' }) })
    expect(error).toEqual({ error: 'invalid_input', fields: { email: 'email_invalid' } })
  })

  test("[ACC-3] the birthday counts in the member's time zone", async () => {
    const auckland = { country: 'NZ', countryregion: 'NZ-AUK', city: 'NZ-AUK/auckland' }
    expect(await statusAt('2026-06-14T21:59:59Z', {}, '2008-06-15')).toBe(400)
    expect(await statusAt('2026-06-14T22:00:00Z', {}, '2008-06-15')).toBe(200)
    expect(await statusAt('2026-06-14T11:59:59Z', auckland, '2008-06-15')).toBe(400)
    expect(await statusAt('2026-06-14T12:00:00Z', auckland, '2008-06-15')).toBe(200)
    // Born on 29 February, which most years do not have.
    expect(await statusAt('2026-02-28T22:59:59Z', {}, '2008-02-29')).toBe(400)
    expect(await statusAt('2026-02-28T23:00:00Z', {}, '2008-02-29')).toBe(200)
  })

  test('[ACC-1] the same form within minutes is the same signup, because its answer was lost', async () => {
    const first = await server.visitor('signup', { body: signupForm() })
    const second = await server.visitor('signup', { body: signupForm() })
    expect(second.status).toBe(200)
    expect(second.body.user?.id).toBe(first.body.user?.id)
    expect(server.sql('select amount from ledger')).toHaveLength(1)
    server.clock.advance(11 * 60_000)
    expect((await server.visitor('signup', { body: signupForm() })).error?.error).toBe('email_taken')
  })

  test('[ACC-8] guessing a password by repeated signups is blocked like at login', async () => {
    await server.visitor('signup', { body: signupForm() })
    const guess = (password: string) => server.visitor('signup', { body: signupForm({ password }) })
    for (let nth = 0; nth < 5; nth += 1) await guess(`a wrong password, number ${nth}`)
    expect((await guess(signupForm().password)).error).toEqual({ error: 'email_taken' })
    expect(server.sql('select count(*) as n from sessions')).toEqual([{ n: 1 }])
  })

  test('[ACC-4] two parallel signups with one address create one account', async () => {
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

  test('[ACC-5] a name or an address with a few added signs is refused as password', async () => {
    const known = await server.visitor('signup', {
      body: signupForm({ name: 'Bartholomew', password: 'bartholomew12' }),
    })
    expect(known.error?.fields).toEqual({ password: 'password_common' })
    const more = await server.visitor('signup', { body: signupForm({ password: 'Carla rides bicycles' }) })
    expect(more.status).toBe(200)
  })

  test('[PROF-7] a place that is not in the list, or not in this region, is refused', async () => {
    const wrong = await server.visitor('signup', { body: signupForm({ city: 'IT-25/atlantis' }) })
    expect(wrong.error?.fields).toEqual({ city: 'place_unknown' })
    const elsewhere = await server.visitor('signup', { body: signupForm({ countryregion: 'IT-62' }) })
    expect(elsewhere.error?.fields).toEqual({ city: 'place_unknown' })
  })
})

test('[SAFE-1] the cookie is Secure if the site runs on https', async () => {
  const secure = await createTestServer({ env: { PUBLIC_URL: 'https://visavis.test' } })
  const { headers } = await secure.visitor('signup', { body: signupForm() })
  expect(headers.get('set-cookie')).toMatch(/; Secure$/)
  await secure.close()
})

const stored = () => server.sql('select looking_for, sexuality from profile_details')
const consents = () => server.sql('select consent, withdrawn_at from consents')

test('[ACC-20] a signup needs a password or a passkey', async () => {
  const { password: _, ...form } = signupForm()
  const { error } = await server.visitor('signup', { body: form })
  expect(error).toEqual({ error: 'invalid_input', fields: { password: 'required' } })
  expect(server.sql('select id from users')).toEqual([])
})

describe('[ACC-19] the gender the member wants to meet', () => {
  test('is stored with its consent, and no other sensitive data is', async () => {
    await server.visitor('signup', { body: signupForm({ looking_for: 'female', consent_sensitive: true }) })
    expect(stored()).toEqual([{ looking_for: 'female', sexuality: null }])
    expect(consents()).toEqual([{ consent: 'sensitive', withdrawn_at: null }])
  })

  test('[ACC-18] is refused without the consent, and no account is created', async () => {
    const answer = await server.visitor('signup', { body: signupForm({ looking_for: 'female' }) })
    expect(answer.error).toMatchObject({ fields: { consent_sensitive: 'required' } })
    expect(stored()).toEqual([])
  })

  test('may stay on the device: then neither answer nor consent is stored', async () => {
    await server.visitor('signup', { body: signupForm() })
    expect(stored()).toEqual([{ looking_for: null, sexuality: null }])
    expect(consents()).toEqual([])
  })
})

/** @returns the status, and the refusal or the stored traffic source of the new member */
const join = async (signups: 'all' | 'with_trafficsource' | 'none', cookie?: string, unstored?: string) => {
  const site = await createTestServer({ settings: { signups } })
  const response = await site.app.request('http://localhost/api/signup', {
    method: 'POST',
    headers: cookie === undefined ? {} : { cookie: `trafficsource=${cookie}` },
    body: JSON.stringify({ ...signupForm(), traffic_source: unstored }),
  })
  const [row] = site.sql('select tracking from users')
  await site.close()
  return [response.status, row === undefined ? await response.json() : JSON.parse(String(row['tracking']))]
}
const SOURCE = 'network=search&ref=summer&sub1=a&other=x'
const CLOSED = [403, { error: 'signups_closed' }]

test('[ACC-15] all: everyone can join, and the traffic source is stored with the account', async () => {
  expect(await join('all')).toEqual([200, {}])
  expect(await join('all', SOURCE)).toEqual([200, { network: 'search', ref: 'summer', sub1: 'a' }])
})

test('[ACC-15] with_trafficsource: only visitors with a traffic source, stored or in the address', async () => {
  expect(await join('with_trafficsource')).toEqual(CLOSED)
  expect(await join('with_trafficsource', 'sub1=a')).toEqual(CLOSED)
  expect(await join('with_trafficsource', SOURCE)).toEqual([200, { network: 'search', ref: 'summer', sub1: 'a' }])
  expect(await join('with_trafficsource', undefined, 'sub1=a')).toEqual(CLOSED)
})

test('[ACC-15]a traffic source that the visitor did not allow to store opens signups, but is not stored', async () => {
  expect(await join('with_trafficsource', undefined, 'ref=friend')).toEqual([200, {}])
})

test('[ACC-15] none: nobody can join', async () => {
  expect(await join('none')).toEqual(CLOSED)
  expect(await join('none', SOURCE)).toEqual(CLOSED)
})
