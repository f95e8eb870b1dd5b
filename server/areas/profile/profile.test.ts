import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CONSENT_TEXT_VERSION } from '#contract/entities/member-settings.ts'
import { GENDERS, INTERESTS, type OwnProfile } from '#contract/entities/profile.ts'
import { FACT_NAMES, PROFILE_FACTS } from '#contract/entities/profile-facts.ts'
import { SENSITIVE_INTERESTS, isSensitive } from '#contract/rules/sensitive.ts'
import { INTERESTS_MAX } from '#contract/limits.ts'
import type { CallInput } from '#contract/calls.ts'
import { recordOf } from '#contract/records.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

type Change = CallInput<'profile.put'>['body']

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

const change = (body: Change) => server.as(anna)('profile.put', { body })
const consent = (given: boolean) =>
  server.as(anna)('consents.put', { params: { consent: 'sensitive' }, body: { given } })
const profile = async (): Promise<OwnProfile> => (await server.as(anna)('profile.get')).body.profile
const stored = () => server.sql('select * from profiles join profile_details using (id) where id = ?', anna.id)[0] ?? {}
const find = async (countryregion: string) =>
  (await server.visitor('members.search', { query: { gender: 'female', country: 'IT', countryregion } })).body.results
const feedOf = (member: TestMember) => server.sql('select seq, kind, entity from changes where member = ?', member.id)

/** Each field with all its values. */
const VALUES = { gender: GENDERS, ...recordOf(FACT_NAMES, (name) => PROFILE_FACTS[name].options) }

