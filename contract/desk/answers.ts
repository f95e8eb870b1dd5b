/** The desk's calls about messages to fictional profiles that wait for an answer by the staff [GUARD-7]. */
import * as v from 'valibot'
import { MESSAGE_TYPES } from '../entities/chat.ts'
import { FICTIONAL_RESPONDERS } from '../entities/site-settings.ts'
import { Count, Id, IdText, MessageText, Timestamp } from '../fields.ts'
import type { DeskCall } from './call.ts'
import { CASE_ROLES } from './roles.ts'

const NamedPerson = v.object({ id: Id, name: v.string() })
const byPair = v.object({ profile: IdText, member: IdText })

export const WaitingConversation = v.object({
  profile: NamedPerson,
  member: NamedPerson,
  /** The number of messages that wait. */
  waiting: Count,
  since: Timestamp,
  /** The time at which the member gets the credits back. */
  refund_at: Timestamp,
})
export type WaitingConversation = v.InferOutput<typeof WaitingConversation>

export const ConversationLine = v.object({
  id: Id,
  is_member: v.boolean(),
  type: v.picklist(MESSAGE_TYPES),
  /** The text, the name of the gift, or empty for a photo. */
  text: v.string(),
  at: Timestamp,
})

export const answerCalls = {
  /** The longest wait first. Only messages of sites whose responder is the staff are listed. */
  'answers.list': {
    method: 'GET',
    path: 'answers',
    roles: CASE_ROLES,
    response: v.object({
      conversations: v.array(WaitingConversation),
      total: Count,
      /** The responder of the main domain. */
      responder: v.picklist(FICTIONAL_RESPONDERS),
    }),
    errors: [],
  },
  /** Opens a conversation that waits; the audit says who looked. The newest messages, the oldest first. */
  'answers.open': {
    method: 'POST',
    path: 'answers/:profile/:member/open',
    roles: CASE_ROLES,
    about: 'member',
    params: byPair,
    response: v.object({
      lines: v.array(ConversationLine),
      message: Id,
      language: v.string(),
      refund_at: Timestamp,
      /** Notes about the character and its way of writing; empty without any. */
      persona: v.string(),
    }),
    errors: ['not_found'],
  },
  /** Answers everything up to `message`; what came later still waits. */
  'answers.send': {
    method: 'POST',
    path: 'answers/:profile/:member',
    roles: CASE_ROLES,
    about: 'member',
    params: byPair,
    body: v.object({ message: Id, text: MessageText }),
    response: v.object({ sent: v.literal(true) }),
    errors: ['not_found', 'not_possible'],
  },
} as const satisfies Record<string, DeskCall>
