import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { pushOffice, type PushOffice } from '../../testing/pushed.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { purge } from '../leaving/purge.ts'
import { answerFlag } from './answer-flag.ts'

const FINE = 'Hello Anna, how was your weekend?'
const DOUBTFUL = 'Write me at bert@example.test'
const BAD = 'I earn 500 a day with bitcoin, see btc-profit.top'

let server: TestServer
let office: PushOffice
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { gender: 'male', language: 'en', credits: 20 })
  await office.subscribe(anna)
  await runJobs(server)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

let sent = 0
const idOf = (count: number) => `01890a5d-ac96-774b-bcce-${String(count).padStart(12, '0')}`
const write = (from: TestMember, to: TestMember, text: string, count = (sent += 1)) =>
  server.sendText(from, to, text, idOf(count))
const chatsOf = async (member: TestMember) => (await server.as(member)('chats.get')).body
const messagesOf = async (member: TestMember, partner: TestMember) => {
  const conversation = [member.id, partner.id].toSorted((one, other) => one - other).join('-')
  return (await server.as(member)('messages.list', { params: { conversation }, query: {} })).body.messages
}
const syncOf = (member: TestMember, after = 0) => server.as(member)('sync', { query: { after: String(after) } })
const creditsOf = (member: TestMember) =>
  server.sql('select credits from users where id = ?', member.id)[0]?.['credits']
const mailsTo = (member: TestMember) => inboxOf(server).filter(({ recipient }) => recipient === member.email)
const textsOf = (messages: readonly { type: string }[]) =>
  messages.map((message) => ('text' in message ? message.text : message.type))
/** Everything that reaches a member: chats, messages, feed, unread counts, mails and pushes. */
const reached = async (member: TestMember, from: TestMember) => {
  await office.runJobs()
  const { chats, counts } = await chatsOf(member)
  const news = await syncOf(member)
  return {
    chats: chats.length,
    unread: counts.unread_messages,
    messages: textsOf(await messagesOf(member, from)),
    feed: news.status === 204 ? [] : textsOf(news.body.messages),
    mails: mailsTo(member).length,
    pushes: office.service.pushed.length,
  }
}
const NOTHING = { chats: 0, unread: 0, messages: [], feed: [], mails: 0, pushes: 0 }

describe('[GUARD-1] a doubtful first message', () => {
  test('arrives with a warning for its recipient, in every list and in the push, and its sender sees none', async () => {
    const answer = await write(bert, anna, DOUBTFUL)
    expect(answer.body.message).not.toHaveProperty('warning')
    expect((await chatsOf(anna)).chats[0]?.last_message).toMatchObject({ text: DOUBTFUL, warning: ['mail'] })
    expect(await messagesOf(anna, bert)).toMatchObject([{ warning: ['mail'] }])
    expect((await syncOf(anna)).body.messages).toMatchObject([{ warning: ['mail'] }])
    await office.runJobs()
    expect(JSON.stringify(office.payloads())).toContain('"warning":["mail"]')
    expect((await messagesOf(bert, anna))[0]).not.toHaveProperty('warning')
    expect((await syncOf(bert)).body.messages[0]).not.toHaveProperty('warning')
    expect(await server.deps.read.flags.countOpenFlags()).toBe(0)
  })

  test('is scored only from a new account, and only until the recipient answers', async () => {
    await write(bert, anna, FINE)
    await write(bert, anna, DOUBTFUL)
    await write(anna, bert, 'Sure!')
    await write(bert, anna, `again: ${DOUBTFUL}`)
    expect((await messagesOf(anna, bert)).map(({ warning }) => warning)).toEqual([
      undefined,
      ['mail'],
      undefined,
      undefined,
    ])
    server.clock.advance(14 * DAY_MS)
    const carla = await server.signUp('Carla')
    await write(bert, carla, DOUBTFUL)
    expect((await messagesOf(carla, bert))[0]).not.toHaveProperty('warning')
  })

  test('is none where a member answers with an address: the other one has written first', async () => {
    await write(bert, anna, FINE)
    await write(anna, bert, DOUBTFUL)
    expect((await messagesOf(bert, anna)).map((message) => 'warning' in message)).toEqual([false, false])
  })

  test('the sixth message of a conversation is not scored, so that a long one costs nothing', async () => {
    for (let count = 0; count < 5; count += 1) await write(bert, anna, FINE)
    await write(bert, anna, DOUBTFUL)
    expect((await messagesOf(anna, bert)).at(-1)).not.toHaveProperty('warning')
  })

  test('held messages count among the first five as well', async () => {
    for (let count = 0; count < 4; count += 1) await write(bert, anna, BAD)
    await write(bert, anna, DOUBTFUL)
    await write(bert, anna, BAD)
    expect((await messagesOf(anna, bert)).map(({ warning }) => warning)).toEqual([['mail'], undefined])
  })

  test('the same text to many is doubtful from the fourth on', async () => {
    server.sql('update users set paid_user = 1 where id = ?', bert.id)
    const text = 'You look like a wonderful person and I would really like to get to know you better'
    const others = await Promise.all([1, 2, 3, 4].map((count) => server.signUp(`Other ${count}`)))
    for (const [place, other] of others.entries()) await write(bert, other, `Hello ${place}! ${text}`)
    const warnings = await Promise.all(others.map(async (other) => (await messagesOf(other, bert))[0]?.warning))
    expect(warnings).toEqual([undefined, undefined, undefined, ['repeated']])
  })
})

