import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DELETION_UNDO_MS } from '#contract/limits.ts'
import { saying } from '../testing/fake-server.ts'
import { loseValue } from '../testing/full-disk.ts'
import { blobsIn, goOnline, memberWorld, restarted, stateOf, textTo, type World } from '../testing/world.ts'

const picture = (byte: number): Blob => new Blob([new Uint8Array(4).fill(byte)], { type: 'image/webp' })

const sendPhoto = async ({ worker, browser }: World, profile: number, byte: number) => {
  const id = browser.newId()
  const answer = await worker.call('POST', `/api/messages/photo?client_id=${id}&profile=${profile}`, picture(byte))
  return { id, answer }
}

const giftTo = ({ browser }: World, profile: number) => ({
  client_id: browser.newId(),
  profile,
  type: 'gift',
  gift: 'rose',
})

const messagesIn = async ({ worker }: World, conversation: string) =>
  (await worker.call('GET', `/api/chats/${conversation}/messages`)).json as CallAnswer<'messages.list'>

const chatsIn = async ({ worker }: World) => (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>

const idsIn = async (world: World): Promise<string[]> =>
  (await chatsIn(world)).chats.map(({ conversation }) => conversation)

const offlineWorld = async (): Promise<World> => {
  const world = await memberWorld()
  await messagesIn(world, '1-2')
  await world.worker.settled()
  world.browser.network = 'down'
  return world
}

const remove = async ({ worker }: World, conversation: string): Promise<string> =>
  ((await worker.call('DELETE', '/api/chat', { conversation })).json as { id: string }).id

test('[PWA-2] [CHAT-5] text, photo and gift of a conversation arrive once each, in the order of writing', async () => {
  const world = await offlineWorld()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'first'))
  const { id, answer } = await sendPhoto(world, 2, 7)
  expect(answer).toMatchObject({ status: 202, json: { queued: true, id } })
  const gift = giftTo(world, 2)
  await world.worker.call('POST', '/api/messages', gift)
  await world.worker.call('POST', '/api/messages', gift)
  await world.worker.call('POST', `/api/messages/photo?client_id=${id}&profile=2`, picture(7))
  world.worker = await restarted(world)

  const waiting = { state: 'queued', failure: null, sender: 1, conversation: '1-2' }
  const { waiting: shown } = await messagesIn(world, '1-2')
  expect(shown).toMatchObject([
    { ...waiting, type: 'text', text: 'first' },
    { ...waiting, type: 'photo', photo: { thumb_filename: `/photos/${id}/thumb`, width: 0 } },
    { ...waiting, type: 'gift', gift: 'rose' },
  ])
  expect((await chatsIn(world)).chats[0]?.waiting).toMatchObject({ type: 'gift' })
  const own = await world.worker.photo(`/photos/${id}/full`)
  expect(new Uint8Array(await own.arrayBuffer())).toEqual(new Uint8Array(4).fill(7))

  let losses = 0
  world.browser.fault = (request) => {
    if (!request.url.includes('/messages/photo') || losses > 0) return null
    losses += 1
    return 'loseAnswer'
  }
  await goOnline(world)
  await world.browser.pass(60_000)
  expect(losses).toBe(1)
  expect(world.server.messages.slice(1).map(({ type }) => type)).toEqual(['text', 'photo', 'gift'])
  expect(world.server.debits).toHaveLength(3)
  const { messages, waiting: left } = await messagesIn(world, '1-2')
  expect(messages).toEqual(world.server.messages)
  expect(messages).toMatchObject([{}, {}, { photo: { width: 7 } }, {}])
  expect(left).toEqual([])
  expect(await blobsIn(world)).toEqual([])
})

