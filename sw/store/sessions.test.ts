import { expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { MEMBER_HEADER } from '#contract/device.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { receivePush } from '../handlers/push.ts'
import { subscriptionTo } from '../testing/browser.ts'
import { requestOf } from '../server-api.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { blobsIn, memberWorld, restarted, stateOf, textTo, visitorWorld, type World } from '../testing/world.ts'
import { SessionOver } from './session.ts'

const databases = async (): Promise<string[]> => (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted()

const nobody = { user: null, counts: null }

const writeOffline = async ({ browser, worker }: World): Promise<void> => {
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'waits'))
  await worker.settled()
}

test('[PWA-11] logout deletes all data of the member on the device, and informs the server', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.photo('/photos/photo-2/card')
  await worker.settled()
  expect(await databases()).toContain('member-1')
  browser.closedNotifications = 0
  browser.news.length = 0
  expect(await worker.call('GET', '/api/logout')).toMatchObject({ status: 200, json: {} })
  await worker.settled()
  expect(await databases()).not.toContain('member-1')
  expect(browser.caches.urls('photos-1')).toEqual([])
  expect(browser.caches.byName.has('photos-1')).toBe(false)
  expect(browser).toMatchObject({ closedNotifications: 1, news: ['session'] })
  expect(browser.badges.at(-1)).toBe(0)
  expect(browser.pushUnsubscribed).toBeGreaterThan(0)
  expect(browser.jar.member).toBe(null)
  expect((await worker.call('GET', '/api/user')).json).toEqual(nobody)
  expect(server.log).toContain('GET /api/logout')
})

test.each(['a logout', 'a session ended elsewhere'])(
  '[PWA-11] [PWA-13] %s deletes the member’s data also on a device that is full of them',
  async (end) => {
    const { browser, worker } = await memberWorld()
    await worker.photo('/photos/photo-2/card')
    await worker.settled()
    const deletions = vi.spyOn(indexedDB, 'deleteDatabase')
    fullDisk([], () => deletions.mock.calls.length === 0)
    browser.jar.revoked = end !== 'a logout'
    await (end === 'a logout' ? worker.call('GET', '/api/logout') : worker.call('POST', '/api/device/sync'))
    await worker.settled()
    expect(await databases()).not.toContain('member-1')
    expect(browser.caches.urls('photos-1')).toEqual([])
    expect(browser.pushUnsubscribed).toBeGreaterThan(0)
    expect((await worker.call('GET', '/api/user')).json).toMatchObject(nobody)
  },
)

test.each([
  [
    'POST',
    '/api/messages',
    { client_id: '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e', profile: 3, type: 'text', text: 'mine' },
  ],
  ['PUT', '/api/likes/3'],
  ['POST', '/api/payments', {}],
  ['DELETE', '/api/device/drafts/profile'],
  ['GET', '/api/logout'],
])('[PWA-11] %s %s of a page that shows another member is refused, and changes nothing', async (...call) => {
  const { server, browser, worker } = await memberWorld()
  await worker.call('GET', '/api/logout')
  await worker.login(2)
  server.log.length = 0
  const [method, path, body] = call
  expect(await worker.call(method, path, body, 1)).toMatchObject({
    status: 403,
    json: { error: 'authentication_required' },
  })
  await worker.settled()
  expect(server.log).toEqual([])
  expect(browser.jar.member).toBe(2)
  expect(await worker.call('PUT', '/api/likes/3', undefined, 2)).toMatchObject({ status: 202 })
})

test('[PWA-11] logout works offline: no data of the member is reachable, and the server hears of it before any other request', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  browser.network = 'down'
  expect((await world.worker.call('GET', '/api/logout.php')).status).toBe(200)
  // Without a page, only the browser can wake the worker for the request.
  expect(browser.wakeRequests).toBe(1)
  await world.worker.settled()
  expect(await databases()).not.toContain('member-1')
  const worker = await restarted(world)
  expect((await worker.call('GET', '/api/user')).json).toEqual(nobody)
  expect(await worker.call('GET', '/api/chats')).toMatchObject({ json: { error: 'authentication_required' } })
  expect(await worker.call('PUT', '/api/likes/2')).toMatchObject({ json: { error: 'authentication_required' } })
  expect((await worker.photo('/photos/photo-2/thumb')).type).toBe('error')
  expect(browser.jar.member).toBe(1)

  browser.network = 'up'
  server.log.length = 0
  // The cookie still names the member, so no request may carry it.
  expect((await worker.call('GET', '/api/user')).json).toEqual(nobody)
  await worker.settled()
  expect(server.log[0]).toBe('GET /api/logout')
  expect(browser.jar.member).toBe(null)
})

