/**
 * A conversation id is the pair of its two profiles, so every device can compute it before the server knows the
 * conversation.
 */
export type Pair = { low: number; high: number }

export const conversationId = (one: number, other: number): string => `${Math.min(one, other)}-${Math.max(one, other)}`

/** The two profiles of a conversation id that has been parsed by `ConversationId`. */
export const pairOf = (conversation: string): Pair => {
  const [low, high] = conversation.split('-')
  return { low: Number(low), high: Number(high) }
}

/** The partner of `me` in a conversation, or undefined if `me` is not in it. */
export const partnerIn = (conversation: string, me: number): number | undefined => {
  const { low, high } = pairOf(conversation)
  if (me === low) return high
  return me === high ? low : undefined
}
