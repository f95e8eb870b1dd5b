import { beforeEach, expect, test, vi } from 'vitest'
import { findingOutKept, noteFindingOut } from './finding-out.ts'
import { forgetBuying } from './forget-buying.ts'
import { aPayment, PAYMENT_ID } from './testing.ts'

beforeEach(() => {
  const held = new Map<string, string>()
  const store = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  }
  vi.stubGlobal('localStorage', store)
  vi.stubGlobal('sessionStorage', store)
  return () => vi.unstubAllGlobals()
})

test('[PAY-6] the device stores which payment has an unknown outcome, until the outcome of this payment is known', () => {
  expect(findingOutKept()).toBeNull()
  noteFindingOut(aPayment({ status: 'created', finding_out: true }))
  expect(findingOutKept()).toBe(PAYMENT_ID)
  noteFindingOut(aPayment({ payment_id: PAYMENT_ID.replace(/.$/, 'f'), status: 'completed' }))
  expect(findingOutKept()).toBe(PAYMENT_ID)
  noteFindingOut(aPayment({ status: 'completed' }))
  expect(findingOutKept()).toBeNull()
})

test('[PWA-11] another member of the device does not see the payment', () => {
  noteFindingOut(aPayment({ status: 'created', finding_out: true }))
  forgetBuying()
  expect(findingOutKept()).toBeNull()
})
