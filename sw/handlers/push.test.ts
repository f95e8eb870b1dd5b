import { expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { LOCALES } from '#contract/locales.ts'
import de from '#locales/de.json' with { type: 'json' }
import en from '#locales/en.json' with { type: 'json' }
import es from '#locales/es.json' with { type: 'json' }
import fr from '#locales/fr.json' with { type: 'json' }
import it from '#locales/it.json' with { type: 'json' }
import nl from '#locales/nl.json' with { type: 'json' }
import pl from '#locales/pl.json' with { type: 'json' }
import { Unreachable } from '../server-api.ts'
import { saying } from '../testing/saying.ts'
import { memberWorld, restarted, visitorWorld } from '../testing/world.ts'
import { openNotification } from './notification-click.ts'
import { renewSubscription, sendSubscription } from './push-subscription.ts'
import { receivePush } from './push.ts'
import { HINTS, HINT_TITLE } from './texts.ts'

test('[PWA-6] a push puts its message on the device before its notification shows', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  const worker = await restarted(world)
  server.say(3, 1, 'pushed')
  const payload = server.pushFor(1)
  browser.network = 'down'
  const atShow: unknown[] = []
  worker.device.ports.notifications.show = async (title, options) => {
    browser.shown.push({ title, options })
    const session = await worker.device.sessions.current()
    atShow.push(await session.read(['messages'], async (tx) => (await tx.objectStore('messages').getAll()).length))
  }
  await receivePush(worker.device, JSON.stringify(payload), worker.extend)
  expect(atShow).toEqual([2])
  expect(browser.shown).toMatchObject([
    { title: 'A message', options: { tag: 'chat-1-3', data: { member: 1, path: '/chats/1-3' } } },
  ])
  // [PWA-7] It opens from the device, with no request.
  const { chats, counts } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats[0]).toMatchObject({ conversation: '1-3', last_message: { text: 'pushed' } })
  expect(counts.unread_messages).toBe(2)
  expect((await worker.call('GET', '/api/chats/1-3/messages')).json).toMatchObject({
    profile: { id: 3 },
    messages: [{ text: 'pushed' }],
  })
  expect(browser.news).toContain('messages:1-3')
})

test('[PWA-8] the badge shows the server’s total', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(4, 1)
  server.say(3, 1, 'pushed')
  browser.network = 'down'
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  expect(browser.badges.at(-1)).toBe(3)
})

test('[SHELL-17] a badge that fails is ignored', async () => {
  const { server, browser, worker } = await memberWorld()
  worker.device.ports.badge = async () => {
    throw new Error('No badges here')
  }
  server.say(3, 1, 'pushed')
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  expect(browser.shown).toHaveLength(1)
})

test('[PWA-6] a push brings the device to the feed as well, what went before it included', async () => {
  const { server, worker } = await memberWorld()
  server.say(3, 1, 'missed')
  server.say(3, 1, 'pushed')
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  await worker.settled()
  const list = (await worker.call('GET', '/api/chats/1-3/messages')).json as CallAnswer<'messages.list'>
  expect(list.messages.map(saying)).toEqual(['missed', 'pushed'])
})

test('[PWA-6] a push that comes late or twice takes nothing back', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'first')
  const late = JSON.stringify(server.pushFor(1))
  server.say(3, 1, 'second')
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  await receivePush(worker.device, late, worker.extend)
  await receivePush(worker.device, late, worker.extend)
  const { chats, counts } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats[0]).toMatchObject({ last_message: { text: 'second' }, num_unread_messages: 2 })
  expect(counts.unread_messages).toBe(3)
})

test('[PWA-11] a push for someone else, or one that cannot be read, shows a hint and stores nothing', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(1, 2, 'for two')
  browser.network = 'down'
  const hint = {
    title: 'Visavis',
    options: { body: HINTS.en, data: { member: null, path: '/' } },
  }
  for (const text of [JSON.stringify(server.pushFor(2)), 'no json', '{"web_push":8030}', null]) {
    browser.shown.length = 0
    await receivePush(worker.device, text, worker.extend)
    expect(browser.shown).toMatchObject([hint])
  }
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({ messages: [{ text: 'hello' }] })
})

test('[PWA-6] every push shows a notification, also where the device cannot store', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'pushed')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  expect(browser.shown).toMatchObject([{ title: 'A message' }])
  expect(browser.badges.at(-1)).toBe(2)
})

test('[SITE-2] the worker’s own words are those of the locales', () => {
  const own = { it, en, de, es, fr, nl, pl }
  for (const locale of LOCALES)
    expect(own[locale]).toMatchObject({ 'push.hint_title': HINT_TITLE, 'push.hint_body': HINTS[locale] })
})

test('[PWA-7] a tap brings an open window to the front and leads it there', async () => {
  const { browser, worker } = await memberWorld()
  const hidden = { focused: false, visibilityState: 'hidden', posted: [] }
  const visible = { focused: false, visibilityState: 'visible', posted: [] }
  browser.windows.push(hidden, visible)
  await openNotification(worker.device, { member: 1, path: '/chats/1-2' })
  expect(visible.posted).toEqual([{ type: 'navigate', path: '/chats/1-2' }])
  expect(hidden.posted).toEqual([])
  expect(browser.opened).toEqual([])
})

test('[PWA-7] without a window, or one that will not come to the front, a new one opens', async () => {
  const { browser, worker } = await memberWorld()
  await openNotification(worker.device, { member: 1, path: '/chats/1-2' })
  browser.windows.push({ focused: true, visibilityState: 'visible', posted: [], refuses: true })
  await openNotification(worker.device, { member: 1, path: '/likes' })
  expect(browser.opened).toEqual(['/chats/1-2', '/likes'])
})

test('[PWA-7] a tap leads nowhere but to this site, and nowhere of a member who has left', async () => {
  const { browser, worker } = await memberWorld()
  for (const path of ['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', 'chats'])
    await openNotification(worker.device, { member: 1, path })
  await openNotification(worker.device, { member: 2, path: '/chats/2-3' })
  await openNotification(worker.device, 'nonsense')
  expect(browser.opened).toEqual(['/', '/', '/', '/', '/', '/'])
})

test('[PWA-5] a subscription the browser has replaced reaches the server, later if not now', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.call('GET', '/api/settings')
  browser.network = 'down'
  await expect(renewSubscription(worker.device)).rejects.toBeInstanceOf(Unreachable)
  browser.network = 'up'
  await sendSubscription(worker.device)
  await sendSubscription(worker.device)
  expect(server.subscriptions).toMatchObject([{ endpoint: 'https://push.example.test/1' }])
})

test('[PWA-5] nobody’s subscription is not renewed', async () => {
  const { server, worker } = visitorWorld()
  await worker.call('GET', '/api/settings')
  await renewSubscription(worker.device)
  expect(server.subscriptions).toEqual([])
})
