/** The place in a campaign's slug, once the list of places is loaded. */
import { useSignals } from '@preact/signals-react/runtime'
import { locale } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { campaignPlace, type CampaignPlace } from './campaign-place.ts'

/** `settled`: the place is found, or known not to exist. */
export const useCampaign = (slug: string | undefined): { settled: boolean; place: CampaignPlace | null } => {
  useSignals()
  const { data, error } = useResource('regions.get', slug === undefined ? null : {})
  const place = slug !== undefined && data !== null ? campaignPlace(slug, data.countries, locale.value) : null
  return { settled: slug === undefined || data !== null || error !== null, place }
}
