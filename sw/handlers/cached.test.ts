import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DAY_MS } from '#contract/limits.ts'
import { changeMe, readMe } from '../store/me.ts'
import { saying } from '../testing/fake-server.ts'
import { loseValue } from '../testing/full-disk.ts'
import { memberWorld, restarted, textTo, visitorWorld } from '../testing/world.ts'
import { ORIGIN } from '../testing/browser.ts'
import { answerApi, apiCallOf } from './api.ts'

test('[PWA-1] after one visit, an offline cold start shows chats, messages, likes, seen profiles, photos and the own profile', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  server.like(3, 1)
  await world.worker.call('POST', '/api/device/sync')
  for (const path of ['members/4', 'settings', 'regions', 'members']) await world.worker.call('GET', `/api/${path}`)
  await world.worker.photo('/photos/photo-4/full')
  await world.worker.settled()
  browser.network = 'down'
  const worker = await restarted(world)

  expect((await worker.call('GET', '/api/user')).json).toMatchObject({
    user: { id: 1, credits: 5 },
    counts: { unread_messages: 1, new_likes: 1 },
  })
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [{ conversation: '1-2' }] })
  // Nobody has opened this conversation here: the sync fetched it.
  expect((await worker.call('GET', '/api/chats/1-2/messages')).json).toMatchObject({ messages: [{ text: 'hello' }] })
  expect((await worker.call('GET', '/api/likes')).json).toMatchObject({ liked_by: [{ id: 3, like_new: true }] })
  expect((await worker.call('GET', '/api/members/4')).json).toMatchObject({ profile: { about_me: 'I am number 4' } })
  expect((await worker.call('GET', '/api/profile')).json).toMatchObject({ profile: { looking_for: 'both' } })
  expect((await worker.call('GET', '/api/settings')).status).toBe(200)
  expect((await worker.call('GET', '/api/regions')).status).toBe(200)
  const photos = ['/photos/photo-4/full', '/photos/photo-2/thumb', '/photos/photo-3/card']
  expect(await Promise.all(photos.map(async (path) => (await worker.photo(path)).status))).toEqual([200, 200, 200])
})

test('[PWA-1] the member’s own photos are cached before the profile is opened for the first time', async () => {
  const world = visitorWorld()
  world.server.own.addPhoto(1, '01890a5d-ac96-774b-bcce-b302099a8057', false, new Uint8Array([7]))
  await world.worker.login(1)
  await world.worker.call('GET', '/api/chats')
  await world.worker.settled()
  world.browser.network = 'down'
  const [photo] = world.server.own.userOf(1).profile.photos
  expect((await world.worker.photo(`/photos/${photo?.id}/card`)).status).toBe(200)
})

test('[PWA-1] every `cached` answer from the device says how old it is; one from the server does not', async () => {
  const { browser, worker } = await memberWorld()
  const first = await worker.call('GET', '/api/members/4')
  expect(first).toMatchObject({ status: 200, cachedAt: null })
  const takenAt = browser.clock
  await browser.pass(1_000)
  const paths = ['members/4', 'user', 'chats', 'likes', 'profile', 'chats/1-2/messages']
  const ages = await Promise.all(paths.map(async (path) => [path, (await worker.call('GET', `/api/${path}`)).cachedAt]))
  expect(ages).toEqual(paths.map((path) => [path, takenAt]))
})

test('[DESK-7] a refused sync tells the device of a suspension, and the feed of its end', async () => {
  const { server, worker } = await memberWorld()
  const isSanctioned = async () => {
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    const answer = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
    return answer.user?.sanctioned
  }
  expect(await isSanctioned()).toBe(false)
  server.broken.set('sync', { status: 403, body: { error: 'account_suspended' } })
  expect(await isSanctioned()).toBe(true)
  server.broken.delete('sync')
  server.feeds.change(1, 'user', '0')
  expect(await isSanctioned()).toBe(false)
})

