// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aUser } from '../testing/factories.ts'
import { enterAs, setUpScreens, showAt } from '../testing/screen-page.tsx'
import type { followPulls, Pull } from './pull.ts'
import { PullToRefresh } from './pull-to-refresh.tsx'
import { Shell } from './shell.tsx'

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

const memberScreens = vi.hoisted(() => ({ areLoaded: false }))
vi.mock('../features/member-screens.ts', async (load) => {
  memberScreens.areLoaded = true
  return load<object>()
})

setUpScreens()

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

test.each([
  ['installed', 'likes', true],
  ['installed', 'members-id', false],
  ['in a browser', 'likes', false],
] as const)('[SHELL-22] %s, the screen %s takes pulls: %s', async (where, route, isTaken) => {
  vi.stubGlobal('matchMedia', () => ({
    matches: where === 'installed',
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  enterAs(aUser())
  await showAt(
    '/',
    <Shell route={route} title={null}>
      {route}
    </Shell>,
  )
  // The first case loads the part, so that in the others it would show at once.
  await vi.waitFor(() => expect(followed.pull !== null).toBe(isTaken))
  // Each start of the installed app would load all of them.
  expect(memberScreens.areLoaded).toBe(false)
})
