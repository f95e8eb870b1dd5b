/** How far two cities are from each other, as coarse as others may know it [PROF-13]. */
import type { DistanceBand } from '../entities/profile.ts'

/** A city's centre, in degrees. */
export type Centre = { lat: number; lon: number }

const BANDS = [
  [10, '10'],
  [25, '25'],
  [50, '50'],
  [100, '100'],
  [250, '250'],
] as const satisfies readonly (readonly [number, DistanceBand])[]

/** The band of a distance between two cities. `same` is no distance: only one city is the same. */
export const bandOf = (km: number): Exclude<DistanceBand, 'same'> => BANDS.find(([upTo]) => km <= upTo)?.[1] ?? 'far'

const EARTH_RADIUS_KM = 6_371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** On a sphere, by the haversine formula: half a per cent off at most, which no band notices. */
export const kilometresBetween = (one: Centre, other: Centre): number => {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2
  const across = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat))
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(half(one.lat, other.lat) + across * half(one.lon, other.lon)))
}
