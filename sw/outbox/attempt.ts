/** One attempt to send a write of the outbox, and the outcome of its answer. */
import { PHOTO_PART_TYPE } from '#contract/entities/photo.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { partTimeout, uploadInParts } from '#contract/rules/photo-parts.ts'
import { sendOutcomeOf, type SendOutcome } from '#contract/rules/retry.ts'
import type { WriteOrder } from '#contract/rules/write-order.ts'
import type { Ports } from '../ports.ts'
import { answerOrNull, UPLOAD_TIMEOUT_MS, type RequestInput, type Server, type ServerAnswer } from '../server-api.ts'
import type { BlobRow } from '../store/member-db.ts'
import { readUnlessLost } from '../store/opener.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { MemberSession } from '../store/session.ts'
import { queuedCallOf } from '../writes/table.ts'

/** The answer to a write; null if none came. */
export type SendAnswer = ServerAnswer<unknown> | null

/** Makes one attempt, with a timeout. Never throws because of a missing network. `arrived` hears the share of a picture that has arrived. */
export type Send = (
  session: MemberSession,
  row: OutboxRow,
  order: WriteOrder | null,
  arrived: (share: number) => Promise<void>,
) => Promise<SendAnswer>

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

/** Whether the write was not discarded, nor its member logged out, since its upload began. */
const isWaiting = (session: MemberSession, id: string): Promise<boolean> =>
  session.read(['outbox'], async (tx) => (await tx.objectStore('outbox').index('id').getKey(id)) !== undefined)

/** Uploads the picture of a write, a large one in parts. */
const sendPicture = (
  { server, now, givesWay }: SendDeps,
  session: MemberSession,
  { id, attempts, write }: OutboxRow,
  { client_id, bytes, type }: BlobRow,
  input: RequestInput,
  arrived: Parameters<Send>[3],
): Promise<SendAnswer> => {
  const put = async (from: number, until: number) => {
    // A new version that waits continues with the next part.
    if (givesWay() || !(await isWaiting(session, id))) return { failure: null, isOlder: false }
    const input = {
      params: { client_id },
      query: { from: String(from) },
      upload: { bytes: bytes.slice(from, until), type: PHOTO_PART_TYPE },
    }
    const answer = await answerOrNull(server.ask(session, 'photos.part', input, partTimeout(until - from)))
    if (answer?.ok === true && answer.data) return answer.data
    return { failure: answer, isOlder: answer?.ok === false && [404, 405].includes(answer.status) }
  }
  const send = (from: number): Promise<SendAnswer> => {
    const query = { ...input.query, ...(from > 0 && { from: String(from) }) }
    const upload = { bytes: bytes.slice(from), type }
    return answerOrNull(server.ask(session, write.kind, { ...input, query, upload }, UPLOAD_TIMEOUT_MS))
  }
  const refusalIn = (answer: SendAnswer) => (answer?.ok === false && answer.body?.error) || null
  return uploadInParts({
    size: bytes.byteLength,
    isRepeat: attempts > 1,
    put,
    arrived,
    send,
    refusalIn,
    standstill: null,
    now,
  })
}

type SendDeps = { server: Server } & Pick<Ports, 'now' | 'givesWay'>

/** Builds the request from the row of a write, and sends it. */
export const sendTo =
  (deps: SendDeps): Send =>
  async (session, row, order, arrived) => {
    const { server } = deps
    const { id, write } = row
    const call = queuedCallOf(write)
    const input = { ...call.request(write), ...(order ? { order } : {}) }
    const picture = call.picture?.(write)
    const stored = picture === undefined ? undefined : await readPicture(session, id, picture)
    if (stored === null) return null
    // No later attempt would find it, and the writes behind this one must not wait for ever [PWA-3].
    if (stored === 'lost') return LOST_PICTURE
    const sent = stored
      ? await sendPicture(deps, session, row, stored, input, arrived)
      : await answerOrNull(server.ask(session, write.kind, input))
    if (!sent || sent.ok || sent.body?.error !== 'not_found') return sent
    // The server answers `not_found` for a profile that this member may no longer see. What cannot be undone or looked
    // at any more counts as done, and the member does not have to discard it.
    const data = call.answerIfGone?.(write)
    return data ? { ok: true, data } : sent
  }
