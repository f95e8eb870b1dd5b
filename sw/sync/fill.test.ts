import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { LIST_PAGE } from '#contract/limits.ts'
import { expectMessage, noteAnswered, readConversation, writeChat } from '../store/conversations.ts'
import { changeMe, readMe, recordPages } from '../store/me.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import { isMember } from '../store/session.ts'
import { aText, cardOf } from '../testing/people.ts'
import { readProfile } from '../store/profiles.ts'
import { PAGE_OVERLAP } from '../store/views.ts'
import type { Worker } from '../testing/browser.ts'
import { saying, type FakeServer } from '../testing/fake-server.ts'
import { blobsIn, goOnline, memberWorld, stateOf, textTo, visitorWorld, type World } from '../testing/world.ts'
import { applyFill, applyPage } from './fill.ts'

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

/** Member 1 has mutual likes and a conversation with so many others. The server lists the newest like first. */
const withMany = (server: FakeServer, count: number): number[] => {
  const others = Array.from({ length: count }, (_, index) => 20 + index)
  for (const other of others) {
    server.addMember(other)
    server.say(other, 1, `from ${other}`)
  }
  for (const other of others.toReversed()) {
    server.like(other, 1)
    server.like(1, other)
  }
  return others
}

type Likes = CallAnswer<'likes.get'>
type Chats = CallAnswer<'chats.get'>
const likesAfter = async (worker: Worker, after?: string | null): Promise<Likes> =>
  (await worker.call('GET', after == null ? '/api/likes' : `/api/likes?after=${after}`)).json as Likes
const chatsAfter = async (worker: Worker, after?: string | null): Promise<Chats> =>
  (await worker.call('GET', after == null ? '/api/chats' : `/api/chats?after=${after}`)).json as Chats

test('[LIKE-1] the device answers long lists in pages, in the order of the screen', async () => {
  const { server, worker } = visitorWorld()
  const others = withMany(server, LIST_PAGE + 50)
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const first = await likesAfter(worker)
  expect([first.liked_by.length, first.liked.length, first.matches.length]).toEqual([LIST_PAGE, LIST_PAGE, LIST_PAGE])
  expect(first.profiles).toHaveLength(LIST_PAGE)
  const rest = await likesAfter(worker, first.next)
  expect(rest.next).toBe(null)
  expect(rest.liked.slice(PAGE_OVERLAP).map(({ id }) => id)).toEqual(first.later?.mine)
  expect(first.later).toMatchObject({ liked_by: 50, liked: 50, matches: 50, unseen: first.later?.mine, complete: true })
  expect(new Set([...first.matches, ...rest.matches].map(({ id }) => id))).toEqual(new Set(others))
  const chats = await chatsAfter(worker)
  expect([chats.chats.length, chats.profiles.length]).toEqual([LIST_PAGE, LIST_PAGE])
  const older = await chatsAfter(worker, chats.next)
  expect(older.next).toBe(null)
  const listed = [...chats.chats, ...older.chats.slice(PAGE_OVERLAP)]
  expect(listed.map(({ profile }) => profile)).toEqual(others.toReversed())
})

test('[CHAT-1][PWA-14] conversations with a queued or expected message come first, and those without a message last', async () => {
  const { server, browser, worker } = visitorWorld()
  const others = withMany(server, LIST_PAGE + 50)
  const empty = others.slice(-60)
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 21, 'from here'))
  const session = await worker.device.sessions.current()
  await session.write(['conversations'], async (tx) => {
    await expectMessage(tx, '1-22', { seq: server.seqOf(1) + 1, at: Date.now() })
  })
  const first = await chatsAfter(worker)
  expect(first.chats).toHaveLength(LIST_PAGE)
  expect(new Set(first.chats.slice(0, 2).map(({ profile }) => profile))).toEqual(new Set([21, 22]))
  await session.write(['conversations'], async (tx) => {
    for (const other of empty) {
      const row = await readConversation(tx, `1-${other}`)
      if (row?.chat) await writeChat(tx, { ...row.chat, last_message: null })
    }
  })
  const again = await chatsAfter(worker)
  const last = await chatsAfter(worker, again.next)
  const shown = [...again.chats, ...last.chats].map(({ profile }) => profile)
  expect([again.chats.length, last.chats.length, last.next]).toEqual([LIST_PAGE, PAGE_OVERLAP + 50, null])
  expect(new Set(shown.slice(-60))).toEqual(new Set(empty))
})

