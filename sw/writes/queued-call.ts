/**
 * The interface of a queued call: everything that the outbox, the handlers and the views need to know about one kind of
 * write. Each queued call of the table is one object of this type (`table.ts` lists them).
 */
import * as v from 'valibot'
import type { CallAnswer, CallParsed, CallWith } from '#contract/calls.ts'
import type { Topic } from '#contract/device.ts'
import type { WaitingMessage } from '#contract/entities/chat.ts'
import { Failure, UploadedShare, WAITING_STATES } from '#contract/entities/failure.ts'
import type { ReportReason } from '#contract/entities/safety.ts'
import type { User } from '#contract/entities/user.ts'
import { ClientId, Count, Timestamp } from '#contract/fields.ts'
import type { Locale } from '#contract/locales.ts'
import type { Tx } from '../store/member-db.ts'

/** The names of all `queued` calls. */
export type QueuedName = CallWith<'queued'>

/** A write of any kind, as far as other kinds know it. */
export type AnyWrite = { kind: QueuedName }

/** The fields of an outbox row beside its write. */
export const ROW_FIELDS = {
  /** Grows with each write, so it orders the writes of a lane. */
  order: v.number(),
  /** The client_id of a message or a photo; for other writes an id made on this device. */
  id: ClientId,
  /** Writes of one lane are sent one after another. */
  lane: v.string(),
  state: v.picklist(WAITING_STATES),
  written_at: Timestamp,
  /** The number of sends. A send that was cut off counts too, since it may have arrived. No pause depends on this. */
  attempts: Count,
  /**
   * How many times in a row the server answered with a rate limit or an error; pauses grow with it. Missing in older
   * rows.
   */
  refusals: v.optional(Count, 0),
  /** The next attempt is not before this moment. */
  retry_at: Timestamp,
  /** When the pause began. A clock before this was set back since, so `retry_at` means nothing. */
  paused_at: v.optional(Timestamp),
  /**
   * Whether the pause must run its full time: the server asked for it, or the write can be undone until then. Otherwise
   * the success of any call ends the pause.
   */
  by_server: v.boolean(),
  failure: v.nullable(Failure),
  /** The share of the picture, for the member alone: the server knows where to continue. */
  uploaded: UploadedShare,
}
const RowFields = v.object(ROW_FIELDS)

export type Row<W extends AnyWrite = AnyWrite> = v.InferOutput<typeof RowFields> & { write: W }

/** The outbox inside a running transaction, which must include `outbox`, and `blobs` for `remove`. */
export type OutboxTx = {
  /** All rows in the order of writing. */
  all: () => Promise<readonly Row[]>
  get: (id: string) => Promise<Row | null>
  put: <W extends AnyWrite>(row: Row<W>) => Promise<void>
  /** Deletes a row and its picture. */
  remove: (row: Row) => Promise<void>
}

/** The stored form of one kind of write. */
export const stored = <Name extends QueuedName, Entries extends v.ObjectEntries>(kind: Name, fields: Entries) =>
  v.object({ kind: v.literal(kind), ...fields })

type WriteSchema = v.GenericSchema<unknown, AnyWrite> & { entries: { kind: { literal: QueuedName } } }

/** Whether this row is a write of that kind. */
export const isOf = <Schema extends WriteSchema>(
  row: Row | null | undefined,
  schema: Schema,
): row is Row<v.InferOutput<Schema>> => row?.write.kind === schema.entries.kind.literal

/** How a new write is combined with the queued ones. */
export type CoalescedWrite = {
  /** Rows that the new write replaces. */
  drop: readonly Row[]
  /** The queued row after merging the write into it, or the row that already contains the write. */
  into?: Row
  /** Whether the write gets its own row. */
  add: boolean
}

/** The effect of a queued write on what the member sees. Every part is optional, since a write changes few things. */
export type Overlay = {
  /** The member's own account after the write. */
  user?: (user: User) => User
  /** A message that is listed as queued, sending or refused. */
  message?: { conversation: string; content: MessageContent }
  /** Messages of a conversation that count as read. */
  read?: { conversation: string; up_to: number }
  /** Messages of a conversation that are hidden [CHAT-8]. */
  deletion?: { conversation: string; up_to: number }
  block?: { profile: number; conversation: string; isBlocked: boolean }
  /** A report among the member's own reports, waiting or refused. */
  report?: { profile: number; reason: ReportReason; text: string }
  /** `sent`: the member's like, null for none. `isSeen`: the member has looked at the received like. */
  like?: { profile: number; sent?: { at: number } | null; isSeen?: true }
  /** `isLike`: the swipe uses one of the day's likes. */
  swipe?: { profile: number; isSwiped: boolean; isLike: boolean }
}

type ContentOf<Message> = Message extends WaitingMessage
  ? Omit<Message, 'client_id' | 'conversation' | 'sender' | 'sent_at' | 'state' | 'failure'>
  : never
type MessageContent = ContentOf<WaitingMessage>

/** The feed cursor and the stored user of this device at the time of the request. */
export type SentAt = { seq: number; user: User | null; member: number }

/** The request that delivers a write, as the contract's schemas of the call want it. */
type WriteRequest = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: unknown
}

