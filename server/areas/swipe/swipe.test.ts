import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let ada: TestMember
let men: TestMember[]
beforeEach(async () => {
  server = await createTestServer({ start: '2026-06-15T12:00:00.000Z' })
  ada = await server.signUp('Ada')
  men = []
  for (let index = 0; index < 12; index += 1)
    men.push(await server.signUp(`Man ${index}`, { gender: 'male', lastActive: server.clock.now() - index * 1_000 }))
})
afterEach(() => server.close())

const ROME = 'Europe/Rome'
const man = (index: number): TestMember => {
  const found = men[index]
  if (!found) throw new Error(`No man ${index}`)
  return found
}
const swipe = (index: number, choice: 'like' | 'pass', time_zone: string | undefined = ROME) =>
  server.as(ada)('swipe.put', { params: { profile: String(man(index).id) }, body: { choice, time_zone } })
const undo = (index: number) => server.as(ada)('swipe.undo', { params: { profile: String(man(index).id) } })
const deck = async (time_zone: string | undefined = ROME) =>
  (await server.as(ada)('swipe.get', { query: { time_zone } })).body
const names = async () => (await deck()).cards.map(({ name }) => name)
const likesOf = (member: TestMember) => server.sql('select liked from likes where liker = ?', member.id)

describe('the deck', () => {
  test('[LIKE-5] at most twenty fitting profiles, the best first and the same while nothing changes', async () => {
    for (let index = 0; index < 15; index += 1)
      await server.signUp(`More ${index}`, { gender: 'male', region: 'IT-62', city: 'IT-62/roma' })
    await server
      .signUp('Looks for men', { gender: 'male' })
      .then(({ id }) => server.sql(`update profile_details set looking_for = 'male' where id = ?`, id))
    const first = await deck()
    expect(first.cards).toHaveLength(20)
    expect(first.cards.slice(0, 12).map(({ name }) => name)).toEqual(men.map(({ name }) => name))
    expect(await deck()).toEqual(first)
    expect(first).toMatchObject({ likes_left: 4, resets_at: Date.parse('2026-06-15T22:00:00Z') })
    expect(await names()).not.toContain('Looks for men')
  })

  test('[LIKE-5] nobody liked, talked with, blocked or swiped, and nobody whom search hides', async () => {
    const call = server.as(ada)
    await call('likes.put', { params: { profile: String(man(0).id) } })
    await server.sendText(ada, man(1))
    await call('blocks.put', { params: { profile: String(man(2).id) } })
    await server.as(man(3))('blocks.put', { params: { profile: String(ada.id) } })
    await swipe(4, 'pass')
    await swipe(5, 'like')
    await server.signUp('Invisible', { gender: 'male', invisible: true })
    await server.signUp('Unconfirmed', { gender: 'male', status: 'not_confirmed' })
    expect(await names()).toEqual([6, 7, 8, 9, 10, 11].map((index) => `Man ${index}`))
  })

  test('[LIKE-5] a swiped profile does not return, even on another day or after many passes', async () => {
    for (let index = 0; index < 210; index += 1) {
      const { id } = await server.signUp(`Passed ${index}`, { gender: 'male', lastActive: server.clock.now() + index })
      server.sql(`insert into swipes values (?, ?, 'pass', 0)`, ada.id, id)
    }
    expect(await names()).toEqual(men.map(({ name }) => name))
    await swipe(0, 'like')
    await server.as(ada)('likes.delete', { params: { profile: String(man(0).id) } })
    await swipe(1, 'pass')
    server.clock.advance(10 * 86_400_000)
    expect(await names()).toEqual(men.slice(2).map(({ name }) => name))
  })

  test('[SAFE-7] a fictional profile in the deck is marked', async () => {
    await server.signUp('Fiction', { gender: 'male', fictional: true })
    expect((await deck()).cards.find(({ name }) => name === 'Fiction')?.fictional).toBe(true)
  })
})

