/** One attempt to send a write of the outbox, and the outcome of its answer. */
import { ERROR_STATUS } from '#contract/errors.ts'
import { sendOutcomeOf, type SendOutcome } from '#contract/rules/retry.ts'
import type { WriteOrder } from '#contract/rules/write-order.ts'
import { answerOrNull, UPLOAD_TIMEOUT_MS, type Server, type ServerAnswer } from '../server-api.ts'
import type { BlobRow } from '../store/member-db.ts'
import { readUnlessLost } from '../store/opener.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'
import { queuedCallOf } from '../writes/table.ts'

/** The answer to a write; null if none came. */
export type SendAnswer = ServerAnswer<unknown> | null

/** Makes one attempt, with a timeout. Never throws because of a missing network. */
export type Send = (session: MemberSession, row: OutboxRow, order: WriteOrder | null) => Promise<SendAnswer>

export const outcomeOf = (answer: SendAnswer): SendOutcome => {
  if (answer === null) return { kind: 'retry', cause: 'no_answer' }
  // Every answer to a write has a body, so a bare 204 is not from our server.
  if (answer.ok) return answer.data === null ? { kind: 'retry', cause: 'no_answer' } : { kind: 'done' }
  return sendOutcomeOf(answer.status, answer.body, answer.retryAfter)
}

const LOST_PICTURE: SendAnswer = {
  ok: false,
  status: ERROR_STATUS.photo_broken,
  body: { error: 'photo_broken' },
  retryAfter: null,
}

/** @returns null if the row was deleted just now: its picture goes with it. `lost`: the row waits, and the browser has lost its picture */
const readPicture = (session: MemberSession, id: string, picture: string): Promise<BlobRow | 'lost' | null> =>
  session.read(['outbox', 'blobs'], async (tx) => {
    const isWaiting = (await tx.objectStore('outbox').index('id').getKey(id)) !== undefined
    const found = await readUnlessLost(() => tx.objectStore('blobs').get(picture))
    return found ?? (isWaiting ? 'lost' : null)
  })

/** Builds the request from the row of a write, and sends it. */
export const sendTo =
  (server: Server): Send =>
  async (session, { id, write }, order) => {
    const call = queuedCallOf(write)
    const input = { ...call.request(write), ...(order ? { order } : {}) }
    const picture = call.picture?.(write)
    const upload = picture === undefined ? undefined : await readPicture(session, id, picture)
    if (upload === null) return null
    // No later attempt would find it, and the writes behind this one must not wait for ever [PWA-3].
    if (upload === 'lost') return LOST_PICTURE
    const sent = await answerOrNull(
      upload
        ? server.ask(session, write.kind, { ...input, upload }, UPLOAD_TIMEOUT_MS)
        : server.ask(session, write.kind, input),
    )
    if (!sent || sent.ok || sent.body?.error !== 'not_found') return sent
    // The server answers `not_found` for a profile that this member may no longer see. What cannot be undone or looked
    // at any more counts as done, and the member does not have to discard it.
    const data = call.answerIfGone?.(write)
    return data ? { ok: true, data } : sent
  }
