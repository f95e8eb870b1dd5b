import { afterEach, expect, test, vi } from 'vitest'
import { aUser } from '../testing/factories.ts'
import { putAnswer } from './resource.ts'
import { startTextPreload, VISITOR_TEXTS_MS } from './text-preload.ts'

const ME = { user: aUser({ id: 3 }), counts: { unread_messages: 0, new_likes: 0 } }

afterEach(() => putAnswer('user.get', {}, { user: null, counts: null }))

const stage = () => {
  const preload = vi.fn<() => void>()
  let ring: (() => void) | undefined
  const after = vi.fn((_: number, run: () => void) => {
    ring = run
  })
  startTextPreload({ after, preload })
  return { preload, after, ring: () => ring?.() }
}

test('[PWA-1] a visitor’s other texts are loaded only after a while', () => {
  const { preload, after, ring } = stage()
  expect(preload).not.toHaveBeenCalled()
  // The worker begins to fetch them after ten seconds: a request at the same time could fetch them twice.
  expect(after.mock.calls.map(([ms]) => ms)).toEqual([VISITOR_TEXTS_MS])
  expect(VISITOR_TEXTS_MS).toBeGreaterThan(10_000)
  ring()
  expect(preload).toHaveBeenCalledTimes(1)
})

test('[PWA-1] a member’s texts are loaded at once, also after a login', () => {
  putAnswer('user.get', {}, ME)
  const { preload } = stage()
  expect(preload).toHaveBeenCalledTimes(1)
  putAnswer('user.get', {}, { user: null, counts: null })
  const later = stage()
  expect(later.preload).not.toHaveBeenCalled()
  putAnswer('user.get', {}, ME)
  expect(later.preload).toHaveBeenCalledTimes(1)
})
