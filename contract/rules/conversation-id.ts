/** A conversation is the pair of its two profiles, so every device knows its id before the server has heard of it. */
export type Pair = { low: number; high: number }

export const conversationId = (one: number, other: number): string => `${Math.min(one, other)}-${Math.max(one, other)}`

/** The two profiles of a conversation id that has been parsed by `ConversationId`. */
export const pairOf = (conversation: string): Pair => {
  const [low, high] = conversation.split('-')
  return { low: Number(low), high: Number(high) }
}

/** The other one of a conversation, or undefined where `me` is not in it. */
export const partnerIn = (conversation: string, me: number): number | undefined => {
  const { low, high } = pairOf(conversation)
  if (me === low) return high
  return me === high ? low : undefined
}
