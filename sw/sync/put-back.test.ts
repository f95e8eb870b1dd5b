import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { expectMessage, noteAnswered, readConversation } from '../store/conversations.ts'
import { changeMe } from '../store/me.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import { isMember } from '../store/session.ts'
import { aText } from '../testing/people.ts'
import { saying } from '../testing/fake-server.ts'
import {
  blobsIn,
  goOnline,
  memberWorld,
  stateOf,
  textTo,
  visitorWorld,
  type World,
  withMany,
} from '../testing/world.ts'
import { applyFill } from './fill.ts'

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
