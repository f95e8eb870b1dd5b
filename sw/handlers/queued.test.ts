import { expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { memberWorld, restarted, textTo, visitorWorld } from '../testing/world.ts'

test('[PWA-2] a message written offline is queued at once, shows as queued, and is sent when the network is back', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  const taken = await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  expect(taken).toMatchObject({ status: 202, json: { queued: true } })
  await worker.settled()
  const list = await worker.call('GET', '/api/chats/1-2/messages')
  expect(list.json).toMatchObject({
    messages: [{ text: 'hello' }],
    waiting: [{ text: 'hi', state: 'queued', failure: null }],
  })
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
  const after = await worker.call('GET', '/api/chats/1-2/messages')
  expect(after.json).toMatchObject({ messages: [{ text: 'hello' }, { text: 'hi' }], waiting: [] })
})

test('[PWA-2] every tab hears of a queued write at once, however long the network takes', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'stalled'
  browser.news.length = 0
  await worker.call('PUT', '/api/likes/3')
  expect(browser.news).toEqual(expect.arrayContaining(['likes', 'member:3', 'device']))
})

test('[PWA-2] queued writes outlive the worker', async () => {
  const world = await memberWorld()
  world.browser.network = 'down'
  await world.worker.call('POST', '/api/messages.php', textTo(world.browser, 2, 'hi'))
  const worker = await restarted(world)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'offline', waiting: 1 })
  world.browser.network = 'up'
  await worker.device.resume()
  expect(world.server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[CHAT-5] a message that arrives twice, before or after delivery, is stored and charged once', async () => {
  const { server, browser, worker } = await memberWorld()
  const message = textTo(browser, 2, 'hi')
  browser.network = 'down'
  await worker.call('POST', '/api/messages', message)
  await worker.call('POST', '/api/messages', message)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 1 })
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const requests = server.log.length
  expect((await worker.call('POST', '/api/messages', message)).status).toBe(202)
  await worker.settled()
  expect(server.log.length).toBe(requests)
  expect(server.debits).toEqual([message.client_id])
})

test('[CHAT-6] [PWA-3] a refused message stays with its reason, can be retried or discarded, and blocks nothing', async () => {
  const { server, browser, worker } = await memberWorld()
  server.refusals.set(2, { error: 'blocked', name: 'Member 2' })
  const refused = textTo(browser, 2, 'one')
  await worker.call('POST', '/api/messages', refused)
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'two'))
  await worker.call('POST', '/api/messages', textTo(browser, 3, 'three'))
  await worker.settled()
  expect(server.textsOf('1-3', 1)).toEqual(['three'])
  const failure = { error: 'blocked', name: 'Member 2' }
  const list = await worker.call('GET', '/api/chats/1-2/messages')
  expect(list.json).toMatchObject({
    waiting: [
      { text: 'one', state: 'failed', failure },
      { text: 'two', state: 'failed', failure },
    ],
  })
  const chats = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats.chats.find((chat) => chat.profile === 2)?.waiting).toMatchObject({ text: 'two', state: 'failed' })
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({
    waiting: 0,
    failed: [{ id: refused.client_id, kind: 'messages.send', failure, profile: 2 }, {}],
  })

  server.refusals.clear()
  expect((await worker.call('POST', `/api/device/outbox/${refused.client_id}`)).status).toBe(200)
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['one'])
  const { failed } = (await worker.call('GET', '/api/device')).json as CallAnswer<'device.state'>
  expect(failed).toHaveLength(1)
  expect((await worker.call('DELETE', `/api/device/outbox/${failed[0]?.id}`)).status).toBe(200)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0, failed: [] })
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({ waiting: [] })
  expect((await worker.call('DELETE', `/api/device/outbox/${failed[0]?.id}`)).status).toBe(404)
})

test('[CHAT-6] a message that is being sent shows this', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'stalled'
  const message = textTo(browser, 2, 'hi')
  await worker.call('POST', '/api/messages', message)
  await browser.turns()
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({ waiting: [{ state: 'sending' }] })
  // A write that is being sent cannot be discarded.
  expect((await worker.call('DELETE', `/api/device/outbox/${message.client_id}`)).status).toBe(404)
})

