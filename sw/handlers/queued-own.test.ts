import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { memberWorld, restarted, type World } from '../testing/world.ts'

const sync = async ({ worker }: World): Promise<void> => {
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
}

const userIn = async ({ worker }: World) => {
  const { user } = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  if (!user) throw new Error('Nobody is logged in')
  return user
}

const writes = ({ server }: World): string[] => server.log.filter((line) => !line.startsWith('GET'))

const offline = async (): Promise<World> => {
  const world = await memberWorld()
  world.browser.network = 'down'
  return world
}

const online = async (world: World): Promise<void> => {
  world.browser.network = 'up'
  world.server.log.length = 0
  await sync(world)
}

test('[PWA-2] offline edits of the profile show at once as queued, are sent as one, and then become the server’s', async () => {
  const world = await offline()
  const first = await world.worker.call('PUT', '/api/profile', { about_me: 'Hello', hair_colour: 'red' })
  expect(first).toMatchObject({ status: 202, json: { queued: true, id: expect.any(String) } })
  const second = await world.worker.call('PUT', '/api/profile', { about_me: 'Hello again', eye_colour: null })
  expect(second.json).toEqual(first.json)
  const shown = { about_me: 'Hello again', hair_colour: 'red', eye_colour: null, body_type: 'normal', waiting: true }
  expect((await userIn(world)).profile).toMatchObject(shown)
  expect((await world.worker.call('GET', '/api/profile')).json).toMatchObject({ profile: shown })
  expect((await world.worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 1 })

  world.worker = await restarted(world)
  await online(world)
  expect(writes(world)).toEqual(['PUT /api/profile'])
  const { profile } = await userIn(world)
  expect(profile).toMatchObject({ about_me: 'Hello again', hair_colour: 'red', eye_colour: null })
  expect(profile.waiting).toBe(undefined)
  expect(world.server.userOf(1).profile).toEqual(profile)
})

test('[PWA-2] an edit during the send of another is queued behind it', async () => {
  const world = await memberWorld()
  const release = world.browser.holdAnswers()
  await world.worker.call('PUT', '/api/profile', { about_me: 'one' })
  await world.browser.turns()
  await world.worker.call('PUT', '/api/profile', { about_me: 'two' })
  expect((await userIn(world)).profile).toMatchObject({ about_me: 'two' })
  release()
  await world.worker.settled()
  expect(world.server.own.effects).toEqual(['profile {"about_me":"one"}', 'profile {"about_me":"two"}'])
  expect((await userIn(world)).profile).toMatchObject({ about_me: 'two' })
})

test('[PWA-2] a new place shows its name if the list of places is cached', async () => {
  const world = await memberWorld()
  world.server.places = [
    { country: 'IT', regions: [{ id: 'IT-62', name: 'Lazio', cities: [{ id: 'IT-62/roma', name: 'Roma' }] }] },
  ]
  await world.worker.call('GET', '/api/regions')
  world.browser.network = 'down'
  await world.worker.call('PUT', '/api/profile', { country: 'IT', countryregion: 'IT-62', city: 'IT-62/roma' })
  await world.worker.call('PUT', '/api/profile', { about_me: 'In Rome' })
  expect((await userIn(world)).profile).toMatchObject({
    countryregion: 'IT-62',
    region: 'Lazio',
    city: 'Roma',
    city_id: 'IT-62/roma',
    about_me: 'In Rome',
  })
  await world.worker.call('PUT', '/api/profile', { country: 'DE', countryregion: 'DE-BE', city: 'DE-BE/berlin' })
  expect((await userIn(world)).profile).toMatchObject({ region: '', city: '', city_id: 'DE-BE/berlin' })
})

test('[ACC-18] a consent and its edit keep their order, and a withdrawal shows its deletions at once', async () => {
  const world = await offline()
  await world.worker.call('PUT', '/api/consents/sensitive', { given: true })
  await world.worker.call('PUT', '/api/profile', { sexuality: 'bi', interests: ['hiking', 'sex'] })
  expect(await userIn(world)).toMatchObject({
    settings: { consents: { sensitive: world.browser.clock } },
    profile: { sexuality: 'bi', interests: ['hiking', 'sex'], waiting: true },
  })
  await world.worker.call('PUT', '/api/consents/sensitive', { given: false })
  expect(await userIn(world)).toMatchObject({
    settings: { consents: { sensitive: null } },
    profile: { sexuality: null, looking_for: null, interests: ['hiking'], waiting: true },
  })
  await online(world)
  expect(world.server.own.effects).toEqual([
    'consent true',
    'profile {"sexuality":"bi","interests":["hiking","sex"]}',
    'consent false',
  ])
  expect((await userIn(world)).profile).toEqual(world.server.userOf(1).profile)
})

test('[ACC-18] a consent that is withdrawn before it was sent is sent as given and withdrawn, and a repeat once', async () => {
  const world = await offline()
  for (const given of [true, true, false]) {
    await world.worker.call('PUT', '/api/consents/sensitive', { given })
    await world.worker.settled()
  }
  await online(world)
  expect(world.server.own.effects).toEqual(['consent true', 'consent false'])
})

test('[ACC-18] a delivered withdrawal deletes its data on the device, also before the feed comes', async () => {
  const world = await memberWorld()
  const { server, worker } = world
  await worker.call('PUT', '/api/consents/sensitive', { given: true })
  await worker.call('PUT', '/api/profile', { sexuality: 'bi' })
  await worker.settled()
  expect((await userIn(world)).profile.sexuality).toBe('bi')
  server.broken.set('sync', { status: 500, body: { error: 'server_error' } })
  await worker.call('PUT', '/api/consents/sensitive', { given: false })
  await worker.settled()
  expect(server.own.effects.at(-1)).toBe('consent false')
  const { settings, profile } = await userIn(world)
  expect([settings.consents.sensitive, profile.sexuality, profile.waiting]).toEqual([null, null, undefined])
})

