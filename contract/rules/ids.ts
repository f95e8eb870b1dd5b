/** How ids are written, for schemas (`fields.ts`) and for who reads an address. */

/** A positive integer in a path or query; that it is not too large for a number is for the schema to say. */
export const ID_TEXT = /^[1-9]\d{0,15}$/

/** UUIDv7 (RFC 9562): what a device gives what it makes. */
export const CLIENT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export const CONVERSATION_ID = /^[1-9]\d{0,15}-[1-9]\d{0,15}$/

/** A package of the price list is named by its credits. */
export const PACKAGE_ID = /^[1-9]\d{0,5}$/

export const isIdText = (text: string): boolean => ID_TEXT.test(text) && Number.isSafeInteger(Number(text))

/** Whether it is so written, and of two different profiles in their order. */
export const isConversationId = (text: string): boolean => CONVERSATION_ID.test(text) && isOfPair(text)

export const isOfPair = (conversation: string): boolean => {
  const [low, high] = conversation.split('-').map(Number)
  return low !== undefined && high !== undefined && low < high && high <= Number.MAX_SAFE_INTEGER
}
