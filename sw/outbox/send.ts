/** Makes one attempt to send a write: builds the request from its row. */
import type { WriteOrder } from '#contract/rules/write-order.ts'
import { answerOrNull, UPLOAD_TIMEOUT_MS, type Server } from '../server-api.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'
import { queuedCallOf } from '../writes/table.ts'
import type { Sent } from './flusher.ts'

export const sendTo =
  (server: Server) =>
  async (session: MemberSession, { write }: OutboxRow, order: WriteOrder | null): Promise<Sent> => {
    const call = queuedCallOf(write)
    const asked = { ...call.request(write), ...(order ? { order } : {}) }
    const picture = call.picture?.(write)
    const upload =
      picture === undefined ? undefined : await session.read(['blobs'], (tx) => tx.objectStore('blobs').get(picture))
    // Row and picture are written and deleted together, so the row was deleted just now.
    if (picture !== undefined && !upload) return null
    const sent = await answerOrNull(
      upload
        ? server.ask(session, write.kind, { ...asked, upload }, UPLOAD_TIMEOUT_MS)
        : server.ask(session, write.kind, asked),
    )
    if (!sent || sent.ok || sent.body?.error !== 'not_found') return sent
    // The server answers `not_found` for a profile that this member may no longer see. What cannot be undone or looked
    // at any more counts as done, and the member does not have to discard it.
    const data = call.answerIfGone?.(write)
    return data ? { ok: true, data } : sent
  }
