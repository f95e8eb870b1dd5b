/** The desk's queue: items, the rows that contain them, true counts, and claims [DESK-4]. */
import * as v from 'valibot'
import { PHOTO_REASONS } from '../entities/photo.ts'
import { REPORT_REASONS } from '../entities/safety.ts'
import { Count, Id, OperatorText, Timestamp } from '../fields.ts'
import { SANCTIONS } from '../rules/may-act.ts'
import type { DeskCall } from './call.ts'
import { ITEM_KINDS, SEVERITIES } from './severity.ts'
import { Subject } from './subject.ts'

export const Claim = v.object({ staff: Id, name: v.string(), until: Timestamp })
export type Claim = v.InferOutput<typeof Claim>

/** A member as rows and cases name them. */
export const QueueMember = v.object({
  id: Id,
  name: v.string(),
  /** Null once the account is erased. */
  age: v.nullable(v.number()),
  fictional: v.boolean(),
  /** The photo for the row, or null: none, or a case of a minor, of blackmail or of money, which shows no portrait. */
  photo: v.nullable(Id),
  joined_at: v.nullable(Timestamp),
  country: v.string(),
  city: v.string(),
  sanction: v.nullable(v.picklist(SANCTIONS)),
})
export type QueueMember = v.InferOutput<typeof QueueMember>

/** One thing that waits for a person. */
export const QueueItem = v.object({
  kind: v.picklist(ITEM_KINDS),
  /** The number of the letter, photo, flag or request; for other money, its place among those of its kind that wait. */
  id: Id,
  at: Timestamp,
  due_at: Timestamp,
  severity: v.picklist(SEVERITIES),
  reason: v.nullable(v.picklist([...REPORT_REASONS, ...PHOTO_REASONS])),
  /** A receipt's number, such as R-000012; empty for items that are no letter. */
  number: v.string(),
  /** The sender's words, the kind of a flag, or for money `3999 EUR` (minor units) or `120` (credits). */
  text: v.string(),
  /** The reporter or the sender; null for a visitor and for automatic items. */
  from: v.nullable(v.object({ id: Id, name: v.string(), age: v.nullable(v.number()) })),
  /** An appeal against the caller's own decision [DESK-9], or the caller's own request: somebody else must answer. */
  is_own: v.boolean(),
})
export type QueueItem = v.InferOutput<typeof QueueItem>

/** The items about one member, or a group of letters with the same text, or all waiting photos. */
export const QueueRow = v.object({
  subject: Subject,
  /** The number of the case, once somebody has opened it. */
  case: v.nullable(Id),
  member: v.nullable(QueueMember),
  severity: v.picklist(SEVERITIES),
  due_at: Timestamp,
  /** All items of the row that fit the filter, also those that `items` leaves out. */
  count: Count,
  /** For the row of photos: the number of members. */
  members: Count,
  /** The most severe and oldest items, at most `ROW_ITEMS`; under a filter by kind, those of the kind. */
  items: v.array(QueueItem),
  claim: v.nullable(Claim),
  /** Somebody else must answer every item. */
  not_you: v.boolean(),
  /** The row concerns the caller's own member account [DESK-7]. */
  own_account: v.boolean(),
})
export type QueueRow = v.InferOutput<typeof QueueRow>

export const ROW_ITEMS = 5

/** Counts of items, never of rows, whatever the filter. */
export const QueueCounts = v.object({
  all: Count,
  kinds: v.object(v.entriesFromList(ITEM_KINDS, Count)),
  severities: v.object(v.entriesFromList(SEVERITIES, Count)),
  mine: Count,
  free: Count,
})
export type QueueCounts = v.InferOutput<typeof QueueCounts>

export const QUEUE_FILTERS = ['all', ...ITEM_KINDS, 'mine', 'free'] as const
export type QueueFilter = (typeof QUEUE_FILTERS)[number]

export const Queue = v.object({
  rows: v.array(QueueRow),
  counts: QueueCounts,
  /** The items that fit the filter, also on later pages. */
  fitting: v.object(v.entriesFromList(SEVERITIES, Count)),
  /** Pass it as `after` to get the next page; null on the last one. */
  next: v.nullable(v.string()),
  /** The last answer of anybody, for the empty queue. */
  last_answer: v.nullable(v.object({ at: Timestamp, name: v.string() })),
})
export type Queue = v.InferOutput<typeof Queue>

/** Each role gets its own kinds (`kindsOf`). */
const QUEUE_ROLES = ['moderator', 'support', 'finance', 'owner'] as const

export const queueCalls = {
  'queue.list': {
    method: 'GET',
    path: 'queue',
    roles: QUEUE_ROLES,
    query: v.object({
      filter: v.optional(v.picklist(QUEUE_FILTERS, 'invalid'), 'all'),
      /** `next` of the page before. */
      after: v.optional(v.pipe(v.string(), v.maxLength(120, 'too_long'))),
    }),
    response: Queue,
    errors: [],
  },
  'queue.counts': {
    method: 'GET',
    path: 'queue/counts',
    roles: 'staff',
    background: true,
    response: QueueCounts,
    errors: [],
  },
  /** Claims a row for 10 minutes, extends the caller's own claim, or with a reason takes over a colleague's. */
  'queue.claim': {
    method: 'POST',
    path: 'queue/claim',
    roles: QUEUE_ROLES,
    about: 'subject',
    body: v.object({ subject: Subject, take_over: v.optional(OperatorText) }),
    response: v.object({ case: Id, until: Timestamp }),
    errors: ['claimed_by_other', 'not_found', 'own_decision'],
  },
  /** `released` is false if the caller had no claim any more. */
  'queue.release': {
    method: 'POST',
    path: 'queue/release',
    roles: QUEUE_ROLES,
    body: v.object({ subject: Subject }),
    response: v.object({ released: v.boolean() }),
    errors: [],
  },
} as const satisfies Record<string, DeskCall>