test('[DESK-7] a suspension after one that ended by itself does not keep the end of the first', async () => {
  const { server, browser, worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  const { user } = await session.read(['meta'], readMe)
  if (!user) throw new Error('Nobody is logged in.')
  const ended = { ...user, sanctioned: true, sanctioned_until: browser.clock - 1 }
  await session.write(['meta'], (tx) => changeMe(tx, { user: ended }))
  server.broken.set('sync', { status: 403, body: { error: 'account_suspended' } })
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const answer = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  expect([answer.user?.sanctioned, answer.user?.sanctioned_until]).toEqual([true, undefined])
})

test('[PWA-1] offline, a call without cached data answers with a named error', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'down'
  for (const path of ['members/5', 'regions', 'chats/1-5/messages'])
    expect(await worker.call('GET', `/api/${path}`)).toMatchObject({
      status: 503,
      json: { error: 'network_unavailable' },
    })
})

test('[PWA-1] offline, a profile known only from a list opens with the fields of its card', async () => {
  const { browser, worker } = await memberWorld()
  await worker.call('GET', '/api/members')
  browser.network = 'down'
  expect((await worker.call('GET', '/api/members/5')).json).toMatchObject({
    profile: { id: 5, name: 'Member 5', about_me: '', photos: [{ id: 'photo-5' }] },
  })
})

test('[PWA-4] a refresh without news is one empty answer, and no tab is informed', async () => {
  const { server, browser, worker } = await memberWorld()
  await browser.pass(60_000)
  server.log.length = 0
  browser.news.length = 0
  for (const path of ['user', 'chats', 'likes', 'chats/1-2/messages']) await worker.call('GET', `/api/${path}`)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(new Set(server.log)).toEqual(new Set(['GET /api/sync']))
  expect(browser.news).toEqual([])
})

test('[PWA-4] news of the feed are stored and announced to every tab as topics, never contents', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.news.length = 0
  server.say(2, 1, 'secret')
  server.like(4, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(browser.news).toEqual(expect.arrayContaining(['user', 'chats', 'messages:1-2', 'likes', 'member:4']))
  expect(JSON.stringify(browser.news)).not.toContain('secret')
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ counts: { unread_messages: 2, new_likes: 1 } })
  expect(browser.badges.at(-1)).toBe(3)
  // The last request tells the server how far this device has received.
  expect(server.delivered.get(1)).toBe(server.seqOf(1))
})

test('[CHAT-6] older pages of a conversation come from the device as far as they are stored, then from the server', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  for (let count = 0; count < 70; count += 1) server.say(3, 1, `old ${count}`)
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  const worker = await restarted(world)
  const page = async (before?: number | null) => {
    const query = before === undefined ? '' : `?before=${before}`
    return (await worker.call('GET', `/api/chats/1-3/messages${query}`)).json as CallAnswer<'messages.list'>
  }
  const newest = await page()
  expect(newest.messages.map(saying).at(-1)).toBe('old 69')
  const second = await page(newest.before)
  const third = await page(second.before)
  expect([...third.messages, ...second.messages, ...newest.messages].map(saying)).toEqual(
    Array.from({ length: 70 }, (_, index) => `old ${index}`),
  )
  expect(third.before).toBe(null)
  // Now all pages are stored.
  browser.network = 'down'
  expect(await page(newest.before)).toEqual(second)
  expect(await page(second.before)).toEqual(third)
})

test('[CHAT-1] a conversation that nobody has begun is empty, not missing', async () => {
  const { browser, worker } = await memberWorld()
  const empty = { chat: null, profile: { id: 5 }, messages: [], before: null }
  expect((await worker.call('GET', '/api/chats/1-5/messages')).json).toMatchObject(empty)
  browser.network = 'down'
  expect((await worker.call('GET', '/api/chats/1-5/messages')).json).toMatchObject(empty)
  expect(await worker.call('GET', '/api/chats/3-5/messages')).toMatchObject({ status: 503 })
})

