/** The look of a drawn person: features that fit together by gender, age and origin. Adults only, always dressed. */
import type { Options } from '@dicebear/open-peeps'
import { drawFrom, weighted, type Random, type WeightedItems } from './random.ts'

export type Gender = 'male' | 'female'
export type LookOrigin = 'european' | 'african' | 'arabic' | 'south_asian' | 'east_asian'
type Head = NonNullable<Options['head']>[number]
type Face = NonNullable<Options['face']>[number]
export type HairColour =
  | 'brunette'
  | 'blond'
  | 'brown'
  | 'white'
  | 'bald'
  | 'black'
  | 'dark_blond'
  | 'dark_brown'
  | 'gray'
  | 'red'

export type Look = {
  head: Head
  face: Face
  facialHair?: NonNullable<Options['facialHair']>[number]
  accessory?: NonNullable<Options['accessories']>[number]
  skin: string
  /** The colour of those parts of a head that are not in the outline's colour. */
  contrast: string
  /** The colour of outlines, and of hair that Open Peeps draws in black. */
  line: string
  cloth: string
  hair: HairColour
}

type Style = {
  head: Head
  /** The source of the hair's colour: a colour of its own, the outline's, or none because the hair is not visible. */
  hair: 'own' | 'line' | 'covered' | 'bald'
  /** A beard is required: with so little hair, a smooth face would look like a child's. */
  bearded?: true
  /** The ages that wear this style. */
  from?: number
  to?: number
  /** The origins that wear this style; all if left out. */
  origins?: LookOrigin[]
}

const CURLY: LookOrigin[] = ['african']

const STYLES: Record<Gender, WeightedItems<Style>> = {
  female: weighted<Style>([
    [{ head: 'bangs', hair: 'own', to: 60 }, 5],
    [{ head: 'mediumBangs2', hair: 'own', to: 50 }, 3],
    [{ head: 'grayBun', hair: 'own' }, 5],
    [{ head: 'grayMedium', hair: 'own' }, 6],
    [{ head: 'bangs2', hair: 'line', to: 50 }, 3],
    [{ head: 'long', hair: 'line', to: 55 }, 5],
    [{ head: 'longBangs', hair: 'line', to: 50 }, 4],
    [{ head: 'longCurly', hair: 'line', to: 55 }, 4],
    [{ head: 'medium1', hair: 'line' }, 4],
    [{ head: 'medium2', hair: 'line', to: 60 }, 3],
    [{ head: 'medium3', hair: 'line', to: 60 }, 4],
    [{ head: 'mediumBangs', hair: 'line', to: 55 }, 4],
    [{ head: 'mediumStraight', hair: 'line', to: 55 }, 4],
    [{ head: 'bun2', hair: 'line', to: 50 }, 2],
    [{ head: 'bun', hair: 'line', to: 50 }, 2],
    [{ head: 'afro', hair: 'line', origins: CURLY }, 14],
    [{ head: 'cornrows2', hair: 'line', to: 50, origins: CURLY }, 12],
    [{ head: 'dreads1', hair: 'line', to: 60, origins: CURLY }, 10],
    [{ head: 'hijab', hair: 'covered', origins: ['arabic'] }, 22],
  ]),
  male: weighted<Style>([
    [{ head: 'short4', hair: 'own', to: 55 }, 8],
    [{ head: 'grayShort', hair: 'own' }, 9],
    [{ head: 'short1', hair: 'line', bearded: true }, 4],
    [{ head: 'short2', hair: 'line', bearded: true }, 4],
    [{ head: 'short5', hair: 'line', to: 60 }, 5],
    [{ head: 'pomp', hair: 'line', to: 50 }, 5],
    [{ head: 'shaved2', hair: 'line', bearded: true, to: 45 }, 3],
    [{ head: 'noHair1', hair: 'bald', bearded: true, from: 38 }, 4],
    [{ head: 'noHair3', hair: 'own', from: 52 }, 4],
    [{ head: 'hatBeanie', hair: 'covered', to: 50 }, 2],
    [{ head: 'hatHip', hair: 'covered', from: 30, to: 60 }, 1],
    [{ head: 'flatTop', hair: 'line', to: 50, origins: CURLY }, 14],
    [{ head: 'twists', hair: 'line', to: 45, origins: CURLY }, 10],
    [{ head: 'twists2', hair: 'line', to: 50, origins: CURLY }, 10],
    [{ head: 'dreads2', hair: 'line', to: 50, origins: CURLY }, 8],
    [{ head: 'turban', hair: 'covered', origins: ['south_asian'] }, 12],
  ]),
}

const SKINS: Record<LookOrigin, readonly string[]> = {
  european: ['f8dcc8', 'f7d7c0', 'f5d0b5', 'f3ccb0', 'f2c9a5', 'f0c5a0', 'f1c8ab', 'e9bd94'],
  african: ['8d5524', '7a4a26', '6f4322', 'a0683a'],
  arabic: ['e3b088', 'd9a679', 'e9bd94', 'c98e5f'],
  south_asian: ['c98e5f', 'b57d4a', 'a9713f', 'd9a679'],
  east_asian: ['f3d2ae', 'f0cda5', 'f5d8b8'],
}

