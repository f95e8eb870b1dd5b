import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { purge } from '../leaving/purge.ts'
import { isPostgres } from '../../testing/test-engine.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

const LIKERS = 250
const PARTNERS = 230

/** Adds members with plain rows: `LIKERS` who like Anna, and as many partners; the first partner likes her too. */
const surround = (): { likers: number[]; partners: number[] } => {
  const { $client } = server.db
  $client.exec('begin')
  const user = $client.prepare(
    `insert into users (email, password_hash, status, language, signup_at, credits) values (?, '', 'active', 'it', 0, 0)`,
  )
  const members = (count: number, name: string): number[] =>
    Array.from({ length: count }, (_, at) => Number(user.run(`${name}${at}@many.test`).lastInsertRowid))
  const likers = members(LIKERS, 'liker')
  const partners = members(PARTNERS, 'partner')
  const like = $client.prepare('insert into likes (liker, liked, at) values (?, ?, ?)')
  // Several likes of the same moment: a page may end between them.
  for (const [at, liker] of [...likers, ...partners.slice(0, 1)].entries()) like.run(liker, anna.id, Math.floor(at / 7))
  const conversation = $client.prepare(
    'insert into conversations (low, high, started_by, created_at) values (?, ?, ?, 0)',
  )
  const side = $client.prepare('insert into participants (member, conversation, partner) values (?, ?, ?)')
  for (const partner of partners) {
    const { lastInsertRowid } = conversation.run(anna.id, partner, partner)
    side.run(anna.id, lastInsertRowid, partner)
    side.run(partner, lastInsertRowid, anna.id)
  }
  $client.exec('commit')
  return { likers, partners }
}

const announced = (kind: string): number[] =>
  server
    .sql('select distinct member from changes where kind = ? order by member', kind)
    .map(({ member }) => Number(member))

test(
  'a change of name reaches thousands in short writes: the first at once, the rest by a job',
  { skip: isPostgres },
  async () => {
    const { likers, partners } = surround()
    await server.as(anna)('profile.put', { body: { name: 'Annalisa' } })
    const first = announced('profile')
    expect(first.length).toBeGreaterThan(0)
    expect(first.length).toBeLessThanOrEqual(200)
    await runJobs(server)
    expect(announced('profile')).toEqual([...likers, ...partners])
    expect(server.sql(`select id from jobs where kind = 'circle.announce'`)).toEqual([])
  },
)

test('[ACC-12] the erasure of a member with a long list reaches everybody on it', { skip: isPostgres }, async () => {
  const { likers, partners } = surround()
  server.sql(`update users set deleting_since = 0 where id = ?`, anna.id)
  await purge(server.deps, anna.id)
  await runJobs(server)
  expect(announced('chat')).toEqual(partners)
  expect(announced('like')).toEqual([...likers, ...partners.slice(0, 1)])
})
