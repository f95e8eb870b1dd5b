/** The end of a session by the member: nothing of them is left on the device, whatever fails. */
import { expect, test, vi } from 'vitest'
import { receivePush } from '../handlers/push.ts'
import { subscriptionTo } from '../testing/browser.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { databaseNames, memberWorld, NOBODY, restarted, stateOf, textTo, writeOffline } from '../testing/world.ts'
import { storeRoute } from './route.ts'
import { SessionOver } from './session.ts'

test('[PWA-11] logout deletes all data of the member on the device, and informs the server', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.photo('/photos/photo-2/card')
  await storeRoute(worker.device, '/chats/1-2')
  await worker.settled()
  expect(await databaseNames()).toContain('member-1')
  browser.closedNotifications = 0
  browser.news.length = 0
  expect(await worker.call('GET', '/api/logout')).toMatchObject({ status: 200, json: {} })
  await worker.settled()
  expect(await databaseNames()).not.toContain('member-1')
  expect(browser.caches.urls('photos-1')).toEqual([])
  expect(browser.caches.byName.has('photos-1')).toBe(false)
  expect(browser.caches.byName.has('route'), 'the conversation of the last tapped notification').toBe(false)
  expect(browser).toMatchObject({ closedNotifications: 1, news: ['session'] })
  expect(browser.badges.at(-1)).toBe(0)
  expect(browser.pushUnsubscribed).toBeGreaterThan(0)
  expect(browser.jar.member).toBe(null)
  expect((await worker.call('GET', '/api/user')).json).toEqual(NOBODY)
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
    expect(await databaseNames()).not.toContain('member-1')
    expect(browser.caches.urls('photos-1')).toEqual([])
    expect(browser.pushUnsubscribed).toBeGreaterThan(0)
    expect((await worker.call('GET', '/api/user')).json).toMatchObject(NOBODY)
  },
)

test('[PWA-11] logout works offline: no data of the member is reachable, and the server hears of it before any other request', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  browser.network = 'down'
  expect((await world.worker.call('GET', '/api/logout.php')).status).toBe(200)
  // Without a page, only the browser can wake the worker for the request.
  expect(browser.wakeRequests).toBe(1)
  await world.worker.settled()
  expect(await databaseNames()).not.toContain('member-1')
  const worker = await restarted(world)
  expect((await worker.call('GET', '/api/user')).json).toEqual(NOBODY)
  expect(await worker.call('GET', '/api/chats')).toMatchObject({ json: { error: 'authentication_required' } })
  expect(await worker.call('PUT', '/api/likes/2')).toMatchObject({ json: { error: 'authentication_required' } })
  expect((await worker.photo('/photos/photo-2/thumb')).type).toBe('error')
  expect(browser.jar.member).toBe(1)

  browser.network = 'up'
  server.log.length = 0
  // The cookie still names the member, so no request may carry it.
  expect((await worker.call('GET', '/api/user')).json).toEqual(NOBODY)
  await worker.settled()
  expect(server.log[0]).toBe('GET /api/logout')
  expect(browser.jar.member).toBe(null)
})

test('[PWA-11] while a stalled network delays the logout, pages hear at once that nobody is logged in', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'stalled'
  await worker.call('GET', '/api/logout')
  const before = browser.clock
  expect((await browser.until(worker.call('GET', '/api/user'))).json).toEqual(NOBODY)
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

test('[PWA-5] after a logout the device has no record of a subscription that a later login would renew', async () => {
  const { browser, worker } = await memberWorld()
  browser.subscription = subscriptionTo('https://push.example.test/1')
  await worker.call('POST', '/api/user?push=1', { subscription: browser.subscription })
  expect(await worker.device.sessions.shell.read()).toMatchObject({ push: { member: 1 } })
  await worker.call('GET', '/api/logout')
  await worker.settled()
  expect(await worker.device.sessions.shell.read()).toMatchObject({ member: null, push: null })
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
  expect(await databaseNames()).not.toContain('member-1')
  expect(browser.caches.byName.has('photos-1')).toBe(false)
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
  expect(await databaseNames()).not.toContain('member-1')
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
  expect(await databaseNames()).not.toContain('member-1')
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
  expect(await databaseNames()).not.toContain('member-1')
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
    expect(await databaseNames()).not.toContain('member-1')
    expect(await browser.caches.keys()).not.toContain('photos-1')
  },
)

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
  expect(await databaseNames()).not.toContain('member-1')
})

test('[PWA-11] a session from before a logout stays over when its member has logged in again', async () => {
  const world = await memberWorld()
  const other = world.browser.start()
  const session = await other.device.sessions.current()
  await world.worker.call('GET', '/api/logout')
  await world.worker.login(1)
  await expect(session.read(['meta'], async () => {})).rejects.toBeInstanceOf(SessionOver)
})

test('[ACC-12] deleting the account wipes the device like a logout, and sends no logout', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  server.broken.set('messages.send', { status: 503, body: { error: 'server_error' } })
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'waits'))
  browser.news.length = 0
  expect((await worker.call('DELETE', '/api/user', { password: 'welcome-to-the-demo' })).status).toBe(200)
  await worker.settled()
  expect(await databaseNames()).not.toContain('member-1')
  expect(browser.news).toContain('session')
  expect(server.log).not.toContain('GET /api/logout')
  expect((await worker.call('GET', '/api/user')).json).toEqual(NOBODY)
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
  expect(await databaseNames()).toContain('member-1')
})

test('[ACC-12] a deletion of the account that only a captive portal answered wipes nothing', async () => {
  const world = await memberWorld()
  await writeOffline(world)
  world.browser.network = 'up'
  world.server.broken.set('user.delete', { status: 200, body: '<html>Accept our terms</html>' })
  const answer = await world.worker.call('DELETE', '/api/user', { password: 'welcome-to-the-demo' })
  expect(answer).toMatchObject({ status: 503, json: { error: 'network_unavailable' } })
  await world.worker.settled()
  expect(await databaseNames()).toContain('member-1')
  expect((await world.worker.call('GET', '/api/user')).json).toMatchObject({ user: { id: 1 } })
})
