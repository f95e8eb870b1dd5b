import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { wordsOf } from '../../testing/calls.ts'

let server: TestServer
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const rowsOf = (table: string, column: string, id: number) =>
  Number(server.sql(`select count(*) as total from ${table} where ${column} = ?`, id)[0]?.['total'])
const accountOf = (member: TestMember) =>
  server.sql(
    'select credits, (select sum(amount) from ledger where user_id = users.id) as sum from users where id = ?',
    member.id,
  )[0]
const jobs = () => server.sql('select kind, payload from jobs order by id').map(({ kind }) => kind)

describe('a message that arrives repeatedly', () => {
  test('[CHAT-5] exists and is charged once, and every reply is the same', async () => {
    const ada = await server.signUp('Ada', { credits: 5 })
    const clientId = server.deps.newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.sendText(ada, bert, 'Ciao', clientId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ message: { client_id: clientId, text: 'Ciao' }, credits: 4 })
    expect(rowsOf('messages', 'sender', ada.id)).toBe(1)
    expect(accountOf(ada)).toEqual({ credits: 4, sum: 4 })
    expect(rowsOf('changes', 'member', bert.id)).toBe(1)
    expect(server.sql('select unread from participants where member = ?', bert.id)).toEqual([{ unread: 1 }])
  })

  test('[CHAT-5] gets the same reply much later, even if a new message would be refused by then', async () => {
    const ada = await server.signUp('Ada', { credits: 2 })
    const clientId = server.deps.newId()
    const first = await server.sendText(ada, bert, 'Ciao', clientId)
    server.clock.advance(60_000)
    await server.sendText(ada, bert)
    await server.as(bert)('blocks.put', { params: { profile: String(ada.id) } })
    const repeat = await server.sendText(ada, bert, 'Ciao', clientId)
    expect([repeat.status, repeat.body]).toEqual([201, first.body])
    expect(accountOf(ada)).toEqual({ credits: 0, sum: 0 })
  })

  test("[CHAT-5] another member's device may use the same client id", async () => {
    const [ada, carla] = [await server.signUp('Ada'), await server.signUp('Carla')]
    const clientId = server.deps.newId()
    const answers = [await server.sendText(ada, bert, 'a', clientId), await server.sendText(carla, bert, 'b', clientId)]
    expect(answers.map(({ body }) => wordsOf(body.message))).toEqual(['a', 'b'])
  })
})

describe('credits', () => {
  test('[PAY-1] [CHAT-5] a message debits the sender alone, and moves the feed of each by one', async () => {
    const [ada, carla] = [await server.signUp('Ada', { credits: 5 }), await server.signUp('Carla', { credits: 3 })]
    const stateOf = (member: TestMember) =>
      server.sql('select credits, feed_seq from users where id = ?', member.id)[0] as Record<
        'credits' | 'feed_seq',
        number
      >
    const before = [ada, bert, carla].map(stateOf)
    const { body } = await server.sendText(ada, carla)
    const moved = [ada, bert, carla].map((member, index) => ({
      credits: stateOf(member).credits - (before[index]?.credits ?? 0),
      seq: stateOf(member).feed_seq - (before[index]?.feed_seq ?? 0),
    }))
    expect(moved).toEqual([
      { credits: -1, seq: 1 },
      { credits: 0, seq: 0 },
      { credits: 0, seq: 1 },
    ])
    expect(body).toMatchObject({ credits: 4 })
    const entry = server.sql(
      "select amount, balance, reason from ledger where user_id = ? and reason = 'message'",
      ada.id,
    )
    expect(entry).toEqual([{ amount: -1, balance: 4, reason: 'message' }])
    for (const member of [ada, carla])
      expect(
        server.sql(
          'select kind, entity from changes where member = ? and seq = ?',
          member.id,
          stateOf(member).feed_seq,
        ),
      ).toEqual([{ kind: 'message', entity: body.message.id }])
  })

  test('[PAY-1] parallel messages never spend more credits than there are', async () => {
    const ada = await server.signUp('Ada', { credits: 7 })
    const answers = await Promise.all(Array.from({ length: 25 }, () => server.sendText(ada, bert)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { status, error } of refused)
      expect([status, error]).toEqual([402, { error: 'not_enough_credits', cost: 1, credits: 0 }])
    expect(rowsOf('messages', 'sender', ada.id)).toBe(7)
    expect(accountOf(ada)).toEqual({ credits: 0, sum: 0 })
  })

  test('[PAY-1] after any sends and repeats, in any order, the balance is the sum and every message is paid', async () => {
    const step = fc.record({ from: fc.nat(2), to: fc.nat(2), draft: fc.nat(9) })
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 4 }), async (turns) => {
        round += 1
        const members = [
          await server.signUp(`Ada ${round}`, { credits: 3 }),
          await server.signUp(`Bea ${round}`, { credits: 3 }),
          await server.signUp(`Carl ${round}`, { credits: 0 }),
        ]
        const ids = Array.from({ length: 10 }, () => server.deps.newId())
        for (const turn of turns)
          await Promise.all(
            turn.map(async ({ from, to, draft }) => {
              const [sender, recipient] = [members[from], members[to]]
              if (sender && recipient) await server.sendText(sender, recipient, 'x', ids[draft])
            }),
          )
        for (const [index, member] of members.entries()) {
          const left = (index === 2 ? 0 : 3) - rowsOf('messages', 'sender', member.id)
          expect(left).toBeGreaterThanOrEqual(0)
          expect(accountOf(member)).toEqual({ credits: left, sum: left })
        }
      }),
      { numRuns: 25, seed: 11 },
    )
  })

  test('[CHAT-2] the price of a message is a setting', async () => {
    await server.close()
    server = await createTestServer({ settings: { message_credits: 3 } })
    const [ada, carla] = [await server.signUp('Ada', { credits: 5 }), await server.signUp('Carla')]
    expect((await server.sendText(ada, carla)).body.credits).toBe(2)
    expect((await server.sendText(ada, carla)).error).toEqual({ error: 'not_enough_credits', cost: 3, credits: 2 })
  })

  test('[CHAT-15] a message that costs more than its screen said is not sent, and one that costs less costs less', async () => {
    await server.close()
    server = await createTestServer({ settings: { message_credits: 3, gift_credits: 2 } })
    const [ada, carla] = [await server.signUp('Ada', { credits: 9 }), await server.signUp('Carla')]
    const body = { client_id: server.deps.newId(), profile: carla.id, type: 'text', text: 'Ciao' } as const
    const post = (cost: number) => server.as(ada)('messages.send', { body: { ...body, cost } })
    const refused = await post(1)
    expect([refused.status, refused.error]).toEqual([409, { error: 'cost_changed', cost: 3 }])
    expect([rowsOf('messages', 'sender', ada.id), accountOf(ada)]).toEqual([0, { credits: 9, sum: 9 }])
    const sent = await post(3)
    expect([sent.status, sent.body.credits]).toEqual([201, 6])
    // A repeat of the sent message gets the same answer at any price.
    expect((await post(1)).body).toEqual(sent.body)
    const gift = { client_id: server.deps.newId(), profile: carla.id, type: 'gift', gift: 'rose', cost: 5 } as const
    expect((await server.as(ada)('messages.send', { body: gift })).body.credits).toBe(4)
  })

  test('[PAY-1] a refused message leaves no rows', async () => {
    const ada = await server.signUp('Ada', { credits: 0 })
    await server.sendText(ada, bert)
    for (const table of ['messages', 'conversations', 'participants', 'changes', 'jobs'])
      expect(server.sql(`select * from ${table}`)).toEqual([])
  })
})