test('[PWA-3] [CHAT-6] a refused photo message stays with its picture and reason until it is discarded', async () => {
  const world = await offlineWorld()
  world.server.refusals.set(2, { error: 'not_enough_credits', cost: 2, credits: 1 })
  const { id } = await sendPhoto(world, 2, 7)
  await goOnline(world)
  const { waiting } = await messagesIn(world, '1-2')
  expect(waiting).toMatchObject([{ client_id: id, state: 'failed', failure: { error: 'not_enough_credits', cost: 2 } }])
  expect((await stateOf(world)).failed).toMatchObject([{ id, kind: 'messages.photo', profile: 2 }])
  expect((await world.worker.photo(`/photos/${id}/thumb`)).status).toBe(200)
  await world.worker.call('DELETE', `/api/device/outbox/${id}`)
  expect(await blobsIn(world)).toEqual([])
})

test.each(['cannot read any more', 'does not have'])(
  '[PWA-3] [CHAT-14] a queued photo whose picture the browser %s is shown as damaged, and later messages are sent',
  async (loss) => {
    const world = await offlineWorld()
    const { id } = await sendPhoto(world, 2, 7)
    await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'after it'))
    const session = await world.worker.device.sessions.current()
    if (loss === 'does not have') await session.write(['blobs'], (tx) => tx.objectStore('blobs').clear())
    else loseValue('blobs', id)
    await goOnline(world)
    expect(world.server.textsOf('1-2', 1)).toEqual(['after it'])
    const { waiting } = await messagesIn(world, '1-2')
    expect(waiting).toMatchObject([{ client_id: id, state: 'failed', failure: { error: 'photo_broken' } }])
    await world.worker.call('DELETE', `/api/device/outbox/${id}`)
    expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
  },
)

test('[CHAT-6] a file that is no picture, and a message to oneself, are refused before they are stored', async () => {
  const world = await offlineWorld()
  const path = `/api/messages/photo?client_id=${world.browser.newId()}&profile=`
  const text = new Blob(['x'], { type: 'text/plain' })
  expect(await world.worker.call('POST', `${path}2`, text)).toMatchObject({
    status: 415,
    json: { error: 'photo_type' },
  })
  expect(await world.worker.call('POST', `${path}1`, picture(1))).toMatchObject({ json: { error: 'self_not_allowed' } })
  expect(await blobsIn(world)).toEqual([])
})

test('[CHAT-1] a chat that was read offline stays read after the server has the mark, before the feed says so', async () => {
  const world = await offlineWorld()
  const unread = async () => (await chatsIn(world)).chats.map(({ num_unread_messages }) => num_unread_messages)
  const [newest] = (await messagesIn(world, '1-2')).messages.slice(-1)
  expect(await unread()).toEqual([1])
  await world.worker.call('PUT', '/api/chats/1-2/read', { up_to: newest?.id })
  expect(await unread()).toEqual([0])
  world.server.broken.set('sync', { status: 503, body: { error: 'server_error' } })
  await goOnline(world)
  expect(await stateOf(world)).toMatchObject({ waiting: 0 })
  expect(await unread()).toEqual([0])
})

test('[CHAT-8] [PWA-2] a deleted chat disappears here at once, and on the server after the time to undo', async () => {
  const world = await memberWorld()
  await messagesIn(world, '1-2')
  expect((await chatsIn(world)).counts.unread_messages).toBe(1)
  await remove(world, '1-2')
  expect(await chatsIn(world)).toMatchObject({ chats: [], counts: { unread_messages: 0 } })
  expect((await messagesIn(world, '1-2')).messages).toEqual([])
  await world.worker.settled()
  expect(world.server.chats.hidden.size).toBe(0)
  expect(await stateOf(world)).toMatchObject({ waiting: 1, undoable: 1 })
  world.browser.network = 'down'
  await world.browser.pass(DELETION_UNDO_MS)
  await world.worker.settled()
  expect(await stateOf(world), 'its time to undo is over').toMatchObject({ waiting: 1 })
  expect(await stateOf(world)).not.toHaveProperty('undoable')
  await goOnline(world)
  await world.worker.settled()
  expect(world.server.chats.hidden.get('1|1-2')).toBe(1)
  expect(await chatsIn(world)).toMatchObject({ chats: [], counts: { unread_messages: 0 } })
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
  // The partner still has all messages.
  expect(world.server.chatOf(2, '1-2')?.last_message?.id).toBe(1)
})

