import { afterEach, expect, test, vi } from 'vitest'
import { forgetWhom, heldWish, keepWhom, whomOf } from './whom.ts'

const store = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
})
afterEach(() => forgetWhom())

const member = (id: number, looking_for: 'female' | 'male' | 'both' | null = null) => ({ id, profile: { looking_for } })

test('[ACC-19] nobody has answered until they have, and one member’s answer is not another’s', () => {
  expect(whomOf(member(7))).toBeNull()
  keepWhom(7, 'female')
  expect([whomOf(member(7)), whomOf(member(8))]).toEqual(['female', null])
  expect(store.get('whom')).toBe('7 female')
})

test('[ACC-18] only an answer that the server does not have is sent along with a call', () => {
  keepWhom(7, 'female')
  expect(heldWish(member(7))).toEqual({ gender: 'female' })
  expect(heldWish(member(7, 'male'))).toEqual({})
  expect(heldWish(null)).toEqual({})
  keepWhom(7, 'both')
  expect([whomOf(member(7)), heldWish(member(7))]).toEqual(['both', {}])
})

test('[PWA-11] the answer leaves the device with its member', () => {
  keepWhom(7, 'male')
  forgetWhom()
  expect(whomOf(member(7))).toBeNull()
  expect(store.size).toBe(0)
})
