/**
 * [PWA-5] The pushes of the daily round: each channel only if the member wants it, a phone only by day, each thing
 * once.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Preference } from '#contract/entities/member-settings.ts'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { TestMember } from '../testing/members.ts'
import { inboxOf } from '../testing/post-office.ts'
import { pushOffice, type PushOffice } from '../testing/pushed.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { remindersRound } from './reminders-round.ts'

let server: TestServer
let office: PushOffice
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  // Six in the evening in Rome.
  server = await createTestServer({ start: '2026-06-15T16:00:00Z' })
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { credits: 100 })
  server.sql('update users set signup_at = 0')
  await office.subscribe(anna)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const want = (preference: Preference, ways: { mail?: boolean; push?: boolean }) =>
  server.as(anna)('notifications.put', { body: { notifications: { [preference]: ways } } })
const live = (timeZone: string) => server.sql('update users set time_zone = ? where id = ?', timeZone, anna.id)
const write = (from = bert) => server.sendText(from, anna, 'the secret text')
/** Ignores the jobs that messages and likes added, and those of other members. */
const round = async () => {
  server.sql(`delete from jobs where kind in ('mail.new_conversation', 'mail.like', 'push.like', 'push.message')`)
  await remindersRound(server.deps)({}, 0)
  await office.runJobs()
}
const mails = () => inboxOf(server).filter(({ recipient }) => recipient === anna.email)
const told = () => ({ mails: mails().length, pushes: office.service.pushed.length })
const waiting = () =>
  server
    .sql(`select kind, run_at from jobs where kind like 'push.%'`)
    .map(({ kind, run_at: at }) => [kind, new Date(Number(at)).toISOString()])

const week = async () => {
  for (let day = 0; day < 7; day += 1) {
    await round()
    server.clock.advance(DAY_MS)
  }
}
const begin = async (name = 'Ada') => {
  anna = await server.signUp(name, { language: 'en' })
  await office.subscribe(anna)
  server.sql('delete from jobs')
}
const days = async (count: number) => {
  for (let day = 0; day < count; day += 1) {
    server.clock.advance(DAY_MS)
    await round()
  }
  return told()
}

describe('[PWA-5] messages that lie unread', () => {
  beforeEach(async () => {
    await write()
    await write()
    server.clock.advance(DAY_MS)
  })

  test.each([
    [{}, { mails: 1, pushes: 0 }],
    [{ push: true }, { mails: 1, pushes: 1 }],
    [
      { mail: false, push: true },
      { mails: 0, pushes: 1 },
    ],
    [{ mail: false }, { mails: 0, pushes: 0 }],
  ])('are sent by each channel that is switched on: %j', async (ways, expected) => {
    await want('unread_message_reminders', ways)
    await round()
    expect(told()).toEqual(expected)
  })

  test('are pushed as a number and nothing else', async () => {
    await want('unread_message_reminders', { push: true })
    await write(await server.signUp('Made', { fictional: true }))
    await round()
    const payload = office.payloads()[0]
    expect(payload).toMatchObject({
      app_badge: 3,
      notification: {
        title: 'Visavis',
        // [SAFE-7]
        body: '2 messages are waiting for you\nA message from a fictional profile is waiting for you',
        tag: 'unread',
        silent: true,
        navigate: 'http://localhost:3000/chats',
        data: { kind: 'unread', names: null, conversation: null, message: null, chat: null, profile: null },
      },
    })
    expect(JSON.stringify(payload)).not.toMatch(/Bert|Made|secret/)
    // The push lives six hours, but not past nine in the evening.
    expect(office.service.pushed[0]?.headers).toMatchObject({ ttl: '10800', urgency: 'low', topic: 'unread' })
  })

  test('are not pushed again within three days, and never twice for the same messages', async () => {
    await want('unread_message_reminders', { mail: false, push: true })
    const counts: number[] = []
    for (let day = 0; day < 6; day += 1) {
      await round()
      counts.push(office.service.pushed.length)
      if (day === 0) await write()
      server.clock.advance(DAY_MS)
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 2])
  })

  test('are not pushed at night, but from nine in the morning', async () => {
    await want('unread_message_reminders', { push: true })
    live('Asia/Tokyo')
    await round()
    expect(told().pushes).toBe(0)
    expect(waiting()).toEqual([['push.unread', '2026-06-17T00:00:00.000Z']])
    server.clock.advance(8 * HOUR_MS)
    await office.runJobs()
    expect(told().pushes).toBe(1)
    expect(office.service.pushed[0]?.headers['ttl']).toBe('21600')
  })

  test('are not pushed at all if the server was down all day', async () => {
    await want('unread_message_reminders', { push: true })
    live('Asia/Tokyo')
    await round()
    server.clock.advance(20 * HOUR_MS)
    await office.runJobs()
    expect(told().pushes).toBe(0)
    expect(waiting()).toEqual([])
  })

  test('are not pushed if read meanwhile, if the app is open, or without a device', async () => {
    await want('unread_message_reminders', { mail: false, push: true })
    live('Asia/Tokyo')
    await round()
    const up_to = Number(server.sql('select max(id) as id from messages')[0]?.['id'])
    await server.as(anna)('chats.read', { params: { conversation: `${anna.id}-${bert.id}` }, body: { up_to } })
    server.clock.advance(8 * HOUR_MS)
    await office.runJobs()
    expect(told().pushes).toBe(0)

    await server.as(anna)('user.push', { body: { subscription: null } })
    await write()
    server.clock.advance(4 * DAY_MS)
    server.sql('delete from jobs')
    await remindersRound(server.deps)({}, 0)
    expect(waiting()).toEqual([])
  })
})