test('[LIKE-1] after a like arrives, the new first page and the earlier second one have no gap between them', async () => {
  const { server, worker } = visitorWorld()
  const others = withMany(server, LIST_PAGE + 50)
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const second = await likesAfter(worker, (await likesAfter(worker)).next)
  for (const other of [2, 3]) server.like(other, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const first = await likesAfter(worker)
  const listed = [...first.liked_by, ...second.liked_by].map(({ id }) => id)
  expect(new Set(listed)).toEqual(new Set([2, 3, ...others]))
})

test('[LIKE-1] a list of one page has neither a cursor nor likes on later pages', async () => {
  const { server, worker } = visitorWorld()
  withMany(server, 3)
  await worker.login(1)
  const { next, later } = await likesAfter(worker)
  expect([next, later]).toEqual([null, undefined])
})

test('[LIKE-1] after the last entry of the device its next page waits for that of the server, and is refused without a network', async () => {
  const { server, browser, worker } = visitorWorld()
  const others = withMany(server, LIST_PAGE + 5)
  server.listPage = LIST_PAGE
  let asked = 0
  // The last page of the chats comes, and no later page of the likes.
  server.onRequest = (path) => {
    if (path !== '/api/chats') return
    asked += 1
    if (asked === 2) browser.network = 'down'
  }
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const first = await likesAfter(worker)
  expect([first.liked.length, first.next]).toEqual([LIST_PAGE, String(LIST_PAGE - PAGE_OVERLAP)])
  browser.network = 'down'
  const offline = await worker.call('GET', `/api/likes?after=${first.next}`)
  expect(offline.json).toMatchObject({ error: 'network_unavailable' })
  server.onRequest = () => {}
  browser.network = 'up'
  const rest = await likesAfter(worker, first.next)
  expect(new Set([...first.liked, ...rest.liked].map(({ id }) => id))).toEqual(new Set(others))
  expect(rest.next).toBe(null)
})

test('[LIKE-1] after a page that the server gave, the device continues behind its own first page', async () => {
  const { server, worker } = visitorWorld()
  withMany(server, LIST_PAGE + 5)
  await worker.login(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await likesAfter(worker, '1700000000000-7~1700000000000-9')).liked).toHaveLength(PAGE_OVERLAP + 5)
  expect((await chatsAfter(worker, '1-20')).chats).toHaveLength(PAGE_OVERLAP + 5)
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

test('[PWA-14] after the server went back to a backup, nothing waits for a message that a push had announced', async () => {
  const { server, worker } = visitorWorld()
  const others = Array.from({ length: 25 }, (_, index) => 20 + index)
  for (const other of others) {
    server.addMember(other)
    server.say(other, 1, 'hello')
  }
  await worker.login(1)
  await worker.call('GET', '/api/chats/1-20/messages')
  await worker.settled()
  const session = await worker.device.sessions.current()
  // The device knows the feed up to 900, and the server that is back knows far less.
  await session.write(['meta', 'conversations', 'messages'], async (tx) => {
    await changeMe(tx, { seq: 900, push_seq: 900 })
    await expectMessage(tx, '1-20', { seq: 901, at: 5 })
    await noteAnswered(tx, { ...aText(902, 1), conversation: '1-20' })
  })
  server.feedFloor = 901
  const announced = async () =>
    ((await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>).chats.filter((chat) => chat.incoming_at)
  expect(await announced()).toHaveLength(1)
  server.onRequest = (path) => {
    if (path === '/api/chats') server.feedFloor = 0
  }
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await announced()).toEqual([])
  // A deletion would wait for the feed to reach this answer, and the feed never will.
  const row = await session.read(['conversations'], (tx) => readConversation(tx, '1-20'))
  expect(row).not.toHaveProperty('answered')
  // Counts that a push has brought are not newer than this feed.
  server.like(21, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const { counts } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  expect(counts?.new_likes).toBe(1)
})

test('[PWA-3] [CHAT-6] messages that the server lost when it was put back are gone, and own texts can be sent again', async () => {
  const world = await memberWorld()
  const { server, worker, browser } = world
  const listed = async () => (await worker.call('GET', '/api/chats/1-2/messages')).json as CallAnswer<'messages.list'>
  await listed()
  await worker.settled()
  server.say(2, 1, 'theirs, lost')
  const id = browser.newId()
  await worker.call('POST', '/api/messages', { ...textTo(browser, 2, 'mine, lost'), client_id: id })
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await listed()).messages.map(saying)).toEqual(['hello', 'theirs, lost', 'mine, lost'])

  server.chats.putBack(1)
  const sentMeanwhile = { ...textTo(browser, 2, 'sent while the lists are read'), client_id: browser.newId() }
  let asked = 0
  server.onRequest = (path) => {
    if (path !== '/api/chats' || (asked += 1) > 1) return
    server.feedFloor = 0
    void worker.call('POST', '/api/messages', sentMeanwhile)
  }
  server.feedFloor = server.seqOf(1) + 1
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const failure = { error: 'message_lost' }
  expect((await listed()).messages.map(saying)).toEqual(['hello', 'sent while the lists are read'])
  expect((await listed()).waiting).toMatchObject([{ client_id: id, text: 'mine, lost', state: 'failed', failure }])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [{ id, failure }] })

  await worker.call('POST', `/api/device/outbox/${id}`)
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['sent while the lists are read', 'mine, lost'])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[PWA-3] [CHAT-6] an own text that the server lost is not sent, also if newer messages follow it there', async () => {
  const world = await memberWorld()
  const { server, worker, browser } = world
  const send = (text: string) => worker.call('POST', '/api/messages', textTo(browser, 2, text))
  await send('mine, lost')
  server.say(2, 1, 'theirs, lost')
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  server.chats.putBack(1)
  await send('sent before the lists are read')
  await worker.settled()
  server.onRequest = (path) => void (path === '/api/chats' && (server.feedFloor = 0))
  server.feedFloor = server.seqOf(1) + 1
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const { messages, waiting } = (await worker.call('GET', '/api/chats/1-2/messages'))
    .json as CallAnswer<'messages.list'>
  expect(messages.map(saying)).toEqual(['hello', 'sent before the lists are read'])
  expect(waiting).toMatchObject([{ text: 'mine, lost', state: 'failed', failure: { error: 'message_lost' } }])
  expect(await stateOf(world)).toMatchObject({ failed: [{ failure: { error: 'message_lost' } }] })
})

