/** Makes the seeded members: everything about a person except texts and faces. */
import { INTERESTS, type Interest } from '#contract/entities/profile.ts'
import {
  OPEN_FACTS,
  PROFILE_FACTS,
  SENSITIVE_FACTS,
  noFacts,
  type FactName,
  type FactValue,
  type Facts,
  type OpenFact,
  type SensitiveFact,
} from '#contract/entities/profile-facts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, ONLINE_MS } from '#contract/limits.ts'
import type { Locale } from '#contract/locales.ts'
import { dateOf } from '#contract/rules/age.ts'
import { recordOf } from '#contract/records.ts'
import { places } from '../areas/site/places.ts'
import type { Gender, HairColour, LookOrigin } from './look.ts'
import { nameFor } from './names.ts'
import { drawFrom, weighted, type Random, type WeightedItems } from './random.ts'

export type Person = {
  id: number
  email: string
  name: string
  gender: Gender
  lookingFor: Gender | 'both'
  age: number
  birthDate: string
  country: string
  region: string
  city: string
  cityName: string
  language: Locale
  origin: LookOrigin
  isActive: boolean
  isPremium: boolean
  isFictional: boolean
  isInvisible: boolean
  /** Whether the person consented to storing sensitive data [ACC-18]. */
  consents: boolean
  hasPhoto: boolean
  /** The number of photos besides the main one. */
  morePhotos: number
  signupAt: number
  lastActive: number
  /** The credits left after everything the person sent, if fixed. */
  creditsLeft?: number
}

type Home = { country: string; region: string; city: string; cityName: string; language: Locale }

const COUNTRY_WEIGHTS: Record<string, number> = {
  IT: 34,
  DE: 12,
  FR: 10,
  GB: 9,
  ES: 9,
  PL: 6,
  NL: 5,
  US: 4,
  IE: 3,
  BE: 2.5,
  AT: 2,
  CH: 2,
  CA: 1.5,
  AU: 1,
  NZ: 0.5,
}

const LANGUAGES: Record<string, Locale> = {
  IT: 'it',
  DE: 'de',
  AT: 'de',
  CH: 'de',
  FR: 'fr',
  ES: 'es',
  PL: 'pl',
  NL: 'nl',
  BE: 'nl',
  'BE-BRU': 'fr',
  'BE-WBR': 'fr',
  'BE-WLG': 'fr',
  'BE-WLX': 'fr',
  'BE-WHT': 'fr',
  'BE-WNA': 'fr',
  'CH-FR': 'fr',
  'CH-GE': 'fr',
  'CH-JU': 'fr',
  'CH-NE': 'fr',
  'CH-VS': 'fr',
  'CH-VD': 'fr',
  'CH-TI': 'it',
  'CA-QC': 'fr',
}

const homes: WeightedItems<Home> = weighted(
  places.flatMap(({ country, regions }) => {
    const cities = regions.flatMap((region) => region.cities.map((city) => ({ region: region.id, city })))
    const people = cities.reduce((sum, { city }) => sum + city.population, 0)
    return cities.map(({ region, city }): [Home, number] => [
      {
        country,
        region,
        city: city.id,
        cityName: city.name,
        language: LANGUAGES[region] ?? LANGUAGES[country] ?? 'en',
      },
      ((COUNTRY_WEIGHTS[country] ?? 1) * city.population) / people,
    ])
  }),
)

const homeIn = (cityId: string): Home => {
  const home = homes.items.find(({ city }) => city === cityId)
  if (!home) throw new Error(`No such city: ${cityId}`)
  return home
}

/** Countries whose first names depend on the language. */
const NAME_PLACES: Record<string, string> = {
  'BE-nl': 'BE-nl',
  'BE-fr': 'BE-fr',
  'CH-fr': 'FR',
  'CH-it': 'IT',
  'CA-fr': 'FR',
}

const AGES = weighted<readonly [number, number]>([
  [[18, 21], 7],
  [[22, 27], 22],
  [[28, 34], 26],
  [[35, 44], 22],
  [[45, 54], 13],
  [[55, 64], 7],
  [[65, 79], 3],
])

const ORIGINS = weighted<LookOrigin>([
  ['european', 82],
  ['african', 6],
  ['arabic', 5],
  ['south_asian', 3.5],
  ['east_asian', 3.5],
])

const MORE_PHOTOS = weighted<number>([
  [0, 20],
  [1, 36],
  [2, 30],
  [3, 8],
  [5, 5],
  [8, 1],
])

const opposite = (gender: Gender): Gender => (gender === 'male' ? 'female' : 'male')

/** @param fixed properties decided already, for the demo accounts and the people around them */
export const personFrom = (id: number, random: Random, now: number, fixed: Partial<Person> = {}): Person => {
  const home = fixed.city === undefined ? drawFrom(homes, random) : homeIn(fixed.city)
  const gender = fixed.gender ?? (random.chance(0.5) ? 'female' : 'male')
  const origin = fixed.origin ?? drawFrom(ORIGINS, random)
  const age = fixed.age ?? random.between(...drawFrom(AGES, random))
  const isFictional = random.chance(0.12)
  const ago = agoOf(random)
  // Nobody uses a fictional profile, so it must never be among the last active [FIND-9].
  const lastActive = now - (isFictional ? Math.max(ago, 2 * DAY_MS) : ago)
  return {
    id,
    email: `member-${id}@demo.test`,
    name: nameFor(NAME_PLACES[`${home.country}-${home.language}`] ?? home.country, gender, origin, random),
    gender,
    lookingFor: lookingForOf(gender, random),
    age,
    birthDate: birthDateOf(age, now, random),
    ...home,
    origin,
    isActive: isFictional || !random.chance(0.025),
    isPremium: !isFictional && random.chance(0.18),
    isFictional,
    isInvisible: !isFictional && random.chance(0.05),
    consents: isFictional || id % 10 < 7,
    hasPhoto: isFictional || !random.chance(0.03),
    morePhotos: drawFrom(MORE_PHOTOS, random),
    signupAt: lastActive - Math.round((1 + 600 * random.next() ** 2) * DAY_MS + random.next() * DAY_MS),
    lastActive,
    ...fixed,
  }
}

