import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { EVIDENCE_DAYS } from '../contract/desk/limits.ts'
import { CONSENT_TEXT_VERSION } from '../contract/entities/member-settings.ts'
import { OWNER_FACTS } from '../contract/entities/profile-facts.ts'
import { INTERESTS } from '../contract/entities/profile.ts'
import { ERROR_STATUS, FIELD_ERRORS } from '../contract/errors.ts'
import {
  ACTIVATION_HOURS,
  CONVERSATIONS_FREE,
  LOCALE_COOKIE_DAYS,
  MAIL_CHANGE_HOURS,
  NAME_MAX,
  NAME_MIN,
  PASSKEYS_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHOTO_BYTES_MAX,
  PHOTO_PIXELS_MIN,
  PHOTOS_PREMIUM,
  REACTIVATION_DAYS,
  RESET_MINUTES,
  SESSION_DAYS,
} from '../contract/limits.ts'
import { LOCALES, type Locale } from '../contract/locales.ts'
import { NO_RELATION, photoVisibilityOf, visibilityOf } from '../contract/rules/visibility.ts'
import { filledUp, partOf } from './locale-parts.ts'
import { rulesOf, wordsOf } from './text-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const textsOf = (locale: string): Record<string, string> =>
  v.parse(
    v.record(v.string(), v.pipe(v.string(), v.nonEmpty())),
    JSON.parse(readFileSync(join(root, 'locales', `${locale}.json`), 'utf8')),
  )

const source = textsOf('it')
const PLURAL = /_(zero|one|two|few|many|other)$/
const keysOf = (all: Record<string, string>): string[] => [...new Set(Object.keys(all).map(withoutPlural))].toSorted()
const parametersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => NAME_FORMS.get(name ?? '') ?? name ?? '').toSorted()
/** A name with the word before it, such as “to Anna” (`app/state/i18n.ts`). A language may use it instead of the bare name. */
const NAME_FORMS = new Map([
  ['toName', 'name'],
  ['andName', 'name'],
])
/** Plural keys have both forms; `field.too_many` and `safety.reason_other` only look like plurals. */
const isPlural = (key: string): boolean =>
  PLURAL.test(key) && ['one', 'other'].every((form) => `${key.replace(PLURAL, '')}_${form}` in source)
const withoutPlural = (key: string): string => (isPlural(key) ? key.replace(PLURAL, '') : key)

/** Prefixes of keys that the code builds from a closed list of codes, such as `error.`. */
const BY_CODE = /^(error|field|closed|interest|value|country)\.|^(safety|photo)\.reason_|^safety\.rule_/

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|html)$/.test(name) && !/\.test\./.test(name))
    .map((name) => join(root, folder, name))
const code = ['app', 'server', 'sw', 'worker']
  .flatMap(files)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

/** Texts of parameters and punctuation only are equal in all languages. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ''))

const isUntranslated = (key: string, text: string, others: Record<string, string>[]): boolean =>
  hasWords(text) && !ALIKE.has(text) && others.some((texts) => texts[key] === text)

/** French, Italian, Spanish and Portuguese have a plural form for millions; `_other` replaces it. */
const formsOf = (locale: string): string[] =>
  new Intl.PluralRules(locale)
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== 'many' || locale === 'pl')
    .toSorted()

/** The name of a control that says more than the control shows, and the shown text. */
const NAMED_BY_MORE = [
  ['me.editPart', 'me.edit'],
  ['settings.deviceEndNamed', 'settings.deviceEnd'],
  ['settings.passkeyRenameNamed', 'settings.passkeyRename'],
  ['settings.passkeyRemoveNamed', 'settings.passkeyRemove'],
  ['profile.replyToNamed', 'profile.replyTo'],
  ['profile.unblock', 'blocked.unblock'],
  ['pay.submitLabel', 'pay.submit'],
  ['repeat.submitLabel', 'repeat.submit'],
] as const

