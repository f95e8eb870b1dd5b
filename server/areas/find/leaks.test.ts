/**
 * Walks every call in the table of calls that can name a profile or a photo. Every kind of viewer calls it for every
 * profile with hidden data, and no answer may contain data that the visibility rule forbids. The table includes new
 * calls automatically.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOf, calls, type CallName, isServerCall, type ServerCall } from '#contract/calls.ts'
import type { TestMember, MemberExtras } from '../../testing/members.ts'
import { callsOn } from '../../testing/calls.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { sampleInputs } from '../../testing/sample-inputs.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { contentsOf } from '../../jobs/push-message.ts'
import { announce } from '../feed/announce.ts'
import { places } from '../site/places.ts'

type Secret = {
  who: TestMember
  /** In an answer to anyone but the owner these are a leak. */
  hidden: string[]
}

type Viewer = { name: string; id: number; cookie?: string }

const NAMES = Object.keys(calls).filter(isServerCall)

let server: TestServer
let viewers: Viewer[]
let secrets: Record<string, Secret>

const NOBODY_SEES = ['invisible', 'unconfirmed', 'leaving', 'gone', 'turned invisible', 'unconfirmed admirer'] as const

beforeAll(async () => {
  server = await createTestServer({ settings: { search_page_size: 100 } })
  const hash = await server.photos.put({
    full: new Uint8Array([1]),
    card: new Uint8Array([2]),
    thumb: new Uint8Array([3]),
    blur: new Uint8Array([4]),
  })
  const free = await server.signUp('Free', { credits: 500 })
  const paid = await server.signUp('Paid', { credits: 500, paid: true })
  viewers = [
    { name: 'visitor', id: 0 },
    { name: 'free', id: free.id, cookie: free.cookie },
    { name: 'paid', id: paid.id, cookie: paid.cookie },
  ]

  // Give each member a region unlike the viewers', and a city whose name is part of no other word.
  const cities = places.flatMap(({ country, regions }) =>
    regions
      .filter(({ id }) => id !== 'IT-25')
      .flatMap((region) => region.cities.slice(0, 1).map((city) => ({ country, region, city })))
      .filter(({ city }) => city.name.length > 5),
  )
  let next = 0
  const add = async (kind: string, extras: MemberExtras = {}) => {
    const place = cities[next * 3]
    next += 1
    if (!place) throw new Error('No more cities')
    const who = await server.signUp(`Nomen ${kind}`, {
      aboutMe: `arcanum ${kind}`,
      gender: 'male',
      country: place.country,
      region: place.region.id,
      city: place.city.id,
      ...extras,
    })
    const photos = [0, 1, 2, 3, 4].map((position) => addPhoto(server, who, { hash, position }))
    const aside = [addPhoto(server, who, { hash, isPrivate: true }), addPhoto(server, who, { hash, status: 'pending' })]
    const [main = ''] = photos
    setMain(server, who, main)
    const all = [...photos, ...aside]
    const unlocked = all.flatMap((id) => [`/photos/${id}/full`, `/photos/${id}/card`, `/photos/${id}/thumb`])
    const blurred = all.map((id) => `/photos/${id}/blur`)
    const details = [`arcanum ${kind}`, place.city.name, place.city.id, `"${place.region.id}"`]
    return { who, main, details, unlocked, blurred, name: `Nomen ${kind}` }
  }

  const nobody = Object.fromEntries(
    await Promise.all(
      [
        add('invisible', { invisible: true }),
        add('unconfirmed', { status: 'not_confirmed' }),
        add('leaving', { status: 'deleting' }),
        add('gone', { status: 'deleted' }),
        add('turned invisible', { invisible: true }),
        add('unconfirmed admirer', { status: 'not_confirmed' }),
      ].map(async (one) => [(await one).name.slice(6), await one] as const),
    ),
  )
  const reserved = await add('reserved')
  server.sql('update profiles set reserved = 1 where id = ?', reserved.who.id)
  const blocker = await add('blocker')
  const blocked = await add('blocked')
  const open = await add('open')

  for (const { id } of [free, paid]) {
    server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', blocker.who.id, id)
    server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', id, blocked.who.id)
    // These members were seen and liked before they hid; one like waits for its confirmation.
    for (const other of [nobody['turned invisible'], reserved, blocker, blocked])
      server.sql('insert into likes values (?, ?, 0, 0)', id, other?.who.id)
    server.sql('insert into likes values (?, ?, 0, 0)', nobody['unconfirmed admirer']?.who.id, id)
  }

  secrets = Object.fromEntries([
    ...Object.entries(nobody).map(([kind, { who, name, details, unlocked, blurred }]) => [
      kind,
      { who, hidden: [name, ...details, ...unlocked, ...blurred] },
    ]),
    // A blocked viewer may only learn who the blocker is.
    ['blocker', { who: blocker.who, hidden: [...blocker.details, ...blocker.unlocked, ...blocker.blurred] }],
    ...[reserved, blocked].map(({ who, name, main, details, unlocked, blurred }) => [
      name.slice(6),
      { who, hidden: [...details, ...unlocked, ...blurred.filter((path) => path !== `/photos/${main}/blur`)] },
    ]),
    // The private photo and the pending one are hidden.
    ['open', { who: open.who, hidden: [...open.unlocked.slice(15), ...open.blurred.slice(6)] }],
  ])
  // Put everyone into every feed, as for a device that has seen them all.
  await server.deps.write(async (tx) => {
    for (const { id } of [free, paid])
      for (const { who } of Object.values(secrets))
        for (const kind of ['profile', 'like'] as const) await announce(tx, id, kind, who.id)
  })
})
afterAll(() => server.close())

