/** Gives every member a face: their own in a small population, one of a shared pool in a large one. */
import { lookOf, type Gender, type HairColour, type LookOrigin } from './look.ts'
import type { Person } from './people.ts'
import type { Portrait } from './portraits.ts'
import type { Random } from './random.ts'
import { shotsOf, type Shot } from './shots.ts'

/** The photos of a face, the main photo first. */
export type Face = { hair: HairColour; photos: readonly Portrait[] }

/** Stores photos and returns them in the same order. */
export type Draw = (shots: readonly Shot[]) => Promise<Portrait[]>

/** Up to this population, everyone gets their own face. */
const OWN_FACES_MAX = 2_000
/** Pool portraits per gender; rarer origins get `POOL_OF_ORIGIN` of them each, the most frequent origin the rest. */
const POOL_SIZE = 400
const POOL_OF_ORIGIN = 12

const ORIGINS: readonly LookOrigin[] = ['european', 'african', 'arabic', 'south_asian', 'east_asian']
const BANDS = [
  [18, 29],
  [30, 44],
  [45, 59],
  [60, 79],
] as const

const bandOf = (age: number): number => BANDS.findIndex(([, to]) => age <= to)
const keyOf = (gender: Gender, age: number, origin: LookOrigin): string => `${gender} ${bandOf(age)} ${origin}`

type Sitter = { key: string; hair: HairColour; shots: readonly Shot[] }

export const facesFor = async (
  people: readonly Person[],
  draw: Draw,
  random: Random,
): Promise<(person: Person) => Face> => {
  const isShared = people.length > OWN_FACES_MAX
  const sitters = isShared ? poolOf(random) : people.map((person) => ownSitter(person, random))
  const faces = await portray(sitters, draw)
  const byKey = Map.groupBy(faces, ({ key }) => key)
  return (person) => {
    const key = isShared ? keyOf(person.gender, person.age, person.origin) : String(person.id)
    const candidates = byKey.get(key) ?? []
    if (candidates.length === 0) throw new Error(`No face for ${key}`)
    const { hair, photos } = isShared
      ? random.fork(`face ${person.id}`).pick(candidates)
      : (candidates[0] ?? random.pick(faces))
    return { hair, photos: person.hasPhoto ? photos.slice(0, 1 + person.morePhotos) : [] }
  }
}

const ownSitter = (person: Person, random: Random): Sitter => {
  const own = random.fork(`face ${person.id}`)
  return sitterOf(String(person.id), person, person.hasPhoto ? 1 + person.morePhotos : 0, own)
}

const sitterOf = (
  key: string,
  { gender, age, origin }: { gender: Gender; age: number; origin: LookOrigin },
  count: number,
  random: Random,
): Sitter => {
  const look = lookOf(gender, age, origin, random)
  return { key, hair: look.hair, shots: shotsOf({ look, gender, age, origin }, count, random) }
}

const poolOf = (random: Random): Sitter[] =>
  (['female', 'male'] as const).flatMap((gender) =>
    ORIGINS.flatMap((origin) =>
      BANDS.flatMap(([from, to], band) => {
        const others = (ORIGINS.length - 1) * POOL_OF_ORIGIN
        const count = origin === 'european' ? POOL_SIZE / BANDS.length - others : POOL_OF_ORIGIN
        return Array.from({ length: count }, (_, index): Sitter => {
          const own = random.fork(`pool ${gender} ${origin} ${band} ${index}`)
          const age = own.between(from, to)
          return sitterOf(keyOf(gender, age, origin), { gender, age, origin }, 1 + (index % 3), own)
        })
      }),
    ),
  )

const portray = async (sitters: readonly Sitter[], draw: Draw): Promise<(Face & { key: string })[]> => {
  const portraits = await draw(sitters.flatMap(({ shots }) => shots))
  let next = 0
  return sitters.map(({ key, hair, shots }) => {
    const own = portraits.slice(next, next + shots.length)
    next += shots.length
    return { key, hair, photos: own }
  })
}