describe.each(LOCALES)('[SITE-2] %s', (locale) => {
  const texts = textsOf(locale)

  test('has every text of the source and no other', () => expect(keysOf(texts)).toEqual(keysOf(source)))

  test('keeps every parameter', () => {
    const differing = Object.entries(texts).filter(([key, text]) => {
      const original = source[key] ?? source[`${withoutPlural(key)}_other`]
      if (original === undefined) return false
      const [own, wanted] = [parametersOf(text), parametersOf(original)].map((names) =>
        // The form "one" may write the number as a word.
        names.filter((name) => name !== 'count' || !key.endsWith('_one')).join(),
      )
      return own !== wanted
    })
    expect(differing).toEqual([])
  })

  test('[SHELL-19] names a control with the words that it shows, since a voice calls it by them (WCAG 2.5.3)', () => {
    const differing = NAMED_BY_MORE.filter(([name, shown]) => {
      const words = (texts[shown] ?? '').toLowerCase()
      return words === '' || texts[name]?.toLowerCase().includes(words) !== true
    })
    expect(differing).toEqual([])
  })

  test('has the plural forms of its language and no other', () => {
    const wanted = formsOf(locale)
    const wrong = [...new Set(Object.keys(texts).filter(isPlural).map(withoutPlural))].flatMap((key) => {
      const forms = Object.keys(texts).flatMap((one) =>
        isPlural(one) && withoutPlural(one) === key ? [one.slice(key.length + 1)] : [],
      )
      // A list without people has a text of its own.
      const others = forms.filter((form) => form !== 'zero').toSorted()
      return others.join() === wanted.join() ? [] : [[key, forms]]
    })
    expect(wrong).toEqual([])
  })
})

/** The first sentence of a mail follows the greeting; in the source it begins with a small letter or has one of these keys. */
const isFirstSentence = (key: string): boolean =>
  /^mail\.(?:(?!staff)\w+\.(?:\w+_)?text|staff\.(?:login|factor|password))(?:_\w+)?$/.test(key) ||
  (key.startsWith('mail.') && /^\p{Ll}.*\.$/u.test(source[key] ?? source[`${withoutPlural(key)}_other`] ?? ''))

const rawLinesOf = (locale: string): [where: string, text: string][] => [
  ...Object.entries(textsOf(locale)),
  ...readdirSync(join(root, 'locales/pages', locale)).flatMap((file) =>
    readFileSync(join(root, 'locales/pages', locale, file), 'utf8')
      .split('\n')
      .map((line, at): [string, string] => [`${file}:${String(at + 1)}`, line]),
  ),
]

const linesOf = (locale: string): [where: string, words: string][] =>
  rawLinesOf(locale).map(([where, text]) => [where, `${isFirstSentence(where) ? '⏎' : ''}${wordsOf(text)}`])

// In Spanish no country needs an article.
test.each(LOCALES.filter((locale) => locale !== 'es'))(
  '[SITE-2] %s has no preposition before a place, which may need an article: in the Netherlands',
  (locale) => {
    const preposition = /(?<!\p{L})(?:in|of|van|en|à|de|di|w|do|z) \{\{(?:place|country)\}\}/iu
    expect(rawLinesOf(locale).filter(([, text]) => preposition.test(text))).toEqual([])
  },
)

test.each(LOCALES)(
  '[SITE-2] in %s an “e-mail” has a word joiner in the app, so that no line ends after its “e-”',
  (locale) => {
    const shown = Object.entries(textsOf(locale)).filter(([key]) => !['server', 'head'].includes(partOf(key)))
    expect(shown.filter(([, text]) => /e-mail/i.test(text))).toEqual([])
  },
)

test('[SITE-2] in French titles and on the front page no line ends between a verb and its pronoun', () => {
  const shown = rawLinesOf('fr').filter(([key]) => /Title$|Headline$|^index\.|^login\.to[A-Z]/.test(key))
  const broken = /\p{L}-(?:t-)?(?:tu|toi|leur|lui|moi|nous|vous|les?|la|ils?|elles?|on|ce|y|en)(?!\p{L})/u
  expect(shown.filter(([, text]) => broken.test(text))).toEqual([])
})

test('[SITE-2] French has no “de” or “que” before a name, which may begin with a vowel', () => {
  const elided = /(?<!\p{L})(?:de|que) \{\{(?:\w*name|site|sender|liker)\}\}/iu
  expect(rawLinesOf('fr').filter(([, text]) => elided.test(text))).toEqual([])
})

const numbersOf = (text: string): string[] =>
  [...text.replaceAll(/\{\{.*?\}\}|\]\([^)]*\)/g, '').matchAll(/\d+/g)].map(String).toSorted()

