import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DAY_MS } from '#contract/limits.ts'
import { writeCards } from '../store/profiles.ts'
import { cardOf, profileOf } from '../testing/people.ts'
import { memberWorld, visitorWorld, type World } from '../testing/world.ts'

const search = async ({ worker, browser }: World, query = '') => {
  const answer = await browser.until(worker.call('GET', `/api/members${query}`))
  return { ...answer, json: answer.json as CallAnswer<'members.search'> }
}

const ids = (answer: { json: CallAnswer<'members.search'> }): number[] => answer.json.results.map((card) => card.id)

test('[FIND-7] the server answers a search; offline its stored page is shown with its age', async () => {
  const world = await memberWorld()
  const online = await search(world, '?gender=female')
  expect(online.cachedAt).toBe(null)
  const takenAt = world.browser.clock
  await world.browser.pass(60_000)
  world.browser.network = 'down'
  expect(await search(world, '?gender=female&min_age=18')).toEqual({ ...online, cachedAt: takenAt })
})

test('[FIND-7] offline, a new search is answered from cached profiles: most recently active first, never the member', async () => {
  const world = await memberWorld()
  const firstSeenAt = world.browser.clock
  await world.browser.pass(60_000)
  await search(world)
  world.browser.network = 'down'
  const women = await search(world, '?gender=female&max_age=60')
  expect(ids(women)).toEqual([4, 2])
  expect(women.cachedAt).toBe(firstSeenAt + 60_000)
  expect(ids(await search(world, '?gender=male&max_age=60'))).toEqual([5, 3])
  expect(ids(await search(world, '?min_age=24&max_age=25'))).toEqual([5, 4])
  expect(ids(await search(world, '?country=DE'))).toEqual([])
})

test('[FIND-3] offline, nobody is found whose profile was blocked elsewhere, who has blocked the member, or who is hidden', async () => {
  const world = await memberWorld()
  const { server, worker, browser } = world
  server.profiles.set(3, profileOf(3, { blocked: true }))
  server.profiles.set(4, profileOf(4, { closed: 'blocked' }))
  await search(world)
  for (const id of [3, 4]) await worker.call('GET', `/api/members/${id}`)
  server.profiles.delete(5)
  await worker.call('GET', '/api/members/5')
  await worker.settled()
  // The feed still brings the card of a hidden profile, for its conversation or like.
  const session = await worker.device.sessions.current()
  await session.write(['profiles'], (tx) => writeCards(tx, [cardOf(5)], browser.clock))
  browser.network = 'down'
  expect(ids(await search(world, '?max_age=70'))).toEqual([2])
  expect((await worker.call('GET', '/api/members/5')).json).toEqual({ error: 'network_unavailable' })
})

test('[FIND-7] the answer is as old as its oldest profile', async () => {
  const world = await memberWorld()
  const longAgo = world.browser.clock
  await world.browser.pass(60_000)
  await world.worker.call('GET', '/api/members/4')
  world.browser.network = 'down'
  // 2 is known from the first fill, 4 was opened a minute later.
  expect(await search(world, '?gender=female')).toMatchObject({ cachedAt: longAgo })
  expect(await search(world, '?min_age=24')).toMatchObject({ cachedAt: longAgo + 60_000 })
})

test('[FIND-7] [FIND-2] offline paging continues after the stored pages without repeating a profile', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  for (let id = 6; id <= 40; id += 1) server.addMember(id)
  server.settings = { ...server.settings, search_page_size: 10 }
  await world.worker.call('GET', '/api/settings')
  await search(world, '?max_age=98')
  await search(world, '?max_age=98&page=2&after=1-1')
  const held = await search(world)
  browser.network = 'down'
  const first = await search(world)
  expect(ids(first)).toEqual(ids(held))
  const second = await search(world, `?page=2&after=${first.json.next}`)
  const third = await search(world, `?page=3&after=${second.json.next}`)
  expect(ids(second)).toHaveLength(10)
  expect(second.json.next).toMatch(/^\d+-\d+$/)
  const all = [...ids(first), ...ids(second), ...ids(third)]
  expect(new Set(all).size).toBe(all.length)
  // Twenty profiles of the two pages, and member 2, known from a message.
  expect(all).toHaveLength(21)
  expect(third.json.next).toBe(null)
})

test('[FIND-7] [FIND-2] offline, the pages of a search that the device has never made repeat no profile', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  for (let id = 6; id <= 30; id += 1) server.addMember(id)
  server.settings = { ...server.settings, search_page_size: 10 }
  await world.worker.call('GET', '/api/settings')
  await search(world)
  await search(world, '?page=2&after=1-1')
  browser.network = 'down'
  const pages = [await search(world, '?max_age=98'), await search(world, '?max_age=98&page=2&after=1-1')]
  const all = pages.flatMap(ids)
  expect(all.length).toBeGreaterThan(10)
  expect(new Set(all).size).toBe(all.length)
})

test('[FIND-3] a blocked profile is no longer found on the device', async () => {
  const world = await memberWorld()
  await search(world)
  await world.worker.call('GET', '/api/members/4')
  await world.worker.call('PUT', '/api/blocks/4')
  await world.worker.settled()
  world.browser.network = 'down'
  expect(ids(await search(world))).not.toContain(4)
  expect(ids(await search(world, '?max_age=60'))).not.toContain(4)
  expect((await world.worker.call('GET', '/api/members/4')).json).toMatchObject({
    profile: { blocked: true, closed: 'blocking' },
  })
})

test('[FIND-7] the answer does not wait for a stalled network', async () => {
  const world = await memberWorld()
  await search(world)
  world.browser.network = 'stalled'
  const asking = world.worker.call('GET', '/api/members')
  await world.browser.pass(3_000)
  expect((await asking).cachedAt).not.toBe(null)
})

test('[FIND-7] a late answer of a slow network is shown when it arrives, and not requested again', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  await search(world)
  server.addMember(77)
  const release = browser.holdAnswers()
  const slow = worker.call('GET', '/api/members')
  await browser.pass(3_000)
  expect(ids({ json: (await slow).json as CallAnswer<'members.search'> })).not.toContain(77)
  browser.news.length = 0
  release()
  await worker.settled()
  expect(browser.news).toEqual(expect.arrayContaining(['members']))
  server.log.length = 0
  // The request that the news cause gets the late answer, without another slow request.
  expect(ids(await search(world))).toContain(77)
  expect(server.log.filter((line) => line.includes('members'))).toEqual([])
  // A clock that was set back would let this answer stay the newest for a day.
  browser.clock -= DAY_MS
  await search(world)
  expect(server.log).toContain('GET /api/members')
})

test('[FIND-7] a device without profiles answers that there is no network', async () => {
  const world = visitorWorld()
  world.browser.network = 'down'
  expect(await search(world)).toMatchObject({ status: 503, json: { error: 'network_unavailable' } })
})

test('[FIND-4] a refusal of the server is passed on even if cached data exist', async () => {
  const world = visitorWorld()
  await search(world)
  world.server.broken.set('members.search', { status: 403, body: { error: 'search_closed' } })
  expect(await search(world)).toMatchObject({ status: 403, json: { error: 'search_closed' } })
  world.server.broken.set('members.search', { status: 500, body: { error: 'server_error' } })
  expect((await search(world)).status).toBe(200)
})