const lookingForOf = (gender: Gender, random: Random): Person['lookingFor'] => {
  const part = random.next()
  if (part < 0.06) return 'both'
  return part < 0.12 ? gender : opposite(gender)
}

const sexualityOf = ({ gender, lookingFor }: Pick<Person, 'gender' | 'lookingFor'>): FactValue<'sexuality'> => {
  if (lookingFor === 'both') return 'bi'
  if (lookingFor !== gender) return 'hetero'
  return gender === 'male' ? 'gay' : 'lesbian'
}

/** A birth date for this age; never today's day, so that a leap day makes nobody younger. */
const birthDateOf = (age: number, now: number, random: Random): string => {
  const today = new Date(now)
  const birthday = Date.UTC(today.getUTCFullYear() - age, today.getUTCMonth(), today.getUTCDate())
  return dateOf(birthday - random.between(1, 360) * DAY_MS)
}

/** The time since a member was active: some now, many today, all within 60 days. */
const agoOf = (random: Random): number => {
  const part = random.next()
  if (part < 0.07) return Math.floor(random.next() * (ONLINE_MS - MINUTE_MS))
  if (part < 0.4) return Math.floor(ONLINE_MS + random.next() * 20 * HOUR_MS)
  if (part < 0.75) return Math.floor((0.8 + random.next() * 6) * DAY_MS)
  return Math.floor((7 + random.next() ** 1.6 * 53) * DAY_MS)
}

export type Appearance = Facts<OpenFact> & { interests: Interest[] }

const EYES = weighted<FactValue<'eye_colour'>>(
  PROFILE_FACTS.eye_colour.options.map((colour) => [colour, colour === 'brown' ? 5 : colour === 'blue' ? 3 : 1.5]),
)
const BODIES = weighted<FactValue<'body_type'>>(
  PROFILE_FACTS.body_type.options.map((type) => [type, type === 'normal' ? 6 : type === 'slim' ? 3 : 1]),
)

/** Sexual interests need a separate consent [ACC-18], which no seeded member has given. */
export const SEEDED_INTERESTS: readonly Interest[] = ['relationship', ...INTERESTS.slice(INTERESTS.indexOf('gym'))]

type Draw<Name extends FactName> = (person: Person, random: Random, hair: HairColour) => FactValue<Name> | null
type Draws<Name extends FactName> = { readonly [Key in Name]?: Draw<Key> }

/** The facts that follow a person or the frequency of their options; other facts are drawn evenly. */
const DRAWS: Draws<OpenFact> = {
  hair_colour: (_, random, hair) => (random.chance(0.85) ? hair : null),
  eye_colour: (person, random) =>
    random.chance(0.8) ? (person.origin === 'european' ? drawFrom(EYES, random) : 'brown') : null,
  body_type: (_, random) => (random.chance(0.75) ? drawFrom(BODIES, random) : null),
  relationship_status: (person, random) => (random.chance(0.8) ? relationshipOf(person.age, random) : null),
}

/** Uses numbers of its own, so that a new fact changes nothing else about the seeded people. */
const drawFact = (name: OpenFact, person: Person, random: Random, hair: HairColour): string | null => {
  const draw = DRAWS[name]
  if (draw) return draw(person, random, hair)
  const own = random.fork(name)
  return own.chance(0.7) ? own.pick<string>(PROFILE_FACTS[name].options) : null
}

export const appearanceOf = (person: Person, hair: HairColour, random: Random): Appearance => ({
  ...(recordOf(OPEN_FACTS, (name) => drawFact(name, person, random, hair)) as Facts<OpenFact>),
  interests: random.some(SEEDED_INTERESTS, interestCountOf(random)).filter(isPlausible),
})

/** The sensitive facts of a person who has consented [ACC-18]. */
export const sensitiveFactsOf = (person: Person): Facts<SensitiveFact> => ({
  ...noFacts(SENSITIVE_FACTS),
  sexuality: sexualityOf(person),
  looking_for: person.lookingFor,
})

const NOT_VEGETARIAN = new Set<Interest>(['bbq', 'sushi'])

const isPlausible = (interest: Interest, _: number, all: readonly Interest[]): boolean =>
  !(NOT_VEGETARIAN.has(interest) && all.includes('vegetarian'))

const interestCountOf = (random: Random): number => {
  const part = random.next()
  if (part < 0.08) return 0
  return part < 0.9 ? random.between(3, 9) : random.between(10, 16)
}

const relationshipOf = (age: number, random: Random): FactValue<'relationship_status'> => {
  if (age > 60 && random.chance(0.25)) return 'widowed'
  if (age > 35 && random.chance(0.35)) return 'divorced'
  return random.chance(0.75) ? 'single' : 'unmarried'
}
