/**
 * Whether a name passes for the site's own people: its name, or a word such as *support* or *admin* in the seven languages, also with
 * look-alike characters [ACC-2]. Fraud in dating likes to begin with a message from “the team”.
 */
import type { Locale } from '../locales.ts'
import { plainLetters } from './plain-letters.ts'

/**
 * Without accents. A word that several languages have is listed once; `customerservice` is a pair of words that means the site's people
 * only together.
 */
const WORDS: Readonly<Record<Locale, string>> = {
  en:
    'admin administrator administration customercare customerservice helpdesk moderator moderatrix moderation staff support ' +
    'sysop system webmaster',
  it:
    'amministratore amministratrice amministrazione assistenza moderatore moderatrice moderazione serviziclienti ' +
    'servizioclienti supporto',
  de: 'kundenbetreuung kundendienst kundenservice moderatorin',
  es: 'administrador administradora atencionalcliente moderador moderadora moderacion servicioalcliente soporte',
  fr: 'administrateur administratrice assistance moderateur serviceclient',
  nl: 'beheerder klantenservice moderatie',
  pl: 'administratorka moderatorka moderacja obslugaklienta wsparcie',
}

/** A shorter name of a site may be a part of an ordinary name. */
const SITE_NAME_MIN = 6

const DIGITS: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '|': 'i',
  '!': 'i',
}

/** Letters alone, as a reader may mistake them: `l` for `i`, `rn` for `m`, digits for letters. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[013457@$|!]/g, (sign) => DIGITS[sign] ?? '')
    .replaceAll('rn', 'm')
    .replaceAll('l', 'i')
    .replaceAll(/[^\p{L}]/gu, '')

/* @__NO_SIDE_EFFECTS__ */
const official = (): Set<string> =>
  new Set(
    Object.values(WORDS)
      .flatMap((words) => words.split(' '))
      .map(folded),
  )

/** Digits around a word are no letters, as in `admin24`, or stand for letters, as in `5upport`. */
const readingsOf = (words: string): string[] =>
  [words, ...[/^\d+/, /\d+$/, /^\d+|\d+$/g].map((digits) => words.replace(digits, ''))].map(folded)

/** @param siteName as the site's settings have it */
export const isOfficialName = (name: string, siteName: string): boolean => {
  const plain = plainLetters(name)
  // `VisavisSupport` has two words.
  const words = plain.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}@$|!]+/u)
  // `A d m i n` is one word, and some names of a service have two or three.
  const parts = [plain, ...words.flatMap((_, at) => [1, 2, 3].map((count) => words.slice(at, at + count).join('')))]
  const site = folded(plainLetters(siteName))
  if (site.length >= SITE_NAME_MIN && folded(plain).includes(site)) return true
  const names = official().add(site)
  return parts.flatMap(readingsOf).some((part) => part !== '' && names.has(part))
}
