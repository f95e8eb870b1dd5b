// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { STORED_ANSWERS_ID } from '#contract/device.ts'
import { aUser } from '../testing/factories.ts'
import { prefetch, useResource, type ResourceState } from './resource.ts'

const COUNTS = { unread_messages: 0, new_likes: 0 }
const nobodyYet = (seq: number): CallAnswer<'chats.get'> => ({ chats: [], profiles: [], counts: COUNTS, seq })
const OWN = { user: aUser(), counts: COUNTS }

/** The server's answers now, by address. */
let served: Record<string, unknown> = {}
let asked: string[] = []
let idleTasks: (() => void)[] = []

// The app reads the document once, at its start.
document.body.innerHTML = `<script type="application/json" id="${STORED_ANSWERS_ID}">${JSON.stringify({
  '/api/user': { data: OWN, cachedAt: 5 },
  '/api/chats': { data: nobodyYet(1), cachedAt: 6 },
  '/api/likes': { data: { liked: 'of an unknown form' }, cachedAt: 7 },
})}</script>`

beforeEach(() => {
  asked = []
  idleTasks = []
  vi.stubGlobal('requestIdleCallback', (task: () => void) => idleTasks.push(task))
  vi.stubGlobal('cancelIdleCallback', () => {})
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json(served[path])
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const idle = (): Promise<void> => act(async () => idleTasks.splice(0).forEach((task) => task()))

test('[PWA-17] the first screen takes the answer of the document, and asks for a newer one when the page is idle', async () => {
  served = { '/api/chats': nobodyYet(2) }
  const seen: ResourceState<CallAnswer<'chats.get'>>[] = []
  const List = () => {
    seen.push(useResource('chats.get', { query: {} }))
    return null
  }
  await prefetch('chats.get', { query: {} })
  render(<List />)
  expect(seen[0]).toMatchObject({ data: nobodyYet(1), cachedAt: 6 })
  expect(asked).toEqual([])
  await idle()
  await vi.waitFor(() => expect(seen.at(-1)?.data).toEqual(nobodyYet(2)))
  expect(asked).toEqual(['/api/chats'])
})

test('[PWA-17] a newer answer with the same content is the same object, so that nothing renders again', async () => {
  served = { '/api/user': OWN }
  const seen: unknown[] = []
  const OwnAnswerTime = () => {
    const { data, cachedAt } = useResource('user.get', {})
    seen.push(data)
    return cachedAt
  }
  const { container } = render(<OwnAnswerTime />)
  expect(container.textContent).toBe('5')
  await idle()
  await vi.waitFor(() => expect(container.textContent).toBe(''))
  expect(new Set(seen).size).toBe(1)
})

const Likes = () => (useResource('likes.get', { query: {} }).data ? 'likes' : 'none')

test('[PWA-17] an answer of the document that does not fit its schema is left out, and the call is made', async () => {
  served = { '/api/likes': { error: 'server_error' } }
  const { container } = render(<Likes />)
  expect(container.textContent).toBe('none')
  expect(asked).toEqual(['/api/likes'])
})