describe('a swipe', () => {
  test('[LIKE-5] a like is a normal like, and can make a match', async () => {
    await server.as(man(0))('likes.put', { params: { profile: String(ada.id) } })
    const { body } = await swipe(0, 'like')
    expect(body).toMatchObject({ match: true, likes_left: 3, like: { profile: man(0).id, sent: {}, received: {} } })
    expect((await server.as(man(0))('likes.get')).body).toMatchObject({ matches: [{ id: ada.id }] })
    const { likes } = (await server.as(man(0))('sync', { query: { after: '0' } })).body
    expect(likes).toMatchObject([{ profile: ada.id, received: {}, sent: {} }])
    expect(server.sql(`select kind from jobs where json_extract(payload, '$.liker') = ?`, ada.id)).toHaveLength(2)
  })

  test('[LIKE-5] a pass is stored, and nobody is notified', async () => {
    const { body } = await swipe(0, 'pass')
    expect(body).toMatchObject({ match: false, likes_left: 4, like: { sent: null } })
    expect((await deck()).likes_left).toBe(4)
    expect(server.sql('select count(*) as n from changes')).toEqual([{ n: 0 }])
    expect(server.sql('select count(*) as n from jobs')).toEqual([{ n: 0 }])
  })

  test('[LIKE-5] a repeat gets the same answer and counts once', async () => {
    const first = await swipe(0, 'like')
    server.clock.advance(1_000)
    expect((await swipe(0, 'like')).body).toEqual(first.body)
    expect((await deck()).likes_left).toBe(3)
    // A late pass changes nothing. Neither does the like, sent again after it was taken back.
    expect((await swipe(0, 'pass')).body).toEqual(first.body)
    await server.as(ada)('likes.delete', { params: { profile: String(man(0).id) } })
    expect((await swipe(0, 'like')).body).toMatchObject({ likes_left: 3, like: { sent: null } })
    expect(likesOf(ada)).toEqual([])
  })

  test('[LIKE-5] undo takes a pass back, and a pass can become a like; undo does not remove a like', async () => {
    await swipe(0, 'pass')
    await swipe(1, 'pass')
    expect((await undo(0)).body).toEqual({})
    expect((await undo(0)).body).toEqual({})
    expect((await names())[0]).toBe('Man 0')
    expect((await swipe(1, 'like')).body).toMatchObject({ likes_left: 3, like: { sent: {} } })
    await undo(1)
    expect(await names()).not.toContain('Man 1')
    expect(likesOf(ada)).toHaveLength(1)
    expect((await deck()).likes_left).toBe(3)
  })

  test('[LIKE-5] a swipe and its undo change nothing for other members and other profiles', async () => {
    const bea = await server.signUp('Bea')
    for (const [index, choice] of [
      [0, 'like'],
      [1, 'pass'],
    ] as const)
      await server.as(bea)('swipe.put', { params: { profile: String(man(index).id) }, body: { choice } })
    await swipe(0, 'like')
    expect(likesOf(ada)).toEqual([{ liked: man(0).id }])
    await swipe(1, 'pass')
    await swipe(2, 'pass')
    await undo(1)
    expect(server.sql('select member, profile, choice from swipes order by member, profile')).toEqual([
      { member: ada.id, profile: man(0).id, choice: 'like' },
      { member: ada.id, profile: man(2).id, choice: 'pass' },
      { member: bea.id, profile: man(0).id, choice: 'like' },
      { member: bea.id, profile: man(1).id, choice: 'pass' },
    ])
  })

  test('[CHAT-9] is refused for the same reasons as a like', async () => {
    const errorOf = async (profile: number, choice: 'like' | 'pass') =>
      (await server.as(ada)('swipe.put', { params: { profile: String(profile) }, body: { choice } })).error?.error
    const hidden = await server.signUp('Hidden', { invisible: true })
    await server.as(ada)('blocks.put', { params: { profile: String(man(0).id) } })
    await server.as(man(1))('blocks.put', { params: { profile: String(ada.id) } })
    for (const choice of ['like', 'pass'] as const) {
      expect(await errorOf(ada.id, choice)).toBe('self_not_allowed')
      expect(await errorOf(999_999, choice)).toBe('not_found')
      expect(await errorOf(hidden.id, choice)).toBe('not_found')
      expect(await errorOf(man(0).id, choice)).toBe('blocking')
      expect(await errorOf(man(1).id, choice)).toBe('blocked')
    }
    expect(server.sql('select * from swipes')).toEqual([])
    const unknown = await server.as(ada)('swipe.undo', { params: { profile: '999999' } })
    expect(unknown.error).toEqual({ error: 'not_found' })
  })
})

test('[ACC-19] a wish that only the device stores filters the deck, and is not stored on the server', async () => {
  await server.signUp('A woman', { gender: 'female' })
  const { cards } = (await server.as(ada)('swipe.get', { query: { gender: 'female' } })).body
  expect(cards.map(({ name }) => name)).toEqual(['A woman'])
  expect(server.sql('select looking_for from profile_details where id = ?', ada.id)).toEqual([{ looking_for: null }])
})