describe('[GUARD-1] a bad first message', () => {
  test('reaches nobody: no chat, feed entry, unread count, mail or push; the sender sees it as sent', async () => {
    const answer = await write(bert, anna, BAD)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ message: { text: BAD }, credits: 19 })
    expect(await reached(anna, bert)).toEqual(NOTHING)
    expect(textsOf(await messagesOf(bert, anna))).toEqual([BAD])
    expect((await chatsOf(bert)).chats).toMatchObject([{ profile: anna.id, last_message: { text: BAD } }])
    expect(textsOf((await syncOf(bert)).body.messages)).toEqual([BAD])
    expect(await server.deps.read.flags.openFlags(9)).toMatchObject([
      { member: bert.id, kind: 'message', severity: 'harm', facts: { found: ['link'], points: 4, repeats: 0 } },
    ])
  })

  test('[PROF-6] [PROF-11] opens neither a profile in privacy mode nor private photos, until one arrives', async () => {
    addPhoto(server, anna, { isPrivate: true })
    server.sql('update users set paid_user = 1 where id = ?', bert.id)
    const seen = async () => {
      const profile = (await server.as(bert)('members.get', { params: { id: String(anna.id) } })).body.profile
      const { results } = (await server.as(bert)('members.search', { query: { countryregion: 'IT-25' } })).body
      const isFound = results.some(({ id }) => id === anna.id)
      return { locks: profile.photos.map(({ lock }) => lock), isFull: profile.gender !== null, isFound }
    }
    await write(bert, anna, BAD)
    expect(await seen()).toEqual({ locks: ['private'], isFull: true, isFound: true })
    server.sql('update profiles set reserved = 1 where id = ?', anna.id)
    expect(await seen()).toEqual({ locks: [], isFull: false, isFound: false })
    await write(bert, anna, FINE)
    expect(await seen()).toEqual({ locks: [null], isFull: true, isFound: true })
  })

  test('[CHAT-5] sent again, it is stored, charged and flagged once', async () => {
    const first = await write(bert, anna, BAD, 900)
    const again = await write(bert, anna, BAD, 900)
    expect(again.body).toEqual(first.body)
    expect(creditsOf(bert)).toBe(19)
    expect(await server.deps.read.flags.countOpenFlags()).toBe(1)
    expect(await reached(anna, bert)).toEqual(NOTHING)
  })

  test('a later fine message arrives alone, as the first of a new conversation', async () => {
    await write(bert, anna, BAD)
    await write(bert, anna, FINE)
    expect(await reached(anna, bert)).toEqual({
      chats: 1,
      unread: 1,
      messages: [FINE],
      feed: [FINE],
      mails: 1,
      pushes: 1,
    })
    expect(textsOf(await messagesOf(bert, anna))).toEqual([BAD, FINE])
  })

  test('[CHAT-1] it changes no other chat of its sender', async () => {
    const carla = await server.signUp('Carla')
    await write(bert, carla, FINE)
    await write(bert, anna, BAD)
    const { chats } = await chatsOf(bert)
    expect(chats.map(({ profile, last_message }) => [profile, last_message])).toMatchObject([
      [anna.id, { text: BAD }],
      [carla.id, { text: FINE }],
    ])
  })

  test('the first message that arrives after held ones is mailed, also from an account that is no longer new', async () => {
    await write(bert, anna, BAD)
    server.clock.advance(14 * DAY_MS)
    await write(bert, anna, FINE)
    expect(await reached(anna, bert)).toMatchObject({ messages: [FINE], mails: 1 })
  })

  test('the desk releases it once: it arrives under its warning, with mail, push and unread count', async () => {
    await write(bert, anna, BAD)
    expect(await answerFlag(server.deps, 1, { upheld: false })).toBe('done')
    expect(await answerFlag(server.deps, 1, { upheld: false })).toBe('same')
    expect(await reached(anna, bert)).toEqual({
      chats: 1,
      unread: 1,
      messages: [BAD],
      feed: [BAD],
      mails: 1,
      pushes: 1,
    })
    expect((await messagesOf(anna, bert))[0]?.warning).toEqual(['link'])
    expect(creditsOf(bert)).toBe(19)
    expect(await server.deps.read.flags.countOpenFlags()).toBe(0)
  })

  test('released after later messages it takes its place in the conversation', async () => {
    await write(bert, anna, BAD)
    await write(bert, anna, FINE)
    await answerFlag(server.deps, 1, { upheld: false })
    expect(await reached(anna, bert)).toMatchObject({ unread: 2, messages: [BAD, FINE], mails: 1 })
    expect((await chatsOf(anna)).chats[0]?.last_message).toMatchObject({ text: FINE })
  })

  test('[CHAT-1] released after a later message was read it is unread and pushed, and opening the conversation reads it', async () => {
    await write(bert, anna, BAD)
    await write(bert, anna, FINE)
    const params = { conversation: [anna.id, bert.id].join('-') }
    const open = async () => {
      const [chat] = (await chatsOf(anna)).chats
      // A device sends its mark only for messages after the one that it knows.
      const mark = chat?.last_message?.id ?? 0
      if (mark > (chat?.my_read_up_to ?? 0)) await server.as(anna)('chats.read', { params, body: { up_to: mark } })
    }
    await open()
    expect(await reached(anna, bert)).toMatchObject({ unread: 0 })
    const { pushes } = await reached(anna, bert)
    await answerFlag(server.deps, 1, { upheld: false })
    expect(await reached(anna, bert)).toMatchObject({ unread: 1, pushes: pushes + 1 })
    await open()
    expect(await reached(anna, bert)).toMatchObject({ unread: 0 })
  })

  test('[CHAT-8] released after its recipient deleted the chat past it, it reaches nobody and costs nothing', async () => {
    await write(bert, anna, BAD)
    await write(bert, anna, FINE)
    await server.as(anna)('chats.delete', { body: { conversation: [anna.id, bert.id].join('-') } })
    const before = await reached(anna, bert)
    expect(creditsOf(bert)).toBe(18)
    await answerFlag(server.deps, 1, { upheld: false })
    expect(await reached(anna, bert)).toEqual(before)
    expect(creditsOf(bert)).toBe(19)
  })

  test.each([
    [
      '[CHAT-9] its recipient has blocked its sender',
      () => server.as(anna)('blocks.put', { params: { profile: String(bert.id) } }),
    ],
    [
      '[CHAT-9] its sender has blocked its recipient',
      () => server.as(bert)('blocks.put', { params: { profile: String(anna.id) } }),
    ],
    [
      '[ACC-12] its sender deletes the account',
      () => server.as(bert)('user.delete', { body: { password: TEST_PASSWORD } }),
    ],
    [
      '[ACC-12] its recipient deletes the account',
      () => server.as(anna)('user.delete', { body: { password: TEST_PASSWORD } }),
    ],
  ])('released after %s, it reaches nobody and costs nothing', async (_, leave) => {
    await write(bert, anna, BAD)
    expect((await leave()).status).toBe(200)
    const mails = async () => (await office.runJobs(), [mailsTo(anna).length, office.service.pushed.length])
    const before = await mails()
    await answerFlag(server.deps, 1, { upheld: false })
    expect(await mails()).toEqual(before)
    expect(server.sql('select held_at is not null as held from messages')).toEqual([{ held: 1 }])
    expect(creditsOf(bert)).toBe(20)
  })

  test('[ACC-6] released for a sender who has not confirmed the address, it arrives', async () => {
    server.sql(`update users set status = 'not_confirmed' where id = ?`, bert.id)
    await write(bert, anna, BAD)
    await answerFlag(server.deps, 1, { upheld: false })
    expect((await reached(anna, bert)).messages).toHaveLength(1)
    expect(creditsOf(bert)).toBe(19)
  })

  test('the desk rejects it once: it reaches nobody, the credits come back, and the sender reads the reason', async () => {
    await write(bert, anna, BAD)
    const answer = { upheld: true, reason: 'scam', note: 'Money offers are not allowed.' } as const
    expect(await answerFlag(server.deps, 1, answer)).toBe('done')
    expect(await answerFlag(server.deps, 1, answer)).toBe('same')
    expect(await answerFlag(server.deps, 1, { upheld: false })).toBe('same')
    expect(creditsOf(bert)).toBe(20)
    expect(await reached(anna, bert)).toEqual(NOTHING)
    expect((await server.as(bert)('decisions.list')).body.decisions).toMatchObject([{ kind: 'warned', reason: 'scam' }])
    expect(
      mailsTo(bert)
        .map(({ text }) => text)
        .join(),
    ).toContain('Money offers are not allowed.')
    const { entries } = (await server.as(bert)('transactions.list', { query: {} })).body
    expect(entries.slice(0, 2)).toMatchObject([
      { reason: 'returned', amount: 1, balance: 20, profile: { id: anna.id } },
      { reason: 'message', amount: -1 },
    ])
  })

  test('its recipient cannot report it, read its mark or get it by the export', async () => {
    await write(bert, anna, BAD)
    const report = await server.as(anna)('reports.send', {
      body: { profile: bert.id, message: 1, reason: 'scam', text: '' },
    })
    expect(report.error).toEqual({ error: 'not_found' })
    const file = async (member: TestMember) => (await exportFileOf(server, member)).text()
    expect(await file(anna)).not.toContain('btc-profit')
    expect(await file(bert), 'its sender').toContain('btc-profit')
    await write(bert, anna, FINE)
    const whole = await file(anna)
    expect(whole).toContain(FINE)
    expect(whole).not.toContain('btc-profit')
  })

  test('[CHAT-8] its sender can delete the conversation, and the purge of the sender announces nothing of it', async () => {
    await write(bert, anna, BAD)
    const conversation = [anna.id, bert.id].join('-')
    await server.as(bert)('chats.delete', { body: { conversation } })
    expect((await chatsOf(bert)).chats).toEqual([])
    server.sql('update users set deleting_since = 1 where id = ?', bert.id)
    await purge(server.deps, bert.id)
    expect(server.sql('select text from messages')).toEqual([{ text: '' }])
    expect(server.sql(`select * from changes where member = ? and kind = 'message'`, anna.id)).toEqual([])
    // The flag stays for the transparency report, without the member or their words [DESK-15].
    const flag = { member: 0, facts: '{}', answered: 1 }
    expect(server.sql('select member, facts, answered_at is not null as answered from flags')).toEqual([flag])
  })
})
