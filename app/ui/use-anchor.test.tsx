// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { isAnchorHere, repeatAnchor, useAnchor } from './use-anchor.ts'

afterEach(() => {
  cleanup()
  location.hash = ''
})

test('a part opens for its own fragment alone, and again for a second tap on the link', async () => {
  const open = vi.fn<() => void>()
  renderHook(() => useAnchor('email', open))
  location.hash = '#other'
  await act(async () => void window.dispatchEvent(new HashChangeEvent('hashchange')))
  repeatAnchor('email')
  expect(open).not.toHaveBeenCalled()
  location.hash = '#email'
  expect(isAnchorHere('email')).toBe(true)
  expect(isAnchorHere(undefined)).toBe(false)
  open.mockClear()
  repeatAnchor('email')
  expect(open).toHaveBeenCalledOnce()
})
