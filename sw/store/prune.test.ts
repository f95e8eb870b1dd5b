import { expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { start } from '../handlers/lifecycle.ts'
import { cardOf } from '../testing/people.ts'
import { memberWorld, restarted, textTo, visitorWorld, type World } from '../testing/world.ts'
import { writeCards } from './profiles.ts'
import { forgetFound, pruneFound, pruneMessages, pruneProfiles } from './prune.ts'
import type { DeviceSession } from './session.ts'

const profileIdsIn = (session: DeviceSession): Promise<number[]> =>
  session.read(['profiles'], (tx) => tx.objectStore('profiles').getAllKeys())

const see = (session: DeviceSession, ids: readonly number[], now: number): Promise<void> =>
  session.write(['profiles'], (tx) =>
    writeCards(
      tx,
      ids.map((id) => cardOf(id)),
      now,
    ),
  )

test('[PWA-13] a profile not seen for 90 days is deleted, except in a conversation, a like or a queued write', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(3, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 4, 'first'))
  await worker.call('PUT', '/api/swipe/8', { choice: 'pass', time_zone: 'UTC' })
  const session = await worker.device.sessions.current()
  await see(session, [2, 3, 4, 5, 6, 7, 8], browser.clock)
  browser.clock += 60 * DAY_MS
  await see(session, [6], browser.clock)
  browser.clock += 31 * DAY_MS
  await pruneProfiles(session, browser.clock)
  expect(await profileIdsIn(session)).toEqual([2, 3, 4, 6, 8])
})

test('[LIKE-5] [PWA-13] a device that makes room does not deal swiped profiles again', async () => {
  const { worker } = await memberWorld()
  await worker.call('PUT', '/api/swipe/3', { choice: 'pass', time_zone: 'UTC' })
  await worker.settled()
  const session = await worker.device.sessions.current()
  await forgetFound(session)
  const swiped = await session.read(['lists'], (tx) => tx.objectStore('lists').get('swiped'))
  expect(swiped?.items.map(({ id }) => id)).toEqual([3])
})

test('[PWA-13] beyond the limit, the profiles seen longest ago are deleted first', async () => {
  const { worker } = visitorWorld()
  await worker.call('GET', '/api/user')
  const session = await worker.device.sessions.current()
  for (const id of [1, 2, 3, 4, 5]) await see(session, [id], id === 2 ? 100 : id)
  await pruneProfiles(session, 1_000, 3)
  expect(await profileIdsIn(session)).toEqual([2, 4, 5])
})

test('[PWA-1] [PWA-13] profiles of likes and conversations take no room from those that were only seen, and a start that deletes none writes nothing', async () => {
  const { server, worker } = await memberWorld()
  for (const id of [3, 4, 5]) server.like(id, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const session = await worker.device.sessions.current()
  await see(session, [6, 7], 1)
  const write = vi.spyOn(session, 'write')
  await pruneProfiles(session, 1_000, 2)
  expect(write).not.toHaveBeenCalled()
  await pruneProfiles(session, 1_000, 1)
  expect(await profileIdsIn(session)).toEqual([2, 3, 4, 5, 7])
})

/** One message of member 2 is 100 days old, one is of today. */
const agedWorld = async (): Promise<World> => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  await worker.call('GET', '/api/settings')
  await worker.call('GET', '/api/chats/1-2/messages')
  server.chats.now = browser.clock + 100 * DAY_MS
  browser.clock += 100 * DAY_MS
  server.say(2, 1, 'young')
  server.say(3, 1, 'older chat')
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  return world
}

const messagesIn = async ({ worker }: World, conversation: string) =>
  (await worker.call('GET', `/api/chats/${conversation}/messages`)).json as CallAnswer<'messages.list'>

const messageIdsIn = async ({ worker }: World) => {
  const session = await worker.device.sessions.current()
  return session.read(['messages'], (tx) => tx.objectStore('messages').getAllKeys())
}

