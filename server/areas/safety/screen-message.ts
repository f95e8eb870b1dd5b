/** Scores a first message of a new account [GUARD-1]. */
import { DAY_MS } from '#contract/limits.ts'
import {
  scoreFirstMessage,
  type MessageScore,
  likeness,
  SAME_TEXT,
  SHORTEST_TEXT,
  signatureOf,
} from '#contract/rules/first-message.ts'
import type { Tx } from '../../deps.ts'

type ScreenedMessage = {
  sender: number
  /** Null for a conversation that begins now. */
  conversation: number | null
  text: string
}

export type Screening = {
  /** The reasons for a warning, as the row stores them. */
  warning: string | null
  heldAt: number | null
  /** The facts of the flag; null without one. */
  facts: { found: string[]; points: number; repeats: number } | null
}

/** A message of an older account, or to somebody who answers. */
export const UNSCREENED: Screening = { warning: null, heldAt: null, facts: null }

export const isNewAccount = (signupAt: number, days: number, at: number): boolean => at - signupAt < days * DAY_MS

/** Enough to see a campaign, and few enough for the path of a message. */
const COMPARED = { conversations: 20, texts: 60, length: SHORTEST_TEXT }

/** @param screened one of the first messages of an account that is still new, in a conversation without an answer */
export const screenMessage = async (
  { chat }: Pick<Tx, 'chat'>,
  { sender, conversation, text }: ScreenedMessage,
  at: number,
): Promise<Screening> => {
  const repeats = await repeatsOf(chat, { sender, conversation, text })
  const { verdict, found, points } = scoreFirstMessage(text, repeats)
  return screeningOf(verdict, { found, points, repeats }, at)
}

const screeningOf = (
  verdict: MessageScore['verdict'],
  facts: NonNullable<Screening['facts']>,
  at: number,
): Screening => {
  switch (verdict) {
    case 'fine':
      return UNSCREENED
    case 'doubtful':
      return { warning: facts.found.join(' '), heldAt: null, facts: null }
    case 'bad':
      // The recipient is warned as well if the desk releases the message.
      return { warning: facts.found.join(' '), heldAt: at, facts }
  }
}

/** The number of other conversations in which the sender has written nearly the same text. */
const repeatsOf = async (
  chat: Tx['chat'],
  { sender, conversation, text }: Pick<ScreenedMessage, 'sender' | 'conversation' | 'text'>,
): Promise<number> => {
  const signature = signatureOf(text)
  if (!signature) return 0
  const alike = (await chat.begunTexts(sender, COMPARED)).filter((other) => {
    if (other.conversation === conversation) return false
    const its = signatureOf(other.text)
    return its !== null && likeness(signature, its) >= SAME_TEXT
  })
  return new Set(alike.map((other) => other.conversation)).size
}
