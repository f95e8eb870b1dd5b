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
import { GENERIC_BODIES, GENERIC_TITLE } from '../generic-notification.ts'
import { saying } from '../testing/fake-server.ts'
import { memberWorld, restarted, textTo, withoutDatabases, type World } from '../testing/world.ts'
import { receivePush } from './push.ts'

test('[PWA-6] a push stores its message before its notification shows', async () => {
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
  // [PWA-7] The conversation opens from the device, with no request.
  const { chats, counts } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats[0]).toMatchObject({ conversation: '1-3', last_message: { text: 'pushed' } })
  expect(counts.unread_messages).toBe(2)
  expect((await worker.call('GET', '/api/chats/1-3/messages')).json).toMatchObject({
    profile: { id: 3 },
    messages: [{ text: 'pushed' }],
  })
  expect(browser.news).toContain('messages:1-3')
})

test('[PWA-7] a conversation begun by a push shows at once on a stalled network, and is completed later', async () => {
  const { server, browser, worker } = await memberWorld()
  for (const text of ['first', 'second']) server.say(3, 1, text)
  browser.network = 'stalled'
  // The test waits only until the message is stored: the network answers nothing.
  void receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  const shown = async (): Promise<string[]> => {
    const { json } = await worker.call('GET', '/api/chats/1-3/messages')
    return (json as CallAnswer<'messages.list'>).messages.map(saying)
  }
  await expect.poll(() => browser.shown.length).toBe(1)
  const asked = worker.device.ports.now()
  expect(await shown()).toEqual(['second'])
  expect(worker.device.ports.now()).toBe(asked)
  browser.network = 'up'
  await worker.settled()
  expect(await shown()).toEqual(['first', 'second'])
})

test('[PWA-7] a long message arrives without its conversation, and still shows offline', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(4, 1, 'long')
  const push = server.pushFor(1)
  push.notification.data = { ...push.notification.data, chat: null }
  browser.network = 'down'
  await receivePush(worker.device, push, worker.extend)
  await worker.settled()
  expect(browser.badges.at(-1)).toBe(2)
  const { json } = await worker.call('GET', '/api/chats/1-4/messages')
  expect((json as CallAnswer<'messages.list'>).messages.map(saying)).toEqual(['long'])
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

test('[PWA-6] a push also makes the device read the feed, including earlier changes', async () => {
  const { server, worker } = await memberWorld()
  server.say(3, 1, 'missed')
  server.say(3, 1, 'pushed')
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  await worker.settled()
  const list = (await worker.call('GET', '/api/chats/1-3/messages')).json as CallAnswer<'messages.list'>
  expect(list.messages.map(saying)).toEqual(['missed', 'pushed'])
})

test('[PWA-6] a late or repeated push reverts nothing', async () => {
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

test('[PWA-11] a push for another member, or an unreadable one, shows a generic notification and stores nothing', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(1, 2, 'for two')
  browser.network = 'down'
  const generic = {
    title: 'Visavis',
    options: { body: GENERIC_BODIES.en, data: { member: null, path: '/' } },
  }
  for (const text of [JSON.stringify(server.pushFor(2)), 'no json', '{"web_push":8030}', null]) {
    browser.shown.length = 0
    await receivePush(worker.device, text, worker.extend)
    expect(browser.shown).toMatchObject([generic])
  }
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({ messages: [{ text: 'hello' }] })
})

test('[PWA-6] an unreadable push also wakes the queue', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  browser.network = 'up'
  await receivePush(worker.device, null, worker.extend)
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-6] a push after the browser has lost the databases stores and shows its message', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  const worker = await withoutDatabases(world)
  server.say(3, 1, 'pushed')
  await browser.until(receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend))
  expect(browser.shown).toMatchObject([{ options: { data: { member: 1, path: '/chats/1-3' } } }])
  browser.network = 'down'
  expect((await worker.call('GET', '/api/chats/1-3/messages')).json).toMatchObject({ messages: [{ text: 'pushed' }] })
})

test('[SITE-2] a generic notification on a device that knows no language is in the language of the push', async () => {
  const world = await memberWorld()
  const worker = await withoutDatabases(world)
  const push = world.server.pushFor(1)
  push.notification.lang = 'de'
  world.browser.network = 'down'
  await world.browser.until(receivePush(worker.device, JSON.stringify(push), worker.extend))
  expect(world.browser.shown).toMatchObject([{ options: { body: GENERIC_BODIES.de, lang: 'de' } }])
})

test('[PWA-6] every push shows a notification, even if the device cannot store', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(2, 1)
  server.say(3, 1, 'pushed')
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  expect(browser.shown).toMatchObject([{ title: 'A message' }])
  // Two unread messages and a new like [PWA-8].
  expect(browser.badges.at(-1)).toBe(3)
})

const never = (): Promise<never> => new Promise(() => {})

