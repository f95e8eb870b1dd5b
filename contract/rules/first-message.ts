/**
 * Scores the first messages of a new account [GUARD-1]: links, phone numbers, mail addresses and messengers lead a
 * member away from the site, where nobody can protect them. It knows the site's seven languages at once, because a
 * sender chooses freely. Thresholds were set on one half of `contract/testing/first-messages.ts` and are reported on the other.
 */
import type { MessageWarning } from '../entities/chat.ts'
import { SPOKEN_DIGITS, WORDS } from './first-message-words.ts'
import { hasMixedWord, plainLetters } from './plain-letters.ts'

export type MessageScore = {
  /** `doubtful` arrives under a warning; `bad` waits for the desk. */
  verdict: 'fine' | 'doubtful' | 'bad'
  found: MessageWarning[]
  points: number
}

/** @param repeats the number of other members who got nearly the same text lately */
export const scoreFirstMessage = (text: string, repeats: number): MessageScore => {
  const forms = formsOf(text)
  const phone = phoneIn(forms)
  const messenger = messengerIn(forms, phone !== null)
  const found: MessageWarning[] = []
  if (hasLink(forms)) found.push('link')
  if (phone) found.push('phone')
  if (hasMail(forms)) found.push('mail')
  if (messenger) found.push('messenger')
  if (repeats >= REPEATS_MIN) found.push('repeated')
  if (found.length === 0) return { verdict: 'fine', found, points: 0 }

  const isHidden = phone === 'spelled' || messenger === 'hidden' || hasMixedWord(text)
  const points =
    2 +
    (found.length - 1) +
    (isHidden ? 1 : 0) +
    (isAny(WORDS.lures, forms.plain) ? 2 : 0) +
    // The same text with a contact to many is a campaign.
    (found.includes('repeated') && found.length > 1 ? 1 : 0) +
    (repeats >= REPEATS_MANY ? 1 : 0)
  return { verdict: points >= BAD_POINTS ? 'bad' : 'doubtful', found, points }
}

const REPEATS_MIN = 3
const REPEATS_MANY = 10
const BAD_POINTS = 4

type Forms = {
  /** Plain letters in their case. */
  cased: string
  /** Plain letters in lower case. */
  plain: string
  /** `plain` with single letters joined (`t e l e g r a m`) and digits read as letters (`wh4tsapp`). */
  joined: string
}

const formsOf = (text: string): Forms => {
  // One blank for many: a pattern with blanks in it tries every way to divide a long row of them.
  const cased = plainLetters(text).replaceAll(/\s+/g, ' ')
  const plain = cased.toLowerCase()
  const joined = plain
    .replaceAll(/(?<![\p{L}\p{N}])(\p{L})([\s.\-_*]{1,2})(?:\p{L}\2){3,}\p{L}(?![\p{L}\p{N}])/gu, (letters) =>
      letters.replaceAll(/[\s.\-_*]/g, ''),
    )
    .replaceAll(/(?<![\p{L}\d@$])[\p{L}\d@$]*\p{L}[\d@$]+\p{L}[\p{L}\d@$]*/gu, lettersOf)
  return { cased, plain, joined }
}

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}
const lettersOf = (word: string): string =>
  // A mail address stays one.
  /@.*\./.test(word) ? word : word.replaceAll(/[0-9@$]/g, (sign) => LEET[sign] ?? sign)

const isAny = (patterns: readonly RegExp[], text: string): boolean => patterns.some((pattern) => pattern.test(text))

/** Country codes that are words: a missing space after a full stop (`ok.it was`) is no link. */
const WORD_ENDINGS = new Set(['it', 'es', 'me', 'to', 'at', 'be', 'de', 'so', 'us', 'am', 'la', 'se', 'is', 'in'])
const ENDINGS =
  'com|net|org|info|biz|xyz|top|site|online|club|live|app|link|io|co|ru|cn|tk|ml|ga|cf|gq|icu|vip|shop|store|fr|nl|pl|eu|ch|uk|ly|gl|tv|cc|dating|date|love|space|website|fun|page|chat|cam|sex|porn|xxx|one|world|today|life|gd|it|es|me|to|at|be|de|so|us|am|la|se|is|in'
