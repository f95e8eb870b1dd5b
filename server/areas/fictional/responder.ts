/** Who answers for a fictional profile: in the demo a script. Another one takes its place behind this interface. */
import type { MessageType } from '../chat/send-queries.ts'

/** What was written to the profile since it last said something, the oldest first. */
export type Heard = readonly { type: MessageType; text: string }[]

/**
 * Truthful when asked whether there is a person, and never asks for a meeting, money or how to be reached [CHAT-11].
 * @param language of the member
 * @param choose one of so many, 0 to count - 1
 * @returns the text of the answer, or null where it says nothing
 */
export type Responder = (language: string, heard: Heard, choose: (count: number) => number) => string | null
