/** The countries, regions and cities that a member can choose. No coordinates leave the server [PROF-13]. */
import * as v from 'valibot'
import { CityId, CountryCode, RegionCode } from '../fields.ts'
import { LOCALES } from '../locales.ts'

/** `name` is the local name, which every screen shows; by `names`, the different ones of other languages, a place is found. */
const named = { name: v.string(), names: v.optional(v.object(v.entriesFromList(LOCALES, v.optional(v.string())))) }

const City = v.object({ id: CityId, ...named })
const Region = v.object({ id: RegionCode, ...named, cities: v.array(City) })

export const Places = v.array(
  v.object({
    country: CountryCode,
    regions: v.array(Region),
    /** The most populous cities, offered before anything is typed. Older answers have none. */
    largest: v.optional(v.array(CityId)),
  }),
)
export type Places = v.InferOutput<typeof Places>

/** A place found for a position: the nearest city of the list, never the position itself. */
export const Geocode = v.object({
  country: CountryCode,
  countryregion: RegionCode,
  city: CityId,
  region_name: v.string(),
  city_name: v.string(),
})
export type Geocode = v.InferOutput<typeof Geocode>

type PlaceIds = Partial<Record<'country' | 'countryregion' | 'city', string | undefined>>

/** A place is given with all three ids, or not at all. */
export const isWholePlaceOrNone = ({ country, countryregion, city }: PlaceIds): boolean =>
  new Set([country, countryregion, city].map((id) => id === undefined)).size === 1