type Hair = { colour: HairColour; own: string; line: string }
const HAIR = {
  black: { colour: 'black', own: '2c1b18', line: '1d1726' },
  dark_brown: { colour: 'dark_brown', own: '4a2e20', line: '3b2418' },
  brunette: { colour: 'brunette', own: '5f3a25', line: '42231a' },
  brown: { colour: 'brown', own: '7a4a2a', line: '54301c' },
  red: { colour: 'red', own: 'a5482f', line: '7a2e12' },
  dark_blond: { colour: 'dark_blond', own: 'b98544', line: '54301c' },
  blond: { colour: 'blond', own: 'd9a441', line: '54301c' },
  gray: { colour: 'gray', own: 'c9c4cc', line: '463f52' },
  white: { colour: 'white', own: 'e9e5e7', line: '463f52' },
} as const satisfies Record<string, Hair>

const DARK = weighted<Hair>([
  [HAIR.black, 8],
  [HAIR.dark_brown, 2],
])
const EUROPEAN_HAIR = weighted<Hair>([
  [HAIR.black, 2],
  [HAIR.dark_brown, 5],
  [HAIR.brunette, 5],
  [HAIR.brown, 5],
  [HAIR.red, 1.5],
  [HAIR.dark_blond, 3],
  [HAIR.blond, 4],
])

const FAIR = new Set<HairColour>(['blond', 'dark_blond'])

const FACES: Record<Gender, WeightedItems<Face>> = {
  female: weighted<Face>([
    ['smile', 6],
    ['calm', 4],
    ['cute', 1],
    ['contempt', 1],
  ]),
  male: weighted<Face>([
    ['smile', 6],
    ['calm', 3],
    ['contempt', 0.5],
  ]),
}
/** Expressions for further photos. */
export const OTHER_FACES: readonly Face[] = ['smile', 'calm', 'cute', 'eatingHappy', 'cheeky', 'contempt']

/** An `own` beard has the hair's colour; the others have the outline's. */
const BEARDS = {
  own: ['full4', 'moustache9'],
  line: ['full', 'full', 'full2', 'chin', 'chin', 'goatee1', 'moustache7'],
} as const
const GLASSES = ['glasses', 'glasses2', 'glasses3', 'glasses4', 'glasses5'] as const

export const CLOTHES = [
  '1f7a5c',
  '5a2a82',
  'b92c40',
  '4a6fa5',
  '7a3b5e',
  'd93a4e',
  '2f6f73',
  '3f5fa0',
  '8c65af',
  '1f5f7a',
  '4a5568',
  'f3c64f',
]
const INK = '1e1320'

export const lookOf = (gender: Gender, age: number, origin: LookOrigin, random: Random): Look => {
  const style = styleFor(gender, age, origin, random)
  const hair = hairAt(age, origin, style, random)
  const line = style.hair === 'line' ? hair.line : style.hair === 'covered' ? drawFrom(DARK, random).line : INK
  const cloth = random.pick(CLOTHES)
  const beard = gender === 'male' ? beardFor(style, age, random) : undefined
  const glasses = random.chance(age > 50 ? 0.5 : 0.22) ? random.pick(GLASSES) : undefined
  return {
    head: style.head,
    face: drawFrom(FACES[gender], random),
    ...(beard && { facialHair: beard }),
    ...(glasses && { accessory: glasses }),
    skin: random.pick(SKINS[origin]),
    contrast: hair.own,
    line,
    cloth,
    hair: style.hair === 'bald' ? 'bald' : hair.colour,
  }
}

const styleFor = (gender: Gender, age: number, origin: LookOrigin, random: Random): Style => {
  for (;;) {
    const style = drawFrom(STYLES[gender], random)
    const isOfAge = age >= (style.from ?? 18) && age <= (style.to ?? 99)
    const isOfOrigin = style.origins ? style.origins.includes(origin) : origin !== 'african' || style.hair === 'bald'
    if (isOfAge && isOfOrigin && (age < 55 || style.hair !== 'line' || random.chance(0.4))) return style
  }
}

const hairAt = (age: number, origin: LookOrigin, style: Style, random: Random): Hair => {
  if (random.chance((age - 42) / 30))
    return age > 62 && style.hair === 'own' && random.chance(0.4) ? HAIR.white : HAIR.gray
  const hair = drawFrom(origin === 'european' ? EUROPEAN_HAIR : DARK, random)
  // A fair outline would be invisible on the background.
  return style.hair === 'line' && FAIR.has(hair.colour) ? HAIR.brown : hair
}

const beardFor = (style: Style, age: number, random: Random): Look['facialHair'] => {
  if (style.head === 'turban') return random.pick(['full', 'full2'])
  if (!style.bearded && !random.chance(age < 25 ? 0.5 : age < 45 ? 0.65 : 0.8)) return undefined
  return random.pick(style.hair === 'own' ? BEARDS.own : BEARDS.line)
}
