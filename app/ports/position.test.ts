import { afterEach, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { askPosition, positionPermission } from './position.ts'

afterEach(() => vi.unstubAllGlobals())

const geolocation = { getCurrentPosition: vi.fn() }
const permissionsThat = (query: () => Promise<{ state: string }>) => ({ geolocation, permissions: { query } })

test.each([
  ['unsupported', {}],
  ['unknown', { geolocation }],
  ['unknown', permissionsThat(() => Promise.reject(new TypeError('no such name')))],
  ['prompt', permissionsThat(async () => ({ state: 'prompt' }))],
  ['granted', permissionsThat(async () => ({ state: 'granted' }))],
  ['denied', permissionsThat(async () => ({ state: 'denied' }))],
])('[PROF-7] the permission for the position is %s', async (permission, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await positionPermission()).toBe(permission)
})

test('[PROF-7] a position may be an hour old', async () => {
  const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>((onFound) =>
    onFound({ coords: { latitude: 45.5, longitude: 9.2 } } as GeolocationPosition),
  )
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  expect(await askPosition()).toEqual({ found: true, lat: 45.5, lon: 9.2 })
  const [, , options] = getCurrentPosition.mock.calls[0] ?? []
  expect(options).toMatchObject({ maximumAge: HOUR_MS, enableHighAccuracy: false })
})

test.each([
  ['denied', 1],
  ['unavailable', 2],
])('[PROF-7] the browser gives no position: %s', async (reason, code) => {
  const error = { code, PERMISSION_DENIED: 1 } as GeolocationPositionError
  const getCurrentPosition: Geolocation['getCurrentPosition'] = (_, onFailed) => onFailed?.(error)
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  expect(await askPosition()).toEqual({ found: false, reason })
})
