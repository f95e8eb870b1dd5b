import { afterEach, expect, test } from 'vitest'
import { codeInSearch, codeOf, discountCode, keptCode, setDiscountCode } from './discount-code.ts'

const aStore = () => {
  const kept = new Map<string, string>()
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
}
const refusing = () => {
  throw new Error('no storage here')
}

afterEach(() => setDiscountCode(null, refusing))

test('[PAY-7] a code is compared without blanks and in capitals', () => {
  expect(codeOf(' spring10 ')).toBe('SPRING10')
  expect(codeOf('  ')).toBeNull()
  expect(codeOf(null)).toBeNull()
  expect(codeOf('x'.repeat(41))).toBeNull()
})

test('[PAY-7] a code of the address is taken out of it, and nothing else', () => {
  expect(codeInSearch('?ref=a&code=spring10&t=3')).toEqual({ code: 'SPRING10', rest: 'ref=a&t=3' })
  expect(codeInSearch('?code=')).toEqual({ code: null, rest: '' })
  expect(codeInSearch('?ref=a')).toBeNull()
})

test('[PAY-7] a code outlives a reload until it is taken off', () => {
  const store = aStore()
  setDiscountCode('SPRING10', store)
  expect(discountCode.value).toBe('SPRING10')
  expect(keptCode(store)).toBe('SPRING10')
  setDiscountCode(null, store)
  expect(keptCode(store)).toBeNull()
})

test('a browser without a store keeps it for as long as the page', () => {
  setDiscountCode('SPRING10', refusing)
  expect(discountCode.value).toBe('SPRING10')
  expect(keptCode(refusing)).toBeNull()
})
