/** The plan of a drawn photo: place, crop, light, clothes, and a friend in it. */
import { CLOTHES, lookOf, OTHER_FACES, type Gender, type Look, type LookOrigin } from './look.ts'
import { weighted, drawFrom, type Random } from './random.ts'
import type { ForegroundName, SceneName } from './scenes.ts'

export type Light = 'warm' | 'dusk' | 'night' | 'cool'
export type Pattern = { kind: 'stripes' | 'dots'; colours: readonly [string, string] }

/** The place of a figure: the middle of the face, its size, its turn in degrees, and whether it looks to the other side. */
export type Pose = { x: number; y: number; scale: number; turn: number; mirrored: boolean }

/** A place that is drawn, or a plain wall in two tones. */
export type Backdrop = { scene: SceneName } | { tones: number; shape: number }

export type Shot = {
  look: Look
  pose: Pose
  backdrop: Backdrop
  foreground: ForegroundName
  light: Light | null
  pattern: Pattern | null
  /** A friend beside the person. */
  friend: { look: Look; pose: Pose } | null
}

type Crop = 'close' | 'bust' | 'half' | 'pair'

/** A place with the things and the light that belong there. */
type Place = { scene: SceneName; foregrounds: readonly ForegroundName[]; lights: readonly (Light | null)[] }

const PLACES: readonly Place[] = [
  { scene: 'portico', foregrounds: ['none', 'none', 'coffee'], lights: ['warm', null] },
  { scene: 'bar', foregrounds: ['wine', 'coffee', 'table'], lights: ['night', null] },
  { scene: 'sea', foregrounds: ['none', 'none', 'wall'], lights: [null, 'warm', 'cool'] },
  { scene: 'sunset', foregrounds: ['none', 'wall'], lights: ['warm', 'dusk'] },
  { scene: 'kitchen', foregrounds: ['board', 'coffee', 'table'], lights: [null, 'warm'] },
  { scene: 'books', foregrounds: ['book', 'coffee', 'none'], lights: ['warm', 'dusk', null] },
  { scene: 'night', foregrounds: ['none'], lights: ['night', null] },
  { scene: 'snow', foregrounds: ['none'], lights: ['cool', null] },
  { scene: 'park', foregrounds: ['dog', 'none', 'wall'], lights: [null, 'warm'] },
  { scene: 'market', foregrounds: ['none'], lights: [null, 'warm'] },
  { scene: 'stage', foregrounds: ['crowd', 'none'], lights: [null, 'night'] },
  { scene: 'plants', foregrounds: ['leaves', 'none', 'book'], lights: [null, 'cool'] },
]

/** A main photo shows the face well; the others may be anything. */
const MAIN_CROPS = weighted<Crop>([
  ['bust', 54],
  ['close', 18],
  ['half', 24],
  ['pair', 4],
])
const OTHER_CROPS = weighted<Crop>([
  ['bust', 28],
  ['close', 16],
  ['half', 38],
  ['pair', 18],
])

/** The number of backgrounds in `portraits.ts` from which a plain wall is put together. */
const PLAIN_TONES = 8
const PLAIN_SHAPES = 8

/** A photo of a plain wall, as often as a photo of a place for this many places. */
const PLAIN_PART = 0.24

const STRIPES = ['#FFF8F3', '#F3C64F', '#9FC5AD', '#C5A9E2'] as const

type Sitter = { look: Look; gender: Gender; age: number; origin: LookOrigin }

/** @returns photos of one person that differ in place, crop, clothes and expression, the main photo first */
export const shotsOf = (sitter: Sitter, count: number, random: Random): Shot[] => {
  const places = random.some(PLACES, PLACES.length)
  return Array.from({ length: count }, (_, index) => {
    const own = random.fork(`photo ${index}`)
    const place = own.chance(PLAIN_PART) ? null : places[index % places.length]
    return shotOf(sitter, index === 0, place ?? null, own)
  })
}

