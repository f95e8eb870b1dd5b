// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFirstRows } from './first-rows.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Names = ({ names, first }: { names: string[]; first: number | null }) =>
  useFirstRows(names, () => first).join(' ')

test('a long list shows what a screen has room for, then everything, and never gets shorter again', async () => {
  const tasks: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (task: () => void) => tasks.push(task))
  vi.stubGlobal('cancelIdleCallback', () => {})
  const { container, rerender } = render(<Names names={['a', 'b', 'c']} first={2} />)
  expect(container.textContent).toBe('a b')
  await act(async () => tasks.forEach((task) => task()))
  expect(container.textContent).toBe('a b c')
  rerender(<Names names={['a', 'b', 'c', 'd']} first={2} />)
  expect(container.textContent).toBe('a b c d')
})

test('a list that gets its scroll position back shows everything at once', () => {
  const { container } = render(<Names names={['a', 'b', 'c']} first={null} />)
  expect(container.textContent).toBe('a b c')
})