/** Whether an answer of the call can contain a card or a photo of someone. */
const carriesProfile = (name: CallName): boolean => {
  const { response } = callOf(name)
  return typeof response !== 'string' && ['main_image', 'thumb_filename'].some((key) => holdsKey(response, key))
}

const holdsKey = (schema: unknown, key: string): boolean => {
  if (typeof schema !== 'object' || schema === null) return false
  if (Array.isArray(schema)) return schema.some((part) => holdsKey(part, key))
  return Object.entries(schema).some(
    ([name, part]) =>
      name === key ||
      (/^(entries|item|items|options|wrapped|pipe|rest|value)$/.test(name) && holdsKey(part, key)) ||
      (isEntryOf(schema, name) && holdsKey(part, key)),
  )
}

/** The entries of an object schema have keys of their own. */
const isEntryOf = (schema: object, name: string): boolean => !('kind' in schema) && name !== '~standard'

/** Whether the input of the call names a member. */
const aimsAtMember = (name: ServerCall): boolean =>
  JSON.stringify(sampleInputs(1, 2)[name]) !== JSON.stringify(sampleInputs(1, 3)[name])

type Input = { params?: Record<string, string>; query?: Record<string, unknown>; body?: Record<string, unknown> }

/** Further inputs that a curious caller tries besides the sample. */
const inputsOf = (name: ServerCall, viewer: number, target: number): Input[] => {
  const sample = sampleInputs(viewer === 0 ? 9_999_999 : viewer, target)[name] as Input
  if (name !== 'members.search') return [sample]
  const regions = places.flatMap((country) => country.regions).map(({ id }) => id)
  return [
    { query: {} },
    { query: { min_age: '36', max_age: '36' } },
    ...regions.map((id) => ({ query: { countryregion: id } })),
  ]
}

type AnyCall = (name: ServerCall, input: Input) => Promise<{ body: unknown; error: unknown }>

const ask = async (name: ServerCall, input: Input, { cookie }: Viewer): Promise<string> => {
  // The input is a sample of this call.
  const call = callsOn(server.app, cookie) as unknown as AnyCall
  const { body, error } = await call(name, input)
  return JSON.stringify(error ?? body ?? null)
}

const leaksIn = (answer: string, targets: string[]): string[] =>
  targets.flatMap((kind) =>
    (secrets[kind]?.hidden ?? []).filter((text) => answer.includes(text)).map((text) => `${kind}: ${text}`),
  )

const READING = NAMES.filter((name) => callOf(name).method === 'GET' && (carriesProfile(name) || aimsAtMember(name)))
/** Sending comes last, because a conversation reveals hidden data. */
const WRITING = NAMES.filter((name) => callOf(name).method !== 'GET' && aimsAtMember(name)).toSorted(
  (one, other) => Number(one === 'messages.send') - Number(other === 'messages.send'),
)

test('the walk finds the relevant calls in the table', () => {
  for (const name of [
    'members.search',
    'members.get',
    'members.related',
    'match_finder.get',
    'likes.get',
    'chats.get',
    'messages.list',
    'sync',
  ])
    expect(READING).toContain(name)
  for (const name of ['likes.put', 'likes.delete', 'blocks.put', 'messages.send', 'reports.send'])
    expect(WRITING).toContain(name)
})

const files = (kind: string) => (secrets[kind]?.hidden ?? []).filter((text) => text.startsWith('/photos/'))

