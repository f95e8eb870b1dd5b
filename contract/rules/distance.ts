/** The distance between two cities, as coarse as others may know it [PROF-13]. */

/** [PROF-13] Bands up to 10, 25, 50, 100, 250 km, and farther. `same` is the same city. */
export const DISTANCE_BANDS = ['same', '10', '25', '50', '100', '250', 'far'] as const
export type DistanceBand = (typeof DISTANCE_BANDS)[number]

/** Degrees, north and east positive. */
export type Position = { lat: number; lon: number }

const BANDS = [
  [10, '10'],
  [25, '25'],
  [50, '50'],
  [100, '100'],
  [250, '250'],
] as const satisfies readonly (readonly [number, DistanceBand])[]

/** The band of a distance between two different cities; `same` is for one city. */
export const bandOf = (km: number): Exclude<DistanceBand, 'same'> => BANDS.find(([upTo]) => km <= upTo)?.[1] ?? 'far'

const EARTH_RADIUS_KM = 6_371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance on a sphere by the haversine formula: exact for near points too, at most 0.5 % off for far ones. */
export const kilometresBetween = (one: Position, other: Position): number => {
  const half = (from: number, to: number): number => Math.sin(radians(to - from) / 2) ** 2
  const across = Math.cos(radians(one.lat)) * Math.cos(radians(other.lat))
  const part = half(one.lat, other.lat) + across * half(one.lon, other.lon)
  // Rounding may exceed 1 for opposite points of the earth.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, part)))
}
