// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../state/i18n.ts'
import type { followPulls, Pull } from './pull.ts'
import { PullToRefresh } from './pull-to-refresh.tsx'

const followed = vi.hoisted((): { pull: Pull | null } => ({ pull: null }))
vi.mock('./pull.ts', () => ({
  REACH: 64,
  followPulls: ((_, pull) => {
    followed.pull = pull
    return () => {
      followed.pull = null
    }
  }) satisfies typeof followPulls,
}))

const done = vi.hoisted((): { requests: string[]; end: () => void } => ({ requests: [], end: () => {} }))
vi.mock('../state/freshness.ts', () => ({
  catchUp: async () => {
    done.requests.push('changes')
    await new Promise<void>((resolve) => {
      done.end = resolve
    })
  },
}))
vi.mock('../state/resource.ts', async (load) => ({
  ...(await load<object>()),
  refreshShown: async () => void done.requests.push('screen'),
}))

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
})
afterEach(cleanup)

test('[SHELL-22] a pull asks for changes and for what is on the screen, and says so until both have come', async () => {
  vi.useFakeTimers()
  render(<PullToRefresh />)
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => followed.pull?.refresh())
  expect(done.requests).toEqual(['changes', 'screen'])
  expect(screen.getByRole('status').textContent).not.toBe('')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByRole('status').textContent).not.toBe('')
  done.end()
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByRole('status').textContent).toBe('')
  vi.useRealTimers()
})

test('[SHELL-22] the sign follows the finger', () => {
  render(<PullToRefresh />)
  followed.pull?.show(32)
  const sign = screen.getByRole('status')
  expect(sign.style.getPropertyValue('--closed')).toBe('0.5')
  expect(sign.hasAttribute('data-pulled')).toBe(true)
  followed.pull?.show(0)
  expect(sign.hasAttribute('data-pulled')).toBe(false)
  // An inline value would win over the style sheet's while the list refreshes.
  expect(sign.style.getPropertyValue('--closed')).toBe('')
})