test('[PWA-11] while a stalled network delays the logout, pages hear at once that nobody is logged in', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'stalled'
  await worker.call('GET', '/api/logout')
  const before = browser.clock
  expect((await browser.until(worker.call('GET', '/api/user'))).json).toEqual(nobody)
  expect(browser.clock).toBe(before)
})

test.each([
  ['a captive portal', { status: 200, body: '<html>Welcome to the hotel</html>' }],
  ['a failing server', { status: 500, body: { error: 'server_error' } }],
  ['a rate limit', { status: 429, body: { error: 'rate_limited' } }],
] as const)('[PWA-11] a logout that only %s answered stays pending', async (_, answer) => {
  const world = await memberWorld()
  world.server.broken.set('logout', answer)
  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  world.server.broken.clear()
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(world.browser.jar.member).toBe(null)
})

test('[PWA-11] a second member on the same device sees nothing of the first', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  await writeOffline(world)
  browser.network = 'up'
  // Member 2 logs in without the first having logged out.
  await worker.login(2)
  expect(await databases()).not.toContain('member-1')
  expect(browser.caches.byName.has('photos-1')).toBe(false)
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 2 } })
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0 })
  expect(world.server.textsOf('1-2', 1)).toEqual([])
  await worker.login(1)
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({ waiting: [] })
})

test('[PWA-11] a login ends the pushes and notifications of the member before, and leaves their drafts to nobody', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.subscription = subscriptionTo('https://push.example.test/1')
  await worker.call('POST', '/api/user?push=1', { subscription: browser.subscription })
  await receivePush(worker.device, server.pushFor(1), worker.extend)
  const id = browser.newId()
  await worker.call(
    'POST',
    `/api/device/drafts?id=${id}&place=1-2&name=sea.jpg`,
    new Blob(['x'], { type: 'image/webp' }),
  )
  await worker.login(2)
  expect([browser.onScreen.size, browser.subscription]).toEqual([0, null])
  expect((await worker.call('GET', '/api/device/drafts')).json).toEqual({ drafts: [] })
  expect(await blobsIn(world)).toEqual([])
})

test('[PWA-11] a write of a page is refused if another member logs in while it is stored, and nothing is written as them', async () => {
  const { server, browser, worker } = await memberWorld()
  const before = await worker.device.sessions.current()
  await worker.login(2)
  vi.spyOn(worker.device.sessions, 'current').mockResolvedValueOnce(before)
  const refused = await worker.call('POST', '/api/messages', textTo(browser, 3, 'in the name of one'))
  expect(refused.json).toEqual({ error: 'authentication_required' })
  await worker.settled()
  expect(server.textsOf('2-3', 2)).toEqual([])
})

test('[PWA-5] a subscription that an older version did not record goes to nobody who logs in after its member', async () => {
  const { browser, worker } = await memberWorld()
  browser.subscription = subscriptionTo('https://push.example.test/1')
  await worker.device.sessions.shell.update((shell) => ({ ...shell, push: undefined }))
  await worker.login(2)
  expect(await worker.device.sessions.shell.read()).toMatchObject({ member: 2, push: null })
})

test('[PWA-5] after a logout the device has no record of a subscription that a later login would renew', async () => {
  const { browser, worker } = await memberWorld()
  browser.subscription = subscriptionTo('https://push.example.test/1')
  await worker.call('POST', '/api/user?push=1', { subscription: browser.subscription })
  expect(await worker.device.sessions.shell.read()).toMatchObject({ push: { member: 1 } })
  await worker.call('GET', '/api/logout')
  await worker.settled()
  expect(await worker.device.sessions.shell.read()).toMatchObject({ member: null, push: null })
})

test('[PWA-11] a login deletes the data of a parked member, also in a browser that does not list its databases', async () => {
  const { browser, worker } = await memberWorld()
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await databases()).toContain('member-1')
  const listing = vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('Not supported'))
  vi.spyOn(browser.caches, 'keys').mockResolvedValue([])
  await worker.login(2)
  listing.mockRestore()
  expect(await databases()).not.toContain('member-1')
})

