import { expect, test } from 'vitest'
import { changeMe } from '../store/me.ts'
import { isMember } from '../store/session.ts'
import { outboxIn, putOutboxRow, readOutbox, type OutboxRow } from '../store/outbox-rows.ts'
import { aText } from '../testing/people.ts'
import { receivePush } from '../handlers/push.ts'
import { acknowledge } from '../outbox/flusher.ts'
import { memberWorld, textTo } from '../testing/world.ts'
import { carryDeletion, confirmDeletion } from './chats.ts'
import { queuedCallOf, type Write } from './table.ts'

const sessionOf = async () => {
  const { worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Nobody is logged in')
  return session
}

type Deletion = Extract<Write, { kind: 'chats.delete' }>

const rowOf = (change: Omit<Deletion, 'kind'>) =>
  ({
    order: 1,
    id: '01890000-0000-7000-8000-000000000001',
    lane: `chat:${change.conversation}`,
    state: 'queued',
    written_at: 0,
    attempts: 1,
    refusals: 0,
    retry_at: 0,
    by_server: false,
    failure: null,
    write: { kind: 'chats.delete', ...change },
  }) satisfies OutboxRow

/** A refused like of the conversation's lane, at this place of the outbox. */
const refusedRow = (order: number): OutboxRow => ({
  ...rowOf({ conversation: '1-2', up_to: 0 }),
  order,
  id: `01890000-0000-7000-8000-${String(order).padStart(12, '0')}`,
  state: 'failed',
  failure: { error: 'blocked' },
  write: { kind: 'likes.put', profile: 2 },
})

/** The deletion as it is sent, after own messages have advanced it from message 3 on a device without those messages. */
const readied = async (up_to: number, own: number[]) => {
  const session = await sessionOf()
  const row = rowOf({ conversation: '1-2', up_to, carried: { from: 3, own, unsure: false } })
  const ready = await session.write(['outbox', 'messages'], async (tx) =>
    queuedCallOf(row.write).ready?.(tx, row, { outbox: outboxIn(tx), now: 0 }),
  )
  return { row, ready }
}

test('[CHAT-8] [PWA-2] a deletion that was reduced and then cut off is sent again', async () => {
  const { row, ready } = await readied(3, [])
  expect(ready).toEqual(row)
})

test('[CHAT-8] a device that has removed its copies of the messages deletes only what it had known', async () => {
  const { ready } = await readied(5, [5])
  expect(ready).toMatchObject({ write: { up_to: 3 } })
})

test('[CHAT-8] a deletion of a conversation that the device does not have is dropped only while the device has its lists', async () => {
  const session = await sessionOf()
  const row = rowOf({ conversation: '1-5', up_to: 3 })
  const settled = (filled: boolean) =>
    session.write(['outbox', 'meta', 'conversations', 'blobs'], async (tx) => {
      await changeMe(tx, { filled })
      return queuedCallOf(row.write).settle?.(tx, row, outboxIn(tx))
    })
  expect([await settled(false), await settled(true)]).toEqual([false, true])
})

/** The deletions of the outbox, after an own message in the conversation with 2 was delivered, whose row was the second. */
const carriedBy = async (rows: readonly OutboxRow[], ids: readonly number[]) => {
  const session = await sessionOf()
  return session.write(['outbox', 'conversations'], async (tx) => {
    for (const row of rows) await putOutboxRow(tx, row)
    for (const id of ids)
      await carryDeletion(tx, outboxIn(tx), {
        row: { ...rowOf({ conversation: '1-2', up_to: 0 }), order: 2 },
        message: aText(id, 1),
        isUnsure: false,
      })
    return (await readOutbox(tx)).map(({ write }) => write.kind === 'chats.delete' && [write.up_to, write.carried?.own])
  })
}

test('[CHAT-8] a delivered message extends the deletions behind it in its own conversation, and no others', async () => {
  const before = rowOf({ conversation: '1-2', up_to: 1 })
  const behind = { ...before, order: 3, id: refusedRow(3).id }
  const ofOther = { ...rowOf({ conversation: '1-3', up_to: 1 }), order: 4, id: refusedRow(4).id }
  expect(await carriedBy([before, behind, ofOther], [11, 12])).toEqual([
    [1, undefined],
    [12, [11, 12]],
    [1, undefined],
  ])
})

test('[CHAT-8] [PWA-3] a confirmed deletion also deletes the messages that were refused before it, and none after it', async () => {
  const session = await sessionOf()
  const row = { ...rowOf({ conversation: '1-2', up_to: 1 }), order: 2, id: refusedRow(2).id }
  const left = await session.write(['outbox', 'blobs', 'conversations', 'messages'], async (tx) => {
    for (const one of [refusedRow(1), row, refusedRow(3)]) await putOutboxRow(tx, one)
    await acknowledge(tx, row, {}, { seq: 0, user: null, member: 1 })
    return (await readOutbox(tx)).map(({ order }) => order)
  })
  expect(left).toEqual([2, 3])
})

test('[CHAT-8] a deletion behind a message of the partner waits for no answer to an earlier own one', async () => {
  const { worker, server, browser } = await memberWorld()
  server.broken.set('sync', { status: 503, body: { error: 'shutting_down' } })
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'mine'))
  await worker.settled()
  server.say(2, 1, 'theirs')
  await receivePush(worker.device, JSON.stringify(server.pushFor(1)), worker.extend)
  await worker.call('DELETE', '/api/chat', { conversation: '1-2' })
  await browser.pass(30_000)
  expect(server.chats.hidden.get('1|1-2')).toBe(3)
})

test('[CHAT-8] a deletion behind several own answers covers all of them once the feed has reached them', async () => {
  const { worker, server, browser } = await memberWorld()
  server.broken.set('sync', { status: 503, body: { error: 'shutting_down' } })
  for (const text of ['one', 'two']) {
    await worker.call('POST', '/api/messages', textTo(browser, 2, text))
    await worker.settled()
  }
  await worker.call('DELETE', '/api/chat', { conversation: '1-2' })
  server.broken.clear()
  await browser.pass(60_000)
  expect(server.chats.hidden.get('1|1-2')).toBe(3)
})

test('[CHAT-8] the feed makes a deletion sure with the last own message that it covers, and with no earlier one', async () => {
  const session = await sessionOf()
  const isUnsureAfter = (id: number, conversation = '1-2') =>
    session.write(['outbox'], async (tx) => {
      await confirmDeletion(outboxIn(tx), { ...aText(id, 1), conversation })
      return (await readOutbox(tx)).map(({ write }) => write.kind === 'chats.delete' && write.carried?.unsure)
    })
  const carried = { from: 3, own: [11, 12], unsure: true }
  await session.write(['outbox'], (tx) => putOutboxRow(tx, rowOf({ conversation: '1-2', up_to: 12, carried })))
  expect(await isUnsureAfter(13, '1-3'), 'in another conversation').toEqual([true])
  expect([await isUnsureAfter(11), await isUnsureAfter(12)]).toEqual([[true], [false]])
})
