// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { makeTextDrafts, drafts, useDraft } from './drafts.ts'
import { memoryStore, refusingStore } from '../testing/memory-store.ts'

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

afterEach(() => {
  cleanup()
  drafts.forget(1)
})

const show = (conversation: string) =>
  renderHook(({ now }) => useDraft(1, now), { initialProps: { now: conversation } })

test('a typed text is stored at once, and a new composer shows it', () => {
  const { result, unmount } = show('1-7')
  expect(result.current[0]).toBe('')
  act(() => result.current[1]('Dear Seven'))
  expect(result.current[0]).toBe('Dear Seven')
  unmount()
  expect(show('1-7').result.current[0]).toBe('Dear Seven')
})

test('a text that another part of the page stores appears in the composer', () => {
  const { result } = show('1-7')
  act(() => drafts.write(1, '1-7', 'Shared words'))
  expect(result.current[0]).toBe('Shared words')
})

test('[CHAT-2] [PWA-12] a text that was sent in another tab is in no composer any more', () => {
  const { result } = show('1-7')
  act(() => result.current[1]('Dear Seven'))
  const [key = ''] = Object.keys(localStorage)
  // The other tab's store is this one; the browser then tells the other tabs.
  localStorage.removeItem(key)
  act(() => void dispatchEvent(new StorageEvent('storage', { key })))
  expect(result.current[0]).toBe('')
})

test('[PWA-11] each conversation has its own text, and a logout empties the composer', () => {
  const { result, rerender } = show('1-7')
  act(() => result.current[1]('Dear Seven'))
  rerender({ now: '1-9' })
  expect(result.current[0]).toBe('')
  rerender({ now: '1-7' })
  act(() => drafts.forget(1))
  expect(result.current[0]).toBe('')
})