test('[ACC-16] a login forgets how many writes were lost before it', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  await worker.device.sessions.shell.update((shell) => ({ ...shell, lost_writes: 3 }))
  await worker.login(2)
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const state = await stateOf(world)
  expect([state.lost, state.parked]).toEqual([undefined, undefined])
})

test('[PWA-11] a login that bypassed the worker is noticed, and the new member sees nothing of the first', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.jar.member = 3
  server.say(4, 3, 'for three')
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'in the name of one'))
  await worker.settled()
  expect(server.messages.map(({ sender }) => sender)).toEqual([2, 4])
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 3 } })
  await worker.settled()
  expect(await databases()).not.toContain('member-1')
  const { chats } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats.map((chat) => chat.conversation)).toEqual([conversationId(3, 4)])
})

test('[ACC-14] a request after a login that bypassed the worker is not answered by an earlier session check', async () => {
  const { server, browser, worker } = visitorWorld()
  const release = browser.holdAnswers()
  const before = worker.call('GET', '/api/user')
  await browser.turns()
  expect(server.log).toEqual(['GET /api/user'])
  browser.jar.member = 1
  const after = worker.call('GET', '/api/user')
  await browser.turns()
  release()
  expect((await before).json).toEqual(nobody)
  expect((await after).json).toMatchObject({ user: { id: 1 } })
})

test('[PWA-2] after the server ends the session, the outbox waits unreachable for its member’s return', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  await writeOffline(world)
  browser.jar.member = null
  browser.network = 'up'
  browser.news.length = 0
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(browser.news).toContain('session')
  expect((await worker.call('GET', '/api/user')).json).toEqual({ ...nobody, parked: 1 })
  expect((await worker.call('GET', '/api/chats')).json).toEqual({ error: 'authentication_required' })
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0 })
  expect(server.textsOf('1-2', 1)).toEqual([])
  await worker.login(1)
  expect(server.textsOf('1-2', 1)).toEqual(['waits'])
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [{ conversation: '1-2' }] })
})

test('[PWA-11] a parked outbox is wiped when another member logs in, or on logout', async () => {
  const world = await memberWorld()
  await writeOffline(world)
  world.browser.jar.member = null
  world.browser.network = 'up'
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  await world.worker.login(2)
  expect(await databases()).not.toContain('member-1')
  world.browser.jar.member = null
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  expect(await databases()).not.toContain('member-2')
})

test('[PWA-11] after a logout during a send, no timer of that member is left', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  const release = browser.holdAnswers()
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await browser.turns()
  const leaving = worker.call('GET', '/api/logout')
  await browser.turns()
  release()
  await leaving
  await browser.pass(120_000)
  expect(browser.timers).toEqual([])
})

test('[ACC-14] every request of the worker names its member, except the question who is logged in', async () => {
  const { worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  const named = (['chats.get', 'user.get', 'user.login'] as const).map((name) =>
    requestOf('https://app.test', session, name, {}).headers.get(MEMBER_HEADER),
  )
  expect(named).toEqual(['1', null, null])
})

test('[PWA-11] an answer that arrives after logout is not stored, and the member’s data are shown to nobody', async () => {
  const { browser, worker } = await memberWorld()
  const release = browser.holdAnswers()
  const late = [worker.call('GET', '/api/profile'), worker.call('GET', '/api/chats/1-3/messages')]
  const writing = worker.call('POST', '/api/typing', { profile: 3, typing: true })
  const photo = worker.photo('/photos/photo-4/full')
  await browser.turns()
  await worker.call('GET', '/api/logout')
  release()
  expect(await Promise.all(late)).toMatchObject([{ status: 200 }, { json: { error: 'authentication_required' } }])
  expect((await writing).status).toBe(200)
  await photo
  await worker.settled()
  expect(await databases()).not.toContain('member-1')
  expect(browser.caches.byName.has('photos-1')).toBe(false)
})

test('[FIND-4] a visitor’s search that is running at login is answered for the member', async () => {
  const { browser, worker } = visitorWorld()
  await worker.call('GET', '/api/user')
  const release = browser.holdAnswers()
  const searching = worker.call('GET', '/api/members')
  const loggingIn = worker.login(1)
  await browser.turns()
  release()
  await loggingIn
  const { status, json } = await searching
  expect(status).toBe(200)
  expect((json as CallAnswer<'members.search'>).results.map(({ id }) => id)).not.toContain(1)
})

test('[PWA-11] an answer that arrives after another login is stored for nobody else', async () => {
  const { browser, worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  const { user, counts } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  await worker.login(2)
  await expect(session.write(['meta'], async () => {})).rejects.toBeInstanceOf(SessionOver)
  await expect(session.read(['meta'], async () => {})).rejects.toBeInstanceOf(SessionOver)
  // A late answer to an earlier session check changes nothing, whoever it names.
  const { park, forget, adopt, current } = worker.device.sessions
  const others = await current()
  await park(session)
  await forget(session, 'server')
  if (user && counts) await adopt(session, user, counts)
  expect([user?.id, await current()]).toEqual([1, others])
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 2 } })
  expect(browser.caches.byName.has('photos-1')).toBe(false)
})

