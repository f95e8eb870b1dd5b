import type { Locale } from '../contract/locales.ts'

/** A fault that a text must not have, with an example that shows that the pattern finds it. */
interface TextRule {
  fault: string
  pattern: RegExp
  example: string
}

/** Rules for all languages. A parameter reads as the word `Anna` here. */
const EVERYWHERE: readonly TextRule[] = [
  { fault: 'a straight apostrophe', pattern: /'/, example: "foto's" },
  { fault: 'a straight quotation mark', pattern: /"/, example: 'the "chat"' },
  { fault: 'three dots instead of an ellipsis', pattern: /\.\.\./, example: 'Loading...' },
  { fault: 'two spaces', pattern: /\S {2,}\S/, example: 'two  spaces' },
  {
    fault: 'a gender form with a slash, a star or brackets',
    pattern: /\p{L}(?:[/*:](?:in|innen|r|e|es|a|as|o|os|trice|se)(?!\p{L})|\((?:in|innen|e|es|a|as|ne)\))/u,
    example: 'Kontoinhaber/in',
  },
]

const wrongQuotes = (wrong: string, example: string): TextRule => ({
  fault: 'quotation marks of another language',
  pattern: new RegExp(`[${wrong}]`),
  example,
})

/** As `Intl` writes a percentage in the language. */
const NO_SPACE_BEFORE_PERCENT: TextRule = {
  fault: 'a space before a percent sign',
  pattern: /(?:Anna|\d)\s%/,
  example: '46 %',
}
const SPACE_BEFORE_PERCENT: TextRule = {
  fault: 'a percent sign without its no-break space',
  pattern: /(?:Anna|\d)(?![\u00A0\u202F])\s?%/,
  example: '46 %',
}

const NO_SPACE_BEFORE_ELLIPSIS: TextRule = {
  fault: 'a space before an ellipsis',
  pattern: /\S …/,
  example: 'Anna scrive …',
}

const polite = (pattern: RegExp, example: string): TextRule => ({
  fault: 'the polite form of address',
  pattern,
  example,
})

const CAPITAL_AFTER_GREETING: TextRule = {
  fault: 'a mail that begins with a small letter after the greeting',
  pattern: /^⏎\p{Ll}/u,
  example: '⏎you asked for a new password.',
}

const SMALL_AFTER_GREETING: TextRule = {
  fault: 'a mail that begins with a capital after the greeting',
  pattern: /^⏎(?!Anna)\p{Lu}/u,
  example: '⏎Hai chiesto una nuova password.',
}

const BY_LANGUAGE: Readonly<Record<Locale, readonly TextRule[]>> = {
  it: [
    NO_SPACE_BEFORE_PERCENT,
    wrongQuotes('“”„', '“ciao”'),
    NO_SPACE_BEFORE_ELLIPSIS,
    { fault: 'the second word for a chat', pattern: /conversazioni/i, example: 'Nuove conversazioni' },
    { fault: 'the second word for transactions', pattern: /transazion/i, example: 'le transazioni' },
    { fault: 'the second word for the age check', pattern: /conferma dell’età/i, example: 'Conferma dell’età' },
    {
      fault: 'an article before a number or a date: l’8 marzo, degli 11',
      pattern: /(?<!\p{L})(?:il|[dn]el|[ad]?al|sul|dei|nei|sui) Anna/iu,
      example: 'Ricevuta il Anna',
    },
    polite(/[\p{Ll},;] (?:Lei|Suo|Sua|Suoi|Sue)(?!\p{L})/u, 'Controlli il Suo account'),
    { fault: 'the second word for logging out a device', pattern: /scolleg/i, example: 'vengono scollegati' },
    { fault: 'the second word for a member', pattern: /(?<!\p{L})membr[oi](?!\p{L})/iu, example: 'altri membri' },
    {
      fault: 'a participle with the gender of the reader',
      pattern:
        /(?<!\p{L})(?:sei|eri|sarai) (?:già |ancora |stat[oa] )?\p{L}+(?:at|it|ut|rt|tt|st|nt|es|is|os|us)[oa](?!\p{L})/u,
      example: 'il punto a cui sei arrivato',
    },
    SMALL_AFTER_GREETING,
  ],
  en: [
    NO_SPACE_BEFORE_PERCENT,
    NO_SPACE_BEFORE_ELLIPSIS,
    wrongQuotes('„«»', '«hello»'),
    { fault: 'the second word for logging in and out', pattern: /\bsign(?:ed|s)? (?:in|out)\b/i, example: 'Signed in' },
    CAPITAL_AFTER_GREETING,
  ],
  de: [
    SPACE_BEFORE_PERCENT,
    wrongQuotes('”«»‘', '„Hallo”'),
    { fault: 'an ellipsis without a space', pattern: /[\p{L}\d]…|^…\S/u, example: 'Ein Sonntag…' },
    {
      // A talk between people is a “Gespräch” in the landing texts.
      fault: 'the second word for a chat',
      pattern: /Unterhaltung|(?<!(?:ein|um) )Gespräch(?! um)/,
      example: 'Neue Gespräche',
    },
    {
      fault: 'the second word for an appeal',
      pattern: /Widerspr(?:uch|üche)(?! gegen alles)/,
      example: 'Widersprüche',
    },
    {
      fault: 'no comma after a clause that is the subject or object',
      pattern: /\bund wen (?:du|ihr beide) suchs?t\s/,
      example: 'Interessen und wen du suchst speichern wir',
    },
    SMALL_AFTER_GREETING,
    polite(/[\p{Ll},;] (?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)(?!\p{L})/u, 'Prüfen Sie Ihr Konto'),
  ],
  es: [
    SPACE_BEFORE_PERCENT,
    NO_SPACE_BEFORE_ELLIPSIS,
    wrongQuotes('“”„', '“hola”'),
    { fault: 'the second word for a chat', pattern: /conversaciones/i, example: 'Conversaciones nuevas' },
    { fault: 'the second word for logging in', pattern: /inicia sesión/i, example: 'Primero inicia sesión' },
    {
      fault: 'to make a good impression (“quedar bien”) instead of to meet well',
      pattern: /quedar bien/i,
      example: 'Quedar bien',
    },
    {
      fault: 'the second word for starting a chat',
      pattern: /inici(?:ar|as|ado)(?: \p{L}+)? chats?/iu,
      example: 'puedes iniciar un chat',
    },
    { fault: 'the second word for an unsent item', pattern: /elemento/i, example: 'un elemento sin enviar' },
    {
      fault: 'the second word for a dispute settlement body',
      pattern: /organismo/i,
      example: 'un organismo de resolución de litigios',
    },
    {
      fault: 'a masculine word for other people',
      pattern: /(?<!\p{L}|como )los demás(?! (?:dispositivos|ajustes|casos))/iu,
      example: 'Los demás ven tu edad',
    },
    polite(/(?<!\p{L})usted(?:es)?(?!\p{L})/iu, 'si usted quiere'),
    { fault: 'a question without its first mark', pattern: /(?:^|[.!] )[^¿?]*\?/, example: 'Quieres volver?' },
    { fault: 'an exclamation without its first mark', pattern: /(?:^|[.?] )[^¡!]*!/, example: 'Hola!' },
    CAPITAL_AFTER_GREETING,
  ],
  fr: [
    SPACE_BEFORE_PERCENT,
    NO_SPACE_BEFORE_ELLIPSIS,
    wrongQuotes('“”„', '“bonjour”'),
    { fault: 'a mark without its narrow space', pattern: /[^\u202F][;!?»]|«[^\u202F]/, example: 'Pourquoi ?' },
    { fault: 'a colon without its no-break space', pattern: /[^\u00A0]:(?!\d|\/\/)/, example: 'Motif : spam' },
    {
      fault: 'a cat (“un chat”) instead of a conversation',
      pattern: /\b(?:du|au|ce|les|tes|nouveaux) chats?\b/i,
      example: 'Retour au chat',
    },
    {
      fault: 'a login (“connexion”) instead of the network',
      pattern: /(?:sans|(?<!\p{L})une|[ls]a prochaine) connexion|la connexion (?:rev|rétabl)/iu,
      example: 'même sans connexion',
    },
    {
      fault: 'a number without the no-break space before its unit',
      pattern: /(?:Anna|\d) (?:ans|mois|semaines?|jours?|heures?|minutes?|secondes?|km|Mo|pixels)(?!\p{L})/u,
      example: 'dans les 14 jours',
    },
    // Two people have a conversation, an hour and profiles.
    polite(/(?<!\p{L})(?:veuillez|votre (?!heure|conversation)|vos (?!profils))/iu, 'Vérifiez votre compte'),
    {
      fault: 'a participle with the gender of the reader',
      pattern: /\bt’(?:a|ont|avons) (?:signal|bloqu|invit|choisi)/,
      example: 'Quelqu’un t’a signalé',
    },
    CAPITAL_AFTER_GREETING,
  ],
  nl: [
    NO_SPACE_BEFORE_PERCENT,
    NO_SPACE_BEFORE_ELLIPSIS,
    wrongQuotes('“”„«»', '“hallo”'),
    { fault: 'the second word for a chat', pattern: /gesprekken/i, example: 'Nieuwe gesprekken' },
    { fault: 'the second word for a signup', pattern: /inschrijving/i, example: 'Je inschrijving' },
    polite(/(?<!\p{L})(?:u|uw|Uw)(?!\p{L})/u, 'Controleer uw account'),
    { fault: 'the second word for sending', pattern: /verz(?:ond|end)/i, example: 'nog niet verzonden' },
    CAPITAL_AFTER_GREETING,
  ],
  pl: [
    NO_SPACE_BEFORE_PERCENT,
    NO_SPACE_BEFORE_ELLIPSIS,
    wrongQuotes('“«»', '„cześć“'),
    {
      fault: 'the second word for the age check',
      pattern: /(?:potwierdzeni|kontrol|sprawdzeni)\p{L}* wieku/iu,
      example: 'Potwierdzenie wieku',
    },
    {
      fault: 'the second word for a fingerprint of data',
      pattern: /odcisk\p{L}* (?!palca)/iu,
      example: 'odcisk adresu',
    },
    polite(/(?<!\p{L})(?:Pan[ai]?|Państw[aou])(?!\p{L})/u, 'jeśli chce Pan wrócić'),
    {
      fault: 'a name after a noun that would need its genitive',
      pattern: /(?<!\p{L})(?:kont[oa]|profilu?|czatu?) Anna/iu,
      example: 'Zablokować profil Anna?',
    },
    {
      fault: 'a past form that has a gender',
      pattern: /(?<!\p{L})\p{L}+ł[ae]ś(?!\p{L})|\((?:a|ą)\)/u,
      example: 'Wysłałaś wiadomość',
    },
    CAPITAL_AFTER_GREETING,
  ],
}

export const rulesOf = (locale: Locale): readonly TextRule[] => [...EVERYWHERE, ...BY_LANGUAGE[locale]]

/** Addresses, link targets and parameters are not words. */
export const wordsOf = (text: string): string =>
  text
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/\{\{.*?\}\}/g, 'Anna')
    .replaceAll(/\/[a-z]+\/\d+/g, 'address')
