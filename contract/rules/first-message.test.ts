import { describe, expect, test } from 'vitest'
import { LOCALES } from '../locales.ts'
import { scoreFirstMessage, likeness, SAME_TEXT, signatureOf } from './first-message.ts'
import { plainLetters } from './plain-letters.ts'
import { FIRST_MESSAGES } from '../testing/first-messages.ts'

type LabelledText = { language: string; isHonest: boolean; half: 'set' | 'reported'; text: string }

const labelled = (): LabelledText[] => {
  let language = ''
  const seen = { '-': 0, '+': 0 }
  return FIRST_MESSAGES.split('\n').flatMap((line): LabelledText[] => {
    const mark = line.slice(0, 2)
    if (mark === '# ') language = line.slice(2)
    if (mark !== '- ' && mark !== '+ ') return []
    const kind = mark === '- ' ? '-' : '+'
    seen[kind] += 1
    return [{ language, isHonest: kind === '-', half: seen[kind] % 2 === 0 ? 'set' : 'reported', text: line.slice(2) }]
  })
}

const figures = (messages: readonly LabelledText[]) => {
  const found = (one: LabelledText) => scoreFirstMessage(one.text, 0).verdict !== 'fine'
  const harmful = messages.filter(({ isHonest }) => !isHonest)
  const honest = messages.filter(({ isHonest }) => isHonest)
  const [missed, falseAlarms] = [harmful.filter((one) => !found(one)), honest.filter(found)]
  return {
    harmful: harmful.length,
    honest: honest.length,
    recall: 1 - missed.length / harmful.length,
    alarms: falseAlarms.length / honest.length,
    missed: missed.map(({ language, text }) => `${language} ${text}`),
    falseAlarms: falseAlarms.map(({ language, text }) => `${language} ${text}`),
  }
}

const all = labelled()

describe('[GUARD-1] the labelled first messages', () => {
  test('there are at least 400, in every language of the site', () => {
    expect(all.length).toBeGreaterThanOrEqual(400)
    expect(new Set(all.map(({ language }) => language))).toEqual(new Set(LOCALES))
    expect(new Set(all.map(({ text }) => text)).size).toBe(all.length)
  })

  test.each(['set', 'reported'] as const)('the half “%s”: recall at least 95 %, false alarms at most 1 %', (half) => {
    const total = figures(all.filter((one) => one.half === half))
    expect(total.falseAlarms).toEqual([])
    expect(total.alarms).toBeLessThanOrEqual(0.01)
    expect(total.recall).toBeGreaterThanOrEqual(0.95)
  })

  test.each(LOCALES)('%s: recall at least 90 %, no false alarm in either half', (language) => {
    const total = figures(all.filter((one) => one.language === language))
    expect(total.recall).toBeGreaterThanOrEqual(0.9)
    expect(total.falseAlarms).toEqual([])
  })
})

const verdict = (text: string) => scoreFirstMessage(text, 0).verdict
const swap = (from: string, to: string) => (text: string) =>
  Array.from(text, (letter) => to[from.indexOf(letter)] ?? letter).join('')
const swapCapitals = (first: number) => (text: string) =>
  text.toUpperCase().replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint(first + letter.charCodeAt(0) - 65))
const points = (text: string, repeats = 0) => scoreFirstMessage(text, repeats).points
const signature = (of: string) => {
  const made = signatureOf(of)
  if (!made) throw new Error('too short')
  return made
}

