/** What a message to a fictional profile is about. What must be answered truthfully is found in any of the languages. */
import type { Heard } from './responder.ts'
import { PATTERNS } from './subject-patterns.ts'

export type Subject = 'truth' | 'meeting' | 'contact' | 'gift' | 'photo' | 'thanks' | 'greeting' | 'question' | 'plain'

/** What weighs most in all that was said; who asks in one message whether there is a person may go on in the next. */
const FIRST = ['truth', 'meeting', 'contact'] as const

export const subjectOf = (heard: Heard): Subject => {
  const texts = heard.filter(({ type }) => type === 'text').map(({ text }) => plainWords(text))
  const weighty = FIRST.find((subject) => texts.some((text) => isAbout(subject, text)))
  if (weighty) return weighty
  const last = heard.at(-1)
  if (!last) return 'plain'
  if (last.type !== 'text') return last.type
  const words = plainWords(last.text)
  if (isAbout('thanks', words)) return 'thanks'
  if (last.text.includes('?')) return 'question'
  return isAbout('greeting', words) ? 'greeting' : 'plain'
}

const isAbout = (subject: keyof typeof PATTERNS, words: string): boolean =>
  PATTERNS[subject].some((pattern) => pattern.test(words))

/** Lower case, no accents, anything between words a single space; so no way of writing hides a question. */
const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    // Letters of their own, which no accent makes.
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
