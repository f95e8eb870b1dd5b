/** Uploads of photos for profiles and messages: one gate limits the bytes in memory, one pipeline prepares all. */
import type { Context } from 'hono'
import type { Call } from '#contract/call.ts'
import { isPhotoRefusal, type RenderedPhoto, freeMemory } from '../../adapters/photo-pipeline.ts'
import { createGate } from '../../adapters/photo-gate.ts'
import { preparePhoto } from '../../adapters/photo-process.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { addressOf } from '../../http/address.ts'
import type { Caller } from '../../http/caller.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { discardUpload, readUpload, roomFor } from '../../http/upload.ts'
import { NO_PARTS, type EarlierParts } from './parts.ts'

/** The maximum bytes of files in memory, for all members together; other uploads wait unread. */
const FILES_ROOM = 24 * 1024 * 1024
/** The maximum uploads per member, and the maximum that wait. Further ones are refused with a retry time. */
const EACH = 2
/** Uploads that stall keep their room for minutes: those of one network leave the other half to everybody else. */
const NETWORK_PART = 0.5
const WAITING_MAX = 200
const RETRY_SECONDS = 10

/** Reads the file and prepares the photo, after the checks have shown that it is wanted. */
export type Receive = () => Promise<RenderedPhoto | Refusal>

/** Reads the bytes of a part as they are. */
type ReceiveBytes = () => Promise<Uint8Array | Refusal>

/** A file may take minutes to arrive, and a session that ends meanwhile must not act any more [ACC-16]. */
type Uploader = { id: number; isIn: () => Promise<boolean> }

export const uploaderOf = (
  { read, safeNow }: Pick<Deps, 'read' | 'safeNow'>,
  { id, sessionHash }: Pick<Caller, 'id' | 'sessionHash'>,
): Uploader => ({
  id,
  isIn: async () => (await read.account.sessionByHash(sessionHash, safeNow()))?.revokedAt === null,
})

/**
 * Runs the body of a request with a file. An unwanted file is still read to its end: a client that is answered while it
 * sends may never see the answer.
 */
export type Intake = <Result>(
  c: Context,
  uploader: Uploader,
  upload: Call['upload'],
  body: (receive: Receive, receiveBytes: ReceiveBytes) => Promise<Result>,
  /** The parts of the file that have arrived before. */
  earlier?: EarlierParts,
) => Promise<Result>

export const createIntake = (env: Pick<Env, 'TRUST_PROXY'>): Intake => {
  const gate = createGate({ room: FILES_ROOM, each: EACH, waitingMax: WAITING_MAX, part: NETWORK_PART })
  return async (c, uploader, upload = { bytesMax: 0, types: [] }, body, earlier = NO_PARTS) => {
    let isRead = false
    const leaves: (() => void)[] = []
    const receiveBytes: ReceiveBytes = async () => {
      const room = Math.min(upload.bytesMax, roomFor(c.req.raw.headers, upload) + earlier.size)
      const leave = await gate.enter(room, uploader.id, addressOf(c, env))
      if (!leave) return refuse('rate_limited', { retry_after: RETRY_SECONDS })
      leaves.push(leave)
      isRead = true
      const file = await readUpload(c.req.raw, upload)
      if (isRefusal(file)) return file
      if (!(await uploader.isIn())) return refuse('authentication_required', { revoked: true })
      return file
    }
    const receive: Receive = async () => {
      const end = await receiveBytes()
      if (isRefusal(end)) return end
      const parts = await earlier.read(end.byteLength)
      if (!parts) return refuse('photo_parts_missing')
      if (earlier.size + end.byteLength > upload.bytesMax) return refuse('photo_too_large', { limit: upload.bytesMax })
      const file = parts.length === 0 ? end : joined([...parts, end])
      const prepared = await preparePhoto(file)
      freeMemory(file)
      if (!isPhotoRefusal(prepared)) return prepared
      await earlier.drop()
      const { error, ...bound } = prepared
      return refuse(error, bound)
    }
    try {
      const result = await body(receive, receiveBytes)
      if (isRead && !isRefusal(result)) await earlier.drop()
      if (!isRead) await discardUpload(c.req.raw, upload)
      return result
    } finally {
      for (const leave of leaves) leave()
    }
  }
}

/** The memory is of its own, so that it can be freed. */
const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const file = Buffer.allocUnsafeSlow(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const part of parts) {
    file.set(part, at)
    at += part.byteLength
  }
  return file
}
