/** Brings a text into plain Latin letters and ASCII digits, so that look-alike characters hide nothing [GUARD-1]. */

/**
 * Characters of other scripts that look like a Latin letter or a digit. NFKC already covers full-width, mathematical and
 * circled characters. The published libraries for the whole Unicode table are unmaintained or weigh over 100 kB, and
 * their tables also rewrite Latin letters (`m` to `rn`), which would break words.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // Cyrillic
    ['авсԁеһіјкӏмоорԛгѕтцѵԝхуз', 'abcdehijklmoopqrstuvwxy3'],
    ['АВСЕНІЈКМОРЅТѴԜХУЗ', 'ABCEHIJKMOPSTVWXY3'],
    // Greek
    ['αβεικνορτυχωγ', 'abeikvoptuxwy'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    // Armenian
    ['օսհոզ', 'ouhnq'],
    // Browsers read an address with this full stop like one with a dot.
    ['。', '.'],
    // Latin letters of phonetic alphabets and small capitals
    ['ɑɡıɩƖᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢłøđ', 'agiilabcdefghijklmnoprstuvwyzlod'],
  ].flatMap(([from = '', to = '']) => Array.from(from, (letter, place) => [letter, to[place] ?? letter])),
)

/** The zeros of other scripts' digits; the nine other digits follow each of them. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0, 0xf20,
  0x1040, 0x1090, 0x17e0, 0x1810,
]
/** The first of 26 capital letters in black circles, in black squares, and of flags, which NFKC leaves. */
const CAPITALS = [0x1f150, 0x1f170, 0x1f1e6]

const IS_ASCII = /^[\0-\x7f]*$/

/** Arabic phrases in one character. NFKC makes 18 and 8 of them, so a long message would become a very long text. */
const PHRASES = /[\ufdfa\ufdfb]/g

/** Keeps the case. Digits of other scripts become ASCII digits, accents and invisible characters disappear. */
export const plainLetters = (text: string): string => {
  if (IS_ASCII.test(text)) return text
  const composed = text
    .replaceAll(PHRASES, ' ')
    .normalize('NFKC')
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
  return Array.from(composed, plainLetter).join('')
}

const plainLetter = (letter: string): string => {
  if (letter < '\u0080') return letter
  if (letter === 'ß') return 'ss'
  const code = letter.codePointAt(0) ?? 0
  const zero = ZEROS.find((one) => code >= one && code < one + 10)
  if (zero !== undefined) return String(code - zero)
  const capital = CAPITALS.find((one) => code >= one && code < one + 26)
  return capital === undefined ? (LOOK_ALIKES[letter] ?? letter) : String.fromCharCode(65 + code - capital)
}

/** Whether a word mixes Latin letters with look-alikes of another script, which no honest spelling does. */
export const hasMixedWord = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word),
    )
