import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { addMany, type TestMember } from '../testing/members.ts'
import { jpegOf, uploadMessage } from '../testing/photos.ts'
import { inboxOf, runJobs } from '../testing/post-office.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { Deps } from '../deps.ts'
import { RECURRING, type JobPayload } from './kinds.ts'
import { purgeAccounts } from './purge-due.ts'
import { armRecurring, nextAtHour } from './recurring.ts'
import { remindersRound } from './reminders-round.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { credits: 1_000 })
  silence(bert)
})
afterEach(() => server.close())

/** Bert wants no notifications, so all mail is Anna's. */
const silence = (member: TestMember) =>
  server.sql(`update users set notifications_disabled = '["bounce"]' where id = ?`, member.id)
const write = async (from = bert) => (await server.sendText(from, anna, 'the secret text')).body.message.id
/** Ignores the jobs that messages and likes added. */
const round = async () => {
  server.sql(`delete from jobs where kind in ('mail.new_conversation', 'mail.like', 'push.like')`)
  // Nobody is new here: unfinished profiles have tests of their own.
  server.sql('update users set signup_at = 0')
  await remindersRound(server.deps)({}, 0)
  const before = inboxOf(server).length
  await runJobs(server)
  return inboxOf(server).slice(before)
}
const off = (notifications: object) => server.as(anna)('notifications.put', { body: { notifications } })
/** A day that is not the weekday of Anna's weekly mail. */
const skipWeekday = () => {
  if (Math.floor(server.clock.now() / DAY_MS) % 7 === anna.id % 7) server.clock.advance(DAY_MS)
}

describe('a reminder of unread messages', () => {
  beforeEach(() => off({ weekly_updates: { mail: false } }))

  test('[PWA-5] waits for the morning where the member is', async () => {
    server.sql(`update users set time_zone = 'Asia/Tokyo' where id = ?`, anna.id)
    await write()
    // 21:00 in Tokyo.
    server.clock.advance(DAY_MS)
    expect(await round()).toEqual([])
    server.clock.advance(12 * HOUR_MS - 1)
    await runJobs(server)
    expect(inboxOf(server)).toEqual([])
    server.clock.advance(1)
    await runJobs(server)
    expect(inboxOf(server)).toMatchObject([{ recipient: anna.email, subject: 'A message is waiting for you' }])
  })

  test('comes once a message has been unread for a day, and names senders and counts', async () => {
    await write()
    await write()
    server.clock.advance(DAY_MS - 1)
    expect(await round()).toEqual([])
    server.clock.advance(1)
    const [mail, ...more] = await round()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ recipient: anna.email, subject: '2 messages are waiting for you' })
    expect(mail?.text).toContain('There are 2 messages at Visavis that you have not read yet, from Bert.')
    expect(JSON.stringify(mail)).not.toContain('secret')
  })

  test('comes at most once in three days, and not again of the same messages', async () => {
    await write()
    server.clock.advance(DAY_MS)
    expect(await round()).toHaveLength(1)
    await write()
    for (const expected of [0, 0, 1, 0, 0, 0, 0]) {
      server.clock.advance(DAY_MS)
      expect(await round()).toHaveLength(expected)
    }
  })

  test('[SAFE-7] marks fictional writers, and counts unnamed ones separately', async () => {
    for (const name of ['Carl', 'Dora', 'Emil']) await write(await server.signUp(name))
    server.clock.advance(1_000)
    await write(await server.signUp('Made', { fictional: true }))
    server.clock.advance(DAY_MS)
    const [mail] = await round()
    expect(mail?.text).toMatch(/from Made \(fictional profile\), \w+, \w+,? and one more person\./)
    expect(mail?.text).toContain('With fictional profiles you can only chat')
  })

  test('[PWA-5] does not come if the message is read, blocked or gone, or the reminder not wanted', async () => {
    const up_to = await write()
    server.clock.advance(DAY_MS)
    await server.as(anna)('chats.read', { params: { conversation: `${anna.id}-${bert.id}` }, body: { up_to } })
    const [carl, dora] = [await server.signUp('Carl'), await server.signUp('Dora')]
    await write(carl)
    await write(dora)
    await server.as(anna)('blocks.put', { params: { profile: String(carl.id) } })
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, dora.id)
    server.clock.advance(DAY_MS)
    expect(await round()).toEqual([])

    await write()
    await off({ unread_message_reminders: { mail: false } })
    server.clock.advance(2 * DAY_MS)
    expect(await round()).toEqual([])
  })

  test('[CHAT-2] [CHAT-8] counts a photo like a text, and no deleted message', async () => {
    await write()
    await server.as(anna)('chats.delete', { body: { conversation: `${anna.id}-${bert.id}` } })
    await uploadMessage(server, bert, anna, await jpegOf())
    server.clock.advance(DAY_MS)
    const [mail] = await round()
    expect(mail?.subject).toBe('A message is waiting for you')
  })

  test('is not sent where the messages were read between the round and the mail', async () => {
    const up_to = await write()
    server.clock.advance(DAY_MS)
    await remindersRound(server.deps)({}, 0)
    await server.as(anna)('chats.read', { params: { conversation: `${anna.id}-${bert.id}` }, body: { up_to } })
    server.sql(`delete from jobs where kind <> 'mail.unread'`)
    await runJobs(server)
    expect(inboxOf(server)).toEqual([])
  })
})

