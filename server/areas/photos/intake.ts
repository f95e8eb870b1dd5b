/** Photos on their way in, of profiles and of messages: one gate for the bytes of all files, one pipeline for all. */
import type { Context } from 'hono'
import type { Call } from '#contract/call.ts'
import { isPhotoRefusal } from '../../adapters/photo-pipeline.ts'
import { forget } from '../../adapters/photo-pipeline-forget.ts'
import { createGate } from '../../adapters/photo-pipeline-gate.ts'
import { preparePhoto } from '../../adapters/photo-pipeline-process.ts'
import type { Rendered } from '../../adapters/photo-pipeline-renditions.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { discardUpload, readUpload, roomFor } from '../../http/upload.ts'

/** Bytes of files that are held at once, by all members together; others wait unread. */
const FILES_ROOM = 24 * 1024 * 1024
/** One member sends so many at a time, and so many of all members may wait; then they are asked to come back. */
const EACH = 2
const WAITING_MAX = 200
const RETRY_SECONDS = 10

/** Reads the file and makes a photo of it, once it is known that it is wanted. */
export type Receive = () => Promise<Rendered | Refusal>

/**
 * Runs what a request with a file in its body does. A file that was not asked for is read to its end all the same: a
 * client that is answered while it still sends may never see the answer.
 */
export type Intake = <Result>(
  c: Context,
  member: number,
  upload: Call['upload'],
  body: (receive: Receive) => Promise<Result>,
) => Promise<Result>

export const createIntake = (): Intake => {
  const gate = createGate({ room: FILES_ROOM, each: EACH, waitingMax: WAITING_MAX })
  return async (c, member, upload = { bytesMax: 0, types: [] }, body) => {
    let isRead = false
    const leaves: (() => void)[] = []
    const receive: Receive = async () => {
      const leave = await gate.enter(roomFor(c.req.raw.headers, upload), member)
      if (!leave) return refuse('rate_limited', { retry_after: RETRY_SECONDS })
      leaves.push(leave)
      isRead = true
      const file = await readUpload(c.req.raw, upload)
      if (isRefusal(file)) return file
      const prepared = await preparePhoto(file)
      forget(file)
      if (!isPhotoRefusal(prepared)) return prepared
      const { error, ...bound } = prepared
      return refuse(error, bound)
    }
    try {
      const result = await body(receive)
      if (!isRead) await discardUpload(c.req.raw, upload)
      return result
    } finally {
      for (const leave of leaves) leave()
    }
  }
}
