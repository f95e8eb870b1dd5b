import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Interest } from '#contract/entities/profile.ts'
import type { FactValue } from '#contract/entities/profile-facts.ts'
import type { MemberExtras, TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findMatches } from './match-finder.ts'

type Wishes = {
  lookingFor?: FactValue<'looking_for'>
  sexuality?: FactValue<'sexuality'>
  interests?: Interest[]
  reserved?: boolean
}

let server: TestServer
let me: TestMember
beforeEach(async () => {
  server = await createTestServer()
  me = await member('Me', { gender: 'male' }, { interests: ['coffee', 'reading', 'hiking'] })
})
afterEach(() => server.close())

const wish = (one: TestMember, { lookingFor, sexuality, interests = [], reserved = false }: Wishes): void => {
  server.sql(
    'update profile_details set looking_for = ?, sexuality = ?, interests = ? where id = ?',
    lookingFor ?? null,
    sexuality ?? null,
    JSON.stringify(interests),
    one.id,
  )
  server.sql('update profiles set reserved = ? where id = ?', reserved ? 1 : 0, one.id)
}

const member = async (name: string, extras: MemberExtras = {}, wishes: Wishes = {}): Promise<TestMember> => {
  const one = await server.signUp(name, { birthDate: '1990-05-20', ...extras })
  wish(one, wishes)
  return one
}

const ROME = { region: 'IT-62', city: 'IT-62/roma' }
const LUGANO = { country: 'CH', region: 'CH-TI', city: 'CH-TI/lugano' }
const BERLIN = { country: 'DE', region: 'DE-BE', city: 'DE-BE/berlin' }
const long = { lastActive: 1 }

const proposals = async (as: TestMember = me) => (await server.as(as)('match_finder.get', { query: {} })).body.results
const names = async (as?: TestMember) => (await proposals(as)).map(({ profile }) => profile.name)
const reasonsFor = async (name: string) =>
  (await proposals()).find(({ profile }) => profile.name === name)?.reasons.map((reason) => reason.kind)

