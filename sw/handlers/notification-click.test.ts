import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { MESSAGE_MAX } from '#contract/limits.ts'
import { GENERIC_BODIES, GENERIC_TITLE } from '../generic-notification.ts'
import { subscriptionTo, type Worker } from '../testing/browser.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { goOnline, memberWorld, restarted, type World } from '../testing/world.ts'
import { openNotification } from './notification-click.ts'
import { routeInstead } from '../store/route.ts'

const tap = (worker: Worker, data: unknown, action = '', reply = '') =>
  openNotification(worker.device, data, { action, reply }, worker.extend)

const TOLD = { member: 1, path: '/chats/1-2', seq: 0, profile: 2, message: 1 }

const routeOn = async (worker: Worker) => (await worker.call('POST', '/api/device/route')).json

test('[PWA-7] a tap focuses an open window and navigates it', async () => {
  const { browser, worker } = await memberWorld()
  const hidden = { focused: false, visibilityState: 'hidden', posted: [] }
  const visible = { focused: false, visibilityState: 'visible', posted: [] }
  browser.windows.push(hidden)
  await tap(worker, { ...TOLD, member: 2 })
  browser.windows.push(visible)
  await tap(worker, TOLD)
  expect(visible.posted).toEqual([{ type: 'navigate', path: '/chats/1-2' }])
  expect(hidden.posted, 'the only window, and a notification for somebody else').toEqual([
    { type: 'navigate', path: '/' },
  ])
  expect(browser.opened).toEqual([])
  const focused = { focused: true, visibilityState: 'visible', posted: [] }
  browser.windows.push(focused)
  await tap(worker, TOLD)
  expect([visible.posted.length, focused.posted.length]).toEqual([1, 1])
})

test('[PWA-7] without a window that can be focused, a new one opens', async () => {
  const { browser, worker } = await memberWorld()
  await tap(worker, TOLD)
  browser.windows.push({ focused: true, visibilityState: 'visible', posted: [], refuses: true })
  await tap(worker, { member: 1, path: '/likes' })
  expect(browser.opened).toEqual(['/chats/1-2', '/likes'])
})

test('[PWA-7] [PWA-11] the target of a tap is for its member alone, also if the server logs them out at that moment', async () => {
  const { browser, worker } = await memberWorld()
  await tap(worker, TOLD)
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await routeOn(worker)).toEqual({ path: null })
})

test('[PWA-7] a tap opens only this site, and no page of a member who has logged out', async () => {
  const { browser, worker } = await memberWorld()
  for (const path of ['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', 'chats'])
    await tap(worker, { member: 1, path })
  await tap(worker, { member: 2, path: '/chats/2-3' })
  await tap(worker, 'nonsense')
  expect(browser.opened).toEqual(['/', '/', '/', '/', '/', '/'])
  expect(await routeOn(worker)).toEqual({ path: null })
})

test('[PWA-7] the path of a tap is stored before a window opens, outlives the worker, and is returned once', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  // This platform opens no window.
  worker.device.ports.windows.open = () => Promise.reject(new Error('Not now'))
  await expect(tap(worker, TOLD)).rejects.toThrow('Not now')
  const next = await restarted(world)
  browser.network = 'down'
  expect(await routeOn(next)).toEqual({ path: '/chats/1-2' })
  expect(await routeOn(next)).toEqual({ path: null })
})

test('[PWA-7] an app opened from its icon shows the target of the tap, once and only for a while', async () => {
  const { browser, worker } = await memberWorld()
  const opened = (path: string) => routeInstead(worker.device, new URL(path, 'https://visavis.test'))
  await tap(worker, TOLD)
  expect(await opened('/members')).toBe('/chats/1-2')
  expect(await opened('/members')).toBeNull()
  await tap(worker, TOLD)
  // Opening this window ends the tap.
  expect(await opened('/chats/1-2')).toBeNull()
  await browser.turns()
  expect(await opened('/members')).toBeNull()
  await tap(worker, TOLD)
  browser.clock += 21_000
  expect(await opened('/members')).toBeNull()
})

test('[PWA-11] a tap before a logout has no effect for the next member', async () => {
  const { browser, worker } = await memberWorld()
  await tap(worker, TOLD)
  // The server has ended the session, and somebody else comes.
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  await worker.login(2)
  expect(await routeOn(worker)).toEqual({ path: null })
  await tap(worker, { ...TOLD, member: 2 })
  await worker.call('GET', '/api/logout')
  await worker.settled()
  expect(await browser.caches.keys()).not.toContain('route')
})