test('[CHAT-10] a message that has become too old is no longer shown, and the screen learns that older ones exist', async () => {
  const world = await agedWorld()
  expect(await messagesIn(world, '1-2')).toMatchObject({ messages: [{ id: 1 }, { id: 2 }], older_hidden: false })
  world.browser.network = 'down'
  world.browser.clock += 81 * DAY_MS
  expect(await messagesIn(world, '1-2')).toMatchObject({ messages: [{ id: 2 }], before: null, older_hidden: true })
  world.browser.clock += 100 * DAY_MS
  expect(await messagesIn(world, '1-2')).toMatchObject({ messages: [], older_hidden: true })
  const { chats } = (await world.worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats.map(({ last_message }) => last_message)).toEqual([null, null])
})

test('[CHAT-10] the start of the worker deletes messages that are too old, and the device remembers that some existed', async () => {
  const world = await agedWorld()
  world.browser.network = 'down'
  world.browser.clock += 81 * DAY_MS
  world.worker = await restarted(world)
  await start(world.worker.device)
  expect(await messageIdsIn(world)).toEqual([2, 3])
  expect(await messagesIn(world, '1-2')).toMatchObject({ messages: [{ id: 2 }], older_hidden: true })
})

test('[CHAT-10] a device whose clock is a year ahead shows and stores the messages of the last days by the server’s clock', async () => {
  const world = await agedWorld()
  const { browser } = world
  browser.serverClock = browser.clock
  const settings = async () => {
    await world.worker.call('GET', '/api/settings')
    await world.worker.settled()
  }
  browser.clock += 10 * MINUTE_MS
  browser.serverClock += 10 * MINUTE_MS
  await settings()
  browser.clock += 366 * DAY_MS
  world.worker = await restarted(world)
  await start(world.worker.device)
  expect(await messageIdsIn(world)).toEqual([1, 2, 3])
  const heard = browser.news.length
  await settings()
  expect(browser.news.slice(heard)).toEqual(expect.arrayContaining(['chats', 'messages:1-2']))
  expect(await messagesIn(world, '1-2')).toMatchObject({ messages: [{ id: 1 }, { id: 2 }], older_hidden: false })
  await start(world.worker.device)
  expect(await messageIdsIn(world)).toEqual([1, 2, 3])
  // Days later by the server's clock, the oldest is too old all the same.
  browser.clock += 81 * DAY_MS
  browser.serverClock += 81 * DAY_MS
  await settings()
  await start(world.worker.device)
  expect(await messageIdsIn(world)).toEqual([2, 3])
})

test('[CHAT-8][PWA-14] without its old messages, a conversation still waits for the list and for an announced message', async () => {
  const { browser, worker } = await agedWorld()
  const session = await worker.device.sessions.current()
  const waits = { unlisted: true, expects: { seq: 99, at: browser.clock } } as const
  await session.write(['conversations'], async (tx) => {
    const row = await tx.objectStore('conversations').get('1-2')
    if (row) await tx.objectStore('conversations').put({ ...row, ...waits })
  })
  await pruneMessages(session, browser.clock - DAY_MS)
  const row = await session.read(['conversations'], (tx) => tx.objectStore('conversations').get('1-2'))
  expect(row).toMatchObject({ ...waits, history: { older_hidden: true } })
})

test('[PWA-13] the older half of the search pages, and of the lists beside profiles, is deleted beyond the limit; the blocks stay', async () => {
  const { browser, worker } = await memberWorld()
  await worker.call('GET', '/api/blocks')
  for (const profile of [2, 3, 4, 5]) {
    browser.clock += MINUTE_MS
    await worker.call('GET', `/api/members?min_age=${20 + profile}`)
    await worker.call('GET', `/api/members/${profile}/related`)
  }
  await worker.settled()
  const session = await worker.device.sessions.current()
  await pruneFound(session, 3)
  const [searches, lists] = await session.read(['searches', 'lists'], async (tx) => [
    await tx.objectStore('searches').getAll(),
    await tx.objectStore('lists').getAllKeys(),
  ])
  expect(searches.map(({ filter }) => /\d\d/.exec(filter)?.[0])).toEqual(['24', '25'])
  expect(lists).toEqual(['blocks', 'related:4', 'related:5'])
})
