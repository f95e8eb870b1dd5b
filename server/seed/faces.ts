/** Gives every member a face: their own in a small population, one of a shared pool in a large one. */
import { lookOf, type Gender, type HairColour, type Look, type Origin } from './look.ts'
import type { Person } from './people.ts'
import { otherPhotoOf, type Drawing, type Portrait } from './portraits.ts'
import type { Random } from './random.ts'

/** The photos of a face, the main photo first. */
export type Face = { hair: HairColour; photos: readonly Portrait[] }

/** Stores photos and returns them in the same order. */
export type Draw = (drawings: readonly Drawing[]) => Promise<Portrait[]>

/** Up to this population, everyone gets their own face. */
const OWN_FACES_MAX = 2_000
/** Pool portraits per gender; rarer origins get `POOL_OF_ORIGIN` of them each, the most frequent origin the rest. */
const POOL_SIZE = 400
const POOL_OF_ORIGIN = 12

const ORIGINS: readonly Origin[] = ['european', 'african', 'arabic', 'south_asian', 'east_asian']
const BANDS = [
  [18, 29],
  [30, 44],
  [45, 59],
  [60, 79],
] as const

const bandOf = (age: number): number => BANDS.findIndex(([, to]) => age <= to)
const keyOf = (gender: Gender, age: number, origin: Origin): string => `${gender} ${bandOf(age)} ${origin}`

type Sitter = { key: string; look: Look; photos: number; random: Random }

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
  return {
    key: String(person.id),
    look: lookOf(person.gender, person.age, person.origin, own),
    photos: person.hasPhoto ? 1 + person.morePhotos : 0,
    random: own,
  }
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
          return {
            key: keyOf(gender, age, origin),
            look: lookOf(gender, age, origin, own),
            photos: 1 + (index % 2),
            random: own,
          }
        })
      }),
    ),
  )

const portray = async (sitters: readonly Sitter[], draw: Draw): Promise<(Face & { key: string })[]> => {
  const drawings = sitters.flatMap(({ look, photos, random }) =>
    Array.from({ length: photos }, (_, index): Drawing => {
      const own = random.fork(`photo ${index}`)
      return { look: index === 0 ? look : otherPhotoOf(look, own), random: own }
    }),
  )
  const portraits = await draw(drawings)
  let next = 0
  return sitters.map(({ key, look, photos }) => {
    const own = portraits.slice(next, next + photos)
    next += photos
    return { key, hair: look.hair, photos: own }
  })
}