test('[PWA-2] the button read marks messages up to its own as read, without a window or network, and is sent later', async () => {
  const { server, browser, worker } = await memberWorld()
  const { id } = server.messages[0] ?? { id: 0 }
  server.say(2, 1, 'came since')
  browser.network = 'down'
  await tap(worker, { ...TOLD, message: id }, 'read')
  await worker.settled()
  expect(browser.opened).toEqual([])
  expect(browser.badges.at(-1)).toBe(0)
  browser.network = 'up'
  await worker.device.resume({ isConnected: true })
  await worker.settled()
  expect(server.chatOf(1, '1-2')).toMatchObject({ num_unread_messages: 1, my_read_up_to: id })
})

test('[PWA-2] the button like counts once, however often it is tapped, also offline', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(4, 1)
  browser.network = 'down'
  const data = { member: 1, path: '/likes/m/4', seq: 0, profile: 4 }
  await tap(worker, data, 'like')
  await tap(worker, data, 'like')
  await worker.settled()
  browser.network = 'up'
  await worker.device.resume({ isConnected: true })
  await worker.settled()
  expect(browser.opened).toEqual([])
  expect(server.log.filter((line) => line === 'PUT /api/likes/4')).toHaveLength(1)
  const { matches, liked_by } = (await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>
  expect(matches).toMatchObject([{ id: 4 }])
  expect(liked_by).toMatchObject([{ id: 4, like_new: false }])
})

// Chromium on Linux may name the wrong button.
test.each(['reply', '', 'read', 'like'])(
  '[PWA-2] reply (%j) sends its text as a message and marks the answered message as read',
  async (action) => {
    const { server, browser, worker } = await memberWorld()
    const { id } = server.messages[0] ?? { id: 0 }
    browser.network = 'down'
    await tap(worker, { ...TOLD, message: id }, action, ' See you there ')
    await worker.settled()
    expect(browser.opened).toEqual([])
    browser.network = 'up'
    await worker.device.resume({ isConnected: true })
    await worker.settled()
    expect(server.textsOf('1-2', 1)).toEqual(['See you there'])
    expect(server.chatOf(1, '1-2')).toMatchObject({ num_unread_messages: 0 })
  },
)

test('[PWA-3] a refused reply shows a notification that leads to it, if no window is visible', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.call('POST', '/api/user?push=1', { subscription: subscriptionTo('https://push.example.test/1') })
  server.refusals.set(2, { error: 'not_enough_credits', cost: 1, credits: 0 })
  await tap(worker, TOLD, 'reply', 'See you there')
  await worker.settled()
  const data = { member: 1, path: '/chats/1-2?refused' }
  expect(browser.shown).toMatchObject([{ title: GENERIC_TITLE, options: { body: GENERIC_BODIES.en, data } }])
  // The notification of the refusal stays, though the conversation was read.
  expect(browser.onScreen.size).toBe(1)
  await tap(worker, data)
  expect(browser.opened).toEqual(['/chats/1-2?refused'])
})

test('[CHAT-15] a reply that costs more than this device knew is not sent: its member first reads the new price', async () => {
  const { server, worker } = await memberWorld()
  await worker.call('GET', '/api/settings')
  server.settings = { ...server.settings, message_credits: 3 }
  await tap(worker, TOLD, 'reply', 'See you there')
  await worker.settled()
  expect(server.debits).toEqual([])
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({
    failed: [{ failure: { error: 'cost_changed', cost: 3 } }],
  })
})

const draftsIn = async ({ worker }: World) =>
  ((await worker.call('GET', '/api/device/drafts')).json as CallAnswer<'device.drafts'>).drafts

test('[CHAT-2] a reply that the credits do not pay for becomes the draft of its conversation', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  await worker.call('GET', '/api/settings')
  server.credits.set(1, 0)
  server.feeds.change(1, 'user', '0')
  await goOnline(world)
  await tap(worker, TOLD, 'reply', 'See you there')
  await worker.settled()
  expect(browser.opened).toEqual(['/chats/1-2?reply'])
  expect(await draftsIn(world)).toMatchObject([{ place: '1-2', text: 'See you there' }])
  expect(server.log).not.toContain('POST /api/messages')
})