describe('the week’s mail', () => {
  beforeEach(() => off({ unread_message_reminders: { mail: false } }))

  test('comes once in seven days, and counts what happened, fictional profiles separately', async () => {
    skipWeekday()
    const made = await server.signUp('Made', { fictional: true })
    silence(made)
    for (const liker of [bert, made]) await server.as(liker)('likes.put', { params: { profile: String(anna.id) } })
    await write()
    const mails: number[] = []
    let text = ''
    for (let day = 0; day < 7; day += 1) {
      const got = await round()
      mails.push(got.length)
      text += got.map((mail) => mail.text).join('')
      server.clock.advance(DAY_MS)
    }
    expect(mails.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(text).toContain('One new like for you.\n\nOne new like for you from a fictional profile.')
    expect(text).toContain('One message that you have not read yet.')
    expect(text).not.toMatch(/Bert|Made|secret/)
  })

  test('does not come after an empty week, and does not repeat the last one', async () => {
    await write()
    let count = 0
    for (let day = 0; day < 30; day += 1) {
      count += (await round()).length
      server.clock.advance(DAY_MS)
    }
    expect(count).toBe(1)
  })

  test('[PWA-5] does not come to a member who does not want it', async () => {
    await off({ weekly_updates: { mail: false } })
    await write()
    for (let day = 0; day < 8; day += 1) {
      expect(await round()).toEqual([])
      server.clock.advance(DAY_MS)
    }
  })
})

test('a feed that has grown long is cut back to what devices may still ask for', async () => {
  await server.deps.write(async (tx) => {
    for (let count = 0; count < 3_500; count += 1) await tx.feed.append(anna.id, 'user', 0)
    await tx.feed.acknowledge(anna.id, 3_400)
  })
  await round()
  expect(server.sql('select count(*) as n, min(seq) as first from changes where member = ?', anna.id)).toEqual([
    { n: 1_000, first: 2_501 },
  ])
})

const rows = () => server.sql('select kind, run_at, attempts, unique_key from jobs order by kind')
const at = (text: string) => Date.parse(`2026-06-15T${text}Z`)

describe('recurring jobs', () => {
  test('are added once, however often the server starts, and recur', async () => {
    const arm = () => server.deps.write((tx) => armRecurring(tx, server.deps.now()))
    await arm()
    await arm()
    expect(rows().map(({ kind }) => kind)).toEqual([...RECURRING].toSorted())
    const watched = () =>
      rows().filter(({ kind }) => ['accounts.purge', 'ledger.proof', 'reminders.round'].includes(String(kind)))
    const evening = Date.parse('2026-06-15T16:00:00Z')
    await runJobs(server)
    const night = Date.parse('2026-06-16T02:00:00Z')
    expect(watched()).toMatchObject([{ run_at: server.clock.now() + HOUR_MS }, { run_at: night }, { run_at: evening }])
    server.clock.set(evening)
    await runJobs(server)
    expect(watched()).toMatchObject([
      { kind: 'accounts.purge', run_at: evening + HOUR_MS, unique_key: 'accounts.purge' },
      { kind: 'ledger.proof', run_at: night, unique_key: 'ledger.proof' },
      { kind: 'reminders.round', run_at: evening + DAY_MS, unique_key: 'reminders.round' },
    ])
  })

  test('[SAFE-10] never end, however often they fail', async () => {
    await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
    const { purge: _, ...rest } = { purge: server.deps.read.leaving.due, ...server.deps.read.leaving }
    const leaving = {
      ...rest,
      due: () => {
        throw new Error('the disk is away')
      },
    }
    // A job runs with the dependencies of its domain.
    const deps = { ...server.deps, read: { ...server.deps.read, leaving }, at: () => deps }
    const broken = { ...server, deps } as TestServer
    for (let run = 0; run < 40; run += 1) {
      await runJobs(broken)
      server.clock.advance(2 * HOUR_MS)
    }
    expect(server.sql(`select failed_at, attempts from jobs where kind = 'accounts.purge'`)).toEqual([
      { failed_at: null, attempts: 40 },
    ])
    await runJobs(server)
    expect(server.sql(`select attempts, last_error from jobs where kind = 'accounts.purge'`)).toEqual([
      { attempts: 0, last_error: null },
    ])
  })

  test('[ACC-12] [OPS-12] the erasure fails visibly if accounts are not erased, after it has erased the others', async () => {
    // As many as one batch has, and all of them due before the other one.
    const damaged: number[] = []
    while (damaged.length < 20) damaged.push((await server.signUp(`Damaged ${damaged.length}`)).id)
    const dora = await server.signUp('Dora')
    server.sql(`update users set status = 'deleting', deleting_since = 0 where id in (${damaged.join()})`)
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, dora.id)
    const numbers: typeof server.deps.read.numbers = {
      ...server.deps.read.numbers,
      signup: (id) => {
        if (damaged.includes(id)) throw new Error('its rows are damaged')
        return server.deps.read.numbers.signup(id)
      },
    }
    const read = { ...server.deps.read, numbers }
    const withStatus = (status: string) =>
      server.sql('select id from users where status = ? order by id', status).map(({ id }) => id)
    await expect(purgeAccounts({ ...server.deps, read })()).rejects.toThrow('20 accounts were not erased')
    expect([withStatus('deleting'), withStatus('deleted')]).toEqual([damaged, [dora.id]])
    await purgeAccounts(server.deps)()
    expect(withStatus('deleting')).toEqual([])
  })

  test('wait for their hour', () => {
    expect(nextAtHour(16, at('15:59:59.999'))).toBe(at('16:00:00'))
    expect(nextAtHour(16, at('16:00:00'))).toBe(at('16:00:00') + DAY_MS)
  })
})