describe('[PWA-5] the week', () => {
  beforeEach(() => want('unread_message_reminders', { mail: false }))

  test('is pushed once, in numbers, fictional profiles separately', async () => {
    await want('weekly_updates', { mail: false, push: true })
    const made = await server.signUp('Made', { fictional: true })
    for (const liker of [bert, made]) await server.as(liker)('likes.put', { params: { profile: String(anna.id) } })
    await write()
    await week()
    expect(told()).toEqual({ mails: 0, pushes: 1 })
    expect(office.payloads()[0]).toMatchObject({
      app_badge: 3,
      notification: {
        title: 'Your week at Visavis',
        body: [
          'One new like for you.',
          'One new like for you from a fictional profile.',
          'One message that you have not read yet.',
        ].join('\n'),
        tag: 'weekly',
        navigate: 'http://localhost:3000/likes',
      },
    })
  })

  test('goes by mail only if no push is wanted', async () => {
    await write()
    await week()
    expect(told()).toEqual({ mails: 1, pushes: 0 })
  })
})

describe('[PWA-5] an unfinished profile or signup', () => {
  beforeEach(() => begin())

  test('causes a reminder after three days, once more after fourteen, and never again', async () => {
    await want('reminders', { push: true })
    expect(await days(2)).toEqual({ mails: 0, pushes: 0 })
    expect(await days(1)).toEqual({ mails: 1, pushes: 1 })
    expect(mails()[0]).toMatchObject({ subject: 'Something is missing from your profile at Visavis' })
    expect(mails()[0]?.text).toContain('Your profile is still missing something: a photo, a few words about you')
    expect(mails()[0]?.text).not.toContain('We will not remind you')
    expect(office.last()).toMatchObject({
      body: 'Something is still missing from your profile',
      navigate: 'http://localhost:3000/profile',
      tag: 'reminder',
    })
    expect(await days(10)).toEqual({ mails: 1, pushes: 1 })
    expect(await days(1)).toEqual({ mails: 2, pushes: 2 })
    expect(mails()[1]?.text).toContain('We will not remind you of this again.')
    expect(await days(60)).toEqual({ mails: 2, pushes: 2 })
  })

  test('names the signup if the signup is unfinished', async () => {
    await want('reminders', { push: true })
    await server.as(anna)('notifications.put', { body: { signup_step: 3 } })
    await days(3)
    expect(mails()[0]?.subject).toBe('Your signup at Visavis is waiting')
    expect(mails()[0]?.text).toContain('http://localhost:3000/complete-signup')
    expect(office.last()).toMatchObject({ body: 'You can finish signing up where you left off' })
  })

  test('causes no reminder once finished, nor for a member who does not want it', async () => {
    await want('reminders', { mail: false })
    expect(await days(5)).toEqual({ mails: 0, pushes: 0 })
    await begin('Zoe')
    server.sql(`insert into photos (owner, hash, status, created_at) values (?, 'x', 'active', 0)`, anna.id)
    server.sql(
      `update profile_details set about_me = ?, interests = '["art","cars","chess"]', eye_colour = 'blue' where id = ?`,
      'I like the sea, and the mountains too',
      anna.id,
    )
    server.sql(`update profiles set city = 'IT-1' where id = ?`, anna.id)
    server.clock.advance(3 * DAY_MS)
    await remindersRound(server.deps)({}, 0)
    expect(server.sql(`select kind from jobs where kind like '%.reminder'`)).toEqual([])
    // The last part is removed, and added again before the mail is sent.
    server.sql('update photos set owner = -owner')
    await remindersRound(server.deps)({}, 0)
    expect(server.sql(`select kind from jobs where kind like '%.reminder'`)).toEqual([{ kind: 'mail.reminder' }])
    server.sql('update photos set owner = -owner')
    await office.runJobs()
    expect(told()).toEqual({ mails: 0, pushes: 0 })
  })

  test('causes no late reminder', async () => {
    server.clock.advance(7 * DAY_MS)
    expect(await days(1)).toEqual({ mails: 0, pushes: 0 })
  })
})

test.each([
  ['push.unread', 'unread_message_reminders'],
  ['push.weekly', 'weekly_updates'],
  ['push.reminder', 'reminders'],
] as const)(
  '[PWA-5] %s: a push that is switched off while it waits for the morning is not sent',
  async (kind, preference) => {
    await write()
    server.sql('delete from jobs')
    const morning = async () => {
      const at = server.deps.now()
      await server.deps.write((tx) => tx.jobs.add({ kind, payload: { member: anna.id, at } }, at))
      await office.runJobs()
      return told().pushes
    }
    await want(preference, { push: true })
    expect(await morning()).toBe(1)
    await want(preference, { push: false })
    expect(await morning()).toBe(1)
  },
)