describe('order', () => {
  test("[CHAT-14] messages stay in their sender's order while others write", async () => {
    const [ada, carla] = [await server.signUp('Ada', { credits: 30 }), await server.signUp('Carla', { credits: 30 })]
    const sendAll = async (member: TestMember) => {
      for (let index = 0; index < 15; index += 1) await server.sendText(member, bert, `${index}`)
    }
    await Promise.all([sendAll(ada), sendAll(carla)])
    const { messages } = (await server.as(bert)('sync', { query: { after: '0' } })).body
    for (const sender of [ada, carla]) {
      const texts = messages.filter((message) => message.sender === sender.id).map(wordsOf)
      expect(texts).toEqual(Array.from({ length: 15 }, (_, index) => String(index)))
    }
    const ids = messages.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  })

  test("[CHAT-14] the recipient's open stream gets a hint after the commit", async () => {
    const ada = await server.signUp('Ada')
    const heard: unknown[] = []
    server.deps.bus.open(bert.id, bert.sessionHash, {
      send: (event) => heard.push([event, rowsOf('messages', 'sender', ada.id)]),
    })
    await server.sendText(ada, bert)
    await server.sendText(ada, { id: ada.id })
    expect(heard).toEqual([[{ type: 'change', seq: 1 }, 1]])
  })
})

describe('the jobs of a message', () => {
  test('a mail only for the first message, a push only if a device is subscribed', async () => {
    const ada = await server.signUp('Ada')
    await server.sendText(ada, bert)
    expect(jobs()).toEqual(['mail.new_conversation'])
    server.sql(
      `insert into push_subscriptions (endpoint, user_id, session_hash, p256dh, auth, created_at)
        values ('https://push.test/1', ?, '', '', '', 0)`,
      bert.id,
    )
    await server.sendText(ada, bert)
    await server.sendText(bert, ada)
    expect(jobs()).toEqual(['mail.new_conversation', 'push.message'])
  })

  test('no mail goes to a fictional profile', async () => {
    const [ada, robot] = [await server.signUp('Ada'), await server.signUp('Robot', { fictional: true })]
    await server.sendText(ada, robot)
    expect(jobs()).toEqual(['fictional.typing'])
  })
})

test('[PAY-1] exactly one of forty clients that spend the last credit in parallel succeeds', async () => {
  const anna = await server.signUp('Anna', { credits: 1 })
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => {
      return server.sendText(anna, bert, 'Hello')
    }),
  )
  expect(answers.filter(({ status }) => status === 201).map(({ body }) => body.credits)).toEqual([0])
  const refused = answers.filter(({ status }) => status === 402)
  expect(refused).toHaveLength(39)
  expect(refused.every(({ error }) => error?.error === 'not_enough_credits' && error.credits === 0)).toBe(true)
  expect(server.sql('select count(*) as n from messages')).toEqual([{ n: 1 }])
  expect(server.sql('select amount, balance from ledger where user_id = ? order by id', anna.id)).toEqual([
    { amount: 1, balance: 1 },
    { amount: -1, balance: 0 },
  ])
})
