/** The visibility rule against the database: each combination is a member, and every call must follow the rule. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import {
  mayBeFound,
  mayWriteTo,
  NO_RELATION,
  photoVisibilityOf,
  visibilityOf,
  type ViewedPhoto,
  type ProfileRelation,
  type Viewer,
} from '#contract/rules/visibility.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { pagesOf } from '../../testing/calls.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { cardsOf } from './cards.ts'

type Someone = { id: number; relation: ProfileRelation; photos: ({ id: string } & ViewedPhoto)[] }

const STATUSES = ['not_confirmed', 'active', 'deleting', 'deleted'] as const
const FLAGS = ['invisible', 'reserved', 'blocksMe', 'blockedByMe', 'liked', 'likesMe', 'talked', 'wroteToMe'] as const

let server: TestServer
let free: TestMember
let paid: TestMember
let everyone: Someone[]

beforeAll(async () => {
  server = await createTestServer({
    settings: {
      search_page_size: 1_000,
      new_conversations_a_day: { first_day: 1_000, first_week: 1_000, later: 1_000 },
    },
  })
  free = await server.signUp('Free', { credits: 1_000 })
  paid = await server.signUp('Paid', { credits: 1_000, paid: true })
  server.sql('begin')
  everyone = STATUSES.flatMap((status, kind) =>
    Array.from({ length: 2 ** FLAGS.length }, (_, bits) => {
      const flags = Object.fromEntries(FLAGS.map((flag, index) => [flag, (bits & (1 << index)) !== 0]))
      // Nobody has written without a conversation.
      flags['wroteToMe'] = flags['wroteToMe'] === true && flags['talked'] === true
      flags['arrived'] = flags['talked'] === true
      return addSomeone(1_000 * (kind + 1) + bits, { ...OPEN, status, ...flags })
    }),
  )
  server.sql('commit')
})
afterAll(() => server.close())

const OPEN: ProfileRelation = { status: 'active', invisible: false, reserved: false, ...NO_RELATION }

const addSomeone = (id: number, relation: ProfileRelation): Someone => {
  const { status, invisible, reserved } = relation
  const searchable = status === 'active' && !invisible
  server.sql(
    `insert into users (id, email, password_hash, status, language, signup_at) values (?, ?, '', ?, 'it', 0)`,
    id,
    `${id}@example.test`,
    status,
  )
  server.sql(
    `insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, invisible, reserved, searchable, last_active)
     values (?, ?, 'female', '1990-05-20', 1990, 'IT', 'IT-25', 'IT-25/milano', ?, ?, ?, ?)`,
    id,
    `Member ${id}`,
    Number(invisible),
    Number(reserved),
    Number(searchable),
    id * MINUTE_MS,
  )
  server.sql('insert into profile_details (id, about_me) values (?, ?)', id, `secret of ${id}`)
  for (const viewer of [free.id, paid.id]) between(viewer, id, relation)
  const photos = addPhotos(id)
  server.sql(
    `update blocks set blocker_photo = (select main_photo from profiles where id = blocker),
      blocked_photo = (select main_photo from profiles where id = blocked)
      where blocker = ? or blocked = ?`,
    id,
    id,
  )
  return { id, relation, photos }
}

const between = (viewer: number, id: number, relation: ProfileRelation): void => {
  const { blocksMe, blockedByMe, liked, likesMe, talked, wroteToMe } = relation
  const pair = (table: 'blocks' | 'likes', one: number, other: number) =>
    server.sql(
      `insert into ${table} (${table === 'likes' ? 'liker, liked' : 'blocker, blocked'}, at) values (?, ?, 0)`,
      one,
      other,
    )
  if (blocksMe) pair('blocks', id, viewer)
  if (blockedByMe) pair('blocks', viewer, id)
  if (liked) pair('likes', viewer, id)
  if (likesMe) pair('likes', id, viewer)
  if (!talked) return
  const [low, high] = [Math.min(viewer, id), Math.max(viewer, id)]
  const [row] = server.sql(
    'insert into conversations (low, high, started_by, created_at, last_message) values (?, ?, ?, 0, 1) returning id',
    low,
    high,
    viewer,
  )
  server.sql(
    `insert into messages (conversation, sender, client_id, type, text, sent_at) values (?, ?, ?, 'text', '', 0)`,
    row?.['id'],
    wroteToMe ? id : viewer,
    `${viewer} ${id}`,
  )
  for (const [member, partner] of [
    [viewer, id],
    [id, viewer],
  ])
    server.sql(
      'insert into participants (member, conversation, partner) values (?, ?, ?)',
      member,
      row?.['id'],
      partner,
    )
}

/** A main photo in the middle, three others, a private one, and a pending one. */
const addPhotos = (owner: number): Someone['photos'] => {
  const photoAt = (position: number, rank: number, change: Partial<ViewedPhoto> = {}) => {
    const photo: ViewedPhoto = { status: 'active', private: false, isMain: false, rank, ...change }
    const row = { position, status: photo.status, isPrivate: photo.private }
    return { id: addPhoto(server, { id: owner }, row), ...photo }
  }
  const all = [
    photoAt(0, 1),
    photoAt(1, 2),
    photoAt(2, 0, { isMain: true }),
    photoAt(3, 3),
    photoAt(4, 0, { private: true }),
    photoAt(5, 0, { status: 'pending' }),
  ]
  const main = all.find(({ isMain }) => isMain)
  if (main) setMain(server, { id: owner }, main.id)
  return all
}

