/**
 * Answers for a fictional profile, once to all that was written since it last did: an answer is written only while the
 * message it is to is the last one, so that a job that runs twice, or two of them, make one.
 */
import { conversationId, pairOf } from '#contract/rules/conversation-id.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal } from '../../http/reply.ts'
import { sendOnce } from '../chat/send-once.ts'
import type { Heard, Responder } from './responder.ts'

export type ToAnswer = { profile: number; member: number; message: number }

/** So much is listened to of what is unanswered. */
const HEARD_MAX = 20

/** @returns whether there was something to answer, and the profile may */
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
    // Nobody behind it pays, and nor does the member.
    const letter = { recipient: member, clientId: newId(), type: 'text', text, photo: null, cost: 0 } as const
    return !isRefusal(await sendOnce(tx, profile, letter, now()))
  })

/** What the member wrote last; nothing where that is not the message any more, or the profile is not fictional. */
export const heardSince = async (
  { chat, notices }: Pick<Tx, 'chat' | 'notices'>,
  { profile, member, message }: ToAnswer,
): Promise<Heard> => {
  const writer = await notices.person(profile)
  if (!writer?.fictional || writer.status !== 'active') return []
  const conversation = await chat.conversationOf(pairOf(conversationId(profile, member)))
  if (conversation?.lastMessage !== message) return []
  const newestFirst = await chat.messagesBefore(conversation.id, message + 1, 0, HEARD_MAX)
  const answered = newestFirst.findIndex(({ sender }) => sender === profile)
  return (answered === -1 ? newestFirst : newestFirst.slice(0, answered)).toReversed()
}
