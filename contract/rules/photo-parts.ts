/**
 * Cuts the upload of a photo into parts. A browser says nothing about how far an upload has come, so only parts tell a slow network from
 * a dead one, and only they let an upload continue where it was cut off.
 */
import type { ErrorCode } from '../errors.ts'
import { PHOTO_PART_BYTES_MAX } from '../limits.ts'

/** Nothing is known about the network yet: a part of this size ends within a minute, also over the slowest one. */
const FIRST_PART_BYTES = 32 * 1024
const PART_BYTES_MIN = 16 * 1024
/** Parts grow or shrink until each takes a few seconds: a cut costs one of them. */
const FAST_MS = 2_000
const SLOW_MS = 10_000
const GROWTH_MAX = 16
/** An upload ends for now when more parts than this have brought the server nothing new. */
const STANDSTILLS_MAX = 3

const ANSWER_MS = 20_000
/** The slowest link that is waited for, in bytes a millisecond. */
const SLOWEST = 1
/** A larger part follows one that took seconds, so a network that stalls delays it for no longer. */
const PART_TIMEOUT_MAX_MS = 60_000

/** The idle timeout of the upload of a part. */
export const partTimeout = (bytes: number): number =>
  Math.min(PART_TIMEOUT_MAX_MS, ANSWER_MS + Math.round(bytes / SLOWEST))

/** `isOlder`: a server of before, which takes no parts. */
type Part<Answer> = { received: number; is_known: boolean } | { failure: Answer; isOlder: boolean }

type PartsNeeds<Answer> = {
  /** The bytes of the whole photo. */
  size: number
  /** Whether an earlier attempt may have left parts at the server. */
  isRepeat: boolean
  /** Uploads the bytes from `from` to `until`, and without bytes asks what has arrived. */
  put: (from: number, until: number) => Promise<Part<Answer>>
  /** Hears the share of the photo that has arrived, in [0, 1]. */
  arrived: (share: number) => Promise<void> | void
  /** Sends the request of the write itself, with the bytes from `from`. */
  send: (from: number) => Promise<Answer>
  /** The refusal in an answer, or null. */
  refusalIn: (answer: Answer) => ErrorCode | null
  /** The answer for a server that has no more received after several parts. */
  standstill: Answer
  now: () => number
}

/**
 * Uploads a photo: its beginning in parts, and its end with the request of the write itself.
 * @returns the answer to that request, or the failure of a part
 */
export const uploadInParts = async <Answer>(needs: PartsNeeds<Answer>): Promise<Answer> => {
  const beginning = await uploadBeginning(needs)
  if ('failure' in beginning) return beginning.failure
  const { from } = beginning
  const answer = await needs.send(from)
  // While servers are upgraded one by one, the end may reach one of before, which takes it for the whole file.
  const isUnread = from > 0 && UNREADABLE.has(needs.refusalIn(answer))
  return isUnread ? needs.send(0) : answer
}

const UNREADABLE: ReadonlySet<ErrorCode | null> = new Set(['photo_type', 'photo_broken'])

/** @returns the beginning of the last part, or the failure of a part */
const uploadBeginning = async <Answer>({
  size,
  isRepeat,
  put,
  arrived,
  standstill,
  now,
}: PartsNeeds<Answer>): Promise<{ from: number } | { failure: Answer }> => {
  let bytes = FIRST_PART_BYTES
  if (size <= bytes) return { from: 0 }
  let from = 0
  let standstills = 0
  for (let until = isRepeat ? 0 : bytes; ; until = from + bytes) {
    const sentAt = now()
    const part = await put(from, until)
    if ('failure' in part) return part.isOlder ? { from: 0 } : part
    if (part.is_known) return { from: size }
    // Only the question of a repeated upload brings nothing new.
    if (part.received <= from && until > 0 && (standstills += 1) > STANDSTILLS_MAX) return { failure: standstill }
    if (until > from) bytes = nextBytes(bytes, now() - sentAt)
    from = Math.min(part.received, size)
    await arrived(from / size)
    if (size - from <= bytes) return { from }
  }
}

const nextBytes = (bytes: number, tookMs: number): number => {
  if (tookMs > SLOW_MS) return Math.max(bytes / 2, PART_BYTES_MIN)
  if (tookMs > FAST_MS) return bytes
  const growth = Math.min(Math.max(2, Math.floor(FAST_MS / Math.max(1, tookMs))), GROWTH_MAX)
  return Math.min(bytes * growth, PHOTO_PART_BYTES_MAX)
}
