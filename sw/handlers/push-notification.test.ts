import { expect, test } from 'vitest'
import { GENERIC_BODIES } from '../generic-notification.ts'
import { memberWorld, type World } from '../testing/world.ts'
import { receivePush } from './push.ts'

type Push = ReturnType<World['server']['pushFor']>

/** The push with a title and the profile that it names. */
const titled = (push: Push, title: string): Push => {
  const { data } = push.notification
  const names = data.profile && title.includes(data.profile.name) ? data.profile.id : null
  return { ...push, notification: { ...push.notification, title, data: { ...data, names } } }
}

/** The push as a server sent it before pushes said their kind and whom they name. */
const older = (push: Push): Push => {
  const { kind: _, names: _names, conversation: _conversation, ...data } = push.notification.data
  return { ...push, notification: { ...push.notification, data } }
}

const SERVERS: [string, (push: Push) => Push][] = [
  ['of this server', (push) => push],
  ['of an older server', older],
]

test('[SITE-15] a notification in the worker’s own words has the name of the domain’s site', async () => {
  const { server, browser, worker } = await memberWorld()
  server.settings = { ...server.settings, name: 'Di fronte' }
  await worker.call('GET', '/api/settings')
  await receivePush(worker.device, 'unreadable', worker.extend)
  expect(browser.shown).toMatchObject([{ title: 'Di fronte', options: { body: GENERIC_BODIES.en } }])
})

test('[PWA-6] a conversation has one notification: a new push replaces it with sound, a repeated push without', async () => {
  const { server, browser, worker } = await memberWorld()
  const say = (text: string) => {
    server.say(3, 1, text)
    const push = server.pushFor(1)
    push.notification.body = text
    return push
  }
  const [first, second] = [say('1'), say('2')]
  for (const push of [first, second, second, first]) await receivePush(worker.device, push, worker.extend)
  expect(browser.shown).toMatchObject([
    { options: { body: '1', renotify: true } },
    { options: { body: '2', renotify: true } },
    { options: { body: '2', renotify: false } },
    { options: { body: '2', renotify: false } },
  ])
  expect([...browser.onScreen.keys()]).toEqual(['chat-1-3'])
})

test('[PWA-6] a silent push does not light up the screen, even if it replaces another', async () => {
  const { server, browser, worker } = await memberWorld()
  for (const silent of [true, true, false]) {
    server.say(3, 1, 'pushed')
    const push = server.pushFor(1)
    await receivePush(worker.device, { ...push, notification: { ...push.notification, silent } }, worker.extend)
  }
  expect(browser.shown).toMatchObject([
    { options: { silent: true, renotify: false } },
    { options: { silent: true, renotify: false } },
    { options: { silent: false, renotify: true } },
  ])
})

test.each(SERVERS)(
  '[PWA-6] a notification %s has its time, the site’s icons, and as many buttons as the platform allows',
  async (_, sent) => {
    const { server, browser, worker } = await memberWorld()
    server.say(3, 1, 'pushed')
    const push = server.pushFor(1)
    const navigate = push.notification.navigate
    const actions = (['reply', 'read', 'like'] as const).map((action) => ({ action, title: action, navigate }))
    const title = push.notification.data.profile?.name ?? ''
    const pushMessage = sent(
      titled({ ...push, notification: { ...push.notification, timestamp: 1_699_999_999_000, actions } }, title),
    )
    await receivePush(worker.device, pushMessage, worker.extend)
    expect(browser.shown[0]?.options).toMatchObject({
      badge: '/icons/badge-96.png',
      icon: '/icons/icon-192.png',
      timestamp: 1_699_999_999_000,
      navigate,
    })
    expect(browser.shown[0]?.options).toHaveProperty('actions', [
      { action: 'read', title: 'read' },
      { action: 'reply', title: 'reply' },
    ])
    browser.takesText = true
    const other = browser.start()
    await receivePush(other.device, pushMessage, other.extend)
    expect(browser.shown[1]?.options).toHaveProperty('actions', [
      { action: 'read', title: 'read' },
      { action: 'reply', title: 'reply', type: 'text' },
    ])
  },
)

test.each(SERVERS)('[PWA-6] a notification %s offers reply and like only for a named partner', async (_, sent) => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'pushed')
  const push = server.pushFor(1)
  const { navigate, data } = push.notification
  const name = data.profile?.name ?? ''
  const offered = async (title: string, action: 'reply' | 'like', own: Partial<typeof data> = {}) => {
    const actions = ([action, 'read'] as const).map((one) => ({ action: one, title: one, navigate }))
    const notification = { ...push.notification, actions, data: { ...data, ...own } }
    await receivePush(worker.device, sent(titled({ ...push, notification }, title)), worker.extend)
    const shown = browser.shown.at(-1)?.options as { actions?: { action: string }[] } | undefined
    return shown?.actions?.map((one) => one.action)
  }
  for (const action of ['reply', 'like'] as const) {
    // The shown text decides: a discreet notification keeps its text when a late push names the partner.
    expect(await offered('Visavis', action)).toEqual(['read'])
    expect(await offered(name, action)).toEqual(['read'])
    browser.onScreen.clear()
    expect((await offered(`${name} · 2 new messages`, action))?.toSorted()).toEqual([action, 'read'].toSorted())
    browser.onScreen.clear()
    // A push without its profile does not say who would get the reply.
    expect(await offered(name, action, { profile: null })).toEqual(['read'])
    browser.onScreen.clear()
  }
})

