/** A login on a device on which somebody else was: neither sees anything of the other. */
import { expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { receivePush } from '../handlers/push.ts'
import { subscriptionTo } from '../testing/browser.ts'
import {
  blobsIn,
  databaseNames,
  memberWorld,
  NOBODY,
  stateOf,
  textTo,
  visitorWorld,
  writeOffline,
} from '../testing/world.ts'
import { SessionOver } from './session.ts'

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

test('[PWA-11] a second member on the same device sees nothing of the first', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  await writeOffline(world)
  browser.network = 'up'
  // Member 2 logs in without the first having logged out.
  await worker.login(2)
  expect(await databaseNames()).not.toContain('member-1')
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

test.each([
  ['is logged in', 1],
  ['is parked', null],
])(
  '[PWA-5] a subscription that an older version did not record goes to nobody who logs in after its member, who %s',
  async (_, member) => {
    const { browser, worker } = await memberWorld()
    browser.subscription = subscriptionTo('https://push.example.test/1')
    browser.jar.member = member
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    await worker.device.sessions.shell.update((shell) => ({ ...shell, push: undefined }))
    await worker.login(2)
    expect(await worker.device.sessions.shell.read()).toMatchObject({ member: 2, push: null })
    expect(browser.subscription).toBeNull()
  },
)

test('[PWA-11] a login deletes the data of a parked member, also in a browser that does not list its databases', async () => {
  const { browser, worker } = await memberWorld()
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await databaseNames()).toContain('member-1')
  const listing = vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('Not supported'))
  vi.spyOn(browser.caches, 'keys').mockResolvedValue([])
  await worker.login(2)
  listing.mockRestore()
  expect(await databaseNames()).not.toContain('member-1')
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
  expect(await databaseNames()).not.toContain('member-1')
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
  expect((await before).json).toEqual(NOBODY)
  expect((await after).json).toMatchObject({ user: { id: 1 } })
})

test('[PWA-11] a parked outbox is wiped when another member logs in, or on logout', async () => {
  const world = await memberWorld()
  await writeOffline(world)
  world.browser.jar.member = null
  world.browser.network = 'up'
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  await world.worker.login(2)
  expect(await databaseNames()).not.toContain('member-1')
  world.browser.jar.member = null
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  expect(await databaseNames()).not.toContain('member-2')
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
