import { afterEach, expect, test, vi } from 'vitest'
import { aUser } from '../testing/factories.ts'
import { putAnswer } from './resource.ts'
import { startTextPreload, VISITOR_TEXTS_MS } from './text-preload.ts'

const ME = { user: aUser({ id: 3 }), counts: { unread_messages: 0, new_likes: 0 } }

afterEach(() => putAnswer('user.get', {}, { user: null, counts: null }))

const stage = () => {
  const bring = vi.fn<() => void>()
  let ring: (() => void) | undefined
  const after = vi.fn((_: number, run: () => void) => {
    ring = run
  })
  startTextPreload({ after, bring })
  return { bring, after, ring: () => ring?.() }
}

test('[PWA-1] a visitor’s first screens bring no other texts; who stays has them all the same', () => {
  const { bring, after, ring } = stage()
  expect(bring).not.toHaveBeenCalled()
  // The worker begins to take them after ten seconds: asked for with it they might travel twice.
  expect(after.mock.calls.map(([ms]) => ms)).toEqual([VISITOR_TEXTS_MS])
  expect(VISITOR_TEXTS_MS).toBeGreaterThan(10_000)
  ring()
  expect(bring).toHaveBeenCalledTimes(1)
})

test('[PWA-1] a member has them at once, also who logs in just now', () => {
  putAnswer('user.get', {}, ME)
  const { bring } = stage()
  expect(bring).toHaveBeenCalledTimes(1)
  putAnswer('user.get', {}, { user: null, counts: null })
  const later = stage()
  expect(later.bring).not.toHaveBeenCalled()
  putAnswer('user.get', {}, ME)
  expect(later.bring).toHaveBeenCalledTimes(1)
})
