/**
 * Answers for a fictional profile, once for all messages since its last answer [GUARD-7]. The responder runs outside the
 * transaction. The transaction stores its answer only if the messages still wait, so there is one answer or one refund.
 */
import { conversationId, pairOf } from '#contract/rules/conversation-id.ts'
import type { Deps, Tx } from '../../deps.ts'
import { isRefusal } from '../../http/reply.ts'
import { sendOnce } from '../chat/send-all.ts'
import type { Responder } from './responder.ts'
import type { UnansweredMessages } from './subject.ts'

type ToAnswer = { profile: number; member: number; message: number }

/** At most this many unanswered messages are read. */
const UNANSWERED_MAX = 20

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'newId'>

/** @returns whether an answer was stored */
export const answerFor = async (deps: Needs, about: ToAnswer, respond: Responder): Promise<boolean> => {
  const messages = await unansweredMessages(deps.read, about)
  const reader = await deps.read.notices.person(about.member)
  if (messages.length === 0 || !reader) return false
  const text = await respond({ ...about, language: reader.language, messages })
  if (text === null) return false
  return deps.write(
    async (tx) => {
      // A newer message has a job of its own, which answers this one too.
      if ((await unansweredMessages(tx, about)).length === 0) return false
      return storeAnswer(tx, about, { text, clientId: deps.newId(), at: deps.now() })
      // Many write to the same profile, and each message changes its row.
    },
    [about.profile, about.member],
  )
}

type Answer = { text: string; clientId: string; at: number }

/** @returns false if nothing waits any more, or if one blocks the other */
export const storeAnswer = async (
  tx: Tx,
  { profile, member, message }: ToAnswer,
  { text, clientId, at }: Answer,
): Promise<boolean> => {
  const waiting = await tx.fictional.waitingOf(member, profile)
  if (!waiting.some((row) => row.message <= message)) return false
  // A fictional profile does not pay for its messages, and neither does the member.
  const outgoing = { recipient: member, clientId, type: 'text', text, photo: null, cost: 0, protection: null } as const
  if (isRefusal(await sendOnce(tx, profile, outgoing, at))) return false
  await tx.fictional.settle(member, profile, message)
  return true
}

/** The member's unanswered messages; empty if a newer message exists, none waits, or the profile is not fictional. */
export const unansweredMessages = async (
  { chat, notices, fictional }: Pick<Tx, 'chat' | 'notices' | 'fictional'>,
  { profile, member, message }: ToAnswer,
): Promise<UnansweredMessages> => {
  const writer = await notices.person(profile)
  if (!writer?.fictional || writer.status !== 'active') return []
  const conversation = await chat.conversationOf(pairOf(conversationId(profile, member)))
  if (conversation?.lastMessage !== message) return []
  const waiting = await fictional.waitingOf(member, profile)
  if (waiting.length === 0) return []
  const newestFirst = await chat.messagesBefore(profile, conversation.id, message + 1, 0, UNANSWERED_MAX)
  const answered = newestFirst.findIndex(({ sender }) => sender === profile)
  return (answered === -1 ? newestFirst : newestFirst.slice(0, answered)).toReversed()
}
