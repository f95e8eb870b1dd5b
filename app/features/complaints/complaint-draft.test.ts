import { expect, test } from 'vitest'
import { dropComplaint, storeComplaint, loadComplaint } from './complaint-draft.ts'
import { memoryStore, refusingStore } from '../../testing/memory-store.ts'

const draft = { name: 'Ada', email: 'ada@visavis.test', text: 'Something is wrong here.', profile: '' }

test('[SITE-10] a draft complaint is there after a reload, and gone once it is sent', () => {
  const store = memoryStore()
  expect(loadComplaint(store)).toBeNull()
  storeComplaint(store, draft)
  expect(loadComplaint(store)).toEqual(draft)
  dropComplaint(store)
  expect(loadComplaint(store)).toBeNull()
  expect(store.size()).toBe(0)
})

test('[SITE-10] an empty draft is not stored', () => {
  const store = memoryStore()
  storeComplaint(store, draft)
  storeComplaint(store, { ...draft, text: ' ' })
  expect(store.size()).toBe(0)
})

test('a damaged or forbidden store breaks nothing', () => {
  const store = memoryStore()
  store.set('complaint-draft', '{"name":1}')
  expect(loadComplaint(store)).toBeNull()
  store.set('complaint-draft', '{')
  expect(loadComplaint(store)).toBeNull()
  expect(loadComplaint(refusingStore)).toBeNull()
  expect(() => storeComplaint(refusingStore, draft)).not.toThrow()
  expect(() => dropComplaint(refusingStore)).not.toThrow()
})
