/** Finds the nearest city on the list for a position [PROF-7]. The position goes nowhere else and is not stored. */
import type { Geocode } from '#contract/entities/place.ts'
import type { PositionAnswer } from '../../ports/position.ts'
import type { Answer } from '../../ports/api.ts'

export type FoundPlace =
  | { found: true; place: Geocode }
  /** `nowhere`: the position is known, but no city on the list is near. */
  | { found: false; reason: 'denied' | 'unavailable' | 'nowhere' | 'offline' | 'busy' }

type Ask = {
  position: () => Promise<PositionAnswer>
  geocode: (query: { lat: string; lon: string }) => Promise<Answer<'geocode.get'>>
}

/** Two digits (about a kilometre) are enough for the city, so no more leaves the device. */
const DIGITS = 2

export const findPlace = async ({ position, geocode }: Ask): Promise<FoundPlace> => {
  const here = await position()
  if (!here.found) return here
  const answer = await geocode({ lat: here.lat.toFixed(DIGITS), lon: here.lon.toFixed(DIGITS) })
  // §8: a failure counts as no place, but each reason has its own advice.
  if (!answer.ok) return { found: false, reason: answer.error.error === 'rate_limited' ? 'busy' : 'offline' }
  if (answer.queued || answer.data.geocode === false) return { found: false, reason: 'nowhere' }
  return { found: true, place: answer.data.geocode }
}
