/** Sends a typing hint to the partner's open streams. It is never stored or queued [CHAT-7]. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import { mayWriteTo } from '#contract/rules/visibility.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'

/** Sends nothing if either may not write to the other; the sender cannot notice that. @returns the refusal, or null */
export const announceTyping = async (
  { read, bus }: Pick<Deps, 'read' | 'bus'>,
  member: number,
  partner: number,
  typing: boolean,
): Promise<Refusal | null> => {
  if (partner === member) return refuse('self_not_allowed')
  const there = await mayReach(read, member, partner)
  if (!there.allowed && there.reason === 'not_found') return refuse('not_found')
  if (there.allowed && (await mayReach(read, partner, member)).allowed)
    bus.publish(partner, { type: 'typing', conversation: conversationId(member, partner), profile: member, typing })
  return null
}

const mayReach = async (read: Deps['read'], from: number, to: number) => {
  const relation = await read.find.relation(from, to)
  return relation
    ? mayWriteTo({ kind: 'member', paid: false }, relation)
    : ({ allowed: false, reason: 'not_found' } as const)
}
