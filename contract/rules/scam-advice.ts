/**
 * Finds the subjects of romance scams in a text, in seven languages [GUARD-1]. It runs on the recipient's device: nothing
 * is sent anywhere, and a false alarm costs one line of advice.
 */
import { plainLetters } from './plain-letters.ts'

/** The most costly first. */
const SCAM_SUBJECTS = ['giftCard', 'crypto', 'money', 'leaving'] as const
export type ScamSubject = (typeof SCAM_SUBJECTS)[number]

/** Each word of a plain text follows a space. Without classes of letters, which cost milliseconds to compile on a phone. */
const stems = (list: string): RegExp => new RegExp(` (?:${list})`)

/** Plain lower-case letters; beginnings of words in en, it, de, es, fr, nl, pl. */
const PATTERNS: Record<ScamSubject, RegExp> = {
  giftCard: stems(
    'gift ?cards?|steam ?card|itunes ?card|paysafe|carta regalo|carte regalo|buono regalo|geschenkkarte|gutschein(code|karte)|guthabenkarte|tarjetas? (de )?regalo|cartes? cadeaux?|coupons? (pcs|neosurf|transcash)|cadeaukaart|cadeaubon|karty? podarunkow|karte podarunkow',
  ),
  crypto: stems(
    'bitcoins?|btc|crypto|kr[yi]pto|criptovalut|criptomoned|cryptomonn|ethereum|usdt|forex|trading|invest(i|e|ment|issement)|inwest|anlagetipp|belegg',
  ),
  money: stems(
    '(send|lend|wire|transfer|need) (me )?(some |the )?money|western union|moneygram|bank (account|transfer)|customs fee|iban(?![^ \\d\\n])|(mandar|prestar|inviar)\\w* (dei |un po di )?(soldi|denaro)|mi servono soldi|bonifico|conto bancario|ricarica(mi|re)? (la )?postepay|geld (schick|leih|uberweis|send)\\w*|(schick|leih|uberweis|send)\\w* (mir )?(etwas |bitte )?geld|uberweisung|brauche (dringend )?geld|(envia|manda|presta)\\w* (un poco de )?dinero|necesito dinero|transferencia|cuenta bancaria|(envoie|envoyer|prete|preter)\\w*( moi)? (de l )?argent|besoin d argent|virement|compte bancaire|(stuur|leen|overmak)\\w* (me |mij )?(wat )?geld|geld (sturen|lenen|overmaken)|heb (dringend )?geld nodig|tikkie|bankrekening|(wyslij|pozycz|przelej)\\w* (mi )?(troche )?(pieniadze|pieniedzy|kase)|potrzebuje pieniedzy|przelew|konto bankowe|blik(?![^ \\d\\n])',
  ),
  leaving: stems(
    'whats ?app|watsapp|guasap|telegram|viber(?![^ \\d\\n])|hangouts|google chat|we ?chat|snapchat|threema|zangi|(on|su|auf|bei|por|sur|op|na|via|uber) (signal|insta|instagram|facebook|messenger|skype|discord)(?![^ \\d\\n])',
  ),
}

/** @returns the most costly subject in any of the texts, or null */
export const scamSubjectOf = (texts: readonly string[]): ScamSubject | null => {
  // A line for each text: no pattern reaches beyond it.
  const plain = texts.map(plainWords).join('\n')
  return SCAM_SUBJECTS.find((subject) => PATTERNS[subject].test(plain)) ?? null
}

const plainWords = (text: string): string =>
  ` ${plainLetters(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`