test('[CHAT-2] a reply that is too long for a message becomes the draft of its conversation', async () => {
  const world = await memberWorld()
  const text = 'word '.repeat(MESSAGE_MAX).trim()
  await tap(world.worker, TOLD, 'reply', text)
  expect(world.browser.opened).toEqual(['/chats/1-2?reply'])
  expect(await draftsIn(world)).toMatchObject([{ place: '1-2', text }])
})

test('[CHAT-2] [PWA-11] a reply typed while the server logs the member out becomes their draft, and nobody else’s', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  const parks = async () => {
    browser.jar.member = null
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
  }
  // The session ends between the tap and the write.
  const { shell } = worker.device.sessions
  const { readSite } = shell
  shell.readSite = async (name) => {
    await parks()
    return readSite(name)
  }
  await tap(worker, TOLD, 'reply', 'See you there')
  shell.readSite = readSite
  await tap(worker, TOLD, 'reply', 'At nine')
  await tap(worker, { ...TOLD, member: 3 }, 'reply', 'Hello')
  await worker.login(1)
  expect(await draftsIn(world)).toMatchObject([
    { place: '1-2', text: 'See you there' },
    { place: '1-2', text: 'At nine' },
  ])
  await parks()
  await tap(worker, TOLD, 'reply', 'Or at ten')
  await worker.login(2)
  expect(await draftsIn(world)).toEqual([])
})

test('[PWA-3] a refusal shows no notification in a visible window, or without a subscription', async () => {
  const { server, browser, worker } = await memberWorld()
  server.refusals.set(2, { error: 'not_enough_credits', cost: 1, credits: 0 })
  await tap(worker, TOLD, 'reply', 'One')
  await worker.settled()
  await worker.call('POST', '/api/user?push=1', { subscription: subscriptionTo('https://push.example.test/1') })
  browser.windows.push({ focused: false, visibilityState: 'visible', posted: [] })
  await tap(worker, TOLD, 'reply', 'Two')
  await worker.settled()
  expect(browser.shown).toEqual([])
})

test('[PWA-7] an empty reply, and a push without its message, open the conversation', async () => {
  const { browser, worker } = await memberWorld()
  await tap(worker, TOLD, 'reply')
  const { message: _, ...unnamed } = TOLD
  await tap(worker, unnamed, 'read')
  await tap(worker, { member: 1, path: '/likes', seq: 0 }, 'like')
  expect(browser.opened).toEqual(['/chats/1-2?reply', '/chats/1-2', '/likes'])
})

test('[PWA-11] a button has no effect for another member', async () => {
  const { server, browser, worker } = await memberWorld()
  const before = server.log.length
  await tap(worker, { ...TOLD, member: 3 }, 'read')
  await tap(worker, { ...TOLD, member: 3 }, 'reply', 'Hello')
  await worker.settled()
  expect(server.log).toHaveLength(before)
  expect(browser.opened).toEqual(['/', '/'])
})

test('[PWA-2] a button whose write finds no space opens the conversation instead', async () => {
  const { browser, worker } = await memberWorld()
  worker.device.ports.newId = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  await tap(worker, TOLD, 'read')
  expect(browser.opened).toEqual(['/chats/1-2'])
})

test('[PWA-13] a reply on a device without any room is sent at once', async () => {
  const { server, browser, worker } = await memberWorld()
  fullDisk([])
  await browser.until(tap(worker, TOLD, 'reply', 'See you there'))
  expect(server.textsOf('1-2', 1)).toEqual(['See you there'])
  expect(browser.opened).toEqual([])
})

test('[PWA-13] a reply on a device without room and network becomes a draft in memory, until its page has it', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  await worker.call('GET', '/api/device')
  browser.network = 'down'
  const endFullDisk = fullDisk([])
  await browser.until(tap(worker, TOLD, 'reply', 'See you there'))
  expect(browser.opened).toEqual(['/chats/1-2?reply'])
  const [draft] = await draftsIn(world)
  expect(draft).toMatchObject({ place: '1-2', text: 'See you there' })
  await worker.call('DELETE', `/api/device/drafts/${draft?.id}`)
  expect(await draftsIn(world)).toEqual([])
  endFullDisk()
  expect(server.textsOf('1-2', 1)).toEqual([])
})
