/** Answers with one of a few texts, chosen by the subject of the member's messages. */
import { serverText, type ServerTextKey } from '../../texts.ts'
import type { Responder } from './responder.ts'
import { subjectOf, type Subject } from './subject.ts'

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

export const scriptedResponder: Responder = (language, heard, choose) => {
  if (heard.length === 0) return null
  const texts = TEXTS[subjectOf(heard)]
  return serverText(language, texts[choose(texts.length)] ?? texts[0])
}
