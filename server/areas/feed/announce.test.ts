import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { runJobs } from '../../testing/post-office.ts'
import type { Deps } from '../../deps.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { purge } from '../leaving/purge.ts'
import { announceCard, announceToRemaining, circleOf } from './announce.ts'

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
  const members = (count: number, name: string): number[] =>
    server
      .sql(
        `insert into users (email, password_hash, status, language, signup_at, credits)
          select '${name}' || value || '@many.test', '', 'active', 'it', 0, 0 from json_each(?) returning id`,
        JSON.stringify(Array.from({ length: count }, (_, at) => at)),
      )
      .map(({ id }) => Number(id))
  const likers = members(LIKERS, 'liker')
  const partners = members(PARTNERS, 'partner')
  // Several likes of the same moment: a page may end between them.
  server.sql(
    `insert into likes (liker, liked, at)
      select cast(value ->> '$.liker' as bigint), ${anna.id}, cast(value ->> '$.at' as bigint) from json_each(?)`,
    JSON.stringify([...likers, ...partners.slice(0, 1)].map((liker, at) => ({ liker, at: Math.floor(at / 7) }))),
  )
  server.sql(
    `insert into conversations (low, high, started_by, created_at)
      select ${anna.id}, cast(value as bigint), cast(value as bigint), 0 from json_each(?)`,
    JSON.stringify(partners),
  )
  for (const [member, partner] of [
    ['low', 'high'],
    ['high', 'low'],
  ])
    server.sql(
      `insert into participants (member, conversation, partner) select ${member}, id, ${partner} from conversations`,
    )
  return { likers, partners }
}

const announced = (kind: string): number[] =>
  server
    .sql('select distinct member from changes where kind = ? order by member', kind)
    .map(({ member }) => Number(member))

test('a change of name reaches thousands in short writes: the first at once, the rest by a job', async () => {
  const { likers, partners } = surround()
  await server.as(anna)('profile.put', { body: { name: 'Annalisa' } })
  const first = announced('profile')
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThanOrEqual(200)
  await runJobs(server)
  expect(announced('profile')).toEqual([...likers, ...partners])
  expect(server.sql(`select id from jobs where kind = 'circle.announce'`)).toEqual([])
})

test('[SAFE-6] many changes of a member with long lists wait as one job for each list, and the last one reaches everybody', async () => {
  const { likers, partners } = surround()
  const waiting = () => server.sql(`select id from jobs where kind = 'circle.announce'`)
  for (const name of ['Anita', 'Annika', 'Annette']) await server.as(anna)('profile.put', { body: { name } })
  expect(waiting()).toHaveLength(2)
  let changed = 0
  const deps: Pick<Deps, 'read' | 'write' | 'pause'> = {
    ...server.deps,
    pause: async () => {
      changed += 1
      // A change while the job runs: the members of its first pages need another announcement.
      if (changed === 1) await server.as(anna)('profile.put', { body: { name: 'Annalisa' } })
    },
  }
  const [job] = waiting()
  const after: [number, number] = [0, 0]
  await announceToRemaining(deps)({ member: anna.id, change: 'card', list: 'partners', after }, Number(job?.['id']))
  expect(waiting()).toHaveLength(3)
  await runJobs(server)
  expect(waiting()).toEqual([])
  expect(announced('profile')).toEqual([...likers, ...partners])
})

test('[OPS-8] whoever likes a member after a change has named those around hears of it by a job', async () => {
  const { likers, partners } = surround()
  const [late = 0, ...early] = (await circleOf(server.deps.read, anna.id)).filter((id) => likers.includes(id))
  const held = [anna.id, ...early, ...partners]
  await server.deps.write((tx) => announceCard(tx, anna.id, server.clock.now(), held), held)
  expect(announced('profile')).not.toContain(late)
  await runJobs(server)
  expect(announced('profile')).toEqual([...likers, ...partners])
})

test('[ACC-12] the erasure of a member with a long list reaches everybody on it', async () => {
  const { likers, partners } = surround()
  server.sql(`update users set deleting_since = 0 where id = ?`, anna.id)
  await purge(server.deps, anna.id)
  await runJobs(server)
  expect(announced('chat')).toEqual(partners)
  expect(announced('like')).toEqual([...likers, ...partners.slice(0, 1)])
})