export type QueuedCall<W extends AnyWrite, Input, Answer> = {
  /** Turns the parsed input of the call into the fields of a write of this member. */
  fieldsOf: (input: Input, member: number) => Omit<W, 'kind'>
  /** Writes of one lane are sent in order; writes of different lanes do not wait for each other. */
  lane: (write: W) => string
  /** @param lane the rows of this write's lane. Rows that are being sent must not change. */
  coalesce: (lane: readonly Row[], write: W) => CoalescedWrite
  /** The request that delivers the write. A picture is added from `blobs`. */
  request: (write: W) => WriteRequest
  /** The topics whose data change when the write is queued, confirmed or dropped. */
  topics: (write: W) => readonly Topic[]
  /** Applies the server's answer. The caller deletes the row in the same transaction. */
  acknowledge: (
    tx: Tx,
    confirmed: { row: Row<W>; write: W; answer: Answer; sentAt: SentAt; outbox: OutboxTx },
  ) => Promise<void>
  /** The effect of the write while it is queued. Nothing optimistic is stored beside the row. */
  overlay: (row: Row<W>) => Overlay

  /** A schema of the parameters that accepts more than the server does. */
  params?: v.GenericSchema
  /** Whether the write is about a conversation of this member; missing where that is certain. */
  isOwn?: (write: W, member: number) => boolean
  /** Adds the names of a chosen place, so that they show before the server has answered. */
  withPlace?: (write: W, placeOf: PlaceNames) => Promise<W>
  /** The id that the page made for this write; undefined from pages of an older version. */
  ownId?: (write: W) => string | undefined
  /** The id of the picture in `blobs` that is sent with the write. */
  picture?: (write: W) => string
  /** The write at a price that its member has agreed to by sending it again [CHAT-15]. */
  atCost?: (write: W, cost: number) => W
  /** The message in this write, for its price and for a new conversation. */
  message?: (write: W) => { conversation: string; type: WaitingMessage['type'] }
  /** Whether the server already has what this write carries. */
  isDelivered?: (tx: Tx, write: W, member: number) => Promise<boolean>
  /** Fills in what only the store knows; null refuses the write as unknown. */
  resolve?: (tx: Tx, write: W, outbox: readonly Row[]) => Promise<W | null>
  /** How long the write waits, so that discarding its row undoes it. */
  undoMs?: number
  /** Further lanes whose later writes must not overtake this one. */
  otherLanes?: (write: W) => readonly string[]
  /** The server stores each id or position once, so a late copy needs no order of sends. */
  isUnordered?: true
  /** Completes a due write on the device if the server need not hear it. Returns whether it did. */
  settle?: (tx: Tx, row: Row<W>, outbox: OutboxTx) => Promise<boolean>
  /** The row to send now, or null if it must wait for the feed. */
  ready?: (tx: Tx, row: Row<W>, at: { outbox: OutboxTx; now: number }) => Promise<Row<W> | null>
  /** The topics that show that the write is being sent. */
  sendingTopics?: (write: W) => readonly Topic[]
  /** The answer that counts as received when the server says that the profile no longer exists. */
  answerIfGone?: (write: W) => object | null
  /** The overlay of a refused write still shows. Without this flag a refused write has no effect [PWA-3]. */
  isShownRefused?: true
  /** The write changes the count on the app's icon. */
  changesBadge?: true
  /** The language that the device uses from now on. */
  locale?: (write: W) => Locale
}

type PlaceNames = (ids: {
  country: string | undefined
  region: string | undefined
  city: string
}) => Promise<{ region: string; city: string } | null>

type KindOf<Schema extends WriteSchema> = v.InferOutput<Schema>['kind']

/** Joins the stored form of a write with its behaviour. */
export const queuedCall = <Schema extends WriteSchema>(
  schema: Schema,
  parts: QueuedCall<v.InferOutput<Schema>, CallParsed<KindOf<Schema>>, CallAnswer<KindOf<Schema>>>,
) => ({ schema, ...parts })

/** Messages and photo uploads never combine with another write. */
export const alwaysAdded = (): CoalescedWrite => ({ drop: [], add: true })

/** Only the last write of the lane counts. */
export const lastCounts = (lane: readonly Row[]): CoalescedWrite => ({ drop: idleIn(lane), add: true })

export const idleIn = (lane: readonly Row[]): readonly Row[] => lane.filter((row) => row.state !== 'sending')

/** The last row of a lane, if it was not sent yet. A new write may be merged into it without overtaking another. */
export const lastQueued = (lane: readonly Row[]): Row | null => {
  const last = lane.findLast((row) => row.state !== 'failed')
  return last?.state === 'queued' ? last : null
}

/** Merges an edit with the queued one. A refused edit is dropped once all its fields were edited again. */
export const merged = <Schema extends WriteSchema & v.GenericSchema<unknown, AnyWrite & { body: object }>>(
  schema: Schema,
  lane: readonly Row[],
  write: v.InferOutput<Schema>,
): CoalescedWrite => {
  const last = lastQueued(lane)
  const drop = lane.filter(
    (row) =>
      row.state === 'failed' && isOf(row, schema) && Object.keys(row.write.body).every((field) => field in write.body),
  )
  return isOf(last, schema) ? { drop, into: { ...last, write }, add: false } : { drop, add: true }
}
