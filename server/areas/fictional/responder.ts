/** The interface that writes answers for a fictional profile. The demo uses a script; others can replace it. */
import type { MessageType } from '../chat/send-queries.ts'

/** The messages since the profile's last answer, the oldest first. */
export type Heard = readonly { type: MessageType; text: string }[]

/**
 * Tells the truth when asked whether there is a person. Never asks for a meeting, money or contact data [CHAT-11].
 * @param language the member's language
 * @param choose picks a number from 0 to count - 1
 * @returns the text of the answer, or null for no answer
 */
export type Responder = (language: string, heard: Heard, choose: (count: number) => number) => string | null
