import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversationId, pairOf, partnerIn } from './conversation-id.ts'

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

test('[CHAT-1] both members compute the same conversation id, and only these two find a partner in it', () => {
  fc.assert(
    fc.property(id, id, id, (one, other, third) => {
      fc.pre(new Set([one, other, third]).size === 3)
      const conversation = conversationId(one, other)
      expect(conversationId(other, one)).toBe(conversation)
      expect(partnerIn(conversation, one)).toBe(other)
      expect(partnerIn(conversation, other)).toBe(one)
      expect(partnerIn(conversation, third)).toBeUndefined()
      expect(pairOf(conversation).low).toBeLessThan(pairOf(conversation).high)
    }),
    { seed: 1, numRuns: 500 },
  )
})