test.each(SERVERS)(
  '[PWA-6] the sender’s photo of a push %s shows only with details turned on and next to the name',
  async (_, sent) => {
    const { server, browser, worker } = await memberWorld()
    server.say(3, 1, 'pushed')
    const push = server.pushFor(1)
    const { profile } = push.notification.data
    if (!profile) throw new Error('A push without its sender')
    const thumb_filename = '/photos/3/thumb'
    const photo = { id: '3', status: 'active', filename: '', thumb_filename, match: '', colours: '', locked: false }
    const main_image = { ...photo, status: 'active' as const, lock: null }
    const data = { ...push.notification.data, profile: { ...profile, main_image } }
    const pushMessage = (title: string) =>
      sent(titled({ ...push, notification: { ...push.notification, data } }, title))
    const iconOf = async (title: string) => {
      browser.onScreen.clear()
      await receivePush(worker.device, pushMessage(title), worker.extend)
      return browser.shown.at(-1)?.options.icon
    }
    expect(await iconOf(profile.name)).toBe('/icons/icon-192.png')
    await worker.call('PUT', '/api/notifications', { push_details: true })
    await worker.settled()
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    // The settings changed after the text was made: a discreet notification stays discreet.
    expect(await iconOf('Visavis')).toBe('/icons/icon-192.png')
    expect(await iconOf(`${profile.name} (fictional profile)`)).toBe(thumb_filename)
  },
)

test.each(SERVERS)('[PWA-6] a notification %s closes when its message was read here, also offline', async (_, sent) => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'pushed')
  const push = server.pushFor(1)
  browser.network = 'down'
  await receivePush(worker.device, sent(push), worker.extend)
  await worker.call('PUT', '/api/chats/1-2/read', { up_to: 1 })
  await worker.settled()
  expect([...browser.onScreen.keys()]).toEqual(['chat-1-3'])
  await worker.call('PUT', '/api/chats/1-3/read', { up_to: push.notification.data.message?.id })
  await worker.settled()
  expect([...browser.onScreen.keys()]).toEqual([])
})

test('[PWA-6] a notification closes when its conversation was read or removed on another device', async () => {
  const { server, browser, worker } = await memberWorld()
  for (const away of ['read', 'removed'] as const) {
    server.say(3, 1, 'pushed')
    const push = server.pushFor(1)
    const { message } = push.notification.data
    // The message is too long for a push, so the device has to request it.
    push.notification.data = { ...push.notification.data, message: null, chat: null }
    await receivePush(worker.device, push, worker.extend)
    await worker.settled()
    expect([...browser.onScreen.keys()]).toEqual(['chat-1-3'])
    if (away === 'read') server.chats.mark(1, '1-3', message?.id ?? 0)
    else server.chats.remove(1, '1-3')
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    expect([away, ...browser.onScreen.keys()]).toEqual([away])
  }
})

test.each(['offline', 'online'])(
  '[CHAT-9] a block closes the notification of that member alone, %s',
  async (network) => {
    const { server, browser, worker } = await memberWorld()
    for (const sender of [3, 4]) {
      server.say(sender, 1, 'pushed')
      await receivePush(worker.device, server.pushFor(1), worker.extend)
      await worker.settled()
    }
    if (network === 'offline') browser.network = 'down'
    await worker.call('PUT', '/api/blocks/3')
    await worker.settled()
    expect([...browser.onScreen.keys()]).toEqual(['chat-1-4'])
  },
)

test('[PWA-6] a reminder closes when no unread message is left, also offline', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'waits')
  server.like(4, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  for (const path of ['/chats', '/likes', '/profile']) {
    const data = { member: 1, path, seq: server.seqOf(1) }
    await worker.device.ports.notifications.show('', { tag: path, data })
  }
  const left = () => [...browser.onScreen.keys()].filter((tag) => tag.startsWith('/'))
  // Notifications of other members are ignored, and so are those about changes that this device does not know yet.
  await worker.device.ports.notifications.show('', { tag: 'other', data: { member: 2, path: '/likes' } })
  const later = { member: 1, path: '/chats', seq: server.seqOf(1) + 1 }
  await worker.device.ports.notifications.show('', { tag: 'later', data: later })
  browser.network = 'down'
  const { id } = server.messages.at(-1) ?? { id: 0 }
  await worker.call('PUT', '/api/chats/1-3/read', { up_to: id })
  await worker.settled()
  expect(left()).toEqual(['/chats', '/likes', '/profile'])
  await worker.call('PUT', '/api/chats/1-2/read', { up_to: id })
  await worker.settled()
  expect(left()).toEqual(['/likes', '/profile'])
  await worker.call('PUT', '/api/likes/4/seen')
  await worker.settled()
  expect(left()).toEqual(['/profile'])
  expect([...browser.onScreen.keys()]).toEqual(['/profile', 'other', 'later'])
})

