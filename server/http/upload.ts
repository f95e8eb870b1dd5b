/** Uploads: the body of a call is a file, read in chunks with a limit on size and time [SAFE-3]. */
import type { Call } from '#contract/call.ts'
import { refuse, type Refusal } from './reply.ts'

type Upload = NonNullable<Call['upload']>

/** Headers can lie, so the file is checked later too. A header that is refused saves the transfer of the file. */
export const headersRefusal = (headers: Headers, { bytesMax, types }: Upload): Refusal | null => {
  if (statedLength(headers) > bytesMax) return refuse('photo_too_large', { limit: bytesMax })
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  return types.includes(type) ? null : refuse('photo_type')
}

/** The memory to reserve for the file: its stated length, or the maximum. */
export const roomFor = (headers: Headers, { bytesMax }: Upload): number => {
  const stated = statedLength(headers)
  return stated <= bytesMax ? stated : bytesMax
}

/** NaN if the length is not stated. */
const statedLength = (headers: Headers): number => Number(headers.get('content-length') ?? Number.NaN)

/** Timeouts for one chunk and for the whole: a phone on a bad line is slow, but a silent client is gone. */
const PIECE_MS = 20_000
/** A device sends for at most 240 s (`sw/server-api.ts`), and Node ends a request after five minutes. */
const WHOLE_MS = 270_000
const RETRY_SECONDS = 5

type Patience = { pieceMs: number; wholeMs: number }

/** @returns the file, or the reason for a refusal; an aborted body is a broken photo */
export const readUpload = async (
  request: Request,
  upload: Upload,
  { pieceMs, wholeMs }: Patience = { pieceMs: PIECE_MS, wholeMs: WHOLE_MS },
): Promise<Uint8Array | Refusal> => {
  if (!request.body) return new Uint8Array()
  const reader = request.body.getReader()
  const timeout = timeoutAfter(wholeMs)
  // The system assigns memory only when it is written to.
  const file = Buffer.allocUnsafeSlow(roomFor(request.headers, upload))
  let size = 0
  try {
    for (;;) {
      const pause = timeoutAfter(pieceMs)
      const piece = await Promise.race([reader.read(), pause.over, timeout.over]).finally(pause.end)
      if (piece === 'late') return refuse('rate_limited', { retry_after: RETRY_SECONDS })
      if (piece.done) return file.subarray(0, size)
      if (size + piece.value.byteLength > file.length) return refuse('photo_too_large', { limit: upload.bytesMax })
      file.set(piece.value, size)
      size += piece.value.byteLength
    }
  } catch {
    return refuse('photo_broken')
  } finally {
    timeout.end()
    // After a complete read this does nothing.
    void reader.cancel().catch(() => undefined)
  }
}

/** Reads the body to its end and drops it: a client that is answered while it still sends may never see the answer. */
export const discardUpload = async (request: Request, { bytesMax }: Upload): Promise<void> => {
  if (!request.body) return
  const timeout = timeoutAfter(PIECE_MS)
  const reader = request.body.getReader()
  try {
    for (let size = 0; size <= bytesMax;) {
      const piece = await Promise.race([reader.read(), timeout.over])
      if (piece === 'late' || piece.done) return
      size += piece.value.byteLength
    }
  } catch {
    // The upload was aborted: nobody waits for the answer.
  } finally {
    timeout.end()
    void reader.cancel().catch(() => undefined)
  }
}

const timeoutAfter = (ms: number): { over: Promise<'late'>; end: () => void } => {
  const { promise, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => resolve('late'), ms)
  return { over: promise, end: () => clearTimeout(timer) }
}
