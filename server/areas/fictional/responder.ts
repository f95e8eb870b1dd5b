/** The interface that writes answers for a fictional profile [GUARD-7]. */
import type { MessageType } from '../chat/send-queries.ts'

/** The messages since the profile's last answer, the oldest first. */
export type UnansweredMessages = readonly { type: MessageType; text: string }[]

export type Question = {
  profile: number
  member: number
  /** The member's newest message. It is also the key by which a repeated request is recognized. */
  message: number
  /** The member's language. */
  language: string
  messages: UnansweredMessages
}

/**
 * Runs outside a transaction, since an answer may take seconds.
 * @returns the text of the answer, or null for no answer
 * @throws if the answer may come later: the job runs again
 */
export type Responder = (question: Question) => Promise<string | null>
