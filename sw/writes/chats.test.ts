import { expect, test } from 'vitest'
import { changeMe } from '../store/me.ts'
import { isMember } from '../store/session.ts'
import { outboxIn, putOutboxRow, readOutbox, type OutboxRow } from '../store/outbox-rows.ts'
import { aText } from '../testing/people.ts'
import { memberWorld } from '../testing/world.ts'
import { confirmDeletion } from './chats.ts'
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

test('[CHAT-8] the feed makes a deletion sure with the last own message that it covers, and with no earlier one', async () => {
  const session = await sessionOf()
  const isUnsureAfter = (id: number) =>
    session.write(['outbox'], async (tx) => {
      await confirmDeletion(outboxIn(tx), aText(id, 1))
      return (await readOutbox(tx)).map(({ write }) => write.kind === 'chats.delete' && write.carried?.unsure)
    })
  const carried = { from: 3, own: [11, 12], unsure: true }
  await session.write(['outbox'], (tx) => putOutboxRow(tx, rowOf({ conversation: '1-2', up_to: 12, carried })))
  expect([await isUnsureAfter(11), await isUnsureAfter(12)]).toEqual([[true], [false]])
})