const DOMAIN = new RegExp(String.raw`(?<![@\w.])((?:[a-z0-9][a-z0-9-]*\.)+)(${ENDINGS})(?![\w@]|\.[a-z])(\/\S+)?`, 'gi')
const SPELLED_DOMAIN =
  /(?<![a-z0-9-])[a-z0-9-]{3,}\s*(\(\.\)|\[\.\]|[([]?\s?\b(dot|punto|punkt|point|punt|kropka)\b\s?[)\]]?)\s*(com|net|org|xyz|info|club|top|eu)\b/

const hasLink = ({ cased, plain }: Forms): boolean => {
  if (/\b(h(tt|xx)ps?:\/\/|www\s?\.\s?\w)/.test(plain) || SPELLED_DOMAIN.test(withoutMails(plain))) return true
  return [...withoutMails(cased).matchAll(DOMAIN)].some(([, name = '', ending = '', path]) => {
    if (path !== undefined) return true
    // `love.It`: a sentence begins here.
    if (/^[A-Z][a-z]/.test(ending) && /[a-z]\.$/.test(name)) return false
    return !WORD_ENDINGS.has(ending.toLowerCase()) || /[\d-][a-z]|[a-z][\d-]/i.test(name) || name.length > 8
  })
}

// Each pattern that starts with a row of characters looks behind itself, so that it starts only where the row does. Tried from
// every character, with every later part, one long message would stop the server for seconds.
const MAIL = /(?<![\w.+-])[\w.+-]+\s?@\s?[\w-]+(\.[\w-]+)*\.[a-z]{2,}/gi
const withoutMails = (text: string): string => text.replaceAll(MAIL, ' ').replaceAll(SPELLED_MAIL, ' ')
// Honest English has `at` too: after `at home. And` no mail service follows, and `at this point in` names none.
const SPELLED_MAIL = new RegExp(
  [
    String.raw`(?<![\w.+-])[\w.+-]+\s*[([]?\s*\b(at|chiocciola|arroba|arobase|apenstaartje|malpa|klammeraffe|aet|affe)\b\s*[)\]]?\s*`,
    String.raw`(?!(the|this|that|some|which|what|one|any|every)\b)[\w-]{2,}\s*(`,
    String.raw`([([]?\s*\b(dot|punto|punkt|point|punt|kropka)\b\s*[)\]]?|[([]\s*\.\s*[)\]])\s*[a-z]{2,4}`,
    String.raw`|\.\s*com|\.(net|org|info|it|de|es|fr|nl|pl|be|ch|at|eu|co|uk|ru))\b`,
  ].join(''),
  'g',
)

const hasMail = ({ plain }: Forms): boolean =>
  plain.search(MAIL) !== -1 ||
  plain.search(SPELLED_MAIL) !== -1 ||
  // Providers that are no other word.
  /\b(g-?mail|googlemail|hotmail|protonmail)\b/.test(plain)

const phoneIn = ({ plain }: Forms): 'plain' | 'spelled' | null => {
  // A date or time is no part of a longer row of digits with the same sign between them.
  const text = plain
    .replaceAll(/(?<![\d.])\d{1,2}([./-])(?<!\d\1\d{1,2}\1)\d{1,2}\1(19|20)?\d{2}(?!\s?[\d./-]*\d)/g, ' date ')
    .replaceAll(/(?<!\d)(?:19|20)\d{2}([./-])(?<!\d\1\d{4}\1)\d{1,2}\1\d{1,2}(?!\s?[\d./-]*\d)/g, ' date ')
    .replaceAll(/(?<!\d:?)\d{1,2}[:h]\d{2}(:\d{2})?(?!:?\d)\b/g, ' time ')
    .replaceAll(/[\doilsbz]{3,}/g, digitsOf)
  // Only letters end a number: no sign between two digits hides it.
  const numbers = text.match(/(\+|\b)\d(?:[^\p{L}\p{N}]{0,3}\d){6,}/gu) ?? []
  if (numbers.some(isPhone)) return 'plain'
  return hasSpokenNumber(text) ? 'spelled' : null
}

/** Letters between digits that look like digits: `o7911`. */
const digitsOf = (word: string): string => {
  const digits = word.replaceAll(/\D/g, '').length
  if (digits * 2 < word.length) return word
  return word.replaceAll(
    /[oilsbz]/g,
    (letter) => ({ o: '0', i: '1', l: '1', s: '5', b: '8', z: '2' })[letter] ?? letter,
  )
}