test('[CHAT-8] a deletion that is undone in time never reaches the server', async () => {
  const world = await offlineWorld()
  const id = await remove(world, '1-2')
  // Another tab may delete the same chat; that is the same deletion.
  expect(await remove(world, '1-2')).toBe(id)
  await world.worker.call('DELETE', `/api/device/outbox/${id}`)
  expect((await chatsIn(world)).counts.unread_messages).toBe(1)
  expect((await messagesIn(world, '1-2')).messages).toHaveLength(1)
  await goOnline(world)
  await world.browser.pass(20_000)
  expect(world.server.chats.hidden.size).toBe(0)
})

test('[CHAT-8] [SHELL-19] a deletion can be undone for 20 s, and for 8 s once the member writes in that conversation again', async () => {
  const world = await offlineWorld()
  world.browser.network = 'up'
  const first = await remove(world, '1-2')
  await world.browser.pass(DELETION_UNDO_MS - 1_000)
  expect((await world.worker.call('DELETE', `/api/device/outbox/${first}`)).status).toBe(200)
  await remove(world, '1-2')
  await world.browser.pass(4_000)
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'after'))
  expect(world.server.textsOf('1-2', 1)).toEqual([])
  await world.browser.pass(5_000)
  await world.worker.settled()
  expect(world.server.chats.hidden.get('1|1-2')).toBe(1)
  expect(world.server.textsOf('1-2', 1)).toEqual(['after'])
})

test('[CHAT-8] a refused deletion restores the chat and is listed with its reason, until the chat is deleted again', async () => {
  const world = await offlineWorld()
  await remove(world, '1-2')
  world.server.broken.set('chats.delete', { status: 404, body: { error: 'not_found' } })
  world.browser.network = 'up'
  await world.browser.pass(DELETION_UNDO_MS)
  await world.worker.settled()
  expect(await idsIn(world)).toEqual(['1-2'])
  expect((await stateOf(world)).failed).toMatchObject([
    { kind: 'chats.delete', failure: { error: 'not_found' }, profile: 2 },
  ])
  world.server.broken.clear()
  await remove(world, '1-2')
  expect(await stateOf(world)).toMatchObject({ waiting: 1, failed: [] })
  await world.browser.pass(DELETION_UNDO_MS)
  await world.worker.settled()
  expect(world.server.chats.hidden.get('1|1-2')).toBe(1)
})

test('[CHAT-8] a message after the deletion shows the chat again, without older messages', async () => {
  const world = await memberWorld()
  await messagesIn(world, '1-2')
  await remove(world, '1-2')
  world.server.say(2, 1, 'still there?')
  await goOnline(world)
  const [chat] = (await chatsIn(world)).chats
  expect(chat).toMatchObject({ conversation: '1-2', num_unread_messages: 1, last_message: { text: 'still there?' } })
  await world.browser.pass(DELETION_UNDO_MS)
  await world.worker.settled()
  expect(world.server.chats.hidden.get('1|1-2')).toBe(1)
  const { messages, before } = await messagesIn(world, '1-2')
  expect(messages).toMatchObject([{ text: 'still there?' }])
  expect(before).toBeNull()
})

test('[CHAT-8] a chat that is deleted again, while its deletion can still be undone, loses what has come in between', async () => {
  const world = await memberWorld()
  await remove(world, '1-2')
  world.server.say(2, 1, 'still there?')
  await goOnline(world)
  expect(await idsIn(world)).toEqual(['1-2'])
  await remove(world, '1-2')
  expect(await idsIn(world)).toEqual([])
  await world.browser.pass(20_000)
  await world.worker.settled()
  expect(world.server.chats.hidden.get('1|1-2')).toBe(2)
})

