import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { goOnline, memberWorld, stateOf, type World } from '../testing/world.ts'

const deckOf = async ({ worker, browser }: World) =>
  (await browser.until(worker.call('GET', '/api/swipe'))).json as CallAnswer<'swipe.get'>

const cardsOf = async (world: World): Promise<number[]> => (await deckOf(world)).cards.map(({ id }) => id)

const swipe = ({ worker }: World, profile: number, choice: 'like' | 'pass') =>
  worker.call('PUT', `/api/swipe/${profile}`, { choice })

const likesOf = async ({ worker }: World) => (await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>

const offlineWorld = async (): Promise<World> => {
  const world = await memberWorld()
  for (let id = 6; id <= 30; id += 1) world.server.addMember(id)
  await world.worker.call('GET', '/api/members')
  expect(await cardsOf(world)).toHaveLength(20)
  await world.worker.settled()
  world.browser.network = 'down'
  return world
}

test('[LIKE-5] [PWA-2] an offline swipe removes its card and one of the day’s likes, and is sent in order', async () => {
  const world = await offlineWorld()
  await swipe(world, 4, 'pass')
  await swipe(world, 3, 'like')
  await swipe(world, 5, 'like')
  expect(await deckOf(world)).toMatchObject({ likes_left: 2 })
  expect((await cardsOf(world)).slice(0, 2)).toEqual([2, 6])
  expect((await likesOf(world)).liked).toMatchObject([{ id: 3, waiting: true }, { id: 5 }])
  await goOnline(world)
  expect(world.server.swipes.effects).toEqual(['pass 4', 'like 3', 'like 5'])
  expect(await deckOf(world)).toMatchObject({ likes_left: 2 })
  expect((await cardsOf(world)).slice(0, 2)).toEqual([2, 6])
  expect(new Set((await likesOf(world)).liked.map(({ id }) => id))).toEqual(new Set([3, 5]))
})

test('[LIKE-5] a pass is undone on the device while it is queued, and on the server afterwards', async () => {
  const world = await offlineWorld()
  await swipe(world, 2, 'pass')
  await world.worker.call('DELETE', '/api/swipe/2')
  expect((await cardsOf(world))[0]).toBe(2)
  expect(await stateOf(world)).toMatchObject({ waiting: 0 })
  await goOnline(world)
  await swipe(world, 2, 'pass')
  await world.worker.settled()
  expect((await cardsOf(world))[0]).toBe(3)
  world.browser.network = 'down'
  await world.worker.call('DELETE', '/api/swipe/2')
  await world.worker.call('DELETE', '/api/swipe/2')
  expect(await stateOf(world)).toMatchObject({ waiting: 1 })
  await goOnline(world)
  expect(world.server.swipes.effects).toEqual(['pass 2', 'undo 2'])
  expect((await cardsOf(world))[0]).toBe(2)
})

test('[LIKE-5] the undo of a pass whose answer was lost is sent after it', async () => {
  const world = await offlineWorld()
  world.browser.network = 'up'
  world.browser.fault = (request) => (request.method === 'PUT' ? 'loseAnswer' : null)
  await swipe(world, 2, 'pass')
  await world.worker.settled()
  world.browser.fault = () => null
  await world.worker.call('DELETE', '/api/swipe/2')
  await world.browser.pass(10_000)
  expect(world.server.swipes.effects).toEqual(['pass 2', 'undo 2'])
  expect((await cardsOf(world))[0]).toBe(2)
})

test('[LIKE-5] [PWA-2] a like replaces the queued pass of the same profile', async () => {
  const world = await offlineWorld()
  await swipe(world, 2, 'pass')
  await swipe(world, 2, 'like')
  await goOnline(world)
  expect(world.server.swipes.effects).toEqual(['like 2'])
})

test.each(['undoes the pass', 'passes the profile'])(
  '[LIKE-5] [PWA-3] a refused undo is no longer listed once the member %s again',
  async (act) => {
    const world = await offlineWorld()
    await swipe(world, 2, 'pass')
    await goOnline(world)
    world.server.broken.set('swipe.undo', { status: 400, body: { error: 'invalid_input', fields: {} } })
    await world.worker.call('DELETE', '/api/swipe/2')
    await world.worker.settled()
    world.server.broken.clear()
    expect((await stateOf(world)).failed).toMatchObject([{ kind: 'swipe.undo', profile: 2 }])
    const isUndo = act === 'undoes the pass'
    await (isUndo ? world.worker.call('DELETE', '/api/swipe/2') : swipe(world, 2, 'pass'))
    await world.worker.settled()
    expect(world.server.swipes.effects).toEqual(isUndo ? ['pass 2', 'undo 2'] : ['pass 2'])
    expect((await cardsOf(world)).includes(2)).toBe(isUndo)
    expect((await stateOf(world)).failed).toEqual([])
  },
)

test('[LIKE-5] [PWA-3] a like beyond the day’s limit is not shown as a like, and stays listed with its reason', async () => {
  const world = await offlineWorld()
  world.server.swipes.likesADay = 1
  await swipe(world, 2, 'like')
  await swipe(world, 3, 'like')
  await goOnline(world)
  expect((await likesOf(world)).liked.map(({ id }) => id)).toEqual([2])
  const { failed, waiting } = await stateOf(world)
  expect(failed).toMatchObject([{ kind: 'swipe.put', failure: { error: 'swipe_limit' }, profile: 3 }])
  expect(waiting).toBe(0)
  expect(await deckOf(world)).toMatchObject({ likes_left: 0 })
  // The card returns once the member discards the refused like.
  expect(await cardsOf(world)).not.toContain(3)
  await world.worker.call('DELETE', `/api/device/outbox/${failed[0]?.id}`)
  expect(await cardsOf(world)).toContain(3)
  // A new swipe takes the place of the refused one.
  await swipe(world, 3, 'like')
  await world.worker.settled()
  world.server.swipes.likesADay = 2
  await swipe(world, 3, 'like')
  await world.worker.settled()
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
  expect(world.server.swipes.effects).toEqual(['like 2', 'like 3'])
})

test('[LIKE-5] the number of likes left is never negative, and resets after midnight', async () => {
  const world = await offlineWorld()
  for (const id of [2, 3, 4, 5, 6]) await swipe(world, id, 'like')
  expect(await deckOf(world)).toMatchObject({ likes_left: 0, resets_at: world.server.swipes.resetsAt })
  await world.browser.pass(HOUR_MS)
  const tomorrow = await deckOf(world)
  expect(tomorrow.likes_left).toBe(0)
  expect(tomorrow.resets_at).toBeGreaterThan(world.browser.clock)
})

test('[LIKE-5] the day’s likes reset after midnight by the device’s clock', async () => {
  const world = await offlineWorld()
  await goOnline(world)
  for (const id of [2, 3, 4, 5]) await swipe(world, id, 'like')
  await world.worker.settled()
  expect(await deckOf(world)).toMatchObject({ likes_left: 0 })
  world.browser.network = 'down'
  await world.browser.pass(HOUR_MS)
  expect(await deckOf(world)).toMatchObject({ likes_left: 4 })
})

test('[LIKE-5] a deck that was dealt while the clock was a year ahead is dealt anew once it is set right', async () => {
  const world = await memberWorld()
  world.browser.clock += 366 * DAY_MS
  const before = await cardsOf(world)
  await world.worker.settled()
  world.browser.clock -= 366 * DAY_MS
  world.server.addMember(6)
  expect(before).not.toContain(6)
  expect(await cardsOf(world)).toContain(6)
})

test('[LIKE-5] an unlike after a queued swipe does not overtake it', async () => {
  const world = await offlineWorld()
  await swipe(world, 2, 'like')
  await world.worker.call('DELETE', '/api/likes/2')
  expect((await likesOf(world)).liked).toEqual([])
  await goOnline(world)
  expect(world.server.log.filter((line) => line.endsWith('/2'))).toEqual(['PUT /api/swipe/2', 'DELETE /api/likes/2'])
  expect(world.server.likes.has('1-2')).toBe(false)
})

test('[LIKE-5] [PWA-1] offline, matching cached profiles follow when the server’s cards have run out', async () => {
  const world = await offlineWorld()
  await swipe(world, 30, 'pass')
  for (const id of await cardsOf(world)) await swipe(world, id, 'pass')
  expect(await cardsOf(world)).toEqual([29, 28, 27, 26, 25, 24, 23, 22])
  await world.worker.call('PUT', '/api/blocks/29')
  await world.worker.call('PUT', '/api/likes/28')
  expect(await cardsOf(world)).toEqual([27, 26, 25, 24, 23, 22])
})

test('[ACC-19] offline the deck shows the wanted gender, even if only the page knows it', async () => {
  const world = await offlineWorld()
  const { worker, browser } = world
  const asked = (await browser.until(worker.call('GET', '/api/swipe?gender=male'))).json as CallAnswer<'swipe.get'>
  expect(asked.cards.every(({ gender }) => gender === 'male')).toBe(true)
  const all = await deckOf(world)
  expect(new Set(all.cards.map(({ gender }) => gender)).size).toBe(2)
})

test('[LIKE-5] a phone whose clock is a day ahead gets the day’s likes back at midnight by the server’s clock', async () => {
  const world = await memberWorld()
  const { browser, worker } = world
  browser.serverClock = browser.clock
  browser.clock += DAY_MS
  await worker.call('GET', '/api/settings')
  await worker.settled()
  await deckOf(world)
  for (const id of [2, 3, 4, 5]) await swipe(world, id, 'like')
  await worker.settled()
  expect(await deckOf(world)).toMatchObject({ likes_left: 0, resets_at: world.server.swipes.resetsAt })
  browser.network = 'down'
  browser.serverClock += HOUR_MS
  await browser.pass(HOUR_MS)
  expect(await deckOf(world)).toMatchObject({ likes_left: 4 })
})