test('[CHAT-1] a conversation begun offline is at the top of the list', async () => {
  const { browser, worker } = await memberWorld()
  await worker.call('GET', '/api/members')
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 4, 'first'))
  const { chats, profiles } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats.map((chat) => chat.conversation)).toEqual(['1-4', '1-2'])
  expect(chats[0]).toMatchObject({ profile: 4, last_message: null, waiting: { text: 'first' } })
  expect(profiles.map((profile) => profile.id)).toContain(4)
  expect((await worker.call('GET', '/api/chats/1-4/messages')).json).toMatchObject({
    chat: null,
    profile: { id: 4 },
    messages: [],
    waiting: [{ text: 'first' }],
  })
})

test('[CHAT-1] [PWA-8] reading offline clears the unread count here, and later once on the server', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(2, 1, 'again')
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  await worker.call('PUT', '/api/chats/1-2/read', { up_to: 1 })
  await worker.settled()
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ counts: { unread_messages: 1 } })
  await worker.call('PUT', '/api/chats/1-2/read', { up_to: 2 })
  await worker.call('PUT', '/api/chats/1-2/read', { up_to: 1 })
  await worker.settled()
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ counts: { unread_messages: 0 } })
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({
    chats: [{ num_unread_messages: 0, my_read_up_to: 2 }],
    counts: { unread_messages: 0 },
  })
  expect(browser.badges.at(-1)).toBe(0)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 1 })
  browser.network = 'up'
  server.log.length = 0
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.log.filter((line) => line.startsWith('PUT'))).toEqual(['PUT /api/chats/1-2/read'])
  expect(server.chatOf(1, '1-2')).toMatchObject({ num_unread_messages: 0, my_read_up_to: 2 })
})

test('[PWA-2] [LIKE-2] a queued like is shown as queued; only the last like or unlike of a profile is sent', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.call('GET', '/api/members/3')
  browser.network = 'down'
  await worker.call('PUT', '/api/likes/3')
  expect((await worker.call('GET', '/api/likes')).json).toMatchObject({ liked: [{ id: 3, waiting: true }] })
  expect((await worker.call('GET', '/api/members/3')).json).toMatchObject({ profile: { liked: true } })
  await worker.call('DELETE', '/api/likes/3')
  expect((await worker.call('GET', '/api/likes')).json).toMatchObject({ liked: [] })
  await worker.call('PUT', '/api/likes/3')
  await worker.settled()
  browser.network = 'up'
  server.log.length = 0
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.log.filter((line) => line.includes('/likes/'))).toEqual(['PUT /api/likes/3'])
  expect((await worker.call('GET', '/api/likes')).json).toMatchObject({ liked: [{ id: 3, waiting: false }] })
})

test('[LIKE-2] a mutual like is shown as a match as soon as it is queued', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(3, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  await worker.call('PUT', '/api/likes/3')
  expect((await worker.call('GET', '/api/likes')).json).toMatchObject({ matches: [{ id: 3 }], liked_by: [{ id: 3 }] })
})

test('[LIKE-4] a like is no longer new once its profile was opened, offline too', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(3, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ counts: { new_likes: 1 } })
  browser.network = 'down'
  await worker.call('PUT', '/api/likes/3/seen')
  expect((await worker.call('GET', '/api/likes')).json).toMatchObject({ liked_by: [{ id: 3, like_new: false }] })
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ counts: { new_likes: 0 } })
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(server.countsOf(1).new_likes).toBe(0)
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ counts: { new_likes: 0 } })
})

test('[SAFE-3] malformed input is refused here as on the server', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'down'
  const refuse = async (body: unknown) => worker.call('POST', '/api/messages', body)
  expect(await refuse('{')).toMatchObject({ status: 400, json: { error: 'invalid_json' } })
  expect(await refuse({ type: 'text', profile: 2, text: ' ' })).toMatchObject({
    status: 400,
    json: { error: 'invalid_input', fields: { client_id: 'required', text: 'required' } },
  })
  expect(await refuse({ type: 'song' })).toMatchObject({ status: 400, json: { fields: { type: 'invalid' } } })
  expect(await refuse(textTo(browser, 1, 'me'))).toMatchObject({ status: 400, json: { error: 'self_not_allowed' } })
  expect(await worker.call('PUT', '/api/likes/1')).toMatchObject({ status: 400, json: { error: 'self_not_allowed' } })
  expect(await worker.call('PUT', '/api/likes/zero')).toMatchObject({ json: { fields: { profile: 'invalid' } } })
  expect(await worker.call('PUT', '/api/chats/2-3/read', { up_to: 1 })).toMatchObject({ status: 404 })
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0, failed: [] })
})

