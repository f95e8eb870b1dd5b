/** How many statements `sync` runs for each kind of news, on either engine. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { statementsOf } from '../../testing/statements.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { announce, announceCard } from './announce.ts'
import { syncFeed } from './sync.ts'

/** The target for an answer with any news. */
const STATEMENTS_MAX = 4

let server: TestServer
let ada: TestMember
let bert: TestMember
let carla: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada', { credits: 500 })
  bert = await server.signUp('Bert', { credits: 500 })
  carla = await server.signUp('Carla')
  for (const member of [ada, bert, carla]) setMain(server, member, addPhoto(server, member))
})
afterEach(() => server.close())

const send = async (from: TestMember, to: TestMember) => {
  expect((await server.sendText(from, to, 'Ciao')).status).toBe(201)
}
const like = (from: TestMember, to: TestMember) => server.as(from)('likes.put', { params: { profile: String(to.id) } })
const deleteChat = (member: TestMember, other: TestMember) => {
  const [low, high] = [member.id, other.id].toSorted((one, another) => one - another)
  return server.as(member)('chats.delete', { body: { conversation: `${low}-${high}` } })
}
const changeCard = (member: TestMember) => server.deps.write((tx) => announceCard(tx, member.id, server.clock.now()))
const changeOwnPhotos = async (member: TestMember) => {
  addPhoto(server, member, { position: 1 })
  addPhoto(server, member, { position: 2, isPrivate: true })
  await server.deps.write((tx) => announce(tx, member.id, 'user', 0))
}
/** [GUARD-5] An account without credits is also asked whether its mailbox had the free ones before. */
const spendAll = (member: TestMember) => {
  server.sql(`update users set credits = 0, mailbox = 'hash' where id = ?`, member.id)
  server.sql(`insert into credited_mailboxes (hash) values ('hash')`)
}

const seqOf = async (member: TestMember) => (await server.deps.read.feed.state(member.id))?.seq ?? 0

/** @returns how many statements the news of Bert since `after` took */
const statementsFor = async (after: number) =>
  (await statementsOf(async () => expect(await syncFeed(server.deps, bert.id, after)).toMatchObject({ reset: false })))
    .length

const NEWS: Record<string, { statements: number; happen: () => Promise<unknown> }> = {
  'a message': { statements: 3, happen: () => send(ada, bert) },
  'several messages of two conversations': {
    statements: 3,
    happen: async () => {
      for (const sender of [ada, ada, carla, carla]) await send(sender, bert)
    },
  },
  'an own message': { statements: 4, happen: () => send(bert, ada) },
  'a like': { statements: 2, happen: () => like(ada, bert) },
  'a match': { statements: 2, happen: async () => [await like(ada, bert), await like(bert, ada)] },
  'a new card of a partner': {
    statements: 3,
    happen: async () => {
      await send(ada, bert)
      await changeCard(ada)
    },
  },
  'own photos': { statements: 2, happen: () => changeOwnPhotos(bert) },
  'own photos without credits': {
    statements: 2,
    happen: async () => {
      spendAll(bert)
      await changeOwnPhotos(bert)
    },
  },
  'a deleted chat': {
    statements: 2,
    happen: async () => {
      await send(ada, bert)
      await deleteChat(bert, ada)
    },
  },
  'news of all kinds': {
    statements: 4,
    happen: async () => {
      for (const [from, to] of [
        [ada, bert],
        [ada, bert],
        [bert, ada],
        [carla, bert],
      ] as const)
        await send(from, to)
      await like(carla, bert)
      await like(bert, ada)
      await deleteChat(bert, carla)
      spendAll(bert)
      await changeOwnPhotos(bert)
      await changeCard(carla)
    },
  },
}

describe('an answer', () => {
  for (const [news, { statements, happen }] of Object.entries(NEWS))
    test(`[PWA-4] with ${news} takes ${statements} statements`, async () => {
      await happen()
      expect(await statementsFor(0)).toBe(statements)
      expect(statements).toBeLessThanOrEqual(STATEMENTS_MAX)
    })

  test('[PWA-4] without news takes one statement, and those of others at the same time do not count', async () => {
    const after = await seqOf(bert)
    const others = Array.from({ length: 5 }, async (_, count) => {
      for (let step = 0; step <= count; step += 1) await seqOf(ada)
    })
    expect(await statementsOf(() => syncFeed(server.deps, bert.id, after))).toHaveLength(1)
    await Promise.all(others)
  })

  test('[PWA-4] that is a reset takes four statements at most', async () => {
    await changeOwnPhotos(bert)
    spendAll(bert)
    const texts = await statementsOf(() => syncFeed(server.deps, bert.id, 99))
    expect(texts.length).toBeLessThanOrEqual(STATEMENTS_MAX)
  })
})

describe('an acknowledgement', () => {
  test('[CHAT-6] reads once before its write and takes four statements in it', async () => {
    await send(ada, bert)
    await send(ada, bert)
    const after = await seqOf(bert)
    expect(await statementsOf(() => syncFeed(server.deps, bert.id, after))).toHaveLength(1 + 1 + 4)
  })

  test('[CHAT-6] takes as many for ten conversations, and tells each partner', async () => {
    const partners: TestMember[] = []
    for (let index = 0; index < 10; index += 1) partners.push(await server.signUp(`Partner ${index}`))
    for (const partner of partners) await send(partner, bert)
    const after = await seqOf(bert)
    expect(await statementsOf(() => syncFeed(server.deps, bert.id, after))).toHaveLength(1 + 1 + 4)
    for (const [index, partner] of partners.entries()) {
      const news = await syncFeed(server.deps, partner.id, 1)
      expect(news?.chats).toMatchObject([{ profile: bert.id, delivered_up_to: index + 1 }])
    }
  })

  test('[CHAT-6] reads once and writes nothing without messages', async () => {
    await like(ada, bert)
    const after = await seqOf(bert)
    expect(await statementsOf(() => syncFeed(server.deps, bert.id, after))).toHaveLength(1 + 1)
  })
})