describe('the proposed members', () => {
  test("[FIND-5] each looks for the other's gender, if the wishes are known", async () => {
    await member('Looks for men', {}, { lookingFor: 'male' })
    await member('Looks for women', {}, { lookingFor: 'female' })
    await member('Has not said')
    await member('A man', { gender: 'male' })
    expect((await names()).toSorted()).toEqual(['A man', 'Has not said', 'Looks for men'])
    wish(me, { lookingFor: 'female' })
    expect((await names()).toSorted()).toEqual(['Has not said', 'Looks for men'])
  })

  test('[FIND-5] a sexuality counts like a stated wish', async () => {
    await member('Hetero', {}, { sexuality: 'hetero' })
    await member('Lesbian', {}, { sexuality: 'lesbian' })
    await member('Bi', {}, { sexuality: 'bi' })
    await member('Gay', { gender: 'male' }, { sexuality: 'gay' })
    wish(me, { sexuality: 'hetero' })
    expect((await names()).toSorted()).toEqual(['Bi', 'Hetero'])
    wish(me, { sexuality: 'gay' })
    expect((await names()).toSorted()).toEqual(['Gay'])
  })

  test('[FIND-5] ages suit both', async () => {
    // The searching member is 36.
    for (const [name, birthDate] of [
      ['26', '2000-01-01'],
      ['25', '2000-07-01'],
      ['46', '1980-01-01'],
      ['47', '1979-01-01'],
    ] as const)
      await member(name, { birthDate })
    expect((await names()).toSorted()).toEqual(['26', '46'])
    const young = await member('Young', { birthDate: '2006-01-01', gender: 'male' })
    await member('26 and a half', { birthDate: '1999-12-01' })
    // At 20, ages from 18 to 26 fit.
    expect((await names(young)).toSorted()).toEqual(['25', '26', '26 and a half'])
  })

  test('[FIND-5] [ACC-3] ages are those of the day in the country, also while it differs from UTC', async () => {
    // In Italy it is the 16th: the searching member is 36, so 26 to 46 fit.
    server.clock.set('2026-06-15T22:30:00Z')
    for (const birthDate of ['2000-06-16', '2000-06-17', '1979-06-16', '1979-06-17'])
      await member(birthDate, { birthDate })
    expect((await names()).toSorted()).toEqual(['1979-06-17', '2000-06-16'])
    await member('41', { birthDate: '1984-06-17' })
    await member('42', { birthDate: '1984-06-16' })
    expect(await reasonsFor('41')).toContain('age')
    expect(await reasonsFor('42')).not.toContain('age')
  })

  test('[FIND-5] nobody whom the member likes, talks with or blocks, and nobody whom search hides', async () => {
    const [liked, talked, blocked, blocking] = [
      await member('Liked'),
      await member('Talked'),
      await member('Blocked'),
      await member('Blocking'),
    ]
    await member('Invisible', { invisible: true })
    await member('Unconfirmed', { status: 'not_confirmed' })
    await member('Free')
    const call = server.as(me)
    await call('likes.put', { params: { profile: String(liked.id) } })
    await server.sendText(me, talked)
    await call('blocks.put', { params: { profile: String(blocked.id) } })
    await server.as(blocking)('blocks.put', { params: { profile: String(me.id) } })
    expect(await names()).toEqual(['Free'])
  })

  test('[FIND-5] at most 24, and at least one for a member who likes many', async () => {
    for (let index = 0; index < 130; index += 1) {
      const other = await member(`Member ${index}`, { lastActive: index })
      if (index >= 30) server.sql('insert into likes values (?, ?, 0, 0)', me.id, other.id)
    }
    const all = await names()
    expect(all).toHaveLength(24)
    expect(new Set(all).size).toBe(24)
  })

  test('[FIND-5] the same list while nothing changes, for every caller', async () => {
    for (let index = 0; index < 40; index += 1)
      await member(`Member ${index}`, { lastActive: 5, ...(index % 2 ? ROME : {}) }, { interests: ['coffee'] })
    const once = await findMatches(server.deps, me.id)
    expect(await findMatches(server.deps, me.id)).toEqual(once)
    expect(await proposals()).toEqual(once)
    expect(await findMatches(server.deps, 999_999)).toEqual([])
  })
})