test('[CHAT-8] a message queued before the deletion is sent and deleted with it; a later one stays', async () => {
  const world = await offlineWorld()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'before'))
  await remove(world, '1-2')
  expect(await idsIn(world)).toEqual([])
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'after'))
  expect(await chatsIn(world)).toMatchObject({ chats: [{ last_message: null, waiting: { text: 'after' } }] })
  await goOnline(world)
  await world.browser.pass(20_000)
  await world.worker.settled()
  expect(world.server.textsOf('1-2', 1)).toEqual(['before', 'after'])
  expect((await messagesIn(world, '1-2')).messages).toMatchObject([{ text: 'after' }])
})

test.each(['up', 'down for a while'])(
  '[CHAT-8] the deletion spares a partner’s unseen message from before a queued message arrived (the feed is %s)',
  async (feed) => {
    const world = await offlineWorld()
    await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'before'))
    await remove(world, '1-2')
    world.browser.clock += 60_000
    world.server.say(2, 1, 'unseen')
    if (feed !== 'up') {
      world.server.broken.set('sync', { status: 503, body: { error: 'server_error' } })
      await goOnline(world)
      await world.browser.pass(20_000)
      world.server.broken.clear()
    }
    await goOnline(world)
    await world.browser.pass(20_000)
    await world.worker.settled()
    expect(world.server.chats.hidden.get('1|1-2')).toBe(1)
    expect((await messagesIn(world, '1-2')).messages).toMatchObject([{ text: 'unseen' }, { text: 'before' }])
  },
)

test('[CHAT-8] [PWA-2] a deletion that waits for the feed pauses, also if the member writes in that conversation again', async () => {
  const world = await offlineWorld()
  const { worker, browser, server } = world
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'before the deletion'))
  await remove(world, '1-2')
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'after the deletion'))
  await browser.pass(DELETION_UNDO_MS)
  browser.network = 'up'
  // Without a page, the feed is read once all sends have ended.
  browser.fault = ({ url }) => (url.includes('/api/sync') ? 'lose' : null)
  const session = await worker.device.sessions.current()
  await browser.until(worker.device.flush(session, { isConnected: true }))
  browser.fault = () => null
  await browser.pass(5_000)
  expect(server.textsOf('1-2', 1)).toEqual(['before the deletion', 'after the deletion'])
  expect((await messagesIn(world, '1-2')).messages.map(saying)).toEqual(['after the deletion'])
})

test.each([
  ['spares a partner’s unseen message from before', true],
  ['covers', false],
])('[CHAT-8] the deletion %s an own message of which the device has only the answer', async (_, isUnseen) => {
  const world = await offlineWorld()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'before'))
  if (isUnseen) world.server.say(2, 1, 'unseen')
  world.server.broken.set('sync', { status: 503, body: { error: 'server_error' } })
  await goOnline(world)
  expect(world.server.textsOf('1-2', 1)).toEqual(['before'])
  await remove(world, '1-2')
  expect(await idsIn(world)).toEqual([])
  await world.browser.pass(20_000)
  world.server.broken.clear()
  await goOnline(world)
  await world.browser.pass(20_000)
  await world.worker.settled()
  expect(world.server.chats.hidden.get('1|1-2')).toBe(isUnseen ? 1 : 2)
  expect((await messagesIn(world, '1-2')).messages.map(saying)).toEqual(isUnseen ? ['unseen', 'before'] : [])
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
})

test('[CHAT-8] the deletion spares what the member has written on another device meanwhile', async () => {
  const world = await offlineWorld()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'before'))
  await remove(world, '1-2')
  world.server.say(1, 2, 'from the other device')
  await goOnline(world)
  await world.browser.pass(20_000)
  await world.worker.settled()
  expect(world.server.chats.hidden.get('1|1-2')).toBe(1)
  expect((await messagesIn(world, '1-2')).messages).toMatchObject([
    { text: 'from the other device' },
    { text: 'before' },
  ])
})