/**
 * The server is back at its first messages, with feeds that begin anew, as a restore leaves them.
 * @param since those who have written again before this device asks
 */
const restoreServer = async ({ server, worker }: World, messages: number, since: number[] = []): Promise<void> => {
  server.chats.putBack(messages)
  for (const partner of since) server.say(partner, 1, 'after the restore')
  server.feeds.putBack(1)
  server.feedFloor = server.seqOf(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
}

test.each<[words: string, listPage: number, since: number[]]>([
  ['one page', 200, []],
  ['several pages', 1, []],
  ['several pages, the first of them newer than the restore', 1, [5]],
  ['newer than the restore in all its pages', 1, [5, 2]],
])(
  '[PWA-3] [CHAT-6] only own texts of a conversation that the server has lost can be sent again, the list being %s',
  async (_, listPage, since) => {
    const world = await memberWorld()
    const { server, worker, browser } = world
    server.listPage = listPage
    server.credits.set(1, 50)
    const send = (to: number, text: string) => worker.call('POST', '/api/messages', textTo(browser, to, text))
    await send(4, 'deleted elsewhere')
    await send(2, 'kept')
    await send(5, 'kept, too')
    await worker.settled()
    await send(3, 'mine, lost')
    await worker.settled()
    server.say(3, 1, 'theirs, lost')
    await send(2, 'mine in a kept one, lost')
    await worker.settled()
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    const listedWith = async (partner: number) =>
      (await worker.call('GET', `/api/chats/1-${partner}/messages`)).json as CallAnswer<'messages.list'>
    expect((await listedWith(3)).messages.map(saying)).toEqual(['mine, lost', 'theirs, lost'])
    await worker.settled()
    expect(await stateOf(world)).not.toHaveProperty('put_back')

    // The deletion is in the backup, and this device has not heard of it.
    server.chats.remove(1, '1-4')
    await restoreServer(world, 4, since)
    expect((await listedWith(3)).messages).toEqual([])
    expect((await listedWith(3)).waiting).toMatchObject([
      { text: 'mine, lost', state: 'failed', failure: { error: 'message_lost' } },
    ])
    expect((await listedWith(4)).waiting).toEqual([])
    const { failed, put_back } = await stateOf(world)
    expect([new Set(failed.map(({ profile }) => profile)), put_back]).toEqual([new Set([2, 3]), true])

    const { id = '' } = failed.find(({ profile }) => profile === 3) ?? {}
    await worker.call('POST', `/api/device/outbox/${id}`)
    await worker.settled()
    expect(server.textsOf('1-3', 1)).toEqual(['mine, lost'])
  },
)

test.each<[words: string, isNewer: boolean, isAgain: boolean]>([
  ['one fill', false, false],
  ['newer messages of all conversations', true, false],
  ['a second fill before the last page of the first', false, true],
])(
  '[PWA-3] [CHAT-6] an own text that the device knows by its answer alone is not sent after a restore with %s',
  async (_, isNewer, isAgain) => {
    const world = visitorWorld()
    const { server, browser, worker } = world
    const others = withMany(server, 22)
    server.addMember(60)
    // The newest 20 conversations are fetched before the later pages.
    server.listPage = isNewer ? 21 : 3
    await worker.login(1)
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    server.broken.set('sync', { status: 503, body: {} })
    for (const profile of [20, 60]) await worker.call('POST', '/api/messages', textTo(browser, profile, 'mine, lost'))
    await worker.settled()
    server.broken.delete('sync')
    let pages = 0
    server.onRequest = (path) => {
      if (path === '/api/chats' && isAgain && (pages += 1) === 2) browser.network = 'down'
    }
    await restoreServer(world, 22, isNewer ? others : [])
    server.onRequest = () => {}
    server.feeds.change(1, 'user', '0')
    server.feedFloor = server.seqOf(1)
    await goOnline(world)
    const { failed } = await stateOf(world)
    expect(failed.map(({ profile, failure }) => [profile, failure.error])).toEqual([
      [20, 'message_lost'],
      [60, 'message_lost'],
    ])
  },
)

test('[PWA-3] [SHELL-20] a member reads once that the site was put back, and a break in the feed alone says nothing', async () => {
  const world = await memberWorld()
  const { server, worker, browser } = world
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  server.say(2, 1, 'after the break')
  server.feedFloor = server.seqOf(1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await stateOf(world)).not.toHaveProperty('put_back')
  await restoreServer(world, 2)
  expect(await stateOf(world)).toMatchObject({ put_back: true })
  browser.news.length = 0
  await worker.call('DELETE', '/api/device/lost')
  expect(browser.news).toContain('device')
  expect(await stateOf(world)).not.toHaveProperty('put_back')
})

test('[CHAT-9] [PROF-14] after a restore the device repeats the blocks that are lost, unless they were lifted elsewhere', async () => {
  const world = await memberWorld()
  const { server, worker } = world
  const { blocks } = server.chats
  for (const id of [2, 3, 4]) {
    await worker.call('GET', `/api/members/${id}`)
    await worker.call('PUT', `/api/blocks/${id}`)
  }
  await worker.settled()
  server.chats.block(1, 2, false)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect([...blocks]).toEqual(['1|3', '1|4'])
  blocks.delete('1|3')
  server.log.length = 0
  await restoreServer(world, 1)
  expect([...blocks]).toEqual(['1|4', '1|3'])
  expect(server.log.filter((line) => line.startsWith('PUT'))).toEqual(['PUT /api/blocks/3'])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[PWA-3] [SHELL-20] a new device of a site that was put back once says nothing of it', async () => {
  const world = visitorWorld()
  world.server.feeds.putBack(1)
  await world.worker.login(1)
  expect((await world.worker.call('GET', '/api/chats')).status).toBe(200)
  expect(await stateOf(world)).not.toHaveProperty('put_back')
})

test('[PWA-3] [PROF-5] an own photo that the server has lost can be sent again, if the device has its picture', async () => {
  const world = await memberWorld()
  const { server, worker } = world
  const [shown, unseen, rejected] = ['57', '58', '59'].map((end) => `01890a5d-ac96-774b-bcce-b302099a80${end}`) as [
    string,
    string,
    string,
  ]
  for (const [byte, id] of [shown, unseen, rejected].entries())
    server.own.addPhoto(1, id, id === shown, new Uint8Array([byte]))
  for (const photo of server.userOf(1).profile.photos) if (photo.client_id === rejected) photo.status = 'rejected'
  server.photos.set('/photos/2/card', { status: 503, bytes: 0 })
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  for (const id of [1, 2, 3]) await worker.photo(`/photos/${id}/card`)
  await worker.settled()
  for (const id of [shown, unseen, rejected]) server.own.losePhoto(1, id)
  await restoreServer(world, 1)

  const photos = async () =>
    ((await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>).user?.profile.photos ?? []
  expect(await photos()).toMatchObject([
    { client_id: shown, private: true, waiting: 'failed', failure: { error: 'photo_lost' } },
  ])
  expect(await blobsIn(world)).toEqual([shown])
  await worker.call('POST', `/api/device/outbox/${shown}`)
  await worker.settled()
  expect(server.userOf(1).profile.photos).toMatchObject([{ client_id: shown, private: true }])
  expect(await stateOf(world)).toMatchObject({ failed: [] })
  expect(await blobsIn(world)).toEqual([])
})

/** Says what a fill takes for lost, of a device with one own message after a first one. */
const lostBy = async (
  known: number,
  last: 'the first' | 'none' | 'unlisted' | 'on a later page',
  kept?: number,
): Promise<string[]> => {
  const { server, worker, browser } = await memberWorld()
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'mine'))
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const session = await worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Nobody is logged in')
  const last_message = last === 'none' ? null : (server.messages[0] ?? null)
  server.say(3, 1, 'after the restore')
  const [newer, ...older] = server.chatsOf(1)
  const isThere = last === 'the first' || last === 'none'
  const chats = !isThere ? [newer] : older.map((chat) => Object.assign(chat, { last_message }))
  // A server whose feed is shorter was put back.
  const seq = isThere ? server.seqOf(1) : 0
  const lists = {
    user: server.userOf(1),
    chats: {
      chats: chats.filter((chat) => chat !== undefined),
      profiles: [],
      counts: server.countsOf(1),
      seq,
      next: last === 'on a later page' ? 'before-0-0' : null,
      kept,
    },
    likes: { profiles: [], liked_by: [], liked: [], matches: [], next: null },
  }
  await applyFill(session, lists, { known, before: known, now: 5 })
  return (await session.read(['outbox'], readOutbox)).map(({ failure }) => failure?.error ?? 'none')
}