describe('an edit of one’s own profile', () => {
  test('[ACC-2] a name that is a contact address is refused; a member who has one may keep it until the next change', async () => {
    expect((await change({ name: 'anna.example.com' })).error).toEqual({
      error: 'invalid_input',
      fields: { name: 'name_is_address' },
    })
    server.sql(`update profiles set name = 'anna.com' where id = ?`, anna.id)
    expect((await change({ name: 'anna.com', about_me: 'Hello there' })).status).toBe(200)
    expect((await profile()).name).toBe('anna.com')
    for (const name of ['www.anna.com', 'аnnа.соm'])
      expect((await change({ name })).error?.fields).toEqual({ name: 'name_is_address' })
    expect((await change({ name: 'Anna Maria' })).status).toBe(200)
  })

  test('[ACC-2] a name that passes for the site’s people is refused; a member who has one may keep it until the next change', async () => {
    for (const name of ['Visavis Team', 'Suppоrt', 'Admin'])
      expect((await change({ name })).error?.fields).toEqual({ name: 'name_is_official' })
    server.sql(`update profiles set name = 'Moderator' where id = ?`, anna.id)
    expect((await change({ name: 'Moderator', about_me: 'Hello there' })).status).toBe(200)
    expect((await profile()).name).toBe('Moderator')
  })

  test('[PROF-1] every field takes every value of its list, and no other', async () => {
    await consent(true)
    for (const [field, values] of Object.entries(VALUES)) {
      for (const value of values) {
        const answered = await change({ [field]: value })
        expect([field, answered.body.profile]).toEqual([field, expect.objectContaining({ [field]: value })])
      }
      expect((await change({ [field]: 'made up' })).error).toMatchObject({ fields: { [field]: 'invalid' } })
    }
  })

  test('[PROF-1] an omitted field stays, null clears it', async () => {
    await change({ hair_colour: 'red', eye_colour: 'green', about_me: 'Two lines\nof me' })
    await change({ hair_colour: null })
    expect(await profile()).toMatchObject({ hair_colour: null, eye_colour: 'green', about_me: 'Two lines\nof me' })
    await change({ about_me: '   ' })
    expect(await profile()).toMatchObject({ eye_colour: 'green', about_me: '' })
  })

  test('[PROF-1] the text about oneself is trimmed and at most 2,000 characters long', async () => {
    expect((await change({ about_me: '  I sail.\n ' })).body.profile.about_me).toBe('I sail.')
    expect((await change({ about_me: 'x'.repeat(2_000) })).status).toBe(200)
    expect((await change({ about_me: 'x'.repeat(2_001) })).error?.fields).toEqual({ about_me: 'too_long' })
  })

  test("[ACC-2] a name may change, but never to the member's e-mail address in any spelling", async () => {
    expect((await change({ name: ' Anna  Maria ' })).body.profile.name).toBe('Anna Maria')
    for (const name of [anna.email, anna.email.toUpperCase(), ` ${anna.email} `])
      expect((await change({ name })).error?.fields).toEqual({ name: 'name_is_email' })
    expect((await change({ name: '@anna' })).error?.fields).toEqual({ name: 'name_starts_with_at' })
    expect((await profile()).name).toBe('Anna Maria')
  })

  test('[PROF-7] a place is complete, from the list, and in a country of the site', async () => {
    const dublin = { country: 'IE', countryregion: 'IE-D', city: 'IE-D/dublin' }
    expect((await change(dublin)).body.profile).toMatchObject({
      country: 'IE',
      countryregion: 'IE-D',
      region: 'Dublin',
      city: 'Dublin',
      city_id: 'IE-D/dublin',
    })
    for (const place of [
      { country: 'IT', countryregion: 'IE-D', city: 'IE-D/dublin' },
      { country: 'IE', countryregion: 'IE-CO', city: 'IE-D/dublin' },
      { country: 'IE', countryregion: 'IE-D', city: 'IE-D/atlantis' },
      { country: 'IE' },
      { city: 'IE-D/dublin' },
    ])
      expect((await change(place)).error?.fields).toEqual({ city: 'place_unknown' })

    const irish = await createTestServer({ settings: { countries: ['IE'] } })
    const member = await irish.signUp('Bea')
    const milano = { country: 'IT', countryregion: 'IT-25', city: 'IT-25/milano' }
    expect((await irish.as(member)('profile.put', { body: milano })).error?.fields).toEqual({ city: 'place_unknown' })
    await irish.close()
  })

  test('[PROF-7] search finds a member who moved at the new place', async () => {
    await change({ country: 'IT', countryregion: 'IT-62', city: 'IT-62/roma' })
    expect((await find('IT-62')).map(({ name, city }) => [name, city])).toEqual([['Anna', 'Roma']])
    expect(await find('IT-25')).toEqual([])
  })

  test('[PROF-8] at most 16 interests, each once, from the list', async () => {
    const open = INTERESTS.filter((interest) => !isSensitive(interest))
    const most = open.slice(0, INTERESTS_MAX)
    expect((await change({ interests: [...most, ...most] })).body.profile.interests).toEqual(most)
    expect((await change({ interests: open.slice(0, INTERESTS_MAX + 1) })).error?.fields).toEqual({
      interests: 'too_many',
    })
    expect((await change({ interests: ['stamps' as never] })).status).toBe(400)
    expect((await profile()).interests).toEqual(most)
    expect((await change({ interests: [] })).body.profile.interests).toEqual([])
  })

  test("the member's devices get a change; an edit without changes notifies nobody", async () => {
    await change({ hair_colour: 'red' })
    expect(feedOf(anna).map(({ kind }) => kind)).toEqual(['user'])
    await change({ hair_colour: 'red', name: 'Anna' })
    expect(feedOf(anna)).toHaveLength(1)
  })

  test('partners and likers get a new name, gender or place once, and no other change', async () => {
    const [bert, carl, dora] = [await server.signUp('Bert'), await server.signUp('Carl'), await server.signUp('Dora')]
    await server.as(bert)('likes.put', { params: { profile: String(anna.id) } })
    await server.as(anna)('likes.put', { params: { profile: String(bert.id) } })
    await server.sendText(anna, carl, 'Hello')
    const heard = () =>
      [bert, carl, dora].map((member) => feedOf(member).filter(({ kind }) => kind === 'profile').length)
    await change({ about_me: 'New', eye_colour: 'blue' })
    expect(heard()).toEqual([0, 0, 0])
    await change({ name: 'Anna Maria' })
    expect(heard()).toEqual([1, 1, 0])
    await change({ country: 'IE', countryregion: 'IE-D', city: 'IE-D/dublin', gender: 'male' })
    expect(heard()).toEqual([2, 2, 0])
    const { body } = await server.as(carl)('sync', { query: { after: '0' } })
    expect(body.profiles.map(({ name, city, gender }) => [name, city, gender])).toEqual([
      ['Anna Maria', 'Dublin', 'male'],
    ])
  })
})

