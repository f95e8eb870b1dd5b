/** The rows of the outbox: what a member wrote and the server has not confirmed. The only store of its kind here. */
import * as v from 'valibot'
import { calls, type CallName, type CallParsed } from '#contract/calls.ts'
import { Failure } from '#contract/entities/failure.ts'
import { ClientId, ConversationId, Count, Id, Timestamp } from '#contract/fields.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import type { ReadTx, Tx } from './member-db.ts'

/** Every call the table says is `queued`; a new one without a variant here does not compile. */
export type QueuedName = {
  [Name in CallName]: (typeof calls)[Name]['offline'] extends 'queued' ? Name : never
}[CallName]

export const Write = v.variant('kind', [
  v.object({ kind: v.literal('messages.send'), conversation: ConversationId, body: calls['messages.send'].body }),
  v.object({ kind: v.literal('likes.put'), profile: Id }),
  v.object({ kind: v.literal('likes.delete'), profile: Id }),
  v.object({ kind: v.literal('likes.seen'), profile: Id }),
  v.object({ kind: v.literal('chats.read'), conversation: ConversationId, up_to: Id }),
])
export type Write = v.InferOutput<typeof Write>

export const OutboxRow = v.object({
  /** Grows with each write: the order of a lane. */
  order: v.number(),
  /** The client_id of a message; an id of the device's own for anything else. */
  id: ClientId,
  /** Writes of one lane go out one after another. */
  lane: v.string(),
  state: v.picklist(['queued', 'sending', 'failed']),
  written_at: Timestamp,
  attempts: Count,
  /** Not before this moment. */
  retry_at: Timestamp,
  /** Whether the server asked for that pause; if not, a network that is back ends it. */
  by_server: v.boolean(),
  failure: v.nullable(Failure),
  write: Write,
})
export type OutboxRow = v.InferOutput<typeof OutboxRow>

/** In the order of writing. A row of a form this version does not know stays where it is, unread and unsent. */
export const readOutbox = async (tx: Tx | ReadTx): Promise<OutboxRow[]> =>
  (await tx.objectStore('outbox').getAll()).flatMap((row) => {
    const parsed = v.safeParse(OutboxRow, row)
    return parsed.success ? [parsed.output] : []
  })

export const readOutboxRow = async (tx: Tx, id: string): Promise<OutboxRow | null> => {
  const parsed = v.safeParse(OutboxRow, await tx.objectStore('outbox').index('id').get(id))
  return parsed.success ? parsed.output : null
}

/** The row's `order` is given by the store. */
export const addOutboxRow = async (tx: Tx, row: Omit<OutboxRow, 'order'>): Promise<void> => {
  await tx.objectStore('outbox').add(row)
}

export const putOutboxRow = async (tx: Tx, row: OutboxRow): Promise<void> => {
  await tx.objectStore('outbox').put(row)
}

export const deleteOutboxRow = async (tx: Tx, order: number): Promise<void> => {
  await tx.objectStore('outbox').delete(order)
}

export const isQueued = (name: CallName): name is QueuedName => calls[name].offline === 'queued'

/** What the parsed input of a queued call means as a write of this member. */
export const writeOf = (name: QueuedName, input: unknown, member: number): Write => {
  // The table's schemas have parsed the input of exactly this call.
  switch (name) {
    case 'messages.send': {
      const { body } = input as CallParsed<'messages.send'>
      return { kind: name, conversation: conversationId(member, body.profile), body }
    }
    case 'likes.put':
    case 'likes.delete':
    case 'likes.seen':
      return { kind: name, profile: (input as CallParsed<'likes.put'>).params.profile }
    case 'chats.read': {
      const { params, body } = input as CallParsed<'chats.read'>
      return { kind: name, conversation: params.conversation, up_to: body.up_to }
    }
  }
}

/** Messages of a conversation keep their order; so do a like and an unlike of one profile. Nothing else waits for another. */
export const laneOf = (write: Write): string => {
  switch (write.kind) {
    case 'messages.send':
      return `chat:${write.conversation}`
    case 'likes.put':
    case 'likes.delete':
      return `like:${write.profile}`
    case 'likes.seen':
      return `seen:${write.profile}`
    case 'chats.read':
      return `read:${write.conversation}`
  }
}