test('[PWA-2] after a break in the feed everything is fetched again, and queued writes stay', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'mine'))
  await worker.settled()
  for (let count = 0; count < 40; count += 1) server.say(2, 1, `missed ${count}`)
  server.feedFloor = server.seqOf(1)
  server.refusals.set(2, { error: 'blocked' })
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const list = (await worker.call('GET', '/api/chats/1-2/messages')).json as CallAnswer<'messages.list'>
  expect(list.messages.map(saying)).toEqual(Array.from({ length: 30 }, (_, index) => `missed ${index + 10}`))
  expect(list).toMatchObject({ before: list.messages[0]?.id, waiting: [{ text: 'mine', state: 'failed' }] })
})

test('[FIND-3] a profile that the server no longer shows is removed from the device', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.call('GET', '/api/members/4')
  server.profiles.delete(4)
  await browser.pass(60_000)
  browser.news.length = 0
  await worker.call('GET', '/api/members/4')
  await worker.settled()
  expect(browser.news).toContain('member:4')
  expect((await worker.call('GET', '/api/members/4')).status).toBe(404)
})

test('[PWA-4] a profile that has not changed is no news', async () => {
  const { browser, worker } = await memberWorld()
  await worker.call('GET', '/api/members/4')
  await browser.pass(60_000)
  browser.news.length = 0
  await worker.call('GET', '/api/members/4')
  await worker.settled()
  expect(browser.news).toEqual([])
})

test('[SITE-11] places and settings are fetched once, and again when they have aged', async () => {
  const { server, browser, worker } = visitorWorld()
  await worker.call('GET', '/api/settings')
  await worker.call('GET', '/api/regions.php')
  server.log.length = 0
  await worker.call('GET', '/api/settings')
  await worker.call('GET', '/api/regions')
  await worker.settled()
  expect(server.log).toEqual([])
  await browser.pass(600_000)
  server.settings = { ...server.settings, search_page_size: 12 }
  expect((await worker.call('GET', '/api/settings')).json).toMatchObject({ settings: { search_page_size: 24 } })
  await worker.settled()
  expect(browser.news).toContain('settings')
  expect((await worker.call('GET', '/api/settings')).json).toMatchObject({ settings: { search_page_size: 12 } })
})

test('[PWA-1] places that the browser has lost are fetched and stored again', async () => {
  const { browser, worker } = visitorWorld()
  await worker.call('GET', '/api/regions')
  loseValue('site', 'regions.get')
  expect((await worker.call('GET', '/api/regions')).status).toBe(200)
  browser.network = 'down'
  expect((await worker.call('GET', '/api/regions')).status).toBe(200)
})

test('[PROF-7] places are fetched again at once after a signup whose place the server no longer offers', async () => {
  const { server, browser, worker } = visitorWorld()
  server.places = [{ country: 'IT', regions: [], largest: [] }]
  await worker.call('GET', '/api/regions')
  server.places = []
  const refuse = async (fields: Record<string, string>): Promise<unknown> => {
    server.broken.set('signup', { status: 400, body: { error: 'invalid_input', fields } })
    await worker.call('POST', '/api/signup', {})
    await worker.settled()
    return (await worker.call('GET', '/api/regions')).json
  }
  expect(await refuse({ email: 'email_invalid' })).not.toEqual({ countries: [] })
  expect(await refuse({ city: 'place_unknown' })).toEqual({ countries: [] })
  expect(browser.news).toContain('regions')
})

test('[SITE-11] settings that were fetched while the clock was a year ahead are fetched again once it is set right', async () => {
  const { server, browser, worker } = visitorWorld()
  browser.clock += 366 * DAY_MS
  await worker.call('GET', '/api/settings')
  browser.clock -= 366 * DAY_MS
  server.settings = { ...server.settings, search_page_size: 12 }
  await worker.call('GET', '/api/settings')
  await worker.settled()
  expect((await worker.call('GET', '/api/settings')).json).toMatchObject({ settings: { search_page_size: 12 } })
})