describe('[ACC-18] sensitive data', () => {
  const sensitive: Change[] = [
    { sexuality: 'bi' },
    { looking_for: 'both' },
    ...SENSITIVE_INTERESTS.map((interest) => ({ interests: ['music' as const, interest] })),
  ]

  test('is refused without the consent, and nothing of the edit is stored', async () => {
    const before = stored()
    for (const body of sensitive) {
      expect((await change({ ...body, name: 'Other', about_me: 'Other' })).error).toEqual({ error: 'consent_required' })
    }
    expect(stored()).toEqual(before)
    expect(feedOf(anna)).toEqual([])
  })

  test('can be cleared without the consent', async () => {
    const { status, body } = await change({ sexuality: null, looking_for: null, interests: ['music'] })
    expect([status, body.profile.interests]).toEqual([200, ['music']])
  })

  test('is stored while the consent is in force, and deleted at once with its withdrawal', async () => {
    await change({ interests: ['music'], hair_colour: 'red' })
    const given = await consent(true)
    expect(given.body.settings.consents.sensitive).toBe(server.clock.now())
    await change({ sexuality: 'bi', looking_for: 'both', interests: ['music', 'bondage', 'lingerie'] })
    expect(await profile()).toMatchObject({ sexuality: 'bi', looking_for: 'both' })

    server.clock.advance(60_000)
    const { body } = await consent(false)
    expect(body.settings.consents.sensitive).toBeNull()
    expect(body.profile).toMatchObject({ sexuality: null, looking_for: null, interests: ['music'], hair_colour: 'red' })
    expect(stored()).toMatchObject({ sexuality: null, looking_for: null, interests: '["music"]' })
    expect((await change({ sexuality: 'bi' })).error?.error).toBe('consent_required')
  })

  test('[ACC-18] the record contains the times of consent and withdrawal, and the version of the text; a repeat changes none', async () => {
    const row = () => server.sql('select given_at, withdrawn_at, text_version from consents where user_id = ?', anna.id)
    expect((await consent(false)).status).toBe(200)
    expect(row()).toEqual([])
    const begin = server.clock.now()
    await consent(true)
    server.clock.advance(1_000)
    await consent(true)
    expect(row()).toEqual([{ given_at: begin, withdrawn_at: null, text_version: CONSENT_TEXT_VERSION }])
    await consent(false)
    server.clock.advance(1_000)
    await consent(false)
    expect(row()).toEqual([{ given_at: begin, withdrawn_at: begin + 1_000, text_version: CONSENT_TEXT_VERSION }])
    server.sql('update consents set text_version = 1')
    expect(feedOf(anna).map(({ kind }) => kind)).toEqual(['user', 'user'])
    await consent(true)
    expect(row()).toEqual([{ given_at: begin + 2_000, withdrawn_at: null, text_version: CONSENT_TEXT_VERSION }])
  })

  test('after any order of edits and consents, none is stored without a consent in force', async () => {
    const step = fc.oneof(
      fc.boolean().map((given) => ({ given })),
      fc.record({
        body: fc.record<Change>(
          {
            sexuality: fc.constantFrom(...PROFILE_FACTS.sexuality.options, null),
            looking_for: fc.constantFrom(...PROFILE_FACTS.looking_for.options, null),
            interests: fc.subarray([...INTERESTS], { maxLength: INTERESTS_MAX }),
            name: fc.constantFrom('Anna', 'Anna Maria'),
          },
          { requiredKeys: [] },
        ),
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        for (const one of steps) {
          if ('given' in one) await consent(one.given)
          else await change(one.body)
          const { sexuality, looking_for, interests } = await profile()
          const held = sexuality !== null || looking_for !== null || interests.some(isSensitive)
          const stands = server.sql('select 1 from consents where user_id = ? and withdrawn_at is null', anna.id)
          expect(held && stands.length === 0).toBe(false)
        }
      }),
      { seed: 18, numRuns: 40 },
    )
  })
})