/** Limits that a text names as a digit, because the sentence around it needs its plural form. */
const NAMED_LIMITS: Readonly<Record<string, readonly number[]>> = {
  'mail.activation.note': [ACTIVATION_HOURS],
  'mail.mail_change.note': [MAIL_CHANGE_HOURS],
  'settings.emailSent': [MAIL_CHANGE_HOURS],
  'mail.reset.note': [RESET_MINUTES],
  'mail.reset.forced_note': [RESET_MINUTES],
  'login.beingDeleted': [REACTIVATION_DAYS],
  'signup.beingDeleted': [REACTIVATION_DAYS],
  'settings.deleteHint': [REACTIVATION_DAYS],
  // In months.
  'settings.deleteThen': [Math.floor(EVIDENCE_DAYS / 30)],
  'mail.deletion.until': [Math.floor(EVIDENCE_DAYS / 30)],
  'signup.nameHint': [NAME_MIN, NAME_MAX],
  'signup.passwordHint': [PASSWORD_MIN],
  'field.password_too_short': [PASSWORD_MIN],
  'field.password_too_long': [PASSWORD_MAX],
  'error.passkey_limit': [PASSKEYS_MAX],
  'photos.fullPremium': [PHOTOS_PREMIUM],
  'signup.photoRules': [PHOTO_BYTES_MAX / 1024 / 1024],
  'error.photo_too_large': [PHOTO_BYTES_MAX / 1024 / 1024],
  'error.photo_too_small': [PHOTO_PIXELS_MIN],
}

/** The same in pages: the file, the beginning of the line or of the sentence, and the limits. */
const LIMITS_OF_PAGES: readonly (readonly [page: string, words: string, limits: readonly number[]])[] = [
  ['cookies.md', '- **session** ', [SESSION_DAYS]],
  ['cookies.md', '- **locale** ', [LOCALE_COOKIE_DAYS]],
  ['privacy.md', '- **Accesso:** ', [SESSION_DAYS]],
  ['faq.md', 'Per sapere che l’indirizzo è tuo.', [ACTIVATION_HOURS]],
]

test.each(LIMITS_OF_PAGES)('[SITE-2] the page %s names the limit of the contract: %s', (page, words, limits) => {
  const lines = readFileSync(join(root, 'locales/pages/it', page), 'utf8').split('\n')
  expect(lines.filter((line) => line.startsWith(words)).map(numbersOf)).toEqual([limits.map(String)])
})

/** A limit that the sentence spells out. */
const TWO: Readonly<Record<Locale, RegExp>> = {
  it: /\bdue\b/,
  en: /\btwo\b/,
  de: /\bzwei\b/,
  es: /\bdos\b/,
  fr: /\bdeux\b/,
  nl: /\btwee\b/,
  pl: /\bdwie\b/,
}

test.each(LOCALES)('[CHAT-4] the %s texts spell out how many chats a free member may start', (locale) => {
  expect(CONVERSATIONS_FREE).toBe(2)
  for (const key of ['limit.reached', 'error.conversation_limit', 'premium.write'])
    expect(textsOf(locale)[key]).toMatch(TWO[locale])
})

test.each(Object.entries(NAMED_LIMITS))('[SITE-2] the text %s names the limit of the contract', (key, limits) =>
  expect(numbersOf(source[key] ?? '')).toEqual(limits.map(String).toSorted()),
)

describe.each(LOCALES)('[SITE-2] %s', (locale) => {
  test('keeps every number of the source, in texts and pages', () => {
    const originals = new Map(rawLinesOf('it'))
    const differing = rawLinesOf(locale).filter(([where, text]) => {
      const original = originals.get(where) ?? originals.get(`${withoutPlural(where)}_other`) ?? ''
      return numbersOf(text).join() !== numbersOf(original).join()
    })
    expect(differing).toEqual([])
  })

  test.each(rulesOf(locale))('has no text with $fault', ({ pattern }) => {
    expect(linesOf(locale).filter(([, words]) => pattern.test(words))).toEqual([])
  })

  test.each(rulesOf(locale))('the pattern for $fault finds its example', ({ pattern, example }) => {
    expect(example).toMatch(pattern)
  })
})

