/** What a message to a fictional profile is about. What must be answered truthfully is found in any of the languages. */
import type { Heard } from './responder.ts'

export type Subject = 'truth' | 'meeting' | 'contact' | 'gift' | 'photo' | 'thanks' | 'greeting' | 'question' | 'plain'

/** Words as `plainWords` leaves them: lower case, without accents. */
const PATTERNS: Record<'truth' | 'meeting' | 'contact' | 'thanks' | 'greeting', readonly RegExp[]> = {
  /** Whether it is real, a person, a bot. Better once too often than not at all. */
  truth: [
    /\b(ro)?bots?\b|\bchat ?(ro)?bot|\bchat ?gpt|\bfake\b|\bcatfish\b|\bfittizi[oae]?\b|\bfictional\b/,
    /\b(sei|siete|saresti|eri) .*\b(ver[oae]|real[ei]|fint[oa]|fals[oa]|uman[oa]|inventat[oa]|una? (persona|macchina|programma|computer|donna|uomo|ragazz[oa])|ia|ai|automatic[oa]|intelligenza)\b/,
    /\b(person[ae]|donn[ae]|uom[oi]n?i?|ragazz[oaei]|profil[oi]|essere|umano) (davvero |proprio )?(ver[oae]|real[ei]|uman[oai]|in carne|fint[oa]|fals[oa])/,
    /\b(parl|scriv|chatt|messaggi)\w* (davvero |proprio )?con (chi|una? (persona|macchina|programma|computer|umano|ia|ai))\b/,
    /\b(esisti|chi sei (davvero|veramente|in realta)|chi (c e|ce|sta|si nasconde) (dietro|dall altra parte)|risposte automatiche)\b/,
    /\b(are|r) (you|u|ya) .*\b(real|human|person|machine|program|computer|ai|an? ai|automated|script(ed)?|robot|made up|legit|genuine)\b/,
    /\b(you|u) (re |are )?(not |just |only )?(a |an )?(real|human|machine|program|computer|ai)\b/,
    /\b(is|am i) .*\b(real|human|automated|machine|program|computer|ai)\b/,
    /\b(real|actual|living) (person|human|woman|man|girl|guy|lady|profile|account)\b/,
    /\b(talk|speak|chatt|writ|messag)ing (to|with) (a |an |some ?)?(real |actual )?(person|human|machine|program|computer|ai|one real)\b/,
    /\b(do you (really |even |actually )?exist|who are you (really|actually)|who is (behind|there)|artificial intelligence|intelligenza artificiale)\b/,
  ],
  meeting: [
    /\bincontr|\b(vediamoci|vederci|vederti|ci vediamo|vedere dal vivo|usciamo|uscire|appuntament[oi]|dal vivo|di persona|conoscerci|caffe insieme|cena insieme|bere qualcosa|da (me|te) stasera|vieni (da|a)|vengo da te|passo da te)\b/,
    /\b(meet(ing)?|meet ?up|date|in person|face to face|hang out|go out|grab (a|some)|see you (in|at|tonight|tomorrow)|come over|my place|your place|have (a )?(coffee|dinner|drink|lunch))\b/,
  ],
  contact: [
    /\b(numero|telefon\w*|cellulare|whats ?app|telegram|instagram|insta|snapchat|facebook|skype|mail|email|indirizzo|contatt\w*|dove (abiti|vivi|stai)|chiamami|chiamarti|soldi|denaro|euro|bonifico|paypal|iban|carta di credito)\b/,
    /\b(phone|number|address|contact|where do you live|call (me|you)|text me|money|cash|dollars?|pounds?|bank|credit card|gift card|bitcoin|crypto|pay (me|you))\b/,
  ],
  thanks: [/\b(grazie|ringrazio|thanks?|thx|ty|thank you)\b/],
  greeting: [
    /^(ciao+|ehi+|hey+|hi+|hello+|salve|buongiorno|buon giorno|buonasera|buona sera|buonanotte|good (morning|evening|afternoon|night)|hiya|yo)\b/,
  ],
}

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
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
