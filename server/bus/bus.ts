/**
 * The bus between server processes: events for open streams, presence and rate limits. `open.ts` has the one for one process,
 * `valkey.ts` several. Nothing on the bus is durable: the database has the truth, and a lost hint delays a device until
 * it asks.
 */
import type { DeskHint } from '#contract/desk/events.ts'
import type { StreamEvent } from '#contract/events.ts'
import type { Refusal } from '../http/reply.ts'
import type { RateName } from '../rates.ts'

type SendEvent = (event: StreamEvent) => void

/** A stream of a member. */
export type Stream = {
  send: SendEvent
  /** Events may have been lost: the stream reads its member's feed and checks its session, which has this hash now. */
  missed?: (sessionHash: string) => void
  /** Called when the server shuts down. */
  close?: () => void
}

export type Bus = {
  /** Sends an event to all open streams of a member. It returns at once; an event that gets lost is not repeated. */
  publish: (member: number, event: StreamEvent) => void
  /** Whether the member has the app open now: then no push is sent. */
  isOpen: (member: number) => Promise<boolean>
  /**
   * Adds a stream of this process; the returned function removes it. A session has at most `STREAMS_A_SESSION_MAX`
   * streams in a process: a newer one ends the oldest [SAFE-6].
   */
  open: (member: number, sessionHash: string, stream: Stream) => () => void
  /** Notifies the streams of a session that it was ended. */
  endSession: (member: number, sessionHash: string) => void
  /** A session got a new token: its open streams move with it. */
  renameSession: (member: number, from: string, to: string) => void
  /** Sends a hint to all open pages of the desk. */
  publishToDesk: (hint: DeskHint) => void
  /** Adds a stream of the desk; the returned function removes it. `close` is called when the server shuts down. */
  openDesk: (send: (hint: DeskHint) => void, close: () => void) => () => void
  /**
   * Counts one use against a rate limit [SAFE-6].
   * @param who the member, network or other subject of the limit
   * @returns the refusal with its `retry_after`, or null if the work may begin
   */
  use: (name: RateName, who: string | number) => Promise<Refusal | null>
  /** The number of members' streams of this process. */
  count: () => number
  /** Whether the other processes cannot be reached now; each then uses limits of its own. */
  isAway: () => boolean
  /** Ends every stream of this process at shutdown. */
  closeAll: () => void
  /** Leaves the other processes; call it after the final commit. */
  stop: () => Promise<void>
}