const isPhone = (number: string): boolean => {
  const groups = number.split(/\D+/).filter((group) => group !== '')
  const digits = groups.join('')
  if (groups.every((group) => /^(19|20)\d\d$/.test(group))) return false
  // 1,250,000
  if (/^\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(number.trim())) return false
  return digits.length >= (/^(\+|0)/.test(number) ? 7 : 8) && digits.length <= 17
}

const SPOKEN_DIGITS_MIN = 7
const COMPOUND = new RegExp(`^(?:${Object.keys(SPOKEN_DIGITS).join('|')}){2,}$`)

/** Whether digits follow one another, at least two of them as words: `three four 7 one two 33`. */
const hasSpokenNumber = (text: string): boolean => {
  let [digits, spoken] = [0, 0]
  for (const word of text.split(/[^\p{L}\p{N}]+/u)) {
    if (word === '' || WORDS.between.has(word)) continue
    const spokenDigits = SPOKEN_DIGITS[word] ?? (COMPOUND.test(word) ? Math.floor(word.length / 4) : undefined)
    if (spokenDigits !== undefined) {
      digits += spokenDigits
      spoken += 1
    } else if (/^\d{1,4}$/.test(word)) digits += word.length
    else [digits, spoken] = [0, 0]
    if (digits >= SPOKEN_DIGITS_MIN && spoken >= 2) return true
  }
  return false
}

const HANDLE = /(^|[\s:(])@[a-z][\w.]{3,}|\b[a-z]+(_+|\.)[a-z]*[a-z\d_.]*\b|\b[a-z]{3,}\d{1,}\b/

const messengerIn = ({ plain, joined }: Forms, hasPhone: boolean): 'plain' | 'hidden' | null => {
  const strong = WORDS.messengers.exec(joined)
  const weak = WORDS.weakMessengers.exec(joined)
  const named = strong ?? weak
  if (!named) return /(^|\s)@[a-z][\w.]{4,}/.test(plain) ? 'plain' : null
  // A spaced or numbered name is a name that somebody hides.
  if (!(strong ? WORDS.messengers : WORDS.weakMessengers).test(plain)) return 'hidden'
  const after = joined
    .slice(named.index + named[0].length)
    .trim()
    .split(/\s+/)
    .slice(0, 4)
    .join(' ')
  if (HANDLE.test(after)) return 'plain'
  const isNegated = isAny(WORDS.negations, joined)
  if (isNegated) return null
  const isInvited = isAny(WORDS.invitations, joined) || hasPhone || joined.split(/\s+/).length <= 3
  return isInvited ? 'plain' : null
}

/** Recognises texts that are nearly the same, by the smallest hashes of their pieces [GUARD-1]. */
type Signature = readonly number[]

const HASHES = 24
const PIECE = 5
/** People greet alike, so a short text says nothing. */
export const SHORTEST_TEXT = 40

/** @returns null for a text that is too short to compare */
export const signatureOf = (text: string): Signature | null => {
  // Names and numbers vary in a copied text, so digits are left out.
  const letters = plainLetters(text)
    .toLowerCase()
    .replaceAll(/\P{L}+/gu, '')
  if (letters.length < SHORTEST_TEXT) return null
  const smallest = new Uint32Array(HASHES).fill(0xffffffff)
  for (let start = 0; start + PIECE <= letters.length; start += 1) {
    let hash = 0x811c9dc5
    for (let at = start; at < start + PIECE; at += 1) hash = Math.imul(hash ^ letters.charCodeAt(at), 0x01000193)
    for (let count = 0; count < HASHES; count += 1) {
      // Each count mixes the same hash another way (the finalizer of MurmurHash3).
      let mixed = hash ^ Math.imul(count + 1, 0x9e3779b1)
      mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
      mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
      mixed = (mixed ^ (mixed >>> 16)) >>> 0
      if (mixed < (smallest[count] ?? 0)) smallest[count] = mixed
    }
  }
  return [...smallest]
}

/** @returns the estimated share of common pieces, 0 to 1 */
export const likeness = (one: Signature, other: Signature): number =>
  one.filter((hash, place) => hash === other[place]).length / HASHES

/** Texts from this likeness on count as the same text: a changed name or greeting keeps it. */
export const SAME_TEXT = 0.6
