import { expect, test } from 'vitest'
import { isMember } from '../store/session.ts'
import { outboxIn, type OutboxRow } from '../store/outbox-rows.ts'
import { memberWorld } from '../testing/world.ts'
import { queuedCallOf } from './table.ts'

/** The deletion as it is sent, after own messages have advanced it from message 3 on a device without those messages. */
const readied = async (up_to: number, own: number[]) => {
  const { browser, worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Nobody is logged in')
  const row: OutboxRow = {
    order: 1,
    id: browser.newId(),
    lane: 'chat:1-2',
    state: 'queued',
    written_at: 0,
    attempts: 1,
    refusals: 0,
    retry_at: 0,
    by_server: false,
    failure: null,
    write: { kind: 'chats.delete', conversation: '1-2', up_to, carried: { from: 3, own, unsure: false } },
  }
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
