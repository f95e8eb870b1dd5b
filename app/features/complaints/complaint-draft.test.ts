import { expect, test } from 'vitest'
import { dropComplaint, storeComplaint, loadComplaint } from './complaint-draft.ts'
import { memoryStore, refusingStore } from '../../testing/memory-store.ts'

const draft = { name: 'Ada', email: 'ada@visavis.test', text: 'Something is wrong here.', profile: '' }

test('[SITE-10] a draft complaint is there after a reload, and gone once it is sent', () => {
  const store = memoryStore()
  expect(loadComplaint(store, 7)).toBeNull()
  storeComplaint(store, 7, draft)
  expect(loadComplaint(store, 7)).toEqual(draft)
  dropComplaint(store, 7)
  expect(loadComplaint(store, 7)).toBeNull()
  expect(store.size()).toBe(0)
})

test('[SITE-10] an empty draft is not stored', () => {
  const store = memoryStore()
  storeComplaint(store, 7, draft)
  storeComplaint(store, 7, { ...draft, text: ' ' })
  expect(store.size()).toBe(0)
})

test('a damaged or forbidden store breaks nothing', () => {
  const store = memoryStore()
  store.set('complaint-draft', '{"name":1}')
  expect(loadComplaint(store, null)).toBeNull()
  store.set('complaint-draft', '{')
  expect(loadComplaint(store, 7)).toBeNull()
  expect(loadComplaint(refusingStore, null)).toBeNull()
  expect(() => storeComplaint(refusingStore, null, draft)).not.toThrow()
  expect(() => dropComplaint(refusingStore, null)).not.toThrow()
})

test('[PWA-11] a draft is for its member only; a visitor who logs in continues the own one', () => {
  const store = memoryStore()
  storeComplaint(store, 7, draft)
  expect([loadComplaint(store, null), loadComplaint(store, 8)]).toEqual([null, null])
  storeComplaint(store, null, { ...draft, text: 'Begun as a visitor' })
  expect(loadComplaint(store, 8)?.text).toBe('Begun as a visitor')
  storeComplaint(store, 8, { ...draft, text: 'Continued as a member' })
  expect([loadComplaint(store, null), loadComplaint(store, 8)?.text]).toEqual([null, 'Continued as a member'])
})
