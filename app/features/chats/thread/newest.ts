/** Finds what is new in a conversation since the last look: a message I wrote, or one that arrived. */
import type { ThreadMessage } from './thread-message.ts'

export type Newest = {
  /** The client id of my newest message; client ids sort by their time of creation. */
  written: string
  /** The id of my newest message; Infinity until the server has stored it. */
  writtenId: number
  /** The id of the partner's newest message, and of the newest of both. */
  arrived: number
  stored: number
}

export const newestOf = (messages: readonly ThreadMessage[]): Newest => {
  let newest: Newest = { written: '', writtenId: 0, arrived: 0, stored: 0 }
  for (const { mine, client_id, id } of messages) {
    const isNewer = mine && client_id > newest.written
    newest = {
      written: isNewer ? client_id : newest.written,
      writtenId: isNewer ? (id ?? Infinity) : newest.writtenId,
      arrived: mine ? newest.arrived : Math.max(newest.arrived, id ?? 0),
      stored: Math.max(newest.stored, id ?? 0),
    }
  }
  return newest
}

/**
 * Compares ids, because neither the number of messages nor the last one shows what is new. A refused message of mine
 * may be below an arriving one, and an older page may be put in front. A message that is discarded or finally sent is
 * not new. My first cached message may also be on an older page.
 */
export const changeOf = (before: Newest, now: Newest): 'written' | 'arrived' | null => {
  if (now.written > before.written && now.writtenId > before.stored && now.arrived <= before.stored) return 'written'
  return now.arrived > before.stored ? 'arrived' : null
}
