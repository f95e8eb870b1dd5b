/**
 * Sends that only this page has, stored for a reload. Each has its own key, so that two tabs never overwrite each
 * other.
 */
import * as v from 'valibot'
import { GIFTS } from '#contract/entities/chat.ts'
import { Failure } from '#contract/entities/failure.ts'
import { ClientId, ConversationId, Id, Timestamp } from '#contract/fields.ts'
import { safeParseNewer } from '#contract/newer.ts'
import type { TextStore } from '../../../ports/text-store.ts'
import { unsentOf } from '../../../state/member-texts.ts'
import type { Send } from './send.ts'

const commonFields = {
  client_id: ClientId,
  conversation: ConversationId,
  sender: Id,
  profile: Id,
  sent_at: Timestamp,
  state: v.picklist(['sending', 'failed']),
  failure: v.nullable(Failure),
}

/** A photo is too big for this store: it is in the page's memory or in the device's store. */
const Unsent = v.variant('type', [
  v.object({ ...commonFields, type: v.literal('text'), text: v.string() }),
  v.object({ ...commonFields, type: v.literal('gift'), gift: v.picklist(GIFTS) }),
])

const keyOf = (send: Pick<Send, 'sender' | 'client_id'>): string => `${unsentOf(send.sender)}${send.client_id}`

export const storeUnsent = (store: TextStore, send: Send): void => {
  const { message: _message, missed: _missed, uploaded: _uploaded, state, ...fields } = send
  if (state === 'taken' || fields.type === 'photo') return
  // The type lets no message be stored that the schema would not read.
  const unsent: v.InferInput<typeof Unsent> = { ...fields, state }
  store.set(keyOf(send), JSON.stringify(unsent))
}

export const dropUnsent = (store: TextStore, send: Pick<Send, 'sender' | 'client_id'>): void =>
  store.remove(keyOf(send))

/** Oldest first: client ids sort by their time of creation. */
export const readUnsent = (store: TextStore, member: number): Send[] =>
  store
    .keys(unsentOf(member))
    .toSorted()
    .flatMap((key) => {
      const parsed = safeParseNewer(Unsent, store.getJson(key))
      return parsed.success && parsed.output.sender === member ? [{ ...parsed.output, message: null, missed: 0 }] : []
    })
