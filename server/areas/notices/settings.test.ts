import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHANNELS_OF, DEFAULT_MEMBER_SETTINGS, PREFERENCES } from '#contract/entities/member-settings.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

type Change = Parameters<typeof change>[0]
const change = async (body: {
  notifications?: Record<string, { mail?: boolean; push?: boolean }>
  invisible_mode?: boolean
  privacy_mode?: boolean
  push_details?: boolean
  dismissed_alerts?: Record<string, number>
  signup_step?: number | null
}) => (await server.as(anna)('notifications.put', { body })).body.settings
const settings = async () => (await server.as(anna)('notifications.get')).body.settings
const stored = () => JSON.parse(String(server.sql('select settings from users where id = ?', anna.id)[0]?.['settings']))
const seqOf = (member: TestMember) =>
  server.sql('select feed_seq as seq from users where id = ?', member.id)[0]?.['seq']

describe('[PWA-5] preferences', () => {
  test('are all eight, each with its channels; a missing channel stays off', async () => {
    expect(await settings()).toEqual(DEFAULT_MEMBER_SETTINGS)
    expect(Object.keys((await settings()).notifications)).toEqual([
      'new_conversations',
      'new_messages',
      'like',
      'unread_message_reminders',
      'promotions',
      'weekly_updates',
      'news',
      'reminders',
    ])
    const all = Object.fromEntries(PREFERENCES.map((name) => [name, { mail: true, push: true }]))
    const { notifications } = await change({ notifications: all })
    for (const name of PREFERENCES)
      expect([name, notifications[name]]).toEqual([
        name,
        { mail: CHANNELS_OF[name].includes('mail'), push: CHANNELS_OF[name].includes('push') },
      ])
    const none = Object.fromEntries(PREFERENCES.map((name) => [name, { mail: false, push: false }]))
    expect(Object.values((await change({ notifications: none })).notifications)).toEqual(
      PREFERENCES.map(() => ({ mail: false, push: false })),
    )
  })

  test('change one at a time, and the others stay', async () => {
    await change({ notifications: { like: { mail: false } } })
    await change({ notifications: { news: { mail: true } } })
    expect(await settings()).toEqual({
      ...DEFAULT_MEMBER_SETTINGS,
      notifications: {
        ...DEFAULT_MEMBER_SETTINGS.notifications,
        like: { mail: false, push: true },
        news: { mail: true, push: false },
      },
    })
    // Only differences from the defaults are stored.
    expect(stored()).toEqual({
      notifications: { like: { mail: false, push: true }, news: { mail: true, push: false } },
    })
    await change({ notifications: { like: { mail: true }, news: { mail: false } } })
    expect(stored()).toEqual({})
  })

  test('reach every device by the feed once, even if the change is sent twice', async () => {
    const off: Change = { notifications: { like: { mail: false } }, push_details: true, signup_step: 3 }
    await change(off)
    const seq = seqOf(anna)
    await change(off)
    expect(seqOf(anna)).toBe(seq)
    const { user } = (await server.as(anna)('sync', { query: { after: '0' } })).body
    expect(user?.settings).toMatchObject({ push_details: true, signup_step: 3 })
    expect(user?.settings.notifications.like).toEqual({ mail: false, push: true })
    expect((await change({ signup_step: null })).signup_step).toBeNull()
  })
})

describe('[PROF-12] dismissed alerts', () => {
  test('are stored with their time, each alone, and never with a time in the future', async () => {
    const now = server.clock.now()
    await change({ dismissed_alerts: { push: now - 5_000 } })
    await change({ dismissed_alerts: { enrich_profile: now + DAY_MS } })
    expect((await settings()).dismissed_alerts).toEqual({ push: now - 5_000, enrich_profile: now })
    server.clock.advance(DAY_MS)
    // The outbox sends it again after a lost answer: the alert is not dismissed a second time.
    const seq = seqOf(anna)
    await change({ dismissed_alerts: { push: now - 5_000 } })
    expect(seqOf(anna)).toBe(seq)
  })
})

const flags = () => server.sql('select invisible, reserved, searchable from profiles where id = ?', anna.id)[0]

describe('the two modes', () => {
  test('[PROF-10] are stored in the profile, and search follows at once', async () => {
    await change({ invisible_mode: true, privacy_mode: true })
    expect(flags()).toEqual({ invisible: 1, reserved: 1, searchable: 0 })
    await change({ invisible_mode: false })
    expect(flags()).toEqual({ invisible: 0, reserved: 1, searchable: 1 })
    expect(await settings()).toMatchObject({ invisible_mode: false, privacy_mode: true })
  })

  test('[ACC-6] never make an unconfirmed or restricted member findable', async () => {
    server.sql(`update users set status = 'not_confirmed' where id = ?`, anna.id)
    await change({ invisible_mode: true })
    await change({ invisible_mode: false })
    expect(flags()).toMatchObject({ searchable: 0 })
    server.sql(`update users set status = 'active' where id = ?`, anna.id)
    server.sql(`update users set sanction = 'restricted' where id = ?`, anna.id)
    await change({ invisible_mode: true })
    await change({ invisible_mode: false })
    expect(flags()).toMatchObject({ searchable: 0 })
  })

  test('notify everyone with a conversation or a like', async () => {
    const [bert, carl] = [await server.signUp('Bert'), await server.signUp('Carl')]
    await server.as(bert)('likes.put', { params: { profile: String(anna.id) } })
    const before = [seqOf(bert), seqOf(carl)]
    await change({ push_details: true })
    expect([seqOf(bert), seqOf(carl)]).toEqual(before)
    await change({ privacy_mode: true })
    expect(Number(seqOf(bert))).toBeGreaterThan(Number(before[0]))
    expect(seqOf(carl)).toBe(before[1])
  })
})

test('[PROF-12] disabled mail can be enabled again, and the devices are notified', async () => {
  server.sql(`update users set notifications_disabled = '["bounce","fbl"]' where id = ?`, anna.id)
  const { status, body } = await server.as(anna)('notifications.enable')
  expect([status, body.settings]).toEqual([200, DEFAULT_MEMBER_SETTINGS])
  const seq = seqOf(anna)
  expect((await server.as(anna)('user.get')).body.user?.notifications_disabled).toEqual([])
  await server.as(anna)('notifications.enable')
  expect(seqOf(anna)).toBe(seq)
})
