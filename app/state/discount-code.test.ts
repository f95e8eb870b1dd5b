import { afterEach, expect, test } from 'vitest'
import { codeInSearch, codeOf, discountCode, storedCode, setDiscountCode } from './discount-code.ts'

const aStore = () => {
  const stored = new Map<string, string>()
  return () => ({
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
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

test('[PAY-7] only the code is removed from an address', () => {
  expect(codeInSearch('?ref=a&code=spring10&t=3')).toEqual({ code: 'SPRING10', query: 'ref=a&t=3' })
  expect(codeInSearch('?code=')).toEqual({ code: null, query: '' })
  expect(codeInSearch('?ref=a')).toBeNull()
})

test('[PAY-7] a code survives a reload until the payer removes it', () => {
  const store = aStore()
  setDiscountCode('SPRING10', store)
  expect(discountCode.value).toBe('SPRING10')
  expect(storedCode(store)).toBe('SPRING10')
  setDiscountCode(null, store)
  expect(storedCode(store)).toBeNull()
})

test('without localStorage, a code lasts until the page is closed', () => {
  setDiscountCode('SPRING10', refusing)
  expect(discountCode.value).toBe('SPRING10')
  expect(storedCode(refusing)).toBeNull()
})
