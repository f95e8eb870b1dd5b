import { expect, test, vi } from 'vitest'
import type { PositionAnswer } from '../../ports/position.ts'
import { findPlace } from './find-place-button.tsx'
import { missingInPlace, placeWith } from './place-choice.ts'

const MILAN = {
  country: 'IT',
  countryregion: 'IT-25',
  city: 'IT-25/milano',
  region_name: 'Lombardia',
  city_name: 'Milano',
}
const here = async (): Promise<PositionAnswer> => ({ found: true, lat: 45.464_211_93, lon: 9.191_383_5 })
const answer = (geocode: typeof MILAN | false) => ({
  ok: true as const,
  queued: false as const,
  data: { geocode },
  cachedAt: null,
})
const refused = (reason: 'denied' | 'unavailable') => async (): Promise<PositionAnswer> => ({ found: false, reason })
const failing = (error: 'rate_limited' | 'network_unavailable') => async () => ({
  ok: false as const,
  error: { error },
})

const reasonOf = async (...ask: Parameters<typeof findPlace>): Promise<string> => {
  const found = await findPlace(...ask)
  return found.found ? 'found' : found.reason
}

test('[PROF-7][PROF-13] a position becomes the nearest city, and leaves the device only to about a kilometre', async () => {
  const geocode = vi.fn(async () => answer(MILAN))
  expect(await findPlace({ position: here, geocode })).toEqual({ found: true, place: MILAN })
  expect(geocode).toHaveBeenCalledExactlyOnceWith({ lat: '45.46', lon: '9.19' })
})

test('[PROF-7] a failure gives no place, but its reason', async () => {
  const geocode = vi.fn(async () => answer(false))
  expect(await reasonOf({ position: refused('denied'), geocode })).toBe('denied')
  expect(await reasonOf({ position: refused('unavailable'), geocode })).toBe('unavailable')
  expect(geocode).not.toHaveBeenCalled()
  expect(await reasonOf({ position: here, geocode })).toBe('nowhere')
  expect(await reasonOf({ position: here, geocode: failing('rate_limited') })).toBe('busy')
  expect(await reasonOf({ position: here, geocode: failing('network_unavailable') })).toBe('offline')
})

test('[PROF-7] another country clears region and city; a missing part is shown at its field', () => {
  const there = { country: 'IT', countryregion: 'IT-25', city: 'IT-25/milano' }
  expect(placeWith(there, 'country', 'IE')).toEqual({ country: 'IE', countryregion: '', city: '' })
  expect(placeWith(there, 'countryregion', 'IT-62')).toEqual({ country: 'IT', countryregion: 'IT-62', city: '' })
  expect(missingInPlace(there)).toEqual({})
  expect(missingInPlace(placeWith(there, 'countryregion', 'IT-62'))).toEqual({ city: 'required' })
  expect(Object.keys(missingInPlace({ country: '', countryregion: '', city: '' }))).toEqual([
    'country',
    'countryregion',
    'city',
  ])
})
