import { afterEach, expect, test, vi } from 'vitest'
import { forgetWantedGender, genderParameter, storeWantedGender, wantedGenderOf } from './wanted-gender.ts'

const store = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
})
afterEach(() => forgetWantedGender())

const member = (id: number, looking_for: 'female' | 'male' | 'both' | null = null) => ({ id, profile: { looking_for } })

test('[ACC-19] the answer is null until the member has answered, and belongs to that member alone', () => {
  expect(wantedGenderOf(member(7))).toBeNull()
  storeWantedGender(7, 'female')
  expect([wantedGenderOf(member(7)), wantedGenderOf(member(8))]).toEqual(['female', null])
  expect(store.get('whom')).toBe('7 female')
})

test('[ACC-18] calls carry the answer only if the server has not stored it', () => {
  storeWantedGender(7, 'female')
  expect(genderParameter(member(7))).toEqual({ gender: 'female' })
  expect(genderParameter(member(7, 'male'))).toEqual({})
  expect(genderParameter(null)).toEqual({})
  storeWantedGender(7, 'both')
  expect([wantedGenderOf(member(7)), genderParameter(member(7))]).toEqual(['both', {}])
})

test('[PWA-11] the answer is deleted when the member leaves', () => {
  storeWantedGender(7, 'male')
  forgetWantedGender()
  expect(wantedGenderOf(member(7))).toBeNull()
  expect(store.size).toBe(0)
})
