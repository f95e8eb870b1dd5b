import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { readConversation } from '../store/conversations.ts'
import { changeMe, readMe, recordPages } from '../store/me.ts'
import { isMember } from '../store/session.ts'
import { cardOf } from '../testing/people.ts'
import { readProfile } from '../store/profiles.ts'
import { saying } from '../testing/fake-server.ts'
import { memberWorld, stateOf, visitorWorld } from '../testing/world.ts'
import { applyPage } from './fill.ts'

test('[PWA-2] changes during the fetch of the full lists are stored afterwards', async () => {
  const { server, worker } = visitorWorld()
  let asked = 0
  // While the slow request for the chats runs, a photo and a like arrive.
  server.onRequest = (path) => {
    if (path !== '/api/chats') return
    asked += 1
    server.own.addPhoto(1, '01890a5d-ac96-774b-bcce-b302099a8057', false, new Uint8Array([7]))
    server.like(4, 1)
  }
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(asked).toBe(1)
  const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  expect(user?.profile.photos).toHaveLength(1)
  const likes = (await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>
  expect(likes.liked_by.map(({ id }) => id)).toEqual([4])
})

test('[PWA-2] long lists come page by page, and an interrupted fetch continues', async () => {
  const { server, browser, worker } = visitorWorld()
  server.listPage = 3
  const others = Array.from({ length: 10 }, (_, index) => 20 + index)
  for (const other of others) {
    server.addMember(other)
    server.like(other, 1)
    server.say(other, 1, `from ${other}`)
  }
  let pages = 0
  server.onRequest = (path) => {
    if (path !== '/api/chats' && path !== '/api/likes') return
    pages += 1
    if (pages === 5) browser.network = 'down'
  }
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const listed = async (): Promise<number[]> => {
    const { chats } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
    const { liked_by } = (await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>
    return [chats.length, liked_by.length]
  }
  const [chats = 0, likes = 0] = await listed()
  expect([chats > 3, likes]).toEqual([true, 3])
  browser.network = 'up'
  server.log.length = 0
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await listed()).toEqual([server.chatsOf(1).length, server.likesOf(1).length])
  // The first pages are not asked for again.
  expect(server.log.filter((line) => line === 'GET /api/likes')).toHaveLength(3)
})

test('[PWA-1][CHAT-8] after a break in the feed a long list keeps the messages of every conversation that still exists', async () => {
  const { server, browser, worker } = visitorWorld()
  server.listPage = 3
  const others = Array.from({ length: 10 }, (_, index) => 20 + index)
  for (const other of others) {
    server.addMember(other)
    server.say(other, 1, `from ${other}`)
  }
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const storedIn = async (partner: number): Promise<string[]> => {
    const { messages } = (await worker.call('GET', `/api/chats/1-${partner}/messages`))
      .json as CallAnswer<'messages.list'>
    return messages.map(saying)
  }
  for (const partner of others) expect(await storedIn(partner)).toEqual([`from ${partner}`])
  await worker.settled()
  // The oldest conversations are not on the first page of the list. One of them is deleted during the break.
  server.chats.remove(1, '1-21')
  server.feedFloor = server.seqOf(1)
  let pages = 0
  server.onRequest = (path) => {
    if (path !== '/api/chats') return
    pages += 1
    if (pages === 2) browser.network = 'down'
  }
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await storedIn(20), 'between two pages').toEqual(['from 20'])
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  expect(pages).toBe(5)
  const { chats } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats.map(({ profile }) => profile).toSorted((one, other) => one - other)).toEqual(
    server
      .chatsOf(1)
      .map(({ profile }) => profile)
      .toSorted((one, other) => one - other),
  )
  expect(await storedIn(20)).toEqual(['from 20'])
  expect(await storedIn(21)).toEqual([])
})