type AccessPath = {
  name: string
  viewer: Viewer
  call: ReturnType<TestServer['as']>
  relation: (one: Someone) => ProfileRelation
}

const ways = (): AccessPath[] => [
  { name: 'free', viewer: { kind: 'member', paid: false }, call: server.as(free), relation: (one) => one.relation },
  { name: 'paid', viewer: { kind: 'member', paid: true }, call: server.as(paid), relation: (one) => one.relation },
  {
    name: 'visitor',
    viewer: { kind: 'visitor', search: 'all' },
    call: server.visitor,
    relation: (one) => ({ ...one.relation, ...NO_RELATION }),
  },
]

describe('in every combination', () => {
  test('[FIND-3] search, by every walk, finds exactly the members it may', async () => {
    for (const { viewer, call, relation } of ways()) {
      const expected = everyone.filter((one) => mayBeFound(viewer, relation(one))).map(({ id }) => id)
      // A narrow age range uses the walk by year, all ages the walk by activity.
      for (const query of [{}, { country: 'IT' }, { min_age: '36', max_age: '36' }] as const) {
        const { results } = (await call('members.search', { query })).body
        expect(results.map(({ id }) => id).filter((id) => id >= 1_000)).toEqual(expected.toReversed())
      }
    }
  })

  test('[PROF-11] search by region finds only members whose region this viewer sees', async () => {
    for (const { viewer, call, relation } of ways()) {
      const isSeen = (one: ProfileRelation) => mayBeFound(viewer, one) && visibilityOf(viewer, one) === 'full'
      const expected = everyone.filter((one) => isSeen(relation(one))).map(({ id }) => id)
      const { results } = (await call('members.search', { query: { countryregion: 'IT-25' } })).body
      expect(results.map(({ id }) => id).filter((id) => id >= 1_000)).toEqual(expected.toReversed())
      expect(results.every(({ countryregion }) => countryregion === 'IT-25')).toBe(true)
    }
  })

  test('[FIND-5] match finder and related profiles propose only members whom search finds', async () => {
    for (const { viewer, call, relation } of ways()) {
      const found = new Set(everyone.filter((one) => mayBeFound(viewer, relation(one))).map(({ id }) => id))
      const related = (await call('members.related', { params: { id: '2000' } })).body.results.map(({ id }) => id)
      expect(related.length).toBeGreaterThan(0)
      const proposed =
        viewer.kind === 'visitor'
          ? []
          : (await call('match_finder.get', { query: {} })).body.results.map(({ profile }) => profile.id)
      for (const id of [...related, ...proposed]) expect(found.has(id) || id === free.id || id === paid.id).toBe(true)
      const known = new Set(everyone.filter(({ relation: { liked, talked } }) => liked || talked).map(({ id }) => id))
      expect(proposed.filter((id) => known.has(id))).toEqual([])
    }
  })

  test('[ACC-6] a profile shows exactly the data that the rule allows', async () => {
    for (const { viewer, call, relation } of ways())
      for (const one of everyone) {
        const seen = visibilityOf(viewer, relation(one))
        const answer = await call('members.get', { params: { id: String(one.id) } })
        const expected = { full: 200, reserved: 200, blocked: 403, closed: 403, not_found: 404 }[seen]
        expect([one, answer.status]).toEqual([one, expected])
        const { profile } = answer.body
        if (answer.status !== 200) continue
        const isFull = seen === 'full'
        expect(profile).toMatchObject({
          reserved: !isFull,
          city: isFull ? 'Milano' : '',
          region: isFull ? 'Lombardia' : '',
          countryregion: isFull ? 'IT-25' : null,
          distance: isFull && viewer.kind === 'member' ? 'same' : null,
          about_me: isFull ? `secret of ${one.id}` : '',
        })
        const photos = one.photos.map((photo) => ({
          id: photo.id,
          sight: photoVisibilityOf(viewer, relation(one), photo),
        }))
        const shown = photos.filter(({ sight }) => sight !== 'hidden')
        expect(profile.photos.map(({ id, lock }) => ({ id, sight: lock ?? 'full' }))).toEqual(shown)
        expect(profile.photo_count).toBe(shown.length)
        for (const { locked, filename, thumb_filename, match } of profile.photos)
          expect([filename, thumb_filename, match].every((path) => path.endsWith('/blur') === locked)).toBe(true)
      }
  })

  test('[PROF-6] a card has the same main photo as the profile, loaded in bulk or alone', async () => {
    const ids = everyone.map(({ id }) => id)
    for (const { viewer, relation } of ways()) {
      const asker = viewer.kind === 'visitor' ? 0 : viewer.kind === 'member' && viewer.paid ? paid.id : free.id
      const cards = new Map(
        (await cardsOf(server.deps.read, ids, asker, server.clock.now())).map((card) => [card.id, card]),
      )
      for (const one of everyone) {
        const other = relation(one)
        const seen = visibilityOf(viewer, other)
        const card = cards.get(one.id)
        expect([one.id, card === undefined]).toEqual([one.id, seen === 'not_found'])
        if (!card) continue
        const main = one.photos.find(({ isMain }) => isMain)
        const sight = main ? photoVisibilityOf(viewer, other, main) : 'hidden'
        expect(card.main_image === null ? 'hidden' : (card.main_image.lock ?? 'full')).toBe(sight)
        expect([card.reserved, card.city]).toEqual(seen === 'full' ? [false, 'Milano'] : [true, ''])
      }
    }
  })

  test('[LIKE-1] likes name only members whom the viewer sees', async () => {
    const { profiles, liked_by, liked } = (await server.as(free)('likes.get')).body
    // A liked member is named once there is a conversation, which names them too.
    const relations = everyone.map(({ relation }) => ({ ...relation, reserved: false, wroteToMe: relation.talked }))
    const seen = everyone.filter((_, index) => visibilityOf(FREE, relations[index] ?? OPEN) === 'full')
    const idsOf = (...which: ('liked' | 'likesMe')[]) =>
      new Set(seen.filter(({ relation }) => which.some((flag) => relation[flag])).map(({ id }) => id))
    expect(named(liked)).toEqual(idsOf('liked'))
    expect(named(liked_by)).toEqual(idsOf('likesMe'))
    expect(named(profiles)).toEqual(idsOf('liked', 'likesMe'))
  })

  test('[CHAT-9] a conversation shows its partner, limited to the allowed data', async () => {
    const pages = await pagesOf((query) => server.as(free)('chats.get', { query }))
    // A later page may repeat a conversation of the first.
    const chats = new Set(pages.flatMap((page) => page.chats.map(({ profile }) => profile)))
    const profiles = [...new Map(pages.flatMap((page) => page.profiles.map((card) => [card.id, card]))).values()]
    const talked = everyone.filter(({ relation }) => relation.talked)
    expect(chats.size).toBe(talked.length)
    expect(profiles).toHaveLength(talked.length)
    const byId = new Map(everyone.map((one) => [one.id, one.relation]))
    for (const card of profiles) {
      const relation = byId.get(card.id) ?? OPEN
      const seen = visibilityOf(FREE, relation)
      expect([card.id, card.city, card.main_image?.lock ?? null]).toEqual([
        card.id,
        seen === 'full' ? 'Milano' : '',
        seen === 'reserved' && relation.status !== 'deleted' ? 'reserved' : null,
      ])
      expect(card.last_active === 0).toBe(seen !== 'full')
    }
    for (const { id, relation } of everyone) {
      const params = { conversation: conversationId(free.id, id) }
      const { status } = await server.as(free)('messages.list', { params, query: {} })
      const isThere = relation.talked || ['full', 'reserved'].includes(visibilityOf(FREE, relation))
      expect([id, status]).toEqual([id, isThere ? 200 : 404])
    }
  })

  // Keep this test last, because it creates conversations.
  test('[PROF-10] writing is allowed or refused with the right reason', async () => {
    // Many conversations need a Premium member [CHAT-4]; the rule itself is the same for all.
    server.sql('update users set paid_user = 1 where id = ?', free.id)
    for (const { id, relation } of everyone) {
      const { status, error } = await server.sendText(free, { id })
      const may = mayWriteTo(FREE, relation)
      expect([id, status === 201 ? null : error?.error]).toEqual([id, may.allowed ? null : may.reason])
    }
  })
})

const named = (list: readonly { id: number }[]): Set<number> => new Set(list.map(({ id }) => id))

const FREE: Viewer = { kind: 'member', paid: false }
