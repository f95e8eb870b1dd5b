import { afterEach, beforeEach, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { TestMember } from '../../testing/members.ts'
import { runJobs } from '../../testing/post-office.ts'
import type { Deps } from '../../deps.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { purge } from '../leaving/purge.ts'
import { announceCard, announceStatus, announceToRemaining, circleOf } from './announce.ts'

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

test('[CHAT-6] [CHAT-14] open devices hear at once of a message that was delivered or read, and of a new name', async () => {
  const bert = await server.signUp('Bert')
  const heard = new Set<string>()
  const listen = ({ id }: TestMember, name: string) =>
    server.deps.bus.open(id, 'phone', { send: ({ type }) => heard.add(`${name} ${type}`) })
  const heardAfter = async (act: () => Promise<unknown>): Promise<string[]> => {
    heard.clear()
    await act()
    return [...heard].toSorted()
  }
  await server.sendText(anna, bert)
  const { seq } = (await server.as(bert)('sync', { query: { after: '0' } })).body
  listen(anna, 'Anna')
  listen(bert, 'Bert')
  const delivered = await heardAfter(() => server.as(bert)('sync', { query: { after: String(seq) } }))
  expect(delivered).toEqual(['Anna change'])
  const params = { conversation: conversationId(anna.id, bert.id) }
  const read = await heardAfter(() => server.as(bert)('chats.read', { params, body: { up_to: 1 } }))
  expect(read).toEqual(['Anna change', 'Bert change'])
  const renamed = await heardAfter(() => server.as(anna)('profile.put', { body: { name: 'Annalisa' } }))
  expect(renamed).toEqual(['Anna change', 'Bert change'])
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
  const changeCard = (held: number[]) =>
    server.deps.write((tx) => announceCard(tx, anna.id, server.clock.now(), held), held)
  const around = await circleOf(server.deps.read, anna.id)
  // The jobs of an earlier change, which begin after those around, do not stand for this one.
  await changeCard(around)
  server.sql('delete from changes')
  const late = around.find((id) => likers.includes(id)) ?? 0
  await changeCard(around.filter((id) => id !== late))
  expect(announced('profile')).not.toContain(late)
  await runJobs(server)
  expect(announced('profile')).toEqual([...likers, ...partners])
})

test('[CHAT-9] a block stops a new name in both directions, and does not hide the end of the account', async () => {
  const [bert, cleo, dora] = [await server.signUp('Bert'), await server.signUp('Cleo'), await server.signUp('Dora')]
  for (const member of [bert, cleo, dora])
    await server.as(member)('likes.put', { params: { profile: String(anna.id) } })
  const block = (blocker: TestMember, blocked: TestMember) =>
    server.as(blocker)('blocks.put', { params: { profile: String(blocked.id) } })
  await block(bert, anna)
  await block(anna, cleo)
  server.sql('delete from changes')
  await server.as(anna)('profile.put', { body: { name: 'Annalisa' } })
  expect(announced('profile')).toEqual([dora.id])
  await server.deps.write((tx) => announceStatus(tx, anna.id, server.clock.now()))
  await runJobs(server)
  expect(announced('like')).toEqual([bert.id, cleo.id, dora.id])
})

test('[ACC-12] the erasure of a member with a long list reaches everybody on it', async () => {
  const { likers, partners } = surround()
  server.sql(`update users set deleting_since = 0 where id = ?`, anna.id)
  await purge(server.deps, anna.id)
  await runJobs(server)
  expect(announced('chat')).toEqual(partners)
  expect(announced('like')).toEqual([...likers, ...partners.slice(0, 1)])
})