test('[PWA-3] a refused edit stays listed without effect until the fields are edited again', async () => {
  const world = await memberWorld()
  await world.worker.call('PUT', '/api/profile', { sexuality: 'bi' })
  await world.worker.settled()
  expect((await userIn(world)).profile).toMatchObject({ sexuality: null })
  expect((await world.worker.call('GET', '/api/device')).json).toMatchObject({
    failed: [{ kind: 'profile.put', failure: { error: 'consent_required' } }],
  })
  await world.worker.call('PUT', '/api/consents/sensitive', { given: true })
  await world.worker.call('PUT', '/api/profile', { sexuality: 'bi', about_me: 'x' })
  await world.worker.settled()
  expect((await world.worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0, failed: [] })
  expect((await userIn(world)).profile).toMatchObject({ sexuality: 'bi', about_me: 'x' })
})

test('[PWA-3] a refused edit of several fields stays until all of them are edited again', async () => {
  const world = await memberWorld()
  const { server, worker } = world
  server.broken.set('profile.put', { status: 400, body: { error: 'invalid_input', fields: { about_me: 'too_long' } } })
  await worker.call('PUT', '/api/profile', { about_me: 'refused', hair_colour: 'red' })
  await worker.settled()
  server.broken.clear()
  const failed = async () =>
    ((await worker.call('GET', '/api/device')).json as CallAnswer<'device.state'>).failed.length
  await worker.call('PUT', '/api/profile', { hair_colour: 'black' })
  await worker.settled()
  expect(await failed()).toBe(1)
  await worker.call('PUT', '/api/profile', { about_me: 'shorter', hair_colour: 'black' })
  await worker.settled()
  expect(await failed()).toBe(0)
})

test('[PROF-12] alerts that were dismissed offline are all dismissed on the server', async () => {
  const world = await offline()
  for (const alert of ['push', 'disabled_notifications'])
    await world.worker.call('PUT', '/api/notifications', { dismissed_alerts: { [alert]: 7 } })
  await online(world)
  expect(world.server.userOf(1).settings.dismissed_alerts).toMatchObject({ push: 7, disabled_notifications: 7 })
})

test('[PWA-2] offline changes of settings show at once, are one write, and leave other settings unchanged', async () => {
  const world = await offline()
  const { worker, server } = world
  await worker.call('PUT', '/api/notifications', { notifications: { like: { mail: false } }, invisible_mode: true })
  await worker.settled()
  await worker.call('PUT', '/api/notifications', {
    notifications: { like: { push: false }, new_messages: { mail: true, push: false }, news: { push: true } },
  })
  await worker.call('PUT', '/api/notifications', { dismissed_alerts: { push: 5 }, signup_step: 3 })
  const expected = {
    ...DEFAULT_MEMBER_SETTINGS,
    notifications: {
      ...DEFAULT_MEMBER_SETTINGS.notifications,
      like: { mail: false, push: false },
      // New messages have no mail, so this channel stays off.
      new_messages: { mail: false, push: false },
      news: { mail: false, push: true },
    },
    invisible_mode: true,
    dismissed_alerts: { push: 5 },
    signup_step: 3,
  }
  const held = await worker.call('GET', '/api/notifications')
  expect(held.json).toEqual({ settings: expected })
  expect(held.cachedAt).not.toBe(null)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 1 })
  await online(world)
  expect(writes(world)).toEqual(['PUT /api/notifications'])
  expect(server.userOf(1).settings).toEqual(expected)
  expect((await userIn(world)).settings).toEqual(expected)
})

test('[PWA-2] the last language chosen offline is sent, in the member’s name', async () => {
  const world = await offline()
  const { worker, server, browser } = world
  await worker.call('PUT', '/api/user', { language: 'it' })
  await worker.call('PUT', '/api/user', { language: 'de' })
  await worker.settled()
  expect((await userIn(world)).language).toBe('de')
  expect(await worker.device.sessions.shell.read()).toMatchObject({ locale: 'de' })
  // Another member has logged in without the worker: the choice is not theirs.
  browser.jar.member = 3
  server.broken.set('sync', { status: 500, body: { error: 'server_error' } })
  await online(world)
  expect(writes(world)).toEqual(['PUT /api/user'])
  expect(server.userOf(3).language).toBe('en')
  expect(server.userOf(1).language).toBe('en')
})

test('[PWA-2] an answer that is older than the feed changes nothing', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  const release = browser.holdAnswers()
  await worker.call('PUT', '/api/notifications', { privacy_mode: true })
  await browser.turns()
  // Another device changes the settings after this one; the feed is faster than the answer.
  server.own.setSettings(1, { push_details: true })
  const answer = server.sync(1, server.seqOf(1) - 1)
  if (!answer) throw new Error('The feed has nothing')
  const session = await worker.device.sessions.current()
  await session.write(['meta'], async (tx) => {
    const me = await tx.objectStore('meta').get('me')
    if (me) await tx.objectStore('meta').put({ ...me, user: answer.user, seq: answer.seq }, 'me')
  })
  release()
  await worker.settled()
  expect((await userIn(world)).settings).toMatchObject({ privacy_mode: true, push_details: true })
})