describe('the reasons', () => {
  test('[FIND-5] the nearest and most similar members come first, with at most three of the strongest reasons', async () => {
    wish(me, { lookingFor: 'female', interests: ['coffee', 'reading', 'hiking'] })
    await member('Near and alike', {}, { lookingFor: 'male', interests: ['hiking', 'beer', 'coffee'] })
    await member('Alike in Rome', ROME, { interests: ['coffee', 'reading', 'hiking'] })
    await member('In Rome', ROME)
    const all = await proposals()
    expect(all.map(({ profile, reasons }) => [profile.name, reasons])).toEqual([
      ['Near and alike', [{ kind: 'near', distance: 'same' }, { kind: 'mutual' }, { kind: 'age' }]],
      [
        'Alike in Rome',
        [{ kind: 'interests', interests: ['coffee', 'reading', 'hiking'] }, { kind: 'age' }, { kind: 'active' }],
      ],
      ['In Rome', [{ kind: 'age' }, { kind: 'active' }]],
    ])
  })

  test('[FIND-5] a person far away in another country comes after everyone of the own country, one across the border does not', async () => {
    await member('Alike in Berlin', BERLIN, { interests: ['coffee', 'reading', 'hiking'] })
    await member('Alike in Lugano', LUGANO, { interests: ['coffee', 'reading', 'hiking'] })
    await member('Fiction', { fictional: true })
    await member('Reserved', {}, { reserved: true })
    await member('In Rome', { ...ROME, ...long })
    expect(await names()).toEqual(['Alike in Lugano', 'In Rome', 'Alike in Berlin', 'Reserved', 'Fiction'])
  })

  test('[FIND-5] mutual wishes are a reason only if both have stated them', async () => {
    await member('Ada', {}, { lookingFor: 'male' })
    expect(await reasonsFor('Ada')).not.toContain('mutual')
    wish(me, { lookingFor: 'both' })
    expect(await reasonsFor('Ada')).toContain('mutual')
  })

  test('[FIND-5] privacy mode reveals neither place, interests nor wishes', async () => {
    wish(me, { lookingFor: 'female', interests: ['coffee'] })
    await member('Ada', {}, { lookingFor: 'male', interests: ['coffee'], reserved: true })
    const [ada] = await proposals()
    expect(ada?.reasons).toEqual([{ kind: 'age' }])
    expect(ada?.profile).toMatchObject({ reserved: true, city: '', distance: null })
  })

  test('[PROF-11] a man and a woman with the same wishes get the same reserved profiles, from match finder and swipe game', async () => {
    const [man, woman] = [await member('Man', { gender: 'male' }), await member('Woman')]
    for (const one of [man, woman]) wish(one, { lookingFor: 'both' })
    const long = server.deps.now() - 40 * 86_400_000
    const orientations: [Wishes, MemberExtras][] = [
      [{ lookingFor: 'male' }, {}],
      [{ lookingFor: 'female' }, { gender: 'male' }],
      [{ sexuality: 'lesbian' }, { lastActive: long }],
      [{ sexuality: 'gay' }, { gender: 'male', lastActive: long }],
      [{ sexuality: 'hetero' }, ROME],
      [{ lookingFor: 'both', interests: ['coffee'] }, {}],
    ]
    const reserved = new Set<string>()
    for (const [index, [wishes, extras]] of orientations.entries()) {
      const { name } = await member(`Reserved ${index}`, extras, { ...wishes, reserved: true })
      reserved.add(name)
    }
    const proposed = async (as: TestMember) => (await proposals(as)).filter(({ profile }) => reserved.has(profile.name))
    expect((await proposed(man)).map(({ profile }) => profile.name)).toHaveLength(reserved.size)
    expect(await proposed(man)).toEqual(await proposed(woman))
    const dealt = async (as: TestMember) =>
      (await server.as(as)('swipe.get', { query: {} })).body.cards.filter(({ name }) => reserved.has(name))
    expect(await dealt(man)).toHaveLength(reserved.size)
    expect(await dealt(man)).toEqual(await dealt(woman))
    // The order reveals nothing either: the newest account comes first.
    expect((await dealt(man)).map(({ id }) => id)).toEqual(
      (await dealt(man)).map(({ id }) => id).toSorted((a, b) => b - a),
    )
  })

  test('[FIND-4] a field that the site does not show is no reason', async () => {
    await server.close()
    server = await createTestServer({ settings: { visible_profile_fields: [] } })
    me = await member('Me', { gender: 'male' }, { interests: ['coffee'] })
    await member('Ada', {}, { interests: ['coffee'] })
    expect(await reasonsFor('Ada')).toEqual(['near', 'age', 'active'])
  })

  test('[FIND-5] a member without any reason is not proposed', async () => {
    await member('Old and far', { ...BERLIN, ...long, birthDate: '1982-01-01' })
    expect(await names()).toEqual([])
  })

  test('[SAFE-7] a fictional profile is marked', async () => {
    await member('Fiction', { fictional: true })
    expect((await proposals())[0]?.profile.fictional).toBe(true)
  })
})

test('[ACC-19] a wish that only the device stores selects the proposals', async () => {
  await member('A man', { gender: 'male' })
  await member('A woman')
  const { results } = (await server.as(me)('match_finder.get', { query: { gender: 'male' } })).body
  expect(results.map(({ profile }) => profile.name)).toEqual(['A man'])
})