describe.each(LOCALES.filter((locale) => locale !== 'it'))('[SITE-2] %s', (locale) => {
  test('leaves no text untranslated', () => {
    const others = locale === 'en' ? [source] : [source, textsOf('en')]
    expect(Object.entries(textsOf(locale)).filter(([key, text]) => isUntranslated(key, text, others))).toEqual([])
  })
})

describe.each(LOCALES)('%s', (locale) => {
  const texts = textsOf(locale)

  test.each(['likes.heldFrom', 'matches.held', 'members.heldFrom'])(
    '[FIND-7] %s also reads well with a day before its time',
    (key) => expect(texts[key]).toMatch(/(?::|Stan z)\s\{\{time\}\}/u),
  )

  test('[SHELL-20] no text says that the reader is offline, because the server may be away, and no screen repeats the line above it', () => {
    const line = (texts['shell.offline'] ?? '').replace('.', '')
    const repeating = Object.entries(texts).filter(
      ([key, text]) =>
        (BLAMING.test(text) || text.startsWith(`${line}.`)) &&
        !/^(?:shell\.offline|error\.network_unavailable)/.test(key),
    )
    expect(repeating).toEqual([])
    expect(line).not.toMatch(BLAMING)
  })

  test('[CHAT-8] an empty chat does not say that nobody has written yet, because the member may have deleted it', () => {
    const words = `${texts['chat.firstText'] ?? ''} ${texts['chat.firstClosed'] ?? ''}`
    expect(words).not.toMatch(/yet|noch|encore|aún|ancora|nog|jeszcze/i)
  })

  test('[SITE-2] a number of things that is not called count, and so has one form, is never less than two', () => {
    const counting = Object.entries(texts).filter(([key, text]) => NUMBER_OF_THINGS.test(text) && !NEVER_ONE.test(key))
    expect(counting).toEqual([])
  })
})

const BLAMING =
  /you are offline|du bist (?:gerade )?offline|sei (?:offline|senza)|tu es hors ligne|est[áa]s sin conexión|je bent (?:nu )?offline|jesteś (?:teraz )?offline/iu

/** Numbers before a word, and the texts whose limits and times are at least two. */
const NUMBER_OF_THINGS = /\{\{(?:minutes|hours|days|seconds|limit)\}\}\s\p{L}{4,}/u
const NEVER_ONE =
  /^(?:photos\.(?:full|over)|premium\.ownPhotos|credits\.tickPremium|shared\.tooMany|mail\.(?:sms\.code|mail_change_notice\.undo|purchase\.withdrawal))/

/** A profile never shows it, but a suggestion reveals it: match finder and deck leave out who does not fit. */
const NEVER: Readonly<Record<Locale, RegExp>> = {
  it: /mai chi cerchi\. Le persone a cui ti proponiamo possono/,
  en: /never who you are looking for\. Those we suggest you to can/,
  de: /nie, wen du suchst\. Menschen, denen wir dich vorschlagen, können/,
  es: /nunca a quién buscas\. Pero las personas a las que te proponemos pueden/,
  fr: /jamais qui tu cherches\. Les personnes à qui nous te proposons peuvent/,
  nl: /nooit wie je zoekt\. Mensen aan wie we je voorstellen, kunnen/,
  pl: /nigdy tego, kogo szukasz\. Osoby, którym Cię proponujemy, mogą/,
}

test.each(LOCALES)(
  '[ACC-18] the consent in %s says that the profile does not show whom a member looks for, and who can work it out',
  (locale) => {
    expect(OWNER_FACTS).toContain('looking_for')
    expect(textsOf(locale)['consent.sensitiveWhy']).toMatch(NEVER[locale])
    expect(textsOf(locale)['settings.consentText']).toMatch(NEVER[locale])
  },
)

const FIRST_MESSAGE: Readonly<Record<Locale, string>> = {
  it: 'Basta un primo messaggio, anche suo.',
  en: 'A first message is enough, also one from them.',
  de: 'Schon eine erste Nachricht genügt, auch von der anderen Person.',
  es: 'Basta un primer mensaje, también de la otra persona.',
  fr: 'Un premier message suffit, même de l’autre personne.',
  nl: 'Een eerste bericht is al genoeg, ook van de ander.',
  pl: 'Wystarczy pierwsza wiadomość, także od drugiej osoby.',
}