test('[PWA-4] chats that were refreshed while the clock was a year ahead are refreshed once it is set right', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.clock += 366 * DAY_MS
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.clock -= 366 * DAY_MS
  server.say(2, 1, 'news')
  await worker.call('GET', '/api/chats')
  await worker.settled()
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [{ last_message: { text: 'news' } }] })
})

test('[SAFE-3] malformed requests get the same answer as from the server', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'down'
  expect(await worker.call('GET', '/api/members?min_age=7&page=x')).toMatchObject({
    status: 400,
    json: { error: 'invalid_input', fields: { min_age: 'out_of_range', page: 'invalid' } },
  })
  expect(await worker.call('GET', '/api/chats/2-1/messages')).toMatchObject({
    json: { fields: { conversation: 'invalid' } },
  })
})

const matched = (path: string, init: RequestInit = {}): string | null =>
  apiCallOf(new Request(new URL(path, ORIGIN), init), ORIGIN)?.name ?? null

const page = (path: string, referrer = ''): Request =>
  Object.defineProperties(new Request(ORIGIN + path), { mode: { value: 'navigate' }, referrer: { value: referrer } })

test('[PWA-1] the worker does not answer streams, redirects, files, pages and other sites', () => {
  expect(matched('/api/events')).toBe(null)
  expect(matched('/api/events.php')).toBe(null)
  expect(matched('/api/activate?token=x')).toBe(null)
  expect(matched('/api/activation', { method: 'POST' })).toBe(null)
  expect(matched('/api/export')).toBe(null)
  expect(matched('/members')).toBe(null)
  expect(matched('https://elsewhere.test/api/user')).toBe(null)
  expect(matched('/api/user.php')).toBe('user.get')
  expect(matched('/api/user.php?push=1', { method: 'POST' })).toBe('user.push')
  expect(apiCallOf(page('/api/settings'), ORIGIN)).toBe(null)
})

test('[SAFE-4] [PWA-11] a logout that is opened as a page wipes nothing, whoever has opened it', () => {
  expect(matched('/api/logout')).toBe('logout')
  for (const referrer of ['', `${ORIGIN}/settings`, 'https://elsewhere.test/', `${ORIGIN}.elsewhere.test/`])
    expect(apiCallOf(page('/api/logout', referrer), ORIGIN)).toBe(null)
})

test('[PWA-1] an unknown call is forwarded, and the feed is read for its changes', async () => {
  const { server, browser, worker } = await memberWorld()
  const unknown = new Request(`${ORIGIN}/api/unknown`)
  expect(apiCallOf(unknown, ORIGIN)).toEqual({ name: null, params: {} })
  expect(apiCallOf(page('/api/unknown'), ORIGIN)).toBe(null)
  expect(await worker.call('GET', '/api/unknown')).toMatchObject({ status: 404 })
  server.log.length = 0
  const change = worker.request('PUT', '/api/blocks/4')
  expect((await answerApi(worker.device, { name: null, params: {} }, change, worker.extend)).ok).toBe(true)
  await worker.settled()
  expect(server.log).toContain('GET /api/sync')
  browser.network = 'down'
  expect(await worker.call('GET', '/api/unknown')).toMatchObject({
    status: 503,
    json: { error: 'network_unavailable' },
  })
})

test('[PWA-1] a call that needs the server fails with a named error when the network is missing or stalled', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'down'
  const typing = { profile: 3, typing: true }
  const answer = await worker.call('POST', '/api/typing', typing)
  expect(answer).toMatchObject({ status: 503, json: { error: 'network_unavailable' } })
  browser.network = 'stalled'
  expect(await browser.until(worker.call('POST', '/api/typing', typing))).toMatchObject({ status: 503 })
})