test.each(['the member’s store', 'the device’s own'])(
  '[PWA-6] a push shows its notification after a timeout if %s hangs',
  async (which) => {
    const { server, browser, worker } = await memberWorld()
    server.say(3, 1, 'pushed')
    const { sessions } = worker.device
    if (which === 'the member’s store') {
      const session = await sessions.current()
      session.read = never
      session.write = never
    } else {
      sessions.current = never
      sessions.shell.read = never
    }
    void receivePush(worker.device, server.pushFor(1), worker.extend)
    await browser.pass(4_000)
    expect(browser.shown).toEqual([])
    await browser.pass(12_000)
    expect(browser.shown).toMatchObject([{ title: which === 'the member’s store' ? 'A message' : GENERIC_TITLE }])
  },
)

test('[SITE-2] the worker’s own texts match the locales', () => {
  const own = { it, en, de, es, fr, nl, pl }
  for (const locale of LOCALES)
    expect(own[locale]).toMatchObject({ 'push.hint_title': GENERIC_TITLE, 'push.hint_body': GENERIC_BODIES[locale] })
})

test('[PWA-1] a push prefetches the sender’s photo for offline use', async () => {
  const { server, worker } = await memberWorld()
  server.say(3, 1, 'pushed')
  const push = server.pushFor(1)
  const { data } = push.notification
  if (!data.profile) throw new Error('A push without its sender')
  const photo = { id: '3', status: 'active' as const, filename: '', match: '', colours: '', locked: false, lock: null }
  const main_image = { ...photo, thumb_filename: '/photos/3/thumb' }
  const profile = { ...data.profile, main_image }
  const pushMessage = { ...push, notification: { ...push.notification, data: { ...data, profile } } }
  await receivePush(worker.device, pushMessage, worker.extend)
  await worker.settled()
  expect(server.log).toContain('GET /photos/3/thumb')
})

/** A push as the server sends it when the message does not fit. */
const withoutMessage = (payload: ReturnType<World['server']['pushFor']>): string => {
  const { notification } = payload
  return JSON.stringify({
    ...payload,
    notification: { ...notification, data: { ...notification.data, message: null, chat: null } },
  })
}

test('[PWA-14] offline, a push without its message opens a conversation that says a message is waiting', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  // The device does not know the first conversation yet, and has the second one completely.
  for (const sender of [3, 2]) {
    server.say(sender, 1, 'x'.repeat(2_000))
    const payload = withoutMessage(server.pushFor(1))
    browser.network = 'down'
    await receivePush(worker.device, payload, worker.extend)
    const list = (await worker.call('GET', `/api/chats/1-${sender}/messages`)).json as CallAnswer<'messages.list'>
    expect(list).toMatchObject({ profile: { id: sender }, incoming_at: expect.any(Number) })
    const { chats } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
    expect(chats[0]).toMatchObject({ conversation: `1-${sender}`, incoming_at: expect.any(Number) })
    expect(chats[0]?.num_unread_messages).toBeGreaterThan(0)
    browser.network = 'up'
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    const later = (await worker.call('GET', `/api/chats/1-${sender}/messages`)).json as CallAnswer<'messages.list'>
    expect(later.incoming_at).toBe(null)
    expect(later.messages.at(-1)).toMatchObject({ text: 'x'.repeat(2_000) })
    const synced = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
    expect(synced.chats.filter(({ incoming_at }) => incoming_at)).toEqual([])
  }
})

test('[PWA-14] the mark of a waiting message outlives the worker and a later push with its message', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  server.say(3, 1, 'too long')
  const first = withoutMessage(server.pushFor(1))
  server.say(3, 1, 'short')
  const second = JSON.stringify(server.pushFor(1))
  browser.network = 'down'
  await receivePush(world.worker.device, first, world.worker.extend)
  const worker = await restarted(world)
  await receivePush(worker.device, second, worker.extend)
  const list = (await worker.call('GET', '/api/chats/1-3/messages')).json as CallAnswer<'messages.list'>
  expect(list).toMatchObject({ incoming_at: expect.any(Number), messages: [{ text: 'short' }] })
})

test('[PWA-6] a push with a message and without its conversation adds the conversation to the list', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'pushed')
  const payload = server.pushFor(1)
  const { notification } = payload
  browser.network = 'down'
  await receivePush(
    worker.device,
    JSON.stringify({ ...payload, notification: { ...notification, data: { ...notification.data, chat: null } } }),
    worker.extend,
  )
  const { chats } = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  expect(chats[0]).toMatchObject({ conversation: '1-3', num_unread_messages: 1, last_message: { text: 'pushed' } })
})

test('[ACC-13] a push makes the worker call the server in the member’s session, which counts as a visit', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.settled()
  const asked: string[] = []
  const { fetch } = worker.device.ports
  worker.device.ports.fetch = (request, signal) => {
    if (request.credentials !== 'omit') asked.push(new URL(request.url).pathname)
    return fetch(request, signal)
  }
  server.say(3, 1, 'pushed')
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  await worker.settled()
  expect(browser.shown).toHaveLength(1)
  expect(asked).toContain('/api/sync')
})