test('[ACC-14] a refused question who is logged in is no logout', async () => {
  const { server, worker } = await memberWorld()
  server.broken.set('user.get', { status: 403, body: { error: 'authentication_required' } })
  await worker.device.identity.ask()
  expect((await worker.device.sessions.current()).member).toBe(1)
})

test('[PWA-11] the next worker completes the wipe of a dying one', async () => {
  const world = await memberWorld()
  await world.worker.device.sessions.shell.update((shell) => ({
    ...shell,
    member: null,
    epoch: shell.epoch + 1,
    to_wipe: [1],
    known: true,
  }))
  const worker = await restarted(world)
  await worker.call('GET', '/api/device')
  expect(await databases()).not.toContain('member-1')
  expect(await worker.device.sessions.shell.read()).toMatchObject({ to_wipe: [] })
})

test('[PWA-11] a deletion that is repeated later leaves pushes and notifications of the member who is here', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  await world.worker.call('POST', '/api/user?push=1', { subscription: subscriptionTo('https://push.example.test/1') })
  await receivePush(world.worker.device, server.pushFor(1), world.worker.extend)
  await world.worker.device.sessions.shell.update((shell) => ({ ...shell, to_wipe: [17] }))
  const before = browser.pushUnsubscribed
  const worker = await restarted(world)
  await worker.call('GET', '/api/device')
  await worker.settled()
  expect(browser.onScreen.size).toBe(1)
  expect(browser.pushUnsubscribed).toBe(before)
  expect(await worker.device.sessions.shell.read()).toMatchObject({ to_wipe: [] })
})

test('[PWA-11] a logout deletes the database although Cache Storage fails, and the photos later', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.photo('/photos/photo-2/card')
  await worker.settled()
  const failing = vi
    .spyOn(browser.caches, 'delete')
    .mockRejectedValue(new DOMException('Unexpected internal error', 'UnknownError'))
  await worker.call('GET', '/api/logout')
  await worker.settled()
  expect(await databases()).not.toContain('member-1')
  expect(await worker.device.sessions.shell.read()).toMatchObject({ to_wipe: [1] })
  failing.mockRestore()
  const next = await restarted({ browser, server, worker })
  await next.call('GET', '/api/device')
  expect(await browser.caches.keys()).not.toContain('photos-1')
})

test('[PWA-11] a logout deletes the member’s data although the device cannot store that nobody is logged in', async () => {
  const { browser, worker } = await memberWorld()
  const failure = new DOMException('Internal error', 'UnknownError')
  vi.spyOn(worker.device.sessions.shell, 'update').mockRejectedValue(failure)
  await worker.call('GET', '/api/logout')
  await worker.settled()
  expect(browser.jar.member).toBe(null)
  expect(await databases()).not.toContain('member-1')
})

test.each(['a login', 'a logout'])(
  '[PWA-11] data of a member whom the device has forgotten is deleted at %s',
  async (event) => {
    const world = await memberWorld()
    const { browser } = world
    await world.worker.photo('/photos/photo-2/card')
    await world.worker.settled()
    // The browser has lost one of the databases.
    await world.worker.kill()
    await new Promise((resolve) => indexedDB.deleteDatabase('shell').addEventListener('success', resolve))
    browser.jar.member = null
    const worker = browser.start()
    if (event === 'a login') await worker.login(2)
    else {
      await worker.call('GET', '/api/logout')
      await worker.settled()
    }
    expect(await databases()).not.toContain('member-1')
    expect(await browser.caches.keys()).not.toContain('photos-1')
  },
)

