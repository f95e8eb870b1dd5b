/** Countries, their regions and cities: what a member can choose. No coordinates leave the server [PROF-13]. */
import * as v from 'valibot'
import { CityId, CountryCode, RegionCode } from '../fields.ts'

export const Places = v.array(
  v.object({
    country: CountryCode,
    regions: v.array(
      v.object({ id: RegionCode, name: v.string(), cities: v.array(v.object({ id: CityId, name: v.string() })) }),
    ),
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