test('[LIKE-8] a visitor’s write is not queued: the server refuses it', async () => {
  const { browser, worker } = visitorWorld()
  expect(await worker.call('PUT', '/api/likes/3')).toMatchObject({ json: { error: 'authentication_required' } })
  browser.network = 'down'
  expect(await worker.call('PUT', '/api/likes/3')).toMatchObject({
    status: 503,
    json: { error: 'network_unavailable' },
  })
})

test('[PWA-13] on a full disk, photos are deleted to make space for a write', async () => {
  const { browser, worker } = await memberWorld()
  await worker.photo('/photos/photo-2/card')
  await worker.settled()
  expect(browser.caches.urls('photos-1')).not.toEqual([])
  fullDisk(['outbox'], () => browser.caches.urls('photos-1').length > 0)
  browser.network = 'down'
  expect((await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))).status).toBe(202)
  expect(browser.caches.urls('photos-1')).toEqual([])
})

test('[PWA-2] if the store fails, a write goes to the server as if there were no worker', async () => {
  const { server, browser, worker } = await memberWorld()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('Broken', 'UnknownError')
  })
  expect((await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))).status).toBe(200)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test.each([
  ['blocks.delete', 'DELETE', '/api/blocks/3', undefined],
  ['likes.delete', 'DELETE', '/api/likes/3', undefined],
  ['likes.seen', 'PUT', '/api/likes/3/seen', undefined],
  ['swipe.undo', 'DELETE', '/api/swipe/3', undefined],
  ['swipe.put', 'PUT', '/api/swipe/3', { choice: 'pass' }],
  ['chats.read', 'PUT', '/api/chats/1-2/read', { up_to: 1 }],
] as const)('[PWA-3] [PROF-10] %s of a profile that is gone is done, not refused', async (name, method, path, body) => {
  const { server, browser, worker } = await memberWorld()
  server.like(1, 3)
  await worker.call('GET', '/api/likes')
  await worker.settled()
  browser.network = 'down'
  expect((await worker.call(method, path, body)).status).toBe(202)
  browser.network = 'up'
  server.broken.set(name, { status: 404, body: { error: 'not_found' } })
  if (name === 'likes.delete') server.likes.delete('1-3')
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0, failed: [] })
  const likes = (await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>
  expect(likes.liked.length).toBe(name === 'likes.delete' ? 0 : 1)
})

test('[PWA-3] an unlike that is refused for another reason than a profile that is gone stays with its reason', async () => {
  const { server, worker } = await memberWorld()
  server.broken.set('likes.delete', { status: 403, body: { error: 'account_suspended' } })
  await worker.call('DELETE', '/api/likes/3')
  await worker.settled()
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({
    failed: [{ kind: 'likes.delete', failure: { error: 'account_suspended' } }],
  })
})

test.each([
  ['blocks.put', 'PUT', '/api/blocks/3', undefined],
  ['likes.put', 'PUT', '/api/likes/3', undefined],
  ['swipe.put', 'PUT', '/api/swipe/3', { choice: 'like' }],
] as const)(
  '[PWA-3] %s of a profile that is gone stays with its reason until it is discarded',
  async (name, method, path, body) => {
    const { server, worker } = await memberWorld()
    server.broken.set(name, { status: 404, body: { error: 'not_found' } })
    await worker.call(method, path, body)
    await worker.settled()
    const { failed } = (await worker.call('GET', '/api/device')).json as CallAnswer<'device.state'>
    expect(failed).toMatchObject([{ kind: name, profile: 3, failure: { error: 'not_found' } }])
    await worker.call('DELETE', `/api/device/outbox/${failed[0]?.id}`)
    expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0, failed: [] })
  },
)

test('[SAFE-12] a form-encoded write is queued like the same write in JSON', async () => {
  const { server, browser, worker } = await memberWorld()
  const { client_id } = textTo(browser, 2, 'hi')
  const form = new URLSearchParams({ client_id, profile: '2', type: 'text', text: 'by form' }).toString()
  const body = new Blob([form], { type: 'application/x-www-form-urlencoded;charset=UTF-8' })
  expect(await worker.call('POST', '/api/messages.php', body)).toMatchObject({ status: 202, json: { queued: true } })
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['by form'])
})
