/** From a position to the nearest city of the list [PROF-7]. The position goes nowhere else and is kept nowhere. */
import type { Geocode } from '#contract/entities/place.ts'
import type { PositionAnswer } from '../../ports/position.ts'
import type { Answer } from '../../ports/api.ts'

export type FoundPlace =
  | { found: true; place: Geocode }
  /** `nowhere`: the position is known, but no city of ours is near it. */
  | { found: false; reason: 'denied' | 'unavailable' | 'nowhere' | 'offline' | 'busy' }

type Ask = {
  position: () => Promise<PositionAnswer>
  geocode: (query: { lat: string; lon: string }) => Promise<Answer<'geocode.get'>>
}

/** The city is what is asked for: two digits (about a kilometre) tell it, and no more leaves the device. */
const DIGITS = 2

export const findPlace = async ({ position, geocode }: Ask): Promise<FoundPlace> => {
  const here = await position()
  if (!here.found) return here
  const answer = await geocode({ lat: here.lat.toFixed(DIGITS), lon: here.lon.toFixed(DIGITS) })
  // §8: a failure counts as no place; what a person can do about it differs.
  if (!answer.ok) return { found: false, reason: answer.error.error === 'rate_limited' ? 'busy' : 'offline' }
  if (answer.queued || answer.data.geocode === false) return { found: false, reason: 'nowhere' }
  return { found: true, place: answer.data.geocode }
}
