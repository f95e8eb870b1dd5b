/** What the event stream says: hints, never contents, typing excepted. `change` means: ask `sync`. */
import * as v from 'valibot'
import { ConversationId, Count, Id } from './fields.ts'

export const StreamEvent = v.variant('type', [
  v.object({ type: v.literal('change'), seq: Count }),
  v.object({ type: v.literal('logout') }),
  /** The session has `STREAMS_A_SESSION_MAX` newer streams: this one ends, and its page does not come back soon. */
  v.object({ type: v.literal('crowded') }),
  /** The partner writes, or has stopped; over by itself after `TYPING_MS` [CHAT-7]. */
  v.object({ type: v.literal('typing'), conversation: ConversationId, profile: Id, typing: v.boolean() }),
])
export type StreamEvent = v.InferOutput<typeof StreamEvent>

/** An empty event named `beat` this often keeps proxies from closing a quiet stream, and tells a page that it stands. */
export const HEARTBEAT_MS = 25_000

/** A browser opens one stream for all its tabs [PWA-12]; without Web Locks one for each visible tab [SAFE-6]. */
export const STREAMS_A_SESSION_MAX = 5

/** How long a writer counts as writing without saying so again; said again at most every half of it. */
export const TYPING_MS = 6_000
