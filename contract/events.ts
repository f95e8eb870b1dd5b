/** The events of the stream: hints, and the changes themselves where they are few. */
import * as v from 'valibot'
import { ConversationId, Count, Id } from './fields.ts'

/**
 * Changes that the stream carries, so that a device need not ask for them [CHAT-14]. The page passes them to the worker
 * without reading them. The worker applies them only to the named member's data, and only if it has everything up to
 * `after`; otherwise it calls `sync`.
 */
export const StreamNews = v.object({
  member: Id,
  after: Count,
  /** A `SyncAnswer`, as `sync` would answer for `after`. */
  answer: v.unknown(),
})
export type StreamNews = v.InferOutput<typeof StreamNews>

export const StreamEvent = v.variant('type', [
  /** Without `news`, or with news in the form of a newer server: call `sync`. */
  v.object({ type: v.literal('change'), seq: Count, news: v.fallback(v.optional(StreamNews), undefined) }),
  v.object({ type: v.literal('logout') }),
  /** The session has `STREAMS_A_SESSION_MAX` newer streams. This one ends, and its page does not reconnect soon. */
  v.object({ type: v.literal('crowded') }),
  /** The partner is typing or has stopped; expires after `TYPING_MS` [CHAT-7]. */
  v.object({ type: v.literal('typing'), conversation: ConversationId, profile: Id, typing: v.boolean() }),
])
export type StreamEvent = v.InferOutput<typeof StreamEvent>

/**
 * The interval of the empty event `beat`: it keeps proxies from closing a quiet stream, and shows the page that the
 * stream is open.
 */
export const HEARTBEAT_MS = 25_000

/**
 * The maximum of streams per session. A browser opens one stream for all its tabs [PWA-12]; without Web Locks, one per
 * visible tab [SAFE-6].
 */
export const STREAMS_A_SESSION_MAX = 5

/** How long a member counts as typing after the last signal; the app repeats it at most every half of this. */
export const TYPING_MS = 6_000
