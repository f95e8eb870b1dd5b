/** The text forms of ids, for schemas (`fields.ts`) and for code that reads an address. */

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
  const [low, high] = conversation.split('-').map(Number)
  return low !== undefined && high !== undefined && low < high && high <= Number.MAX_SAFE_INTEGER
}