describe('[GUARD-1] look-alike characters', () => {
  const harmful = all.filter(({ isHonest }) => !isHonest)
  const found = harmful.filter(({ text }) => verdict(text) !== 'fine')

  test.each([
    ['Cyrillic letters', swap('aceopxyi', 'асеорхуі')],
    ['Greek letters', swap('oviakt', 'ονιακτ')],
    [
      'full-width characters',
      (text: string) => text.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
    ],
    [
      'bold mathematical digits',
      (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
    ],
    ['Arabic digits', (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
    ['Tamil digits', (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xbe6 + Number(digit)))],
    ['ideographic full stops', (text: string) => text.replaceAll('.', '。')],
    ['letters of flags', swapCapitals(0x1f1e6)],
    ['letters in black circles', swapCapitals(0x1f150)],
    ['hearts between digits', (text: string) => text.replaceAll(/(?<=\d)(?=\d)/g, '❤️')],
    ['bars between digits', (text: string) => text.replaceAll(/(?<=\d)[ -](?=\d)/g, '|')],
    ['non-breaking hyphens', (text: string) => text.replaceAll(/(?<=\d)[ -](?=\d)/g, '\u2011')],
    ['Hangul fillers', (text: string) => text.replaceAll(/(?<=\d)(?=\d)/g, '\u3164')],
    ['zero-width spaces', (text: string) => text.split('').join('\u200b')],
    ['soft hyphens and accents', (text: string) => text.replaceAll('a', 'a\u0301').replaceAll('e', '\u00ade')],
  ])('%s hide nothing: every message that was found before is still found', (_, disguise) => {
    const hidden = found.filter(({ text }) => verdict(disguise(text)) === 'fine').map(({ text }) => text)
    expect(hidden).toEqual([])
  })

  test('a mixed word with a contact is worse than the contact alone', () => {
    expect(points('text me on tеlegram lucyy22')).toBeGreaterThan(points('text me on telegram lucyy22'))
  })
})

describe('[GUARD-1] the verdict', () => {
  test.each([
    ['Hello, how was your day?', 0, 'fine', []],
    ['My number is +44 7911 123456', 0, 'doubtful', ['phone']],
    ['I earn 500 a day with bitcoin, see btc-profit.top', 0, 'bad', ['link']],
    ['call seven nine one one two three four five', 0, 'doubtful', ['phone']],
    ['whatsapp seven nine one one two three four five', 0, 'bad', ['phone', 'messenger']],
    ['vvhatsapp me', 0, 'doubtful', ['messenger']],
    ['The score was 3:2, and we met at 20:30 on 12.06.2026', 0, 'fine', []],
    ['I arrive on 2026-06-15 and leave on 2026-06-20', 0, 'fine', []],
    ['Call me: 2026-06-15-33', 0, 'doubtful', ['phone']],
    ['Call me: 06-12-34-56-78', 0, 'doubtful', ['phone']],
    ['Call me: 0791/11/12/34', 0, 'doubtful', ['phone']],
    ['Call me: 07:91:11:23:45', 0, 'doubtful', ['phone']],
    ['I ran it in 3:58:20, and we ate from 20:30 to 23:00', 0, 'fine', []],
    ['Have a look at my page anna-pics.club', 3, 'bad', ['link', 'repeated']],
    ['You seem to be a very interesting person, tell me more about you', 3, 'doubtful', ['repeated']],
    ['You seem to be a very interesting person, tell me more about you', 2, 'fine', []],
  ] as const)('%s (to %i others before) is %s', (text, repeats, verdict, found) => {
    expect(scoreFirstMessage(text, repeats)).toMatchObject({ verdict, found: expect.arrayContaining([...found]) })
    expect(scoreFirstMessage(text, repeats).found).toHaveLength(found.length)
  })

  test('a text to several members is worse with a contact in it, and worse still to many', () => {
    expect([2, 3, 9, 10].map((repeats) => points('You seem to be an interesting person', repeats))).toEqual([
      0, 2, 2, 3,
    ])
    expect([2, 3, 9, 10].map((repeats) => points('Have a look at anna.club', repeats))).toEqual([2, 4, 4, 5])
  })

  test.each([
    'see anna.com',
    'see https://anna',
    'see www.anna',
    'see annapics punto com',
    'see anna.it/pics',
    'see anna2.it',
    'see annabell.it',
    'see ANNABELL.IT',
  ])('%s is a link', (text) => expect(scoreFirstMessage(text, 0).found).toEqual(['link']))

  test.each([
    'I am here since 2019.It is great',
    'that is ok.it was nice',
    'THAT IS OK.IT WAS NICE',
    'how wonderful.It was nice',
    'she is annabel.is she',
  ])('%s has no link, only a missing space', (text) => expect(verdict(text)).toBe('fine'))

  test.each([
    'lucy at gmail.com',
    'lucy at gmail .com',
    'lucy at gmail. com',
    'lucy (at) gmail (.) com',
    'lucy at web.de',
    'lucy at this1 dot com',
    'lucy at gmail point com',
  ])('%s is a mail address', (text) => expect(scoreFirstMessage(text, 0).found).toEqual(['mail']))

  test.each([
    'I work at home. And you?',
    'We met at work. Do you remember?',
    'I am good at sports.What about you?',
    'Look at me. Nice?',
    'I am at this point in my life',
    'But at some point we have to meet',
  ])('%s names no mail address', (text) => expect(verdict(text)).toBe('fine'))

  test('the name of a messenger in a mail address is none', () => {
    expect(scoreFirstMessage('mail me: wh4tsapp@anna.com', 0).found).toEqual(['mail'])
  })
})

/** Patterns that try every beginning and every division of a row of characters took from 5 to 14 seconds for each of these. */
test.each([
  ['a long word before many blanks', `${'a'.repeat(700)}${' '.repeat(1_200)}x`],
  ['a spelled address before many blanks', `${'a'.repeat(600)} at${' '.repeat(1_300)}x`],
  ['many sentences before many blanks', `${'a.'.repeat(400)}${' '.repeat(1_100)}x`],
  ['the word of an address, again and again', '-at'.repeat(666)],
])('[GUARD-1] %s holds up nobody else', { timeout: 2_000 }, (_, text) => {
  expect(scoreFirstMessage(text, 0)).toEqual({ verdict: 'fine', found: [], points: 0 })
})

test('[GUARD-1] a text of characters that stand for whole phrases is compared at its own length', () => {
  for (const phrase of ['\ufdfa', '\ufdfb', 'ﷲ', '㋿', '…'])
    expect(plainLetters(phrase.repeat(100)).length).toBeLessThanOrEqual(400)
})

describe('[GUARD-1] the same text', () => {
  const text = 'Hello beautiful, I saw your profile and could not stop looking. I am a serious man who seeks true love.'
  test.each([
    ['another name and number', text.replace('beautiful', 'Anna').replace('love', 'love 23')],
    ['look-alike letters', text.replaceAll('o', 'о')],
    ['other signs', text.toUpperCase().replaceAll(' ', '  ~')],
  ])('is recognised with %s', (_, other) => {
    expect(likeness(signature(text), signature(other))).toBeGreaterThanOrEqual(SAME_TEXT)
  })

  test('honest messages are never the same text, and a short one is not compared', () => {
    const signatures = all.flatMap(({ isHonest, text: one }) => (isHonest ? [signatureOf(one)] : []))
    const long = signatures.filter((one) => one !== null)
    expect(long.length).toBeGreaterThan(50)
    const pairs = long.flatMap((one, place) =>
      long.slice(place + 1).filter((other) => likeness(one, other) >= SAME_TEXT),
    )
    expect(pairs).toEqual([])
    expect(signatureOf('Hi, how are you?')).toBeNull()
  })
})