describe('no call leaks data that the rule forbids', () => {
  test.each(READING)('[ACC-6] [PROF-6] [PROF-10] [PROF-11] [CHAT-9] %s', async (name) => {
    const targets = Object.keys(secrets)
    const aimedAt = aimsAtMember(name) ? targets : targets.slice(0, 1)
    for (const viewer of viewers)
      for (const kind of aimedAt) {
        // A block has no effect for visitors: they see the same as everyone.
        const forbidden = targets.filter((one) => viewer.id !== 0 || (one !== 'blocker' && one !== 'blocked'))
        for (const input of inputsOf(name, viewer.id, secrets[kind]?.who.id ?? 0)) {
          const answer = await ask(name, input, viewer)
          expect([viewer.name, kind, leaksIn(answer, forbidden)]).toEqual([viewer.name, kind, []])
        }
      }
  })

  test('[PROF-11] no card of a reserved or blocked profile has a gender, a country or an activity', async () => {
    const quiet = new Set(['reserved', 'blocker', 'blocked'].map((kind) => secrets[kind]?.who.id))
    const cards: Record<string, unknown>[] = []
    const collect = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return
      if ('name' in part && 'id' in part && quiet.has(Number(part.id))) cards.push({ ...part })
      Object.values(part).forEach(collect)
    }
    for (const viewer of viewers.filter(({ id }) => id !== 0))
      for (const name of READING)
        for (const kind of aimsAtMember(name) ? Object.keys(secrets) : ['open'])
          for (const input of inputsOf(name, viewer.id, secrets[kind]?.who.id ?? 0).slice(0, 1))
            collect(JSON.parse(await ask(name, input, viewer)))
    expect(new Set(cards.map(({ id }) => id))).toEqual(quiet)
    for (const card of cards)
      expect(card).toMatchObject({ gender: null, country: null, last_active: 0, distance: null, region: '', city: '' })
  })

  test('[PROF-11] profiles related to a reserved profile reveal nothing about it', async () => {
    const viewer = viewers[1]
    expect(
      viewer && (await ask('members.related', { params: { id: String(secrets['reserved']?.who.id) } }, viewer)),
    ).toBe('{"results":[]}')
  })

  test('[PROF-6] a viewer can load every photo path that an answer names, in full and blurred', async () => {
    for (const viewer of viewers) {
      const paths = new Set<string>()
      for (const name of READING)
        for (const { who } of Object.values(secrets))
          for (const input of inputsOf(name, viewer.id, who.id).slice(0, 1))
            for (const [path] of (await ask(name, input, viewer)).matchAll(/\/photos\/\d+\/\w+/g)) paths.add(path)
      expect(paths.size).toBeGreaterThan(2)
      for (const path of paths) {
        const { status } = await server.app.request(path, viewer.cookie ? { headers: { cookie: viewer.cookie } } : {})
        expect([viewer.name, path, status]).toEqual([viewer.name, path, 200])
      }
    }
  })

  test('[PROF-6] no photo file that the rule forbids can be loaded by guessing its path', async () => {
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining([...NOBODY_SEES]))
    for (const viewer of viewers)
      for (const kind of Object.keys(secrets)) {
        if (viewer.id === 0 && (kind === 'blocker' || kind === 'blocked')) continue
        for (const path of files(kind)) {
          const { status } = await server.app.request(path, viewer.cookie ? { headers: { cookie: viewer.cookie } } : {})
          expect([viewer.name, kind, path, [403, 404].includes(status)]).toEqual([viewer.name, kind, path, true])
        }
      }
  })

  // A write may reveal a profile (by lifting a block), so only profiles that no write can reveal are checked.
  test.each(WRITING)('[PROF-10] [ACC-6] %s', async (name) => {
    for (const viewer of viewers.filter(({ id }) => id !== 0))
      for (const kind of NOBODY_SEES) {
        const answers = [
          await ask(name, sampleInputs(viewer.id, secrets[kind]?.who.id ?? 0)[name], viewer),
          await ask('sync', { query: { after: '0' } }, viewer),
          await ask('likes.get', { query: {} }, viewer),
          await ask('chats.get', { query: {} }, viewer),
        ]
        expect([viewer.name, kind, answers.flatMap((answer) => leaksIn(answer, [...NOBODY_SEES]))]).toEqual([
          viewer.name,
          kind,
          [],
        ])
      }
  })
})

test('[PROF-11] [CHAT-9] a push carries the sender’s card as the recipient may see it', async () => {
  const [, viewer] = viewers
  const sender = secrets['open']?.who
  if (!viewer || !sender) throw new Error('Nobody to write')
  const { message } = (await server.sendText(sender, viewer, 'Ciao')).body
  const person = await server.deps.read.notices.person(viewer.id)
  if (!person) throw new Error('Nobody to tell')
  const payloadOf = async () => JSON.stringify(await contentsOf(server.deps, message.id, person))
  expect(await payloadOf()).toContain('Nomen open')
  server.sql(`update users set status = 'not_confirmed' where id = ?`, sender.id)
  expect(await payloadOf()).not.toMatch(/\/photos\/\d+\/(full|card|thumb)/)
  server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', sender.id, viewer.id)
  expect(await payloadOf()).toBe('null')
})
