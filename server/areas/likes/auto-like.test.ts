import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import type { MemberExtras, TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada')
})
afterEach(() => server.close())

const man = (name: string, extras: MemberExtras = {}) => server.signUp(name, { gender: 'male', ...extras })
const ask = async (member = ada) => (await server.as(member)('auto_like.get')).body
const like = (from: TestMember, other: TestMember) =>
  server.as(from)('likes.put', { params: { profile: String(other.id) } })
const likes = () => server.sql('select liker, liked from likes order by liker')

test('[SAFE-12] the answer is the profile itself, with a copy in `profile` for older app versions', async () => {
  const bert = await man('Bert')
  await like(bert, ada)
  const answer = await ask()
  expect(answer).toMatchObject({ id: bert.id, name: 'Bert', main_image: null, profile: { id: bert.id, name: 'Bert' } })
  expect(await ask()).toBeNull()
})

describe('a like that waits', () => {
  test('[LIKE-6] is shown, the newest first and each once; no like is invented', async () => {
    const [bert, carl] = [await man('Bert'), await man('Carl')]
    await like(bert, ada)
    server.clock.advance(1_000)
    await like(carl, ada)
    const before = likes()
    expect(await ask()).toMatchObject({ id: carl.id, fictional: false })
    expect(await ask()).toMatchObject({ id: bert.id, fictional: false })
    expect(await ask()).toBeNull()
    expect(likes()).toEqual(before)
    // The pop-up does not open the profile, so both likes are still new [LIKE-4].
    expect((await server.as(ada)('likes.get')).body.liked_by.map(({ like_new }) => like_new)).toEqual([true, true])
  })

  test('[LIKE-6] is not shown if it was seen, answered or taken back, or its sender is blocked or gone', async () => {
    const [seen, answered, back, blocked, blocker, gone] = [
      await man('Seen'),
      await man('Answered'),
      await man('Back'),
      await man('Blocked'),
      await man('Blocker'),
      await man('Gone'),
    ]
    for (const one of [seen, answered, back, blocked, blocker, gone]) await like(one, ada)
    await server.as(ada)('likes.seen', { params: { profile: String(seen.id) } })
    await like(ada, answered)
    await server.as(back)('likes.delete', { params: { profile: String(ada.id) } })
    await server.as(ada)('blocks.put', { params: { profile: String(blocked.id) } })
    await server.as(blocker)('blocks.put', { params: { profile: String(ada.id) } })
    server.sql(`update users set status = 'deleting' where id = ?`, gone.id)
    expect(await ask()).toBeNull()
  })
})

describe('a like of a fictional profile', () => {
  test('[LIKE-7] is stored, and labelled everywhere', async () => {
    const robot = await man('Robot', { fictional: true })
    await man('Bert')
    expect(await ask()).toMatchObject({ id: robot.id, name: 'Robot', fictional: true })
    expect(likes()).toEqual([{ liker: robot.id, liked: ada.id }])
    const list = (await server.as(ada)('likes.get')).body
    expect(list.liked_by).toMatchObject([{ id: robot.id, like_new: true }])
    expect(list.profiles).toMatchObject([{ id: robot.id, fictional: true }])
    const news = (await server.as(ada)('sync', { query: { after: '0' } })).body
    expect(news.likes).toMatchObject([{ profile: robot.id, received: { like_new: true } }])
    expect(news.counts.new_likes).toBe(1)
  })

  test('[LIKE-7] never comes from a real member, however many there are', async () => {
    for (let index = 0; index < 8; index += 1) await man(`Man ${index}`)
    for (let count = 0; count < 5; count += 1) {
      expect(await ask()).toBeNull()
      server.clock.advance(DAY_MS)
    }
    expect(likes()).toEqual([])
  })

  test('[LIKE-7] comes at most once a day, and not to a member with several likes', async () => {
    for (let index = 0; index < 9; index += 1) await man(`Robot ${index}`, { fictional: true })
    const had = []
    for (let day = 0; day < 8; day += 1) {
      const [first, second] = [await ask(), await ask()]
      had.push([first?.fictional ?? null, second])
      server.clock.advance(DAY_MS)
    }
    expect(had).toEqual(Array.from({ length: 8 }, (_, day) => [day < 5 ? true : null, null]))
    expect(new Set(likes().map(({ liker }) => liker)).size).toBe(5)
  })

  test('[LIKE-7] two parallel requests create one', async () => {
    for (let index = 0; index < 3; index += 1) await man(`Robot ${index}`, { fictional: true })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.filter((profile) => profile !== null)).toHaveLength(1)
    expect(likes()).toHaveLength(1)
  })

  test('[LIKE-7] comes from a fitting profile that the member has neither passed, blocked nor talked with', async () => {
    const robots = []
    for (let index = 0; index < 4; index += 1) robots.push(await man(`Robot ${index}`, { fictional: true }))
    const [passed, blocked, talked, free] = robots
    const looking = await man('Looks for men', { fictional: true })
    server.sql(`update profile_details set looking_for = 'male' where id = ?`, looking.id)
    await man('Hidden', { fictional: true, invisible: true })
    const call = server.as(ada)
    await call('swipe.put', { params: { profile: String(passed?.id) }, body: { choice: 'pass' } })
    await call('blocks.put', { params: { profile: String(blocked?.id) } })
    await server.sendText(ada, { id: talked?.id ?? 0 })
    expect(await ask()).toMatchObject({ id: free?.id })
    server.clock.advance(DAY_MS)
    expect(await ask()).toBeNull()
  })
})
