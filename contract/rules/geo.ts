/** Distances on the globe. */

/** Degrees, north and east positive. */
export type Position = { lat: number; lon: number }

/** Mean radius of the Earth (IUGG). */
const RADIUS_KM = 6_371.0088

/** The great-circle distance in km (haversine: exact for near points too, at most 0.5 % off the ellipsoid). */
export const kilometres = (one: Position, other: Position): number => {
  const [lat1, lat2] = [radians(one.lat), radians(other.lat)]
  const part = haversine(lat2 - lat1) + Math.cos(lat1) * Math.cos(lat2) * haversine(radians(other.lon - one.lon))
  return 2 * RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, part)))
}

const haversine = (angle: number): number => Math.sin(angle / 2) ** 2
const radians = (degrees: number): number => (degrees * Math.PI) / 180