test.each(LOCALES)(
  '[PROF-6] [PROF-11] the hints and pages in %s say that the first message of a stranger opens a private profile and its private photos',
  (locale) => {
    const owner = {
      ...NO_RELATION,
      status: 'active',
      invisible: false,
      reserved: true,
      talked: true,
      arrived: true,
    } as const
    const stranger = { kind: 'member', paid: true } as const
    expect(visibilityOf(stranger, owner)).toBe('full')
    const photo = { status: 'active', private: true, isMain: false, rank: 1 } as const
    expect(photoVisibilityOf(stranger, owner, photo)).toBe('full')
    for (const key of ['settings.privateHint', 'photos.privateHint'])
      expect(textsOf(locale)[key]).toContain(FIRST_MESSAGE[locale])
    for (const page of ['faq.md', 'privacy.md', 'safety.md'])
      expect(readFileSync(join(root, 'locales/pages', locale, page), 'utf8')).toContain(FIRST_MESSAGE[locale])
  },
)

/** Search, match finder and deck get the answer from the device with each request. */
const SENT: Readonly<Record<Locale, RegExp>> = {
  it: /solo su questo dispositivo e inviata come filtro/,
  en: /on this device only, and sent as a filter/,
  de: /nur auf diesem Gerät gespeichert und als Filter mitgeschickt/,
  es: /solo en este dispositivo y se envía como filtro/,
  fr: /que sur cet appareil, et envoyée comme filtre/,
  nl: /alleen op dit apparaat bewaard en als filter meegestuurd/,
  pl: /tylko na tym urządzeniu i wysyłana jako filtr/,
}

test.each(LOCALES)('[ACC-18] %s says that an answer without the consent is stored on the device and sent', (locale) =>
  expect(textsOf(locale)['whom.withoutConsent']).toMatch(SENT[locale]),
)

/** Pages and texts that name a button, a section or a screen, each with the key of its label. */
const NAMED_LABELS: Readonly<Record<string, readonly string[]>> = {
  'faq.md': ['settings.devices', 'settings.invisible', 'settings.private', 'members.forYou'],
  'cookies.md': ['settings.devices'],
  'privacy.md': ['settings.devices', 'settings.consent', 'settings.invisible', 'settings.private'],
  'safety.md': ['settings.whoTitle', 'settings.invisible', 'settings.private', 'date.menu'],
  'ban.md': ['settings.decisions'],
  'mail.purchase.withdrawal': ['withdrawal.start'],
  'error.age_check_required': ['title.age'],
  'report.refused': ['shell.settings', 'settings.reports'],
  'shared.notSent': ['chat.send'],
}

test.each(LOCALES)('[SITE-2] the %s pages and texts call each button, section and screen by its label', (locale) => {
  const texts = textsOf(locale)
  const wrong = Object.entries(NAMED_LABELS).flatMap(([where, keys]) => {
    const text = where.endsWith('.md')
      ? readFileSync(join(root, 'locales/pages', locale, where), 'utf8')
      : (texts[where] ?? '')
    // Within a Spanish sentence the name of a mode begins with a small letter.
    const isNamed = (key: string): boolean => text.toLowerCase().includes((texts[key] ?? key).toLowerCase())
    return keys.filter((key) => !isNamed(key)).map((key) => [where, key])
  })
  expect(wrong).toEqual([])
})

test.each(LOCALES)('[GUARD-2] no %s text about Premium promises chats without a limit', (locale) => {
  const promise =
    /\b(?:without|no) limit|as many chats|senza limite|non c’è limite|quante chat|tutte le chat|(?:keine|ohne) Grenze|so viele Chats|sin límite|no hay límite|todos los chats|sans limite|pas de limite|autant de conv|geen limiet|onbeperkt|zoveel chats|bez limitu|nie ma limitu|tyle rozmów/i
  expect(
    rawLinesOf(locale).filter(([key, text]) => (/Premium/.test(text) || key === 'premium.write') && promise.test(text)),
  ).toEqual([])
})

describe('[SITE-2] the source', () => {
  test('has a text for every error, field error and interest', () => {
    for (const name of Object.keys(ERROR_STATUS)) expect(keysOf(source)).toContain(`error.${name}`)
    for (const name of FIELD_ERRORS) expect(source).toHaveProperty([`field.${name}`])
    for (const name of INTERESTS) expect(source).toHaveProperty([`interest.${name}`])
  })

  test('has no text that nothing shows', () => {
    const unused = Object.keys(source).filter((key) => !BY_CODE.test(key) && !code.includes(withoutPlural(key)))
    expect(unused).toEqual([])
  })
})