test('[PWA-6] the kind of a push, not its address, decides when its notification closes', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'waits')
  server.like(4, 1)
  const { id } = server.messages.at(-1) ?? { id: 0 }
  const push = server.pushFor(1)
  // A newer server may know more kinds.
  for (const kind of ['message', 'like', 'unread', 'weekly', 'announcement', 'of a later version']) {
    const data = { ...push.notification.data, kind, conversation: kind === 'message' ? '1-3' : null, profile: null }
    await receivePush(
      worker.device,
      { ...push, notification: { ...push.notification, tag: kind, data } },
      worker.extend,
    )
  }
  await worker.settled()
  browser.network = 'down'
  const left = () => [...browser.onScreen.keys()]
  expect(left()).toEqual(['message', 'like', 'unread', 'weekly', 'announcement', 'of a later version'])
  await worker.call('PUT', '/api/chats/1-3/read', { up_to: id })
  await worker.settled()
  expect(left()).toEqual(['like', 'unread', 'weekly', 'announcement', 'of a later version'])
  await worker.call('PUT', '/api/chats/1-2/read', { up_to: id })
  await worker.settled()
  expect(left()).toEqual(['like', 'weekly', 'announcement', 'of a later version'])
  await worker.call('PUT', '/api/likes/4/seen')
  await worker.settled()
  expect(left()).toEqual(['announcement', 'of a later version'])
})

test('[PWA-6] a name that is part of the site’s name does not make a discreet notification name its sender', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'pushed')
  const { notification, ...push } = server.pushFor(1)
  const { data, navigate } = notification
  const actions = [{ action: 'reply' as const, title: 'Reply', navigate }]
  const discreet = { ...data, profile: data.profile && { ...data.profile, name: 'Visa' }, names: null }
  const pushMessage = { ...push, notification: { ...notification, title: 'Visavis', actions, data: discreet } }
  for (let times = 0; times < 2; times += 1) await receivePush(worker.device, pushMessage, worker.extend)
  const shown = { title: 'Visavis', options: { actions: [] } }
  expect(browser.shown).toMatchObject([shown, shown])
})

test('[PWA-6] the title of a notification that an older worker has shown says whom it names', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'pushed')
  const push = server.pushFor(1)
  const { navigate, data, tag } = push.notification
  const actions = [{ action: 'reply' as const, title: 'Reply', navigate }]
  const pushMessage = titled({ ...push, notification: { ...push.notification, actions } }, data.profile?.name ?? '')
  await receivePush(worker.device, pushMessage, worker.extend)
  const [shown] = browser.shown
  if (!shown) throw new Error('No notification')
  const { names: _, ...olderData } = shown.options.data as Record<string, unknown>
  browser.onScreen.set(tag, { ...shown, options: { ...shown.options, data: olderData } })
  await receivePush(worker.device, pushMessage, worker.extend)
  expect(browser.shown[1]?.options).toMatchObject({ renotify: false, actions: [{ action: 'reply' }] })
})

test('[PWA-6] looking at a like closes its notification, and no other', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(4, 1)
  server.like(5, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  for (const profile of [4, 5]) {
    const data = { member: 1, path: `/likes/m/${profile}`, seq: server.seqOf(1), profile }
    await worker.device.ports.notifications.show('', { tag: `likes:${profile}`, data })
  }
  browser.network = 'down'
  await worker.call('PUT', '/api/likes/5/seen')
  await worker.settled()
  expect([...browser.onScreen.keys()]).toEqual(['likes:4'])
})

test('[PWA-11] notifications close when their member logs out or is logged out by the server', async () => {
  for (const leave of ['logout', 'session'] as const) {
    const { server, browser, worker } = await memberWorld()
    server.say(3, 1, 'pushed')
    await receivePush(worker.device, server.pushFor(1), worker.extend)
    expect(browser.onScreen.size).toBe(1)
    if (leave === 'logout') await worker.call('GET', '/api/logout')
    else {
      browser.jar.member = null
      await worker.call('POST', '/api/device/sync')
    }
    await worker.settled()
    expect([leave, ...browser.onScreen.keys()]).toEqual([leave])
  }
})
