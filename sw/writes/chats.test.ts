import { expect, test } from 'vitest'
import { isMember } from '../store/session.ts'
import { outboxIn, type OutboxRow } from '../store/outbox-rows.ts'
import { memberWorld } from '../testing/world.ts'
import { queuedCallOf } from './table.ts'

test('[CHAT-8] [PWA-2] a deletion that was reduced and then cut off is sent again', async () => {
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
    write: { kind: 'chats.delete', conversation: '1-2', up_to: 3, carried: { from: 3, own: [], unsure: false } },
  }
  const ready = await session.write(['outbox', 'messages'], async (tx) =>
    queuedCallOf(row.write).ready?.(tx, row, { outbox: outboxIn(tx), now: 0 }),
  )
  expect(ready).toEqual(row)
})
