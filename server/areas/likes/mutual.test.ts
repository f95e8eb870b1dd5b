/** Two members like each other at the same instant, again and again. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

/** `npm run test:long` sets FUZZ=large. */
const TIMES = process.env['FUZZ'] === 'large' ? 1_000 : 200

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer({ env: { RATE_LIMITS: 'no' } })
  ada = await server.signUp('Ada')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const like = (from: TestMember, other: TestMember) =>
  server.app.request(`http://localhost/api/likes/${other.id}`, { method: 'PUT', headers: { cookie: from.cookie } })
const matchIn = async (response: Response): Promise<boolean> => ((await response.json()) as { match: boolean }).match
const feedOf = (member: TestMember, after: number) =>
  server.sql('select kind, entity, seq from changes where member = ? and seq > ?', member.id, after)
const seqOf = (member: TestMember) =>
  Number(server.sql('select feed_seq from users where id = ?', member.id)[0]?.['feed_seq'])
const matchesOf = async (member: TestMember) => (await server.as(member)('likes.get')).body.matches

const lookOf = async (member: TestMember, after: number) => ({
  matches: await matchesOf(member),
  likes: (await server.as(member)('sync', { query: { after: String(after) } })).body.likes,
})

test('[LIKE-1] simultaneous likes, again and again: exactly one match each, and both members get it', async () => {
  const told = { ada: 0, bert: 0 }
  const count = (who: keyof typeof told) => (event: StreamEvent) => {
    if (event.type === 'change') told[who] += 1
  }
  server.deps.bus.open(ada.id, ada.sessionHash, { send: count('ada') })
  server.deps.bus.open(bert.id, bert.sessionHash, { send: count('bert') })

  const looks: unknown[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const pair = time % 2 === 0 ? ([ada, bert] as const) : ([bert, ada] as const)
    const [seqAda, seqBert] = [seqOf(ada), seqOf(bert)]
    told.ada = 0
    told.bert = 0
    const answers = await Promise.all([like(pair[0], pair[1]), like(pair[1], pair[0])])
    const matches = await Promise.all(answers.map(matchIn))
    // Exactly one of the two likes completes the match. Its device shows the match at once, the other one gets a change.
    expect(matches.filter(Boolean)).toHaveLength(1)
    expect(server.sql('select count(*) as n from likes')).toEqual([{ n: 2 }])
    expect(feedOf(ada, seqAda).some(({ kind, entity }) => kind === 'like' && entity === bert.id)).toBe(true)
    expect(feedOf(bert, seqBert).some(({ kind, entity }) => kind === 'like' && entity === ada.id)).toBe(true)
    expect(Math.min(told.ada, told.bert)).toBeGreaterThan(0)
    if (time % 100 === 0) looks.push(await lookOf(ada, seqAda), await lookOf(bert, seqBert))
    server.sql('delete from likes')
  }
  // The lists and the feeds of both devices contain the match.
  const likes = [{ received: { like_new: true }, sent: {} }]
  expect(looks).toMatchObject(
    Array.from({ length: TIMES / 100 }, () => [
      { matches: [{ id: bert.id }], likes },
      { matches: [{ id: ada.id }], likes },
    ]).flat(),
  )
}, 60_000)

test('[LIKE-2] simultaneous likes in the swipe game make a match', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [one, other] = [await server.signUp(`One ${round}`), await server.signUp(`Other ${round}`)]
    const swipe = async (from: TestMember, to: TestMember) =>
      (await server.as(from)('swipe.put', { params: { profile: String(to.id) }, body: { choice: 'like' } })).body.match
    const matches = await Promise.all([swipe(one, other), swipe(other, one)])
    expect(matches.filter(Boolean)).toHaveLength(1)
    expect(await matchesOf(one)).toMatchObject([{ id: other.id }])
    expect(await matchesOf(other)).toMatchObject([{ id: one.id }])
  }
})
