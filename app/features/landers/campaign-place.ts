/** Finds the place in a slug [SITE-6]: a city or region on the list. Any other slug is never shown. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Places } from '#contract/entities/place.ts'
import type { Locale } from '#contract/locales.ts'
import { slugOf } from '../../state/plain-names.ts'
import { useResource } from '../../state/resource.ts'

export type CampaignPlace = { name: string; country: string; countryregion: string }

/** The city or region of a slug in any language, with its local name; a city comes before a region of the same name. */
export const campaignPlace = (slug: string, places: Places): CampaignPlace | null => {
  const wanted = slugOf(slug)
  const regions = places.flatMap(({ country, regions: of }) => of.map((region) => ({ country, region })))
  for (const { country, region } of regions) {
    const city = region.cities.find((one) => isCalled(one, wanted))
    if (city) return { name: city.name, country, countryregion: region.id }
  }
  const found = regions.find(({ region }) => isCalled(region, wanted))
  return found ? { name: found.region.name, country: found.country, countryregion: found.region.id } : null
}

type Named = { name: string; names?: Partial<Record<Locale, string | undefined>> | undefined }

/** Compares the name in its own language and in the others. */
const isCalled = ({ name, names = {} }: Named, wanted: string): boolean =>
  [name, ...Object.values(names)].some((one) => one !== undefined && slugOf(one) === wanted)

/** `settled`: the place is found, or known not to exist. */
export const useCampaign = (slug: string | undefined): { settled: boolean; place: CampaignPlace | null } => {
  useSignals()
  const { data, error } = useResource('regions.get', slug === undefined ? null : {})
  const place = slug !== undefined && data !== null ? campaignPlace(slug, data.countries) : null
  return { settled: slug === undefined || data !== null || error !== null, place }
}