test.each(['sent', 'refused'])(
  '[CHAT-8] the deletion of a chat that the device knew only by an own message (%s) spares a partner’s unseen message',
  async (outcome) => {
    const world = await offlineWorld()
    if (outcome === 'refused') world.server.refusals.set(3, { error: 'not_enough_credits', cost: 1, credits: 0 })
    await world.worker.call('POST', '/api/messages', textTo(world.browser, 3, 'hi'))
    await remove(world, '1-3')
    world.server.say(3, 1, 'unseen')
    await goOnline(world)
    await world.browser.pass(20_000)
    await world.worker.settled()
    expect(world.server.chats.hidden.get('1|1-3')).toBeUndefined()
    expect((await messagesIn(world, '1-3')).messages[0]).toMatchObject({ text: 'unseen' })
    expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
  },
)

test('[CHAT-8] a deletion that another device was faster with does not wait for a message that nobody sees any more', async () => {
  const world = await offlineWorld()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'before'))
  await remove(world, '1-2')
  world.server.broken.set('sync', { status: 503, body: { error: 'server_error' } })
  await goOnline(world)
  world.server.chats.remove(1, '1-2')
  world.server.say(2, 1, 'later')
  world.server.broken.clear()
  await world.browser.pass(20_000)
  await goOnline(world)
  await world.browser.pass(20_000)
  await world.worker.settled()
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
  expect((await messagesIn(world, '1-2')).messages).toMatchObject([{ text: 'later' }])
})

test('[CHAT-8] a partner’s message after the deletion stays on the screen when a message from before it arrives', async () => {
  const world = await offlineWorld()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'before'))
  await remove(world, '1-2')
  world.server.say(2, 1, 'still there?')
  world.server.broken.set('messages.send', { status: 429, body: { error: 'rate_limited' }, retryAfter: '2' })
  await goOnline(world)
  expect((await messagesIn(world, '1-2')).messages).toMatchObject([{ text: 'still there?' }])
  world.server.broken.clear()
  await world.browser.pass(3_000)
  expect(await stateOf(world)).toMatchObject({ waiting: 1 })
  expect((await messagesIn(world, '1-2')).messages).toMatchObject([{ text: 'still there?' }, { text: 'before' }])
})

test('[CHAT-8] a conversation with only a refused message is deleted on the device alone', async () => {
  const world = await offlineWorld()
  world.server.refusals.set(3, { error: 'recipient_unconfirmed' })
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 3, 'hi'))
  await goOnline(world)
  expect(await idsIn(world)).toContain('1-3')
  await remove(world, '1-3')
  expect(await idsIn(world)).not.toContain('1-3')
  await world.browser.pass(20_000)
  await world.worker.settled()
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
  expect(world.server.log).not.toContain('DELETE /api/chat')
})

test('[CHAT-8] a conversation deleted on another device and begun again loses its older messages here too', async () => {
  const world = await offlineWorld()
  world.server.chats.remove(1, '1-2')
  world.server.say(2, 1, 'again')
  await goOnline(world)
  expect((await messagesIn(world, '1-2')).messages).toMatchObject([{ text: 'again' }])
})

test('[CHAT-8] a conversation deleted elsewhere during a break in the feed is removed with every message', async () => {
  const world = await offlineWorld()
  world.server.chats.remove(1, '1-2')
  world.server.feedFloor = world.server.seqOf(1)
  await goOnline(world)
  expect(await idsIn(world)).toEqual([])
  const session = await world.worker.device.sessions.current()
  expect(await session.read(['messages'], (tx) => tx.objectStore('messages').count())).toBe(0)
})

test('[CHAT-9] [PWA-2] a block works here at once and is sent when possible; the last of block and unblock counts', async () => {
  const world = await offlineWorld()
  await world.browser.turns()
  expect((await world.worker.call('PUT', '/api/blocks/2')).status).toBe(202)
  expect((await chatsIn(world)).chats).toMatchObject([{ closed: 'blocking' }])
  expect((await messagesIn(world, '1-2')).chat).toMatchObject({ closed: 'blocking' })
  await world.worker.call('DELETE', '/api/blocks/2')
  expect((await chatsIn(world)).chats).toMatchObject([{ closed: null }])
  await world.worker.call('PUT', '/api/blocks/2')
  await goOnline(world)
  expect([...world.server.chats.blocks]).toEqual(['1|2'])
  expect(world.server.log.filter((line) => line.includes('/api/blocks'))).toEqual(['PUT /api/blocks/2'])
  expect((await chatsIn(world)).chats).toMatchObject([{ closed: 'blocking' }])
})

