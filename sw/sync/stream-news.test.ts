/** Changes that the event stream brought, and the page passed to the worker [CHAT-14]. */
import { expect, test } from 'vitest'
import type { Message } from '#contract/entities/chat.ts'
import type { StreamNews } from '#contract/events.ts'
import { receivePush } from '../handlers/push.ts'
import { memberWorld, visitorWorld, type World } from '../testing/world.ts'

/** The changes that the server's stream would send to a member after a seq. */
const newsFor = ({ server }: World, member: number, after: number): StreamNews => ({
  member,
  after,
  answer: server.sync(member, after),
})

const pass = async ({ worker }: World, news: StreamNews): Promise<void> => {
  await worker.call('POST', '/api/device/sync', { news })
  await worker.settled()
}

const syncsOf = ({ server }: World): number => server.log.filter((line) => line === 'GET /api/sync').length

const textsIn = async ({ worker }: World, conversation: string): Promise<unknown> =>
  (await worker.call('GET', `/api/chats/${conversation}/messages`)).json

test('[CHAT-14] changes that continue the stored state are applied without a request', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  const after = server.seqOf(1)
  server.say(2, 1, 'live')
  server.log.length = 0
  browser.network = 'down'
  await pass(world, newsFor(world, 1, after))
  expect(syncsOf(world)).toBe(0)
  expect(await textsIn(world, '1-2')).toMatchObject({ messages: [{ text: 'hello' }, { text: 'live' }] })
})

test('[CHAT-6] a second later one request acknowledges all the messages that the stream brought', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  await browser.pass(10_000)
  for (const texts of [['one', 'two', 'three'], ['four']]) {
    server.log.length = 0
    for (const text of texts) {
      const after = server.seqOf(1)
      server.say(2, 1, text)
      await pass(world, newsFor(world, 1, after))
    }
    expect(syncsOf(world)).toBe(0)
    await browser.pass(1_000)
    await worker.settled()
    expect(syncsOf(world)).toBe(1)
    expect(server.delivered.get(1)).toBe(server.seqOf(1))
  }
})

/** The next message of member 2 is of a kind that this version does not know. */
const sayLater = ({ server }: World): void => {
  const { text: _, ...message } = server.say(2, 1, '') as Message & { type: 'text' }
  const voice = { ...message, type: 'voice', voice: { filename: '/voices/1', seconds: 12 } }
  // The types know no kind of a newer version.
  server.messages[server.messages.length - 1] = voice as unknown as Message
}

test('[PWA-10] a kind of message that only a newer server knows stops neither the first fill, nor the feed, nor the stream', async () => {
  const world = visitorWorld()
  const { server, browser, worker } = world
  const voice = { type: 'voice', voice: { seconds: 12 } }
  sayLater(world)
  await worker.login(1)
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [{ last_message: voice }] })
  sayLater(world)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await textsIn(world, '1-2')).toMatchObject({ messages: [voice, voice] })
  const after = server.seqOf(1)
  sayLater(world)
  const news = newsFor(world, 1, after)
  browser.network = 'down'
  await pass(world, news)
  expect(await textsIn(world, '1-2')).toMatchObject({ messages: [voice, voice, voice] })
  sayLater(world)
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  expect(await textsIn(world, '1-2')).toMatchObject({ messages: [voice, voice, voice, voice] })
})

test('[CHAT-14] changes after a gap make the device ask for all of them', async () => {
  const world = await memberWorld()
  const { server } = world
  server.say(2, 1, 'missed')
  const after = server.seqOf(1)
  server.say(2, 1, 'live')
  server.log.length = 0
  await pass(world, newsFor(world, 1, after))
  expect(syncsOf(world)).toBeGreaterThan(0)
  expect(await textsIn(world, '1-2')).toMatchObject({
    messages: [{ text: 'hello' }, { text: 'missed' }, { text: 'live' }],
  })
})

test('[CHAT-14] changes that a sync has brought already are not asked for again', async () => {
  const world = await memberWorld()
  const { server, worker } = world
  const after = server.seqOf(1)
  server.say(2, 1, 'live')
  const news = newsFor(world, 1, after)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  server.log.length = 0
  await pass(world, news)
  expect(syncsOf(world)).toBe(0)
})

test('[PWA-11] changes of another member are not stored', async () => {
  const world = await memberWorld()
  const { server } = world
  const after = server.seqOf(1)
  server.say(3, 4, 'for Dora alone')
  server.log.length = 0
  await pass(world, { ...newsFor(world, 4, 0), after })
  expect(syncsOf(world)).toBeGreaterThan(0)
  expect(JSON.stringify((await world.worker.call('GET', '/api/chats')).json)).not.toContain('for Dora alone')
  expect(await textsIn(world, '3-4')).not.toMatchObject({ messages: [{ text: 'for Dora alone' }] })
})

test('[PWA-11] changes for a member who has logged out are not stored', async () => {
  const world = visitorWorld()
  world.server.say(2, 1, 'hello')
  await pass(world, newsFor(world, 1, 0))
  expect(await world.worker.device.sessions.current()).toMatchObject({ member: null })
})

test.each([
  ['without the fields that this version knows', { seq: 9 }],
  ['that say the feed begins anew', { reset: true }],
])('[CHAT-14] changes %s make the device ask', async (_, change) => {
  const world = await memberWorld()
  const { server } = world
  const after = server.seqOf(1)
  server.say(2, 1, 'live')
  const news = newsFor(world, 1, after)
  server.log.length = 0
  await pass(world, { ...news, answer: 'reset' in change ? { ...(news.answer as object), ...change } : change })
  expect(syncsOf(world)).toBeGreaterThan(0)
  expect(await textsIn(world, '1-2')).toMatchObject({ messages: [{ text: 'hello' }, { text: 'live' }] })
})

test('[CHAT-14] [PWA-10] news in the form of a newer page makes the device ask', async () => {
  const world = await memberWorld()
  const { server, worker } = world
  server.say(2, 1, 'live')
  server.log.length = 0
  expect((await worker.call('POST', '/api/device/sync', { news: { from: 'a newer page' } })).status).toBe(200)
  await worker.settled()
  expect(syncsOf(world)).toBeGreaterThan(0)
  expect(await textsIn(world, '1-2')).toMatchObject({ messages: [{ text: 'hello' }, { text: 'live' }] })
})
