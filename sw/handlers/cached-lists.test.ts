import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { cardOf } from '../testing/people.ts'
import { memberWorld, restarted, visitorWorld, type World } from '../testing/world.ts'

const relatedTo = async ({ worker, browser }: World, id: number) => {
  const answer = await browser.until(worker.call('GET', `/api/members/${id}/related`))
  const { results } = answer.json as CallAnswer<'members.related'>
  return { ...answer, ids: results?.map((card) => card.id) }
}

const proposalsIn = async ({ worker, browser }: World) => {
  const answer = await browser.until(worker.call('GET', '/api/match-finder'))
  const { results } = answer.json as CallAnswer<'match_finder.get'>
  return { ...answer, ids: results?.map(({ profile }) => profile.id), results }
}

test('[FIND-7] offline, related profiles come from the last answer, with their age, without profiles hidden since', async () => {
  const world = await memberWorld()
  expect(await relatedTo(world, 3)).toMatchObject({ ids: [2, 4, 5], cachedAt: null })
  const takenAt = world.browser.clock
  await world.browser.pass(60_000)
  world.browser.network = 'down'
  expect(await relatedTo(world, 3)).toMatchObject({ ids: [2, 4, 5], cachedAt: takenAt })
  world.browser.network = 'up'
  world.server.profiles.delete(4)
  await world.worker.call('GET', '/api/members/4')
  await world.worker.call('PUT', '/api/blocks/5')
  await world.worker.settled()
  world.browser.network = 'down'
  expect(await relatedTo(world, 3)).toMatchObject({ ids: [2] })
  expect(await relatedTo(world, 2)).toMatchObject({ status: 503, json: { error: 'network_unavailable' } })
})

test('[FIND-7] offline, the match finder shows its last proposals with their reasons', async () => {
  const world = await memberWorld()
  const reasons = [{ kind: 'same_region' as const }]
  world.server.proposals = [4, 3].map((id) => ({ profile: cardOf(id), reasons }))
  expect(await proposalsIn(world)).toMatchObject({ ids: [4, 3], cachedAt: null })
  await world.worker.settled()
  world.browser.network = 'down'
  world.worker = await restarted(world)
  const held = await proposalsIn(world)
  expect(held).toMatchObject({ ids: [4, 3], results: [{ reasons }, { reasons }] })
  expect(held.cachedAt).not.toBe(null)
})

test('[FIND-7] late proposals of a slow network are announced when they arrive', async () => {
  const world = await memberWorld()
  await proposalsIn(world)
  world.server.proposals = [{ profile: cardOf(4), reasons: [] }]
  const release = world.browser.holdAnswers()
  const slow = proposalsIn(world)
  await world.browser.pass(3_000)
  expect((await slow).ids).toEqual([])
  release()
  world.browser.news.length = 0
  await world.worker.settled()
  expect(world.browser.news).toContain('matches')
  expect((await proposalsIn(world)).ids).toEqual([4])
})

test('[FIND-4] offline, the answer also says that a visitor sees only a part', async () => {
  const world = visitorWorld()
  world.server.settings = { ...world.server.settings, logged_out_search: 'limited' }
  const search = async () => (await world.browser.until(world.worker.call('GET', '/api/members'))).json
  expect(await search()).toMatchObject({ limited: true })
  world.browser.network = 'down'
  expect(await search()).toMatchObject({ limited: true })
})

test('[PROF-11] a profile that entered privacy mode shows only the fields of the card', async () => {
  const world = await memberWorld()
  await world.worker.call('GET', '/api/members/4')
  // Former versions of the server also sent the hidden fields.
  world.server.proposals = [{ profile: cardOf(4, { reserved: true }), reasons: [] }]
  await proposalsIn(world)
  world.browser.network = 'down'
  expect((await world.worker.call('GET', '/api/members/4')).json).toMatchObject({
    profile: {
      reserved: true,
      about_me: '',
      photos: [{ id: 'photo-4' }],
      gender: null,
      country: null,
      last_active: 0,
    },
  })
})

const blockedIn = async ({ worker, browser }: World) => {
  const answer = await browser.until(worker.call('GET', '/api/blocks'))
  const { blocks } = answer.json as CallAnswer<'blocks.list'>
  return { ...answer, ids: blocks?.map(({ profile, waiting = false }) => [profile.id, waiting]) }
}

test('[PROF-14] the list of blocked people includes queued blocks and unblocks, online and offline', async () => {
  const world = await memberWorld()
  await world.worker.call('GET', '/api/members')
  await world.worker.call('PUT', '/api/blocks/3')
  await world.worker.settled()
  expect(await blockedIn(world)).toMatchObject({ ids: [[3, false]], cachedAt: null })
  world.browser.network = 'down'
  await world.worker.call('PUT', '/api/blocks/4')
  expect(world.browser.news).toContain('blocks')
  expect((await blockedIn(world)).ids).toEqual([
    [4, true],
    [3, false],
  ])
  await world.worker.call('DELETE', '/api/blocks/3')
  world.worker = await restarted(world)
  expect((await blockedIn(world)).ids).toEqual([[4, true]])
})

test('[PROF-14] the list of blocked people is current offline after the server confirmed a block or unblock', async () => {
  const world = await memberWorld()
  await world.worker.call('GET', '/api/members')
  expect((await blockedIn(world)).ids).toEqual([])
  await world.worker.call('PUT', '/api/blocks/4')
  await world.worker.settled()
  world.browser.network = 'down'
  expect((await blockedIn(world)).ids).toEqual([[4, false]])
  world.browser.network = 'up'
  await world.worker.call('DELETE', '/api/blocks/4')
  await world.worker.settled()
  world.browser.network = 'down'
  expect((await blockedIn(world)).ids).toEqual([])
})

test('[FIND-3] a blocked person does not appear in offline search', async () => {
  const world = await memberWorld()
  world.server.chats.block(1, 5, true)
  await blockedIn(world)
  world.browser.network = 'down'
  const found = (await world.browser.until(world.worker.call('GET', '/api/members')))
    .json as CallAnswer<'members.search'>
  expect(found.results?.map(({ id }) => id) ?? []).not.toContain(5)
})