const shotOf = (sitter: Sitter, isMain: boolean, place: Place | null, random: Random): Shot => {
  const crop = drawFrom(isMain ? MAIN_CROPS : OTHER_CROPS, random)
  const look = isMain ? sitter.look : otherLook(sitter.look, random)
  const isSmall = crop === 'half' || crop === 'pair'
  const friend = crop === 'pair' ? friendOf(sitter, random) : null
  const poses = crop === 'pair' ? pairPoses(random) : [poseOf(crop, look, random)]
  const [pose = poseOf('bust', look, random), friendPose = pose] = poses
  return {
    look,
    pose,
    backdrop: place ? { scene: place.scene } : { tones: random.below(PLAIN_TONES), shape: random.below(PLAIN_SHAPES) },
    // A near face leaves no room for a table.
    foreground: place && crop !== 'close' ? random.pick(place.foregrounds) : isSmall && !place ? 'table' : 'none',
    light: place && random.chance(0.7) ? random.pick(place.lights) : null,
    pattern: random.chance(0.28)
      ? { kind: random.chance(0.6) ? 'stripes' : 'dots', colours: [`#${look.cloth}`, random.pick(STRIPES)] }
      : null,
    friend: friend && { look: friend, pose: friendPose },
  }
}

/** The same person on another day: another expression, another shirt, sometimes sunglasses. */
const otherLook = (look: Look, random: Random): Look => ({
  ...look,
  face: random.pick(OTHER_FACES.filter((face) => face !== look.face)),
  cloth: otherCloth(look, random),
  ...(random.chance(0.15) && { accessory: random.pick(['sunglasses', 'sunglasses2'] as const) }),
})

const otherCloth = (look: Look, random: Random): string => random.pick(CLOTHES.filter((cloth) => cloth !== look.cloth))

/** A friend has another hairstyle, so that nobody seems to be in a photo twice. */
const friendOf = ({ look, gender, age, origin }: Sitter, random: Random): Look => {
  const sex = random.chance(0.6) ? gender : gender === 'male' ? 'female' : 'male'
  const friends = Array.from({ length: 6 }, () =>
    lookOf(sex, Math.max(20, age + random.between(-4, 4)), random.chance(0.6) ? origin : 'european', random),
  )
  const friend = friends.find(({ head }) => head !== look.head) ?? look
  return { ...friend, cloth: otherCloth(look, random) }
}

/** Heads with much hair are drawn smaller, so that the hair fits into the picture. */
const WIDE_HEADS = new Set<Look['head']>([
  'long',
  'longBangs',
  'longCurly',
  'bangs2',
  'afro',
  'dreads1',
  'bun',
  'bun2',
  'cornrows2',
  'mediumBangs',
])

const poseOf = (crop: Exclude<Crop, 'pair'>, { head }: Look, random: Random): Pose => {
  const mirrored = random.chance(0.5)
  const turn = random.between(-5, 5)
  const tight = WIDE_HEADS.has(head) ? 0.9 : 1
  switch (crop) {
    case 'close':
      return {
        x: random.between(385, 440),
        y: random.between(545, 600),
        scale: (1.08 + random.next() * 0.2) * tight,
        turn,
        mirrored,
      }
    case 'bust':
      return {
        x: random.between(375, 440),
        y: random.between(440, 520),
        scale: (0.78 + random.next() * 0.2) * tight,
        turn,
        mirrored,
      }
    case 'half':
      return {
        x: random.between(330, 500),
        y: random.between(385, 440),
        scale: 0.56 + random.next() * 0.14,
        turn: Math.round(turn / 2),
        mirrored,
      }
  }
}

/** Two people side by side, turned towards each other; the owner of the photo is on either side. */
const pairPoses = (random: Random): [Pose, Pose] => {
  const [left, right] = [random.between(255, 295), random.between(535, 575)]
  const [scale, other] = [0.5 + random.next() * 0.1, 0.46 + random.next() * 0.08]
  const isLeft = random.chance(0.5)
  const at = (x: number, size: number, mirrored: boolean): Pose => ({
    x,
    y: random.between(400, 450),
    scale: size,
    turn: random.between(-3, 3),
    mirrored,
  })
  return [at(isLeft ? left : right, scale, !isLeft), at(isLeft ? right : left, other, isLeft)]
}
