import { expect, test } from 'vitest'
import { dropDebit, keepDebit, KEY, loadDebit, type Debit } from './debit-storage.ts'

const DEBIT: Debit = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  payer: {
    account_holder: 'Anna Rossi',
    street: 'Via Roma',
    house_number: '7',
    zip: '20121',
    city: 'Milano',
    phone: '347 1234567',
  },
  sent: {
    package: '15',
    credits: 15,
    price: 999,
    currency: 'EUR',
    code: null,
    phone: '+39 •••• 4567',
    iban: 'IT60 •••• 3456',
    mandate: 'DD-260615-7KQ2M9XA',
    at: 1,
  },
}

const aStore = () => {
  const held = new Map<string, string>()
  return {
    held,
    open: () => ({
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => void held.set(key, text),
      removeItem: (key: string) => void held.delete(key),
    }),
  }
}

const refuses = (): never => {
  throw new DOMException('no', 'SecurityError')
}

test('[PAY-10] a direct debit that was begun is there after a reload, without the IBAN, and gone once it is over', () => {
  const { open, held } = aStore()
  // A form may carry more fields than the payer's.
  keepDebit(open, DEBIT)
  expect(loadDebit(open)).toEqual(DEBIT)
  expect(Object.keys(DEBIT.payer ?? {})).not.toContain('iban')
  dropDebit(open)
  expect(loadDebit(open)).toBeNull()
  expect(held.size).toBe(0)
})

test('a damaged or forbidden store counts as empty', () => {
  const { open, held } = aStore()
  held.set(KEY, '{"id":')
  expect(loadDebit(open)).toBeNull()
  held.set(KEY, JSON.stringify({ ...DEBIT, id: 'x' }))
  expect(loadDebit(open)).toBeNull()
  expect(loadDebit(refuses)).toBeNull()
  expect(() => keepDebit(refuses, DEBIT)).not.toThrow()
  expect(() => dropDebit(refuses)).not.toThrow()
})