test('[PWA-5] [PWA-2] after the device has forgotten its member, their login finds the queued writes and the subscription', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  browser.subscription = subscriptionTo('https://push.example.test/1')
  await world.worker.call('POST', '/api/user?push=1', { subscription: browser.subscription })
  for (const name of ['photos-1', 'photos-17'])
    await (await browser.caches.open(name)).put('/photos/old/card', new Response('photo'))
  await writeOffline(world)
  await world.worker.kill()
  await new Promise((resolve) => indexedDB.deleteDatabase('shell').addEventListener('success', resolve))
  browser.network = 'up'
  const worker = browser.start()
  await worker.login(1)
  expect(server.textsOf('1-2', 1)).toEqual(['waits'])
  expect(await browser.caches.keys()).not.toContain('photos-17')
  expect(browser.caches.urls('photos-1')).not.toContain('/photos/old/card')
  expect(browser.subscription).not.toBe(null)
})

test('[PWA-11] a browser that does not list its databases delays a logout, and does not stop it', async () => {
  const { browser, worker } = await memberWorld()
  vi.spyOn(indexedDB, 'databases').mockReturnValue(new Promise(() => {}))
  expect(await browser.until(worker.call('GET', '/api/logout'))).toMatchObject({ status: 200 })
  expect(await worker.device.sessions.shell.read()).toMatchObject({ member: null })
})

test('[PWA-11] a worker writes nothing after another worker has logged the device out', async () => {
  const world = await memberWorld()
  const other = world.browser.start()
  await other.device.sessions.current()
  await world.worker.call('GET', '/api/logout')
  const session = await other.device.sessions.current()
  await expect(session.read(['meta'], async () => {})).rejects.toBeInstanceOf(SessionOver)
  expect(await databases()).not.toContain('member-1')
})

test('[PWA-1] a login before the worker’s first start is recognised before anything is stored', async () => {
  const { browser, worker } = visitorWorld()
  browser.jar.member = 1
  await worker.call('GET', '/api/members/4')
  await worker.settled()
  expect(await databases()).toEqual(['member-1', 'shell'])
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 1 } })
})

test('[PWA-1] offline, a returning visitor is recognised; on a first visit the answer is that there is no network', async () => {
  const { browser, worker } = visitorWorld()
  browser.network = 'down'
  expect(await worker.call('GET', '/api/user')).toMatchObject({ status: 503 })
  browser.network = 'up'
  expect(await worker.call('GET', '/api/user')).toMatchObject({ status: 200, json: nobody })
  browser.network = 'down'
  expect(await worker.call('GET', '/api/user')).toMatchObject({ status: 200, json: nobody })
})

test('[PWA-1] offline, a visitor whose former session was ended elsewhere is recognised too', async () => {
  const { browser, worker } = visitorWorld()
  browser.jar.revoked = true
  await worker.call('GET', '/api/user')
  browser.network = 'down'
  expect(await worker.call('GET', '/api/user')).toMatchObject({ status: 200, json: nobody })
})

test.each([
  ['a question', 'GET', '/api/chats/1-4/messages'],
  ['the feed', 'POST', '/api/device/sync'],
  ['a write of the outbox', 'PUT', '/api/likes/4'],
  ['a call of the page', 'GET', '/api/sessions'],
])(
  '[ACC-16] a session ended elsewhere, as %s reports it, leaves no data of the member here, queued writes included',
  async (_, method, path) => {
    const world = await memberWorld()
    const { server, browser, worker } = world
    await worker.photo('/photos/photo-2/card')
    await writeOffline(world)
    browser.network = 'up'
    browser.jar.revoked = true
    browser.news.length = 0
    server.log.length = 0
    await worker.call(method, path)
    await worker.settled()
    expect(await databases()).not.toContain('member-1')
    expect(browser.caches.byName.has('photos-1')).toBe(false)
    expect(browser.badges.at(-1)).toBe(0)
    expect(browser.news).toContain('session')
    expect(server.log).not.toContain('GET /api/logout')
    expect((await worker.call('GET', '/api/user')).json).toMatchObject(nobody)
    browser.news.length = 0
    // The cookie still belongs to the ended session; the repeated answer is no news.
    await worker.call('GET', '/api/user')
    await worker.settled()
    expect(browser.news).toEqual([])
    expect(await stateOf(world)).toMatchObject({ waiting: 0, lost: method === 'PUT' ? 2 : 1 })
    await worker.login(1)
    expect(server.textsOf('1-2', 1)).toEqual([])
    expect(await stateOf(world)).not.toHaveProperty('lost')
  },
)

