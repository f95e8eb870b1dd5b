/** What is new in a conversation since it was last looked at: something I wrote, or something that arrived. */
import type { ThreadMessage } from './thread-message.ts'

export type Newest = {
  /** The client id of my newest message; client ids sort by when they were made. */
  written: string
  /** Its id; Infinity while the server does not hold it. */
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
 * A refused message of mine may stand below what arrives, an older page may come in front, and what is discarded or sent
 * at last is nothing new: so neither the number of messages nor the last one says it. Nor does the first message of mine
 * that is seen at all: it may stand on an older page.
 */
export const changeOf = (before: Newest, now: Newest): 'written' | 'arrived' | null => {
  if (now.written > before.written && now.writtenId > before.stored && now.arrived <= before.stored) return 'written'
  return now.arrived > before.stored ? 'arrived' : null
}
