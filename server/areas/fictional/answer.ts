/**
 * Answers for a fictional profile, once for all messages since its last answer. It answers only if the job's message is
 * still the last one, so a job that runs twice, or two jobs, write one answer.
 */
import { conversationId, pairOf } from '#contract/rules/conversation-id.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal } from '../../http/reply.ts'
import { sendOnce } from '../chat/send-once.ts'
import type { Heard, Responder } from './responder.ts'

export type ToAnswer = { profile: number; member: number; message: number }

/** At most this many unanswered messages are read. */
const HEARD_MAX = 20

/** @returns whether an answer was written */
export const answerFor = async (
  { write, now, newId, random }: Pick<Deps, 'write' | 'now' | 'newId' | 'random'>,
  { profile, member, message }: ToAnswer,
  respond: Responder,
): Promise<boolean> =>
  write(async (tx) => {
    const heard = await heardSince(tx, { profile, member, message })
    const reader = await tx.notices.person(member)
    if (heard.length === 0 || !reader) return false
    const text = respond(reader.language, heard, (count) => (random(1)[0] ?? 0) % count)
    if (text === null) return false
    // A fictional profile does not pay for its messages, and neither does the member.
    const letter = {
      recipient: member,
      clientId: newId(),
      type: 'text',
      text,
      photo: null,
      cost: 0,
      protection: null,
    } as const
    return !isRefusal(await sendOnce(tx, profile, letter, now()))
  })

/** The member's unanswered messages; empty if a newer message exists or the profile is not fictional. */
export const heardSince = async (
  { chat, notices }: Pick<Tx, 'chat' | 'notices'>,
  { profile, member, message }: ToAnswer,
): Promise<Heard> => {
  const writer = await notices.person(profile)
  if (!writer?.fictional || writer.status !== 'active') return []
  const conversation = await chat.conversationOf(pairOf(conversationId(profile, member)))
  if (conversation?.lastMessage !== message) return []
  const newestFirst = await chat.messagesBefore(profile, conversation.id, message + 1, 0, HEARD_MAX)
  const answered = newestFirst.findIndex(({ sender }) => sender === profile)
  return (answered === -1 ? newestFirst : newestFirst.slice(0, answered)).toReversed()
}
