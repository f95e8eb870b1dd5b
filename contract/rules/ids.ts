/** Ids: their text forms, for schemas (`fields.ts`) and for code that reads an address, and the one that a device makes. */

import { pairOf } from './conversation-id.ts'

/** A positive integer in a path or query; the schema checks that it is a safe integer. */
export const ID_TEXT = /^[1-9]\d{0,15}$/

/** UUIDv7 (RFC 9562): an id that a device creates. */
export const CLIENT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const CONVERSATION_ID = /^[1-9]\d{0,15}-[1-9]\d{0,15}$/

/** A package's id is its number of credits. */
export const PACKAGE_ID = /^[1-9]\d{0,5}$/

export const isClientId = (text: string): boolean => CLIENT_ID.test(text)
export const isPackageId = (text: string): boolean => PACKAGE_ID.test(text)

export const isIdText = (text: string): boolean => ID_TEXT.test(text) && Number.isSafeInteger(Number(text))

/** Whether the text is a conversation id of two different profiles in ascending order. */
export const isConversationId = (text: string): boolean => CONVERSATION_ID.test(text) && isOfPair(text)

export const isOfPair = (conversation: string): boolean => {
  const { low, high } = pairOf(conversation)
  return low < high && high <= Number.MAX_SAFE_INTEGER
}

/**
 * A UUIDv7 (RFC 9562 §5.7): milliseconds, then random bits, so the ids of one device sort by their time.
 * @param now milliseconds since the epoch
 * @param random 10 random bytes
 */
export const uuidv7 = (now: number, random: Uint8Array): string => {
  const bytes = new Uint8Array(16)
  let rest = now
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
