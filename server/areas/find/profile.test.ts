import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SHOWN_FACTS, noFacts } from '#contract/entities/profile-facts.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { profileDetails } from '../../db/schema/profile.ts'

let server: TestServer
let me: TestMember
beforeEach(async () => {
  server = await createTestServer()
  me = await server.signUp('Me')
})
afterEach(() => server.close())

const view = (id: number, as: TestMember | null = me) =>
  (as ? server.as(as) : server.visitor)('members.get', { params: { id: String(id) } })
const like = (from: TestMember, to: TestMember) => server.as(from)('likes.put', { params: { profile: String(to.id) } })
const block = (from: TestMember, to: TestMember) =>
  server.as(from)('blocks.put', { params: { profile: String(to.id) } })
const write = async (from: TestMember, to: TestMember) => {
  expect((await server.sendText(from, to, 'Ciao')).status).toBe(201)
}

describe('a profile as others see it', () => {
  test('[SAFE-12] [PROF-1] has a status, and an account that is leaving looks like one that is gone', async () => {
    const ada = await server.signUp('Ada')
    await write(ada, me)
    const statusOf = async (status: string) => {
      server.sql('update users set status = ? where id = ?', status, ada.id)
      return (await view(ada.id)).body.profile.status
    }
    expect(await statusOf('active')).toBe('active')
    expect(await statusOf('not_confirmed')).toBe('not_confirmed')
    expect([await statusOf('deleting'), await statusOf('deleted')]).toEqual(['deleted', 'deleted'])
    expect((await server.as(me)('profile.get')).body.profile.status).toBe('active')
  })

  test('[ACC-18] only members see sensitive data, visitors do not', async () => {
    const ada = await server.signUp('Ada')
    await server.db
      .update(profileDetails)
      .set({ sexuality: 'bi', interests: ['coffee', 'bondage'] })
      .run()
    const seen = { sexuality: 'bi', interests: ['coffee', 'bondage'] }
    expect((await view(ada.id)).body.profile).toMatchObject(seen)
    expect((await view(ada.id, null)).body.profile).toMatchObject({ sexuality: null, interests: ['coffee'] })
  })

  test('[PROF-1] a profile has age, place and details, and the relation of the two members', async () => {
    const ada = await server.signUp('Ada', { birthDate: '1990-06-16', aboutMe: 'Sails.', fictional: true })
    await server.db
      .update(profileDetails)
      .set({ hair_colour: 'red', body_type: 'slim', interests: ['coffee', 'kissing'] })
      .run()
    server.clock.advance(90_000)
    await like(me, ada)
    await like(ada, me)
    const { profile } = (await view(ada.id)).body
    expect(profile).toEqual({
      id: ada.id,
      name: 'Ada',
      age: 35,
      gender: 'female',
      country: 'IT',
      countryregion: 'IT-25',
      region: 'Lombardia',
      city: 'Milano',
      main_image: null,
      fictional: true,
      last_active: Date.parse('2026-06-15T12:00:00Z'),
      exists: true,
      distance: 'same',
      status: 'active',
      reserved: false,
      about_me: 'Sails.',
      ...noFacts(SHOWN_FACTS),
      hair_colour: 'red',
      body_type: 'slim',
      interests: ['coffee', 'kissing'],
      prompts: [],
      photos: [],
      photo_count: 0,
      liked: true,
      likes_me: true,
      blocked: false,
      closed: null,
      talked: false,
    })
  })

  test('[PROF-5] others see only active photos, the owner sees all', async () => {
    const ada = await server.signUp('Ada')
    for (const [position, status] of ['pending', 'active', 'rejected'].entries())
      addPhoto(server, ada, { status, position })
    setMain(server, ada, '1')

    const seen = (await view(ada.id)).body.profile
    expect(seen.photos.map(({ id }) => id)).toEqual(['2'])
    expect(seen.photo_count).toBe(1)
    expect(seen.main_image).toBeNull()
    const own = (await server.as(ada)('profile.get')).body.profile
    expect(own.photos.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(own.main_image).toMatchObject({ id: '1', status: 'pending', filename: '/photos/1/full' })

    server.sql(`update photos set status = 'active' where id = 1`)
    expect((await view(ada.id)).body.profile.main_image).toMatchObject({ match: '/photos/1/card' })
  })

  test("only the owner's own view of the profile contains private fields", async () => {
    const own = (await server.as(me)('profile.get')).body.profile
    expect(own).toMatchObject({ date_of_birth: '1990-05-20', looking_for: null, city_id: 'IT-25/milano' })
    const seen = (await view(me.id)).body.profile
    expect(seen.name).toBe('Me')
    for (const name of ['date_of_birth', 'looking_for', 'city_id']) expect(seen).not.toHaveProperty(name)
  })

  test('[FIND-4] fields that the settings hide are empty; the prompts are hidden and shown with the text', async () => {
    await server.close()
    server = await createTestServer({ settings: { visible_profile_fields: ['hair_colour'] } })
    const ada = await server.signUp('Ada', { aboutMe: 'Sails.' })
    await server.db
      .update(profileDetails)
      .set({ hair_colour: 'red', interests: ['coffee'], prompts: [{ prompt: 'sunday', answer: 'The sea.' }] })
      .run()
    const hidden = { about_me: '', prompts: [], interests: [] }
    expect((await view(ada.id, null)).body.profile).toMatchObject({ ...hidden, hair_colour: 'red' })
  })
})

describe('permission to see a profile', () => {
  test('[ACC-6] not confirmed and deleted members are found by nobody', async () => {
    for (const status of ['not_confirmed', 'deleting', 'deleted'] as const) {
      const other = await server.signUp(`Member ${status}`, { status })
      expect((await view(other.id)).error).toEqual({ error: 'not_found' })
      expect((await view(other.id, null)).error).toEqual({ error: 'not_found' })
    }
    expect((await view(999_999)).error).toEqual({ error: 'not_found' })
  })

  test('[CHAT-12] a conversation partner stays visible, and the profile shows why writing is not possible', async () => {
    const ada = await server.signUp('Ada')
    await write(me, ada)
    for (const [status, closed, exists] of [
      ['not_confirmed', 'recipient_unconfirmed', true],
      ['deleting', 'recipient_deleted', false],
    ] as const) {
      server.sql('update users set status = ? where id = ?', status, ada.id)
      expect((await view(ada.id)).body.profile).toMatchObject({ closed, exists })
    }
  })

  test('[PROF-10] an invisible member shows after liking or writing first', async () => {
    const [liking, writing] = [
      await server.signUp('Liking', { invisible: true }),
      await server.signUp('Writing', { invisible: true }),
    ]
    for (const member of [liking, writing]) expect((await view(member.id)).error).toEqual({ error: 'not_found' })
    await like(liking, me)
    await write(writing, me)
    for (const member of [liking, writing]) expect((await view(member.id)).status).toBe(200)
    expect((await view(liking.id, null)).error).toEqual({ error: 'not_found' })
  })

  test('[PROF-10] whoever wrote before the mode was switched on sees as little as of a private profile until an answer', async () => {
    const ada = await server.signUp('Ada')
    await write(me, ada)
    await server.as(ada)('notifications.put', { body: { invisible_mode: true } })
    const seen = async () => (await view(ada.id)).body.profile
    expect(await seen()).toMatchObject({ name: 'Ada', reserved: true, city: '', last_active: 0, closed: null })
    const { chats, profiles } = (await server.as(me)('chats.get')).body
    expect([chats.length, profiles]).toMatchObject([1, [{ id: ada.id, reserved: true, last_active: 0 }]])
    await write(ada, me)
    expect(await seen()).toMatchObject({ reserved: false, city: expect.stringMatching(/./) })
  })

  test('[CHAT-9] a blocked member cannot see the blocker, and learns who blocks', async () => {
    const ada = await server.signUp('Ada')
    await block(ada, me)
    const refused = await view(ada.id)
    expect([refused.status, refused.error]).toEqual([403, { error: 'blocked', name: 'Ada' }])
    expect((await view(me.id, ada)).body.profile).toMatchObject({ blocked: true, closed: 'blocking' })
  })
})
