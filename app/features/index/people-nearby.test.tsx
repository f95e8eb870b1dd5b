// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { controlled } from '../../ports/service-worker.ts'
import { showLocale } from '../../state/i18n.ts'
import { aCard } from '../../testing/factories.ts'
import { PeopleNearby } from './people-nearby.tsx'

type Tell = (entries: { isIntersecting: boolean }[]) => void

beforeAll(() => showLocale('en'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const begin = () => {
  const asked: string[] = []
  const seen: { reach?: Tell; margins: (string | undefined)[] } = { margins: [] }
  class Observer {
    constructor(tell: Tell, { rootMargin }: IntersectionObserverInit) {
      seen.reach = tell
      seen.margins.push(rootMargin)
    }
    observe = vi.fn()
    disconnect = vi.fn()
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ pageNumber: 1, results: [aCard({ id: 7, name: 'Anna' })], next: null, limited: false })
  })
  render(<PeopleNearby />)
  return { asked, seen }
}

test('the front page asks for people once their row comes near the view, and until then shows where they will be', async () => {
  const { asked, seen } = begin()
  await act(async () => seen.reach?.([{ isIntersecting: false }]))
  expect(asked).toEqual([])
  expect(screen.getAllByRole('listitem', { hidden: true })).toHaveLength(6)
  expect(screen.queryByRole('listitem'), 'a screen reader would count six empty rows').toBeNull()
  await act(async () => seen.reach?.([{ isIntersecting: true }]))
  expect(asked).toEqual(['/api/members'])
  expect(await screen.findByText(/Anna/)).toBeDefined()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('[PWA-1] while the worker of a first visit installs itself, people are fetched only in view', async () => {
  vi.stubGlobal('navigator', { serviceWorker: {} })
  const { seen } = begin()
  expect(seen.margins).toEqual(['0px 0px 0px 0px'])
  await act(async () => {
    controlled.value = true
  })
  expect(seen.margins).toEqual(['0px 0px 0px 0px', '0px 0px 20% 0px'])
  controlled.value = false
})
