// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { showLocale } from '../../state/i18n.ts'
import { aCard } from '../../testing/factories.ts'
import { PeopleNearby } from './people-nearby.tsx'

type Tell = (entries: { isIntersecting: boolean }[]) => void

beforeAll(() => showLocale('en'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the front page asks for people once their row comes near the view, and until then shows where they will be', async () => {
  const asked: string[] = []
  let reach: Tell | undefined
  class Observer {
    constructor(tell: Tell) {
      reach = tell
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
  await act(async () => reach?.([{ isIntersecting: false }]))
  expect(asked).toEqual([])
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
  await act(async () => reach?.([{ isIntersecting: true }]))
  expect(asked).toEqual(['/api/members'])
  expect(await screen.findByText(/Anna/)).toBeDefined()
})
