/**
 * Photos that arrive in parts, so that an upload over a bad network continues where it was cut off. The parts wait in the database, not
 * in memory: any server process takes the next one, and an upload that stalls takes no room from others.
 */
import type { CallAnswer } from '#contract/calls.ts'
import { PHOTO_BYTES_MAX } from '#contract/limits.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import type { PhotoUpload } from './part-queries.ts'

/** The bytes that the uploads of one member may have waiting: a device sends up to four photos side by side. */
const WAITING_BYTES_MAX = 4 * PHOTO_BYTES_MAX

/**
 * Stores the next part. Beyond the limit, the member's oldest other upload is dropped, and begins again if it is still running.
 * @param receive reads the part
 */
export const addPart = async (
  { read, write, now }: Pick<Deps, 'read' | 'write' | 'now'>,
  upload: PhotoUpload,
  from: number,
  receive: () => Promise<Uint8Array | Refusal>,
): Promise<CallAnswer<'photos.part'> | Refusal> => {
  const part = await receive()
  if (isRefusal(part)) return part
  const size = part.byteLength
  const seen = await arrivedOf(read, upload)
  if (seen.is_known || seen.received !== from || size === 0) return seen
  if (from + size > PHOTO_BYTES_MAX) return refuse('photo_too_large', { limit: PHOTO_BYTES_MAX })
  const bytes = Buffer.from(part.buffer, part.byteOffset, size).toString('base64')
  return write(
    async (tx) => {
      // The photo, or a copy of this part, may have arrived over another connection.
      const before = await arrivedOf(tx, upload)
      if (before.is_known || before.received !== from) return before
      await makeRoom(tx, upload, from + size)
      await tx.parts.addPart({ ...upload, start: from, size, bytes, at: now() })
      return { received: from + size, is_known: false }
    },
    [upload.owner],
  )
}

const arrivedOf = async (
  { parts }: Pick<Queries, 'parts'>,
  upload: PhotoUpload,
): Promise<CallAnswer<'photos.part'>> => ({
  received: await parts.receivedOf(upload),
  is_known: await parts.isKnown(upload),
})

const makeRoom = async (tx: Pick<Tx, 'parts'>, upload: PhotoUpload, wanted: number): Promise<void> => {
  const others = await tx.parts.othersOf(upload)
  let waiting = others.reduce((sum, { bytes }) => sum + bytes, wanted)
  for (const { clientId, bytes } of others) {
    if (waiting <= WAITING_BYTES_MAX) return
    await tx.parts.dropParts({ owner: upload.owner, clientId })
    waiting -= bytes
  }
}

/** The beginning of a photo whose end comes with a request. */
export type EarlierParts = {
  size: number
  /** @returns the parts, or null if some are missing. @param end the bytes of the end */
  read: (end: number) => Promise<Uint8Array[] | null>
  drop: () => Promise<void>
}

export const NO_PARTS: EarlierParts = { size: 0, read: () => Promise.resolve([]), drop: () => Promise.resolve() }

/** @param size the bytes that the request says have arrived before */
export const earlierParts = (
  { read, write }: Pick<Deps, 'read' | 'write'>,
  upload: PhotoUpload,
  size: number,
): EarlierParts => {
  if (size === 0) return NO_PARTS
  const drop = (): Promise<void> => write((tx) => tx.parts.dropParts(upload), [upload.owner])
  return {
    size,
    read: async (end) => {
      const parts = (await read.parts.bytesOf(upload)).map((bytes) => Buffer.from(bytes, 'base64'))
      const received = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
      if (received === size) return parts
      // These are parts of another file: a page that was loaded again may have prepared the photo differently.
      if (received > size + end) await drop()
      return null
    },
    drop,
  }
}