test('[ACC-16] an expired session that is then ended elsewhere is wiped as well', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  await writeOffline(world)
  browser.network = 'up'
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await databases()).toContain('member-1')
  browser.jar.revoked = true
  expect((await worker.call('GET', '/api/user')).json).toEqual({ ...nobody, revoked: true })
  await worker.settled()
  expect(await databases()).not.toContain('member-1')
  expect(await stateOf(world)).toMatchObject({ lost: 1 })
  await world.worker.call('DELETE', '/api/device/lost')
  expect(world.browser.news).toContain('device')
  world.worker = await restarted(world)
  expect(await stateOf(world), 'the member has read it').not.toHaveProperty('lost')
})

test('[ACC-14] a refused login logs nobody out, while the same refusal of another call does', async () => {
  const { server, browser, worker } = await memberWorld()
  server.broken.set('user.login', { status: 403, body: { error: 'authentication_required' } })
  await worker.call('POST', '/api/user', { email: 'member-1@example.test', password: 'wrong' })
  await worker.settled()
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 1 } })
  server.broken.set('sessions.list', { status: 403, body: { error: 'authentication_required' } })
  browser.jar.member = null
  browser.news.length = 0
  expect((await worker.call('GET', '/api/sessions')).json).toEqual({ error: 'authentication_required' })
  expect(browser.news).toEqual(['session'])
  expect((await worker.call('GET', '/api/user')).json).toEqual({ ...nobody, parked: 1 })
})

test('[ACC-12] deleting the account wipes the device like a logout, and sends no logout', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  server.broken.set('messages.send', { status: 503, body: { error: 'server_error' } })
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'waits'))
  browser.news.length = 0
  expect((await worker.call('DELETE', '/api/user', { password: 'welcome-to-the-demo' })).status).toBe(200)
  await worker.settled()
  expect(await databases()).not.toContain('member-1')
  expect(browser.news).toContain('session')
  expect(server.log).not.toContain('GET /api/logout')
  expect((await worker.call('GET', '/api/user')).json).toEqual(nobody)
  expect(await stateOf(world)).not.toHaveProperty('lost')
})

test('[ACC-12] a refused deletion wipes nothing', async () => {
  const { server, worker } = await memberWorld()
  server.broken.set('user.delete', {
    status: 400,
    body: { error: 'invalid_input', fields: { password: 'password_wrong' } },
  })
  expect((await worker.call('DELETE', '/api/user', { password: 'no' })).status).toBe(400)
  await worker.settled()
  expect(await databases()).toContain('member-1')
})

test('[ACC-12] a deletion of the account that only a captive portal answered wipes nothing', async () => {
  const world = await memberWorld()
  await writeOffline(world)
  world.browser.network = 'up'
  world.server.broken.set('user.delete', { status: 200, body: '<html>Accept our terms</html>' })
  const answer = await world.worker.call('DELETE', '/api/user', { password: 'welcome-to-the-demo' })
  expect(answer).toMatchObject({ status: 503, json: { error: 'network_unavailable' } })
  await world.worker.settled()
  expect(await databases()).toContain('member-1')
  expect((await world.worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 1 } })
})

test('[ACC-10] the session after a change of password is known here', async () => {
  const { browser, worker } = await memberWorld()
  browser.news.length = 0
  const passwords = { old_password: 'a', password: 'a new password', password_repeat: 'a new password' }
  expect((await worker.call('PUT', '/api/password', passwords)).status).toBe(200)
  await worker.settled()
  expect(browser.news).toContain('user')
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 1 } })
})

test('[PWA-11] a session that ends while its database opens reads and writes nothing', async () => {
  const { worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  // The database is open by now.
  await session.read(['meta'], async () => {})
  let isRead = false
  const reading = session.read(['meta'], async () => {
    isRead = true
  })
  void session.end()
  await expect(reading).rejects.toBeInstanceOf(SessionOver)
  expect(isRead).toBe(false)
})
