/**
 * Cuts the upload of a photo into parts. A browser says nothing about how far an upload has come, so only parts tell a slow network from
 * a dead one, and only they let an upload continue where it was cut off.
 */
import { PHOTO_PART_BYTES_MAX } from '../limits.ts'

/** Most prepared photos that fit into this go in one request. */
const FIRST_PART_BYTES = 256 * 1024
/** After a send that was cut off, the network is taken for a bad one. */
const LATER_PART_BYTES = 32 * 1024
const PART_BYTES_MIN = 16 * 1024
/** Parts grow or shrink until each takes a few seconds: a cut costs one of them. */
const FAST_MS = 2_000
const SLOW_MS = 10_000
/** An upload ends for now after this many parts that brought the server nothing new. */
const STANDSTILLS_MAX = 3

type Part<Failure> = { received: number; is_known: boolean } | { failure: Failure }

type PartsNeeds<Failure> = {
  /** The bytes of the whole photo. */
  size: number
  /** Whether an earlier attempt may have left parts at the server. */
  isRepeat: boolean
  /** Uploads the bytes from `from` to `until`, and without bytes asks what has arrived. */
  put: (from: number, until: number) => Promise<Part<Failure>>
  now: () => number
}

/**
 * Uploads a photo up to its last part.
 * @returns the beginning of the last part, which the request itself must carry; or the failure of a part, null for a standstill
 */
export const uploadParts = async <Failure>({
  size,
  isRepeat,
  put,
  now,
}: PartsNeeds<Failure>): Promise<{ from: number } | { failure: Failure | null }> => {
  let bytes = isRepeat ? LATER_PART_BYTES : FIRST_PART_BYTES
  if (size <= bytes) return { from: 0 }
  let from = 0
  let standstills = 0
  for (let until = isRepeat ? 0 : bytes; ; until = from + bytes) {
    const sentAt = now()
    const part = await put(from, until)
    if ('failure' in part) return part
    if (part.is_known) return { from: size }
    // Only the question of a repeated upload brings nothing new.
    if (part.received <= from && until > 0 && (standstills += 1) > STANDSTILLS_MAX) return { failure: null }
    if (until > from) bytes = nextBytes(bytes, now() - sentAt)
    from = Math.min(part.received, size)
    if (size - from <= bytes) return { from }
  }
}

const nextBytes = (bytes: number, tookMs: number): number => {
  if (tookMs < FAST_MS) return Math.min(bytes * 2, PHOTO_PART_BYTES_MAX)
  return tookMs > SLOW_MS ? Math.max(bytes / 2, PART_BYTES_MIN) : bytes
}