test('[CHAT-9] [PWA-2] a message and a like after an unblock reach the server after it', async () => {
  const world = await offlineWorld()
  const { server, browser, worker } = world
  await worker.call('PUT', '/api/blocks/2')
  await goOnline(world)
  browser.network = 'down'
  await worker.call('DELETE', '/api/blocks/2')
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'again'))
  await worker.call('PUT', '/api/likes/2')
  server.log.length = 0
  browser.fault = ({ method }) => (method === 'DELETE' ? 'slow' : null)
  await goOnline(world)
  const writes = server.log.filter((line) => !line.startsWith('GET'))
  expect(writes).toEqual(['DELETE /api/blocks/2', 'POST /api/messages', 'PUT /api/likes/2'])
})

test('[FIND-3] a profile with a queued block is not found on the device', async () => {
  const world = await memberWorld()
  await world.worker.call('GET', '/api/members')
  world.browser.network = 'down'
  const found = async (): Promise<number[]> =>
    ((await world.worker.call('GET', '/api/members')).json as CallAnswer<'members.search'>).results.map(({ id }) => id)
  expect(await found()).toContain(3)
  await world.worker.call('PUT', '/api/blocks/3')
  expect(await found()).not.toContain(3)
})

test('[CHAT-8] [PWA-13] photos of messages are prefetched, and deleted with their conversation', async () => {
  const world = await memberWorld()
  const photo = { filename: '/photos/m2/full', thumb_filename: '/photos/m2/thumb', colours: '', width: 9, height: 9 }
  world.server.chats.post(2, 1, world.browser.newId(), { type: 'photo', photo })
  await goOnline(world)
  const held = () =>
    [...(world.browser.caches.byName.get('photos-1')?.keys() ?? [])].filter((url) => url.includes('/m2/'))
  expect(held()).toHaveLength(1)
  await world.worker.photo('/photos/m2/full')
  await world.worker.settled()
  expect(held()).toHaveLength(2)
  await remove(world, '1-2')
  await world.browser.pass(DELETION_UNDO_MS)
  await goOnline(world)
  expect(held()).toEqual([])
  expect(world.browser.caches.byName.get('photos-1')?.size).toBeGreaterThan(0)
})

test('[SHELL-17] the badge leaves out a chat that is deleted here, and counts it again after undo', async () => {
  const world = await offlineWorld()
  world.browser.badges.length = 0
  const id = await remove(world, '1-2')
  await world.worker.settled()
  expect(world.browser.badges).toEqual([0])
  await world.worker.call('DELETE', `/api/device/outbox/${id}`)
  await world.worker.settled()
  expect(world.browser.badges).toEqual([0, 1])
})

test('[SHELL-17] [CHAT-8] the badge counts a chat again whose deletion is refused, or has nothing to delete', async () => {
  const world = await offlineWorld()
  const { server, browser, worker } = world
  const shown = async () => [browser.badges.at(-1), (await chatsIn(world)).counts.unread_messages]
  await worker.call('POST', '/api/messages', textTo(browser, 3, 'mine'))
  await remove(world, '1-3')
  // The device has not heard of these when its own message arrives, which the deletion covers.
  server.say(3, 1, 'theirs')
  await goOnline(world)
  await browser.pass(DELETION_UNDO_MS)
  await worker.settled()
  expect(await shown()).toEqual([2, 2])
  server.broken.set('chats.delete', { status: 404, body: { error: 'not_found' } })
  await remove(world, '1-2')
  await worker.settled()
  expect(await shown()).toEqual([1, 1])
  await browser.pass(DELETION_UNDO_MS)
  await worker.settled()
  expect(await shown()).toEqual([2, 2])
})
