/** The real server is killed with SIGKILL while 20 members write, and started again. */
import { rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import type { PushPayload } from '#contract/push.ts'
import { databaseFile } from './adapters/data-dir.ts'
import { RECURRING } from './jobs/kinds.ts'
import { startChild } from './testing/child-server.ts'
import { dataDirOf, createTestServer } from './testing/test-server.ts'
import type { TestMember } from './testing/members.ts'
import { pushDevice } from './testing/push-device.ts'
import { pushService } from './testing/push-service.ts'
import { seededBytes } from './testing/random.ts'

const SENDERS = 20
const RECIPIENTS = 4
const CREDITS = 100_000
const ENOUGH = 600

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

type TextMessage = { client_id: string; profile: number; type: 'text'; text: string }
type AcknowledgedMessage = { draft: TextMessage; answer: CallAnswer<'messages.send'> }

const send = async (origin: string, from: TestMember, draft: TextMessage): Promise<CallAnswer<'messages.send'>> => {
  const response = await fetch(`${origin}/api/messages`, {
    method: 'POST',
    headers: { cookie: from.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as CallAnswer<'messages.send'>
}

/** An SMTP server that at first accepts connections and does not answer. */
const silentSmtp = async () => {
  const recipients: string[] = []
  const held: (() => void)[] = []
  let isSilent = true
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_, done) => (isSilent ? void held.push(() => done()) : done()),
    onRcptTo: ({ address }, _, done) => (recipients.push(address), done()),
    onData: (stream, _, done) => (stream.resume(), stream.on('end', () => done())),
  })
  server.on('error', () => undefined)
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', () => listening.resolve())
  await listening.promise
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    recipients,
    speak: () => {
      isSilent = false
    },
    close: () => server.close(),
  }
}

test('[SAFE-10] kill -9 under load loses and repeats no acknowledged write, and mail and push are sent afterwards', async () => {
  const nursery = await createTestServer({ start: new Date().toISOString() })
  const random = seededBytes('kill')
  const senders: TestMember[] = []
  for (let index = 0; index < SENDERS; index += 1)
    senders.push(await nursery.signUp(`Sender ${index}`, { credits: CREDITS }))
  const recipients: TestMember[] = []
  const devices = new Map<string, ReturnType<typeof pushDevice>>()
  for (let index = 0; index < RECIPIENTS; index += 1) {
    const recipient = await nursery.signUp(`Recipient ${index}`)
    const device = pushDevice(`https://fcm.googleapis.com/fcm/send/${index}`)
    devices.set(`/fcm/send/${index}`, device)
    await nursery.as(recipient)('user.push', { body: { subscription: device.subscription } })
    recipients.push(recipient)
  }
  const dir = await dataDirOf(nursery)
  await nursery.close()
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))

  const smtp = await silentSmtp()
  const push = await pushService()
  push.hold()
  cleanUp.push(push.close, smtp.close)
  const env = { SMTP_URL: smtp.url, PUSH_STAND_IN: push.origin, LOG_LEVEL: 'error' }

  // Each member writes as fast as the answers come, until the connection breaks.
  const first = await startChild(dir, env)
  cleanUp.push(() => first.end('SIGKILL'))
  const acknowledged: AcknowledgedMessage[] = []
  const unanswered: { from: TestMember; draft: TextMessage }[] = []
  const enough = Promise.withResolvers<void>()
  const draftFor = (index: number): TextMessage => ({
    client_id: uuidv7(Date.now(), random(10)),
    profile: recipients[index % RECIPIENTS]?.id ?? 0,
    type: 'text',
    text: `message ${acknowledged.length}`,
  })
  const writing = senders.map(async (from, index) => {
    while (true) {
      const draft = draftFor(index)
      try {
        acknowledged.push({ draft, answer: await send(first.origin, from, draft) })
        if (acknowledged.length >= ENOUGH) enough.resolve()
      } catch {
        unanswered.push({ from, draft })
        return
      }
    }
  })
  await enough.promise
  expect(await first.end('SIGKILL')).toBeNull()
  await Promise.all(writing)
  expect(unanswered).toHaveLength(SENDERS)
  expect(push.pushed).toEqual([])
  expect(smtp.recipients).toEqual([])

  smtp.speak()
  push.release()
  const second = await startChild(dir, env)
  cleanUp.push(() => second.end('SIGKILL'))
  const database = new Database(databaseFile(dir), { readonly: true })
  cleanUp.push(() => database.close())
  const all = <Row>(sql: string): Row[] => database.prepare<[], Row>(sql).all()
  const messages = () => all<{ id: number; client_id: string; sender: number }>('select * from messages order by id')

  // Every acknowledged message is stored once, under the id in its answer.
  const stored = new Map(messages().map((row) => [row.client_id, row.id]))
  const lost = acknowledged.filter(({ draft, answer }) => stored.get(draft.client_id) !== answer.message.id)
  expect(lost).toEqual([])

  // Unanswered messages are sent again as a device does, even twice; each is stored once.
  for (const { from, draft } of unanswered) {
    const once = await send(second.origin, from, draft)
    expect(await send(second.origin, from, draft)).toEqual(once)
  }
  const ids = messages().map((row) => row.client_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids)).toEqual(new Set([...acknowledged, ...unanswered].map(({ draft }) => draft.client_id)))

  // Each message has one debit, and each balance is the sum of its ledger.
  const debits = all<{ reference: string; amount: number }>(`select * from ledger where reason = 'message'`)
  expect(debits.map(({ reference }) => Number(reference)).toSorted((a, b) => a - b)).toEqual(
    messages().map(({ id }) => id),
  )
  expect(debits.every(({ amount }) => amount === -1)).toBe(true)
  const wrongBalances = all(`select id from users
    where credits <> (select coalesce(sum(amount), 0) from ledger where user_id = users.id)`)
  expect(wrongBalances).toEqual([])
  const wrongUnread = all(`select member from participants as p where unread <>
    (select count(*) from messages where conversation = p.conversation and sender <> p.member)`)
  expect(wrongUnread).toEqual([])

  // Every message causes a push, and the first one of each pair a mail.
  const errands = () => all(`select * from jobs where kind not in (${RECURRING.map((kind) => `'${kind}'`).join(', ')})`)
  await expect.poll(errands, { timeout: 40_000 }).toEqual([])
  const pushedIds = push.pushed.map(({ path, body }) => {
    const payload = JSON.parse(devices.get(path)?.decrypt(body) ?? '') as PushPayload
    return payload.notification.data.message?.id ?? 0
  })
  expect(new Set(pushedIds)).toEqual(new Set(messages().map(({ id }) => id)))
  expect(smtp.recipients.length).toBeGreaterThanOrEqual(SENDERS)
  expect(new Set(smtp.recipients)).toEqual(new Set(recipients.map(({ email }) => email)))
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(await second.end('SIGTERM')).toBe(0)
}, 90_000)
