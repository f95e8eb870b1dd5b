import { afterEach, expect, test } from 'vitest'
import { codeInSearch, codeOf, discountCode, storedCode, setDiscountCode } from './discount-code.ts'
import { memoryStore, refusingStore } from '../testing/memory-store.ts'

afterEach(() => setDiscountCode(null, refusingStore))

test('[PAY-7] a code is compared without blanks and in capitals', () => {
  expect(codeOf(' spring10 ')).toBe('SPRING10')
  expect(codeOf('\u200bspring10\ufeff')).toBe('SPRING10')
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
  const store = memoryStore()
  setDiscountCode('SPRING10', store)
  expect(discountCode.value).toBe('SPRING10')
  expect(storedCode(store)).toBe('SPRING10')
  setDiscountCode(null, store)
  expect(storedCode(store)).toBeNull()
})

test('without localStorage, a code lasts until the page is closed', () => {
  setDiscountCode('SPRING10', refusingStore)
  expect(discountCode.value).toBe('SPRING10')
  expect(storedCode(refusingStore)).toBeNull()
})
