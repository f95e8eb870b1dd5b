// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import {
  BEGUN_PREFIX,
  conversationOfPath,
  readUnknownPayment,
  storeUnknownPayment,
  deletePurchaseStorage,
  parseReturnPlace,
} from './purchase-storage.ts'
import { aPayment, PAYMENT_ID } from './testing.ts'

beforeEach(() => localStorage.clear())

test('[PAY-6] the device stores which payment has an unknown outcome, until the outcome of this payment is known', () => {
  expect(readUnknownPayment()).toBeNull()
  storeUnknownPayment(aPayment({ status: 'created', finding_out: true }))
  expect(readUnknownPayment()).toBe(PAYMENT_ID)
  storeUnknownPayment(aPayment({ payment_id: PAYMENT_ID.replace(/.$/, 'f'), status: 'completed' }))
  expect(readUnknownPayment()).toBe(PAYMENT_ID)
  storeUnknownPayment(aPayment({ status: 'completed' }))
  expect(readUnknownPayment()).toBeNull()
})

test('[PWA-11] another member of the device does not see the payment', () => {
  storeUnknownPayment(aPayment({ status: 'created', finding_out: true }))
  localStorage.setItem(`${BEGUN_PREFIX}15`, 'begun')
  deletePurchaseStorage()
  expect(readUnknownPayment()).toBeNull()
  expect(localStorage.getItem(`${BEGUN_PREFIX}15`)).toBeNull()
})

test('[PAY-12] after buying, a link leads back to where Premium or credits were needed', () => {
  expect(parseReturnPlace('/members/12/chat')).toEqual({ path: '/members/12/chat', isChat: true })
  expect(parseReturnPlace('/chats/1-12')).toEqual({ path: '/chats/1-12', isChat: true })
  expect(parseReturnPlace('/members/12?page=2')).toEqual({ path: '/members/12?page=2', isChat: false })
})

test('a path that is no screen of ours is refused', () => {
  for (const path of [null, '', '//elsewhere.test/members', 'https://elsewhere.test', '/nowhere', '/members/abc'])
    expect(parseReturnPlace(path)).toBeNull()
})

test('the conversation that a purchase interrupted is known from its path, and from no other path', () => {
  expect(conversationOfPath('/members/12/chat', 5)).toBe('5-12')
  expect(conversationOfPath('/chats/5-12?x=1', 5)).toBe('5-12')
  expect(conversationOfPath('/members/12', 5)).toBeNull()
  expect(conversationOfPath('/chats', 5)).toBeNull()
})
