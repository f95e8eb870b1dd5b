import { describe, expect, test } from 'vitest'
import { makeTextDrafts } from './drafts.ts'
import { memoryStore, refusingStore } from '../../testing/memory-store.ts'

describe('drafts', () => {
  test('[CHAT-2] a draft survives a reload, in its conversation and for its member only', () => {
    const store = memoryStore()
    makeTextDrafts(store).write(7, '7-9', 'Dear Helen')
    const reloaded = makeTextDrafts(store)
    expect(reloaded.read(7, '7-9')).toBe('Dear Helen')
    expect(reloaded.read(7, '7-8')).toBe('')
    expect(reloaded.read(9, '7-9')).toBe('')
  })

  test('an emptied draft leaves nothing in the store', () => {
    const store = memoryStore()
    const drafts = makeTextDrafts(store)
    drafts.write(7, '7-9', 'Dear')
    drafts.write(7, '7-9', '  ')
    expect(store.size()).toBe(0)
    expect(drafts.read(7, '7-9')).toBe('  ')
  })

  test('[PWA-11] logout forgets the drafts of that member', () => {
    const store = memoryStore()
    const drafts = makeTextDrafts(store)
    drafts.write(7, '7-9', 'mine')
    drafts.write(77, '9-77', 'of another')
    drafts.forget(7)
    expect(drafts.read(7, '7-9')).toBe('')
    expect(drafts.read(77, '9-77')).toBe('of another')
    expect(store.size()).toBe(1)
  })

  test('without localStorage the draft lives as long as the page', () => {
    const drafts = makeTextDrafts(refusingStore)
    drafts.write(7, '7-9', 'Dear')
    expect(drafts.read(7, '7-9')).toBe('Dear')
    expect(() => drafts.forget(7)).not.toThrow()
  })
})
