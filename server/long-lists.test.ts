/** A member with more likes and conversations than one answer may carry. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIST_PAGE } from '#contract/limits.ts'
import { exportFileOf } from './testing/export-file.ts'
import type { TestMember } from './testing/members.ts'
import { pagesOf } from './testing/calls.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

const OTHERS = 2 * LIST_PAGE + 50
/** Ada likes every second one of the first hundred others back. */
const LIKED_BACK = 50
const FIRST = 1_000

let server: TestServer
let ada: TestMember
beforeAll(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada')
  const others = `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${OTHERS - 1})`
  server.sql(`insert into users (id, email, password_hash, status, language, signup_at)
    ${others} select ${FIRST} + i, 'm' || i || '@many.test', '', 'active', 'it', 0 from n`)
  server.sql(`insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, searchable, last_active)
    ${others} select ${FIRST} + i, 'Member ' || i, 'male', '1990-01-01', 1990, 'IT', '', '', 1, 0 from n`)
  server.sql('insert into profile_details (id) select id from profiles where id >= ?', FIRST)
  // Seven likes of each moment: a page ends between them. Only the oldest fifty are new.
  server.sql(`insert into likes (liker, liked, at, seen)
    ${others} select ${FIRST} + i, ${ada.id}, i / 7, case when i < 50 then 0 else 1 end from n`)
  server.sql(`insert into likes (liker, liked, at)
    ${others} select ${ada.id}, ${FIRST} + i, i / 7 from n where i % 2 = 0 and i < ${2 * LIKED_BACK}`)
  // The conversation that began last has not the newest message.
  server.sql(`insert into conversations (low, high, started_by, created_at, last_message)
    ${others} select ${ada.id}, ${FIRST} + i, ${FIRST} + i, 0, 1 + i * 7 % ${OTHERS} from n`)
  server.sql(`insert into participants (member, conversation, partner)
    select low, id, high from conversations union all select high, id, low from conversations`)
})
afterAll(() => server.close())

const likePages = () => pagesOf((query) => server.as(ada)('likes.get', { query }))
const chatPages = () => pagesOf((query) => server.as(ada)('chats.get', { query }))

const ids = (entries: readonly { id: number }[]): number[] =>
  [...new Set(entries.map(({ id }) => id))].toSorted((one, other) => one - other)

const everyone = Array.from({ length: OTHERS }, (_, index) => FIRST + index)

test('[LIKE-1] long lists of likes come in pages, the first with the new likes and the newest', async () => {
  const pages = await likePages()
  expect(pages).toHaveLength(3)
  expect(pages[0]?.liked_by.slice(0, 50).map(({ id }) => id)).toEqual(everyone.slice(0, 50).toReversed())
  expect(pages[0]?.liked_by[50]?.id).toBe(everyone.at(-1))
  for (const { profiles } of pages) expect(profiles.length).toBeLessThanOrEqual(3 * LIST_PAGE)
  expect(ids(pages.flatMap(({ liked_by }) => liked_by))).toEqual(everyone)
  const liked = everyone.filter((id) => id % 2 === 0 && id < FIRST + 2 * LIKED_BACK)
  expect(ids(pages.flatMap((page) => page.liked))).toEqual(liked)
  expect(ids(pages.flatMap(({ matches }) => matches))).toEqual(liked)
})

test('[LIKE-1][CHAT-1] a page that has lost its worker continues with the first page of the server', async () => {
  const after = '180'
  const likes = await server.as(ada)('likes.get', { query: { after } })
  expect(likes.body).toEqual((await likePages())[0])
  const chats = await server.as(ada)('chats.get', { query: { after } })
  expect(chats.body).toEqual((await chatPages())[0])
})

test('[PROF-14] a long list of blocked members is whole, with the time of each block', async () => {
  const bert = await server.signUp('Bert')
  server.sql(
    'insert into blocks (blocker, blocked, at) select ?, id, id from profiles where id >= ? and id <> ?',
    bert.id,
    FIRST,
    bert.id,
  )
  const { blocks } = (await server.as(bert)('blocks.list')).body
  expect(blocks.map(({ profile, at }) => [profile.id, at]).toSorted(([one = 0], [other = 0]) => one - other)).toEqual(
    everyone.map((id) => [id, id]),
  )
})

test('[LIKE-1] a page says of each profile in it whether both like each other', async () => {
  for (const { liked, liked_by, matches } of await likePages()) {
    const both = new Set(liked_by.map(({ id }) => id))
    expect(ids(matches)).toEqual(ids(liked.filter(({ id }) => both.has(id))))
    expect(liked.every(({ id }) => both.has(id))).toBe(true)
  }
})

test('[CHAT-1] a long list of conversations comes in pages, the first with the newest messages', async () => {
  const pages = await chatPages()
  const newest = server
    .sql('select high from conversations order by last_message desc limit ?', LIST_PAGE)
    .map(({ high }) => Number(high))
  expect(pages[0]?.chats.map(({ profile }) => profile)).toEqual(newest)
  for (const { chats, profiles } of pages) expect([chats.length, profiles.length]).toEqual([chats.length, chats.length])
  expect(Math.max(...pages.map(({ chats }) => chats.length))).toBe(LIST_PAGE)
  expect(ids(pages.flatMap(({ profiles }) => profiles))).toEqual(everyone)
})

test('[CHAT-1] the later pages of conversations begin with the newest, and a device in the middle of a list of before ends it', async () => {
  const [, ...later] = await chatPages()
  const begun = everyone.toReversed()
  expect(later.flatMap(({ chats }) => chats.map(({ profile }) => profile))).toEqual(begun)
  const after = `${ada.id}-${FIRST + LIST_PAGE - 1}`
  const former = await server.as(ada)('chats.get', { query: { after } })
  expect(former.body.chats.map(({ profile }) => profile)).toEqual(everyone.slice(LIST_PAGE, 2 * LIST_PAGE))
  expect(former.body.next).toBe(`${ada.id}-${FIRST + 2 * LIST_PAGE - 1}`)
})

test('[ACC-17] the export of long lists is complete', async () => {
  const text = await (await exportFileOf(server, ada)).text()
  const doc = JSON.parse(text) as Record<string, unknown[]> & { likes: Record<string, { with: { profile: number } }[]> }
  expect(doc['conversations']).toHaveLength(OTHERS)
  expect(doc.likes['received']?.map((like) => like.with.profile)).toEqual(everyone)
  expect(doc.likes['sent']).toHaveLength(LIKED_BACK)
})