test('[PWA-1] the answer of a captive portal counts as no answer', async () => {
  const { server, browser, worker } = await memberWorld()
  server.broken.set('members.get', { status: 200, body: '<html>Log in to the hotel</html>' })
  expect(await worker.call('GET', '/api/members/4')).toMatchObject({ status: 503 })
  server.broken.set('messages.send', { status: 200, body: '<html>Log in to the hotel</html>' })
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'offline', waiting: 1 })
})

test.each([401, 403, 404, 511])(
  '[PWA-1] a captive portal that refuses with %i counts as no network: a call says so, and a message waits',
  async (status) => {
    const { server, browser, worker } = await memberWorld()
    const refusal = { status, body: '<html>Log in to the hotel</html>', headers: { 'content-type': 'text/html' } }
    server.broken.set('typing.send', refusal)
    const typing = await worker.call('POST', '/api/typing', { profile: 3, typing: true })
    expect(typing).toMatchObject({ status: 503, json: { error: 'network_unavailable' } })
    server.broken.set('messages.send', refusal)
    await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
    await worker.settled()
    expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'offline', waiting: 1 })
  },
)

test('[PWA-12] tabs are informed when the connection is lost and restored', async () => {
  const { browser, worker } = await memberWorld()
  browser.news.length = 0
  browser.network = 'stalled'
  await browser.until(worker.call('GET', '/api/members/5'))
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'offline' })
  expect(browser.news).toEqual(['device'])
  browser.network = 'up'
  await worker.call('GET', '/api/members/5')
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'online' })
  expect(browser.news).toContain('device')
})

test('[PWA-12] the answer to a call that is only passed on restores the connection too', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'stalled'
  await browser.until(worker.call('GET', '/api/members/5'))
  browser.network = 'up'
  await worker.call('POST', '/api/typing', { profile: 2, typing: true })
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'online' })
})

test('[PWA-16] a worker reports after its start that no answer has come yet, until one arrives', async () => {
  const world = await memberWorld()
  const { browser } = world
  browser.network = 'stalled'
  const worker = await restarted(world)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'online', unheard: true })
  browser.news.length = 0
  browser.network = 'up'
  await worker.call('GET', '/api/members/5')
  expect(browser.news).toContain('device')
  expect((await worker.call('GET', '/api/device')).json).not.toHaveProperty('unheard')
})

test('[FIND-7] a slow answer makes the device report that it is offline, until the answer arrives', async () => {
  const { server, browser, worker } = await memberWorld()
  const release = browser.holdAnswers()
  const asking = worker.call('GET', '/api/members/5')
  await browser.pass(5_000)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'offline' })
  server.log.length = 0
  release()
  expect((await asking).status).toBe(200)
  await browser.turns()
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'online' })
  // The network was slow, not lost, so no sync starts.
  expect(server.log.filter((line) => line.includes('sync'))).toEqual([])
})

test('[PWA-16] a request that never ends does not make the device offline while others are answered', async () => {
  const { browser, worker } = await memberWorld()
  // The request hangs on a connection that the device has left meanwhile.
  browser.fault = ({ method }) => (method === 'POST' ? 'stall' : null)
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await browser.turns()
  await worker.call('GET', '/api/members/5')
  await browser.pass(19_000)
  await worker.call('GET', '/api/members/4')
  await browser.pass(2_000)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'online', waiting: 1 })
})

test('[FIND-7] [PWA-1] a profile of a list opens from its card if the server is late, and is completed when the answer comes', async () => {
  const { browser, worker } = await memberWorld()
  await worker.call('GET', '/api/members')
  await worker.settled()
  const release = browser.holdAnswers()
  const asked = browser.clock
  const { json } = await browser.until(worker.call('GET', '/api/members/5'))
  expect(json).toMatchObject({ profile: { id: 5, card_only: true } })
  expect(browser.clock - asked).toBeLessThan(4_000)
  browser.news.length = 0
  release()
  await worker.settled()
  expect(browser.news).toContain('member:5')
  expect((await worker.call('GET', '/api/members/5')).json).not.toHaveProperty('profile.card_only')
})
