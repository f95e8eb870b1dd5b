/** Finds the subject of messages to a fictional profile. Questions that need the truth are found in all languages. */
import type { Heard } from './responder.ts'
import { PATTERNS } from './subject-patterns.ts'

export type Subject = 'truth' | 'meeting' | 'contact' | 'gift' | 'photo' | 'thanks' | 'greeting' | 'question' | 'plain'

/** These subjects win over later messages: a member may ask for the truth in one message and continue in the next. */
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

/** Lower case, no accents, one space between words, so that spelling hides no question. */
const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    // These letters are not accented letters, so NFKD does not split them.
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
