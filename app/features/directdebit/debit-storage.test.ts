import { expect, test } from 'vitest'
import { DEBIT_KEY } from '../credits/purchase-storage.ts'
import { dropDebit, storeDebit, loadDebit, type Debit } from './debit-storage.ts'
import { memoryStore, refusingStore } from '../../testing/memory-store.ts'

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

test('[PAY-10] a direct debit that was begun is there after a reload, without the IBAN, and gone once it is over', () => {
  const store = memoryStore()
  // A form may carry more fields than the payer's.
  storeDebit(store, DEBIT)
  expect(loadDebit(store)).toEqual(DEBIT)
  expect(Object.keys(DEBIT.payer ?? {})).not.toContain('iban')
  dropDebit(store)
  expect(loadDebit(store)).toBeNull()
  expect(store.size()).toBe(0)
})

test('a damaged or forbidden store counts as empty', () => {
  const store = memoryStore()
  store.set(DEBIT_KEY, '{"id":')
  expect(loadDebit(store)).toBeNull()
  store.set(DEBIT_KEY, JSON.stringify({ ...DEBIT, id: 'x' }))
  expect(loadDebit(store)).toBeNull()
  expect(loadDebit(refusingStore)).toBeNull()
  expect(() => storeDebit(refusingStore, DEBIT)).not.toThrow()
  expect(() => dropDebit(refusingStore)).not.toThrow()
})