/** Runs the round as its job, and notes the members that it looks at. The reminders of one of them may fail like a server that ends. */
const watchedRound = (endsAt?: number) => {
  const { chat, ...read } = server.deps.read
  const lookedAt: number[] = []
  const pauses: number[] = []
  const agedUnread: typeof chat.agedUnread = (member, since) => {
    lookedAt.push(member)
    return chat.agedUnread(member, since)
  }
  const deps: Deps = {
    ...server.deps,
    read: { ...read, chat: { ...chat, agedUnread } },
    pause: async (ms) => {
      pauses.push(ms)
      if (endsAt !== undefined && lookedAt.includes(endsAt)) throw new Error('the server ends')
    },
  }
  return { lookedAt, pauses, run: () => remindersRound(deps)(roundPayload(), roundJob()) }
}
const roundRow = () => server.sql(`select id, payload from jobs where kind = 'reminders.round'`)[0]
const roundJob = () => Number(roundRow()?.['id'])
const roundPayload = () => JSON.parse(String(roundRow()?.['payload'])) as JobPayload<'reminders.round'>

/** Members with ids from 1,001 on, each with an unread message of Anna. */
const addUnread = async (many: number): Promise<void> => {
  addMany(server.sql, many, 'it', 'IT')
  server.sql(
    `insert into conversations (id, low, high, started_by, created_at) select id, 1, id, 1, 0 from users where id > 1000`,
  )
  server.sql(
    `insert into participants (member, conversation, partner, unread) select id, id, 1, 1 from users where id > 1000`,
  )
  await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
}

test('[OPS-10] the daily round pauses after every twenty members who need something, and reads nobody else', async () => {
  await addUnread(120)
  server.sql('update participants set unread = 0 where member % 4 <> 0')
  server.sql('update users set signup_at = 0')
  const { lookedAt, pauses, run } = watchedRound()
  await run()
  expect(lookedAt).toHaveLength(30)
  // After each twenty of them, and after the two ranges of 500 ids that have none.
  expect(pauses).toHaveLength(4)
})

test('[OPS-10] a round that ends with its server continues at its place, on the weekday of its beginning, and the next one begins anew', async () => {
  await addUnread(3_000)
  server.sql('update users set signup_at = 0')
  const first = watchedRound(2_400)
  await expect(first.run()).rejects.toThrow('the server ends')
  const { after = 0, begunAt } = roundPayload()
  expect([after >= 2_000, after <= 2_400, begunAt]).toEqual([true, true, server.clock.now()])

  const day = Math.floor(server.clock.now() / DAY_MS) % 7
  server.clock.advance(DAY_MS)
  const liked = Array.from({ length: 7 }, (_, index) => 3_500 + index)
  for (const id of liked)
    server.sql('insert into likes (liker, liked, at) values (?, ?, ?)', anna.id, id, server.clock.now() - 1)
  server.sql('delete from participants where member > 3000')
  const second = watchedRound()
  await second.run()
  expect(second.lookedAt[0]).toBe(after + 1)
  expect(roundPayload()).toEqual({})
  const told = server.sql(`select payload from jobs where kind = 'mail.weekly'`)
  expect(told.map(({ payload }) => JSON.parse(String(payload)) as unknown)).toEqual([
    { member: liked.find((id) => id % 7 === day) },
  ])

  const third = watchedRound()
  await third.run()
  expect(third.lookedAt[0]).toBe(1_001)
})

test.each([
  { days: 365, age: 200, unread: 1 },
  { days: 30, age: 100, unread: 0 },
])(
  '[SITE-15] [CHAT-10] a domain that shows messages for $days days counts one of $age days ago as $unread unread',
  async ({ days, age, unread }) => {
    server.sql(`insert into site_settings (domain, key, value) values ('nacht.test', 'message_days', ?)`, String(days))
    server.sql(`update users set domain = 'nacht.test' where id = ?`, anna.id)
    await write()
    server.clock.advance(age * DAY_MS)
    await round()
    expect(server.sql('select unread from participants where member = ?', anna.id)).toEqual([{ unread }])
  },
)
