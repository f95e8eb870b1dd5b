/** Recognising who is here, and sessions that the server ends. */
import { expect, test } from 'vitest'
import { MEMBER_HEADER } from '#contract/device.ts'
import { requestOf } from '../server-api.ts'
import { subscriptionTo } from '../testing/browser.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { databaseNames, memberWorld, NOBODY, restarted, stateOf, visitorWorld, writeOffline } from '../testing/world.ts'
import { SessionOver } from './session.ts'
import { storeLanguage } from './sessions.ts'

test('[PWA-2] after the server ends the session, the outbox waits unreachable for its member’s return', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.subscription = subscriptionTo('https://push.example.test/1')
  await worker.photo('/photos/photo-2/card')
  await writeOffline(world)
  browser.jar.member = null
  browser.network = 'up'
  browser.news.length = 0
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(browser.news).toContain('session')
  expect((await worker.call('GET', '/api/user')).json).toEqual({ ...NOBODY, parked: 1 })
  expect((await worker.call('GET', '/api/chats')).json).toEqual({ error: 'authentication_required' })
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0 })
  expect(server.textsOf('1-2', 1)).toEqual([])
  await worker.login(1)
  expect(server.textsOf('1-2', 1)).toEqual(['waits'])
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [{ conversation: '1-2' }] })
  expect(browser.subscription).not.toBe(null)
  expect(browser.caches.urls('photos-1')).toContain('/photos/photo-2/card')
})

test('[PWA-2] [PWA-13] a session that expires on a full device makes room with the photos, and its outbox waits', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  await worker.photo('/photos/photo-2/card')
  await writeOffline(world)
  const { current, park, shell } = worker.device.sessions
  fullDisk([], () => browser.caches.urls('photos-1').length > 0)
  await park(await current())
  expect(await shell.read()).toMatchObject({ member: null, parked: 1, parked_writes: { count: 1 } })
})

test.each([
  ['a visitor', 'photos-visitor', visitorWorld],
  ['a member whose session has expired', 'photos-1', memberWorld],
])('[ACC-14] [PWA-13] a login of %s makes room on a device full of photos', async (_, photos, world) => {
  const { browser, worker } = await world()
  await worker.call('GET', '/api/user')
  await worker.photo('/photos/photo-2/card')
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await worker.device.sessions.current()).member).toBe(null)
  expect(browser.caches.urls(photos)).not.toEqual([])
  fullDisk([], () => browser.caches.urls(photos).length > 0)
  await worker.login(1)
  expect(await worker.device.sessions.shell.read()).toMatchObject({ member: 1, parked: null })
})

test('[ACC-14] every request of the worker names its member, except the question who is logged in', async () => {
  const { worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  const named = (['chats.get', 'user.get', 'user.login'] as const).map((name) =>
    requestOf('https://app.test', session, name, {}).headers.get(MEMBER_HEADER),
  )
  expect(named).toEqual(['1', null, null])
})

test('[ACC-14] a refused question who is logged in is no logout', async () => {
  const { server, worker } = await memberWorld()
  server.broken.set('user.get', { status: 403, body: { error: 'authentication_required' } })
  await worker.device.identity.ask()
  expect((await worker.device.sessions.current()).member).toBe(1)
})

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

test('[PWA-1] a login before the worker’s first start is recognised before anything is stored', async () => {
  const { browser, worker } = visitorWorld()
  browser.jar.member = 1
  await worker.call('GET', '/api/members/4')
  await worker.settled()
  expect(await databaseNames()).toEqual(['member-1', 'shell'])
  expect((await worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 1 } })
})

test('[PWA-1] offline, a returning visitor is recognised; on a first visit the answer is that there is no network', async () => {
  const { browser, worker } = visitorWorld()
  browser.network = 'down'
  expect(await worker.call('GET', '/api/user')).toMatchObject({ status: 503 })
  browser.network = 'up'
  expect(await worker.call('GET', '/api/user')).toMatchObject({ status: 200, json: NOBODY })
  browser.network = 'down'
  expect(await worker.call('GET', '/api/user')).toMatchObject({ status: 200, json: NOBODY })
})

test('[PWA-1] offline, a visitor whose former session was ended elsewhere is recognised too', async () => {
  const { browser, worker } = visitorWorld()
  browser.jar.revoked = true
  await worker.call('GET', '/api/user')
  browser.network = 'down'
  expect(await worker.call('GET', '/api/user')).toMatchObject({ status: 200, json: NOBODY })
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
    expect(await databaseNames()).not.toContain('member-1')
    expect(browser.caches.byName.has('photos-1')).toBe(false)
    expect(browser.badges.at(-1)).toBe(0)
    expect(browser.news).toContain('session')
    expect(server.log).not.toContain('GET /api/logout')
    expect((await worker.call('GET', '/api/user')).json).toMatchObject(NOBODY)
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
  expect(await databaseNames()).toContain('member-1')
  browser.jar.revoked = true
  expect((await worker.call('GET', '/api/user')).json).toEqual({ ...NOBODY, revoked: true })
  await worker.settled()
  expect(await databaseNames()).not.toContain('member-1')
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
  expect((await worker.call('GET', '/api/user')).json).toEqual({ ...NOBODY, parked: 1 })
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

test('[SITE-2] the worker’s own notifications follow the language that the member chose on another device', async () => {
  const { server, worker } = await memberWorld()
  expect(await worker.device.sessions.shell.read()).toMatchObject({ locale: 'en' })
  server.own.setLanguage(1, 'de')
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await worker.device.sessions.shell.read()).toMatchObject({ locale: 'de' })
})

test('[SITE-2] a language is not stored for the member who has logged in meanwhile', async () => {
  const { worker } = await memberWorld()
  const { current, shell } = worker.device.sessions
  const session = await current()
  await shell.update((row) => ({ ...row, member: 2, locale: 'de' }))
  await storeLanguage(session, shell)
  expect(await shell.read()).toMatchObject({ member: 2, locale: 'de' })
})

test('[SITE-2] a language that waits to be sent stays that of the worker’s own notifications', async () => {
  const { server, worker } = await memberWorld()
  server.broken.set('user.language', { status: 503, body: { error: 'server_error' } })
  await worker.call('PUT', '/api/user', { language: 'fr' })
  await worker.settled()
  server.own.setLanguage(1, 'de')
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await worker.device.sessions.shell.read()).toMatchObject({ locale: 'fr' })
  await worker.device.identity.ask()
  expect(await worker.device.sessions.shell.read()).toMatchObject({ locale: 'fr' })
})