test('[SITE-2] a missing translation falls back to English, and a plural falls back as a whole', () => {
  const english = { 'a.one': 'A', 'b.things_one': 'A thing', 'b.things_other': 'Things', 'c.only': 'C' }
  expect(filledUp({ 'a.one': 'Ein', 'b.things_other': 'Dinge' }, english)).toEqual({
    'a.one': 'Ein',
    'b.things_other': 'Dinge',
    'c.only': 'C',
  })
})

test('[SITE-2] texts of landers and of the server alone are not in the part that the app loads first', () => {
  expect(['lander.title', 'head.index', 'mail.title', 'index.title', 'profile.cost'].map(partOf)).toEqual([
    'landers',
    'head',
    'server',
    'first',
    'rest',
  ])
})

/** Translations that correctly equal the Italian or English text: names and loanwords. */
const NAMES = `Visavis, Visa, Mastercard, Maestro, PayPal, iDEAL, Bancontact, Sofort, giropay, eps, BLIK, Przelewy24, Postepay,
  Carte Bancaire, Nexi, Apple Pay, Google Pay, paysafecard, IBAN, SMS, SEPA`

const WORDS = `Account, Album, Art, Arte, Astrologia, Barbecue, Bici, Bisexual, Blond, Bondage, Champagne, Chat, Chats, Chocolate,
  Computer, Con foto, Conversations, Cookies, Credits, Dispositivo, Distance, E-\u2060mail, Films, Filter, Filtro, Foto, Fotografia, Gang bang, Gay, Gratis, Invisible, Later, Like,
  Likes, Lingerie, Live, Massages, Masturbation, Matches, Matrimonio, Messages, Moda, Name, Navigation, No, no, Orientation, Password,
  Photo, Photos, Postcode, Premium, Principale, Privacy, Protection, Push, Region, Robusta, Rosa, Rose, Sex, Sex toys, Shopping, Single, Spam, Sport, Status,
  Sushi, Swipe, Tablet, Tattoos, Teatro, Teddy, Regalo, Regalo a {{name}}, Total, IVA {{percent}}, {{percent}} con {{code}}, vino, bici, arte, Un momento…, Un regalo, Una foto, Foto a {{name}}, Vino, una foto,
  {{count}} credit, {{count}} credits, {{count}} persona, {{name}}\\, foto {{number}}, {{name}}\\, photo {{number}},
  Motivo: {{reason}}, Regalo: {{gift}}`

const ALIKE: ReadonlySet<string> = new Set(
  `${NAMES}, ${WORDS}`.split(/(?<!\\),/).map((text) => text.trim().replaceAll('\\', '')),
)

const WITHDRAWING: Record<Locale, RegExp> = {
  it: /recedere/,
  en: /withdraw/,
  de: /widerrufen/,
  es: /desistir/,
  fr: /rétracter/,
  nl: /herroepen/,
  pl: /odstąpić/,
}

test.each(LOCALES)(
  '[DESK-7] [PAY-11] a suspended member reads in %s that a purchase can still be withdrawn from',
  (locale) => {
    const texts = textsOf(locale)
    for (const key of ['ui.suspendedText', 'mail.decision.suspended', 'mail.decision.banned'])
      expect(texts[key]).toMatch(WITHDRAWING[locale])
  },
)

test('[ACC-18] the texts that ask for a consent have a new version when one of them changes', () => {
  const asked = ['consent.sensitive', 'consent.sensitiveWhy', 'whom.consent', 'whom.consentWhy']
  const texts = LOCALES.map((locale) => asked.map((key) => textsOf(locale)[key]))
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  // Another meaning needs the next version here and in the contract; a mended spelling needs the new hash alone.
  expect({ version: CONSENT_TEXT_VERSION, hash }).toEqual({ version: 2, hash: 'b74cc41244c990e4' })
})

test('[SITE-2] no file of texts has a key twice: the second would silently replace the first', () => {
  const folders = ['locales', 'locales/desk'].map((folder) => join(root, folder))
  const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  for (const path of paths.filter((name) => name.endsWith('.json'))) {
    const keys = [...readFileSync(path, 'utf8').matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([])
  }
})
