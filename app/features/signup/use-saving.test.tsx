// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { useSaving } from './use-saving.ts'

afterEach(cleanup)

const show = () => {
  const onSaved = vi.fn<() => void>()
  return { onSaved, ...renderHook(() => useSaving(onSaved)) }
}

test('[ACC-18] saves run in order, and the next one waits for the one before', async () => {
  const { result, onSaved } = show()
  const order: string[] = []
  const { promise, resolve } = Promise.withResolvers<ErrorBody | null>()
  act(() => {
    void result.current.save(
      () => promise.then((answer) => (order.push('consent'), answer)),
      async () => (order.push('fact'), null),
    )
  })
  expect(result.current.busy).toBe(true)
  await act(async () => resolve(null))
  expect(order).toEqual(['consent', 'fact'])
  expect(result.current.busy).toBe(false)
  expect(onSaved).toHaveBeenCalledOnce()
})

test('[ACC-1] a refused save stops the step, and the saves after it do not run', async () => {
  const { result, onSaved } = show()
  const later = vi.fn<() => Promise<null>>()
  await act(() => result.current.save(async () => ({ error: 'server_error' }), later))
  expect(result.current.failure?.error).toBe('server_error')
  expect(later).not.toHaveBeenCalled()
  expect(onSaved).not.toHaveBeenCalled()
})

test('a refused field is shown at the field, and the next try begins without errors', async () => {
  const { result, onSaved } = show()
  await act(() => result.current.save(async () => ({ error: 'invalid_input', fields: { about_me: 'too_long' } })))
  expect(Object.keys(result.current.errors)).toEqual(['about_me'])
  expect(result.current.failure).toBeNull()
  await act(() => result.current.save(async () => null))
  expect(result.current.errors).toEqual({})
  expect(onSaved).toHaveBeenCalledOnce()
})
