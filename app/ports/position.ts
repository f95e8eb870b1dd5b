/** The browser's position, requested on a tap only [PROF-7]. */
import { POSITION_AGE_MAX_MS } from '#contract/limits.ts'

/** `unknown`: the browser cannot say in advance whether it would allow it. */
export type PositionPermission = 'unsupported' | 'unknown' | 'prompt' | 'granted' | 'denied'

export type PositionAnswer =
  | { found: true; lat: number; lon: number }
  | { found: false; reason: 'denied' | 'unavailable' }

const POSITION_TIMEOUT_MS = 15_000

export const positionPermission = async (): Promise<PositionPermission> => {
  if (!('geolocation' in navigator)) return 'unsupported'
  // Older browsers have no Permissions API, or one without this name.
  if (!('permissions' in navigator)) return 'unknown'
  return navigator.permissions.query({ name: 'geolocation' }).then(
    ({ state }) => state,
    () => 'unknown',
  )
}

/** A coarse position is enough: the app only looks for the nearest city. */
export const askPosition = (): Promise<PositionAnswer> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ found: true, lat: coords.latitude, lon: coords.longitude }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ found: false, reason: code === PERMISSION_DENIED ? 'denied' : 'unavailable' }),
      { enableHighAccuracy: false, maximumAge: POSITION_AGE_MAX_MS, timeout: POSITION_TIMEOUT_MS },
    )
  })
