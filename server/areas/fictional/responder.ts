/** Answers for a fictional profile [GUARD-7]: the interface of all responders, and the one that follows a script. */
import { serverText, type ServerTextKey } from '../../texts.ts'
import { answerSubjectOf, type Subject, type UnansweredMessages } from './subject.ts'

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

/** The texts of the script, by the subject of the member's messages. */
const TEXTS: Record<Subject, readonly [ServerTextKey, ...ServerTextKey[]]> = {
  truth: ['fictional.truth1', 'fictional.truth2'],
  meeting: ['fictional.meeting1', 'fictional.meeting2'],
  contact: ['fictional.contact1'],
  gift: ['fictional.gift1', 'fictional.gift2'],
  photo: ['fictional.photo1', 'fictional.photo2'],
  thanks: ['fictional.thanks1', 'fictional.thanks2'],
  greeting: ['fictional.greeting1', 'fictional.greeting2', 'fictional.greeting3'],
  question: ['fictional.question1', 'fictional.question2', 'fictional.question3'],
  plain: ['fictional.plain1', 'fictional.plain2', 'fictional.plain3', 'fictional.plain4'],
}

/**
 * Answers with one of a few texts. Answers with the truth when asked whether there is a person. Never asks for a meeting, money or contact data [CHAT-11].
 * @param choose picks a number from 0 to count - 1
 */
export const scriptedResponder =
  (choose: (count: number) => number): Responder =>
  async ({ language, messages }) => {
    if (messages.length === 0) return null
    const texts = TEXTS[answerSubjectOf(messages)]
    return serverText(language, texts[choose(texts.length)] ?? texts[0])
  }

/** Whether the member asks if there is a person. The script always answers that, whatever the responder [GUARD-7]. */
export const asksForTruth = (messages: UnansweredMessages): boolean => answerSubjectOf(messages) === 'truth'

/** The answer to that question where the staff writes the others: no program does. */
export const truthOfStaff = ({ language }: Pick<Question, 'language'>): string =>
  serverText(language, 'fictional.truthStaff')