test('[PWA-3] [CHAT-10] a message is lost only if the device had it before it asked, and the list ends before it', async () => {
  expect(await lostBy(2, 'the first')).toEqual(['message_lost'])
  expect(await lostBy(1, 'the first'), 'it arrived meanwhile').toEqual([])
  expect(await lostBy(2, 'none'), 'all are too old to be shown').toEqual([])
  expect(await lostBy(2, 'on a later page', 1), 'the feed may be faster than that page').toEqual(['message_lost'])
  expect(await lostBy(2, 'unlisted', 0)).toEqual(['message_lost'])
  expect(await lostBy(1, 'unlisted', 0), 'it arrived meanwhile').toEqual([])
  expect(await lostBy(2, 'unlisted'), 'an older server says nothing').toEqual([])
})

test('[PWA-3] [PROF-5] a photo that the server has lost waits once, however often the device finds that out', async () => {
  const world = await memberWorld()
  const session = await world.worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Nobody is logged in')
  const { server } = world
  const photo = { client_id: world.browser.newId(), private: true, bytes: new ArrayBuffer(2), type: 'image/webp' }
  const lists = {
    user: server.userOf(1),
    chats: { chats: server.chatsOf(1), profiles: [], counts: server.countsOf(1), seq: server.seqOf(1), next: null },
    likes: { profiles: [], liked_by: [], liked: [], matches: [], next: null },
  }
  for (let times = 0; times < 2; times += 1)
    await applyFill(session, lists, { known: 1, before: 1, photos: [photo], now: 5 })
  expect(await stateOf(world)).toMatchObject({ failed: [{ id: photo.client_id, failure: { error: 'photo_lost' } }] })
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