test('[PWA-2] [CHAT-1] a conversation that is not among the newest shows the messages from a break in the feed once it is opened', async () => {
  const { server, worker } = visitorWorld()
  const others = Array.from({ length: 25 }, (_, index) => 20 + index)
  for (const other of others) server.addMember(other)
  await worker.login(1)
  const opened = async (): Promise<string[]> => {
    const { messages } = (await worker.call('GET', '/api/chats/1-20/messages')).json as CallAnswer<'messages.list'>
    await worker.settled()
    return messages.map(saying)
  }
  for (const words of ['before', 'during']) {
    for (const other of others) server.say(other, 1, `${words} the break`)
    server.feedFloor = server.seqOf(1)
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    await opened()
  }
  expect(await opened()).toEqual(['before the break', 'during the break'])
})

test('[PWA-2] [PROF-4] a photo whose answer was lost leaves the outbox when the lists have it after a break in the feed', async () => {
  const world = await memberWorld()
  const { server, worker, browser } = world
  const id = browser.newId()
  browser.fault = ({ method }) => (method === 'POST' ? 'loseAnswer' : null)
  await worker.call('POST', `/api/photos?client_id=${id}`, new Blob([new Uint8Array([7])], { type: 'image/webp' }))
  await browser.turns(60)
  server.feedFloor = server.seqOf(1)
  server.syncPage = 0
  await worker.call('POST', '/api/device/sync')
  await browser.turns(60)
  expect(server.userOf(1).profile.photos).toMatchObject([{ client_id: id }])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[PWA-4] a page that the feed overtook changes nothing, and the device asks for it again', async () => {
  const { server, worker } = visitorWorld()
  server.addMember(21)
  await worker.login(1)
  await worker.settled()
  const session = await worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Nobody is logged in')
  const pages = { chats: null, likes: '1-0~' }
  const { seq } = await session.write(['meta'], (tx) => recordPages(tx, pages))
  const page = {
    profiles: [cardOf(21)],
    liked_by: [{ id: 21, at: 5, like_new: true }],
    liked: [],
    matches: [],
    next: null,
  }
  // The like was taken back while the page was on its way.
  await session.write(['meta'], (tx) => changeMe(tx, { seq: seq + 1 }))
  expect(await applyPage(session, { list: 'likes', page }, { pages, seq }, 1)).toBe(false)
  expect((await session.read(['meta'], readMe)).pages).toEqual(pages)
  const shown = async () => ((await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>).liked_by
  expect(await shown()).toEqual([])
  expect(await applyPage(session, { list: 'likes', page }, { pages, seq: seq + 1 }, 1)).toBe(true)
  expect((await shown()).map(({ id }) => id)).toEqual([21])
  expect(await applyPage(session, { list: 'likes', page }, { pages, seq: seq + 1 }, 1), 'the same page').toBe(false)
  // The device has this like already, as the feed has brought it.
  const older = { ...page, liked_by: [{ id: 21, at: 4, like_new: false }] }
  await session.write(['meta'], (tx) => recordPages(tx, pages))
  expect(await applyPage(session, { list: 'likes', page: older }, { pages, seq: seq + 1 }, 1)).toBe(true)
  expect(await shown()).toMatchObject([{ id: 21, at: 5, like_new: true }])
})

test('[CHAT-1] [CHAT-9] a later page brings back neither an older state of a conversation nor an older card', async () => {
  const { server, worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Nobody is logged in')
  const pages = { chats: '1-0', likes: null }
  const { seq } = await session.write(['meta'], (tx) => recordPages(tx, pages))
  const stored = () =>
    session.read(['conversations', 'profiles'], async (tx) => [
      (await readConversation(tx, '1-2'))?.chat,
      (await readProfile(tx, 2))?.card.main_image,
    ])
  const before = await stored()
  const chats = server.chatsOf(1).map((chat) => Object.assign(chat, { num_unread_messages: 9 }))
  const page = { chats, profiles: [cardOf(2, { main_image: null })], counts: server.countsOf(1), seq, next: null }
  expect(await applyPage(session, { list: 'chats', page }, { pages, seq }, 1)).toBe(true)
  expect(await stored()).toEqual(before)
})

test('[PWA-11] lists that turn out to be those of another member, who has logged in past the worker, are not stored for this one', async () => {
  const { server, worker } = await memberWorld()
  server.feedFloor = server.seqOf(1) + 1
  server.broken.set('user.get', { status: 200, body: server.session({ member: 2 }) })
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await worker.device.sessions.current()).member).toBe(2)
})
