import { expect, test } from 'vitest'
import { dropComplaint, keepComplaint, loadComplaint } from './complaint-draft.ts'

const draft = { name: 'Ada', email: 'ada@visavis.test', text: 'Something is wrong here.', profile: '' }

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
const refused = (): never => {
  throw new DOMException('forbidden', 'SecurityError')
}

test('[SITE-10] a draft complaint is there after a reload, and gone once it is sent', () => {
  const { open, held } = aStore()
  expect(loadComplaint(open)).toBeNull()
  keepComplaint(open, draft)
  expect(loadComplaint(open)).toEqual(draft)
  dropComplaint(open)
  expect(loadComplaint(open)).toBeNull()
  expect(held.size).toBe(0)
})

test('[SITE-10] an empty draft is not stored', () => {
  const { open, held } = aStore()
  keepComplaint(open, draft)
  keepComplaint(open, { ...draft, text: ' ' })
  expect(held.size).toBe(0)
})

test('a damaged or forbidden store breaks nothing', () => {
  const { open, held } = aStore()
  held.set('complaint-draft', '{"name":1}')
  expect(loadComplaint(open)).toBeNull()
  held.set('complaint-draft', '{')
  expect(loadComplaint(open)).toBeNull()
  expect(loadComplaint(refused)).toBeNull()
  expect(() => keepComplaint(refused, draft)).not.toThrow()
  expect(() => dropComplaint(refused)).not.toThrow()
})
