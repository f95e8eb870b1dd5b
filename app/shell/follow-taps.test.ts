import { afterEach, expect, test, vi } from 'vitest'
import { goWhereTapped } from './follow-taps.ts'

afterEach(() => vi.unstubAllGlobals())

/** A worker that answers with this path for the last tap. */
const workerSays = (path: string | null, status = 200) => {
  const body = status === 200 ? { path } : { error: 'no_device' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

const wentTo = async (here: string): Promise<string[]> => {
  const went: string[] = []
  await goWhereTapped({ here: () => here, go: (path) => went.push(path) })
  return went
}

test('[PWA-7] an app that a tap only brought to the front opens the tapped path', async () => {
  workerSays('/chats/1-2')
  expect(await wentTo('/members')).toEqual(['/chats/1-2'])
})

test('[PWA-7] a path that is on the screen already is not opened again', async () => {
  workerSays('/chats/1-2')
  expect(await wentTo('/chats/1-2')).toEqual([])
})

test('[PWA-7] without a tap or a worker, the page stays on its path', async () => {
  workerSays(null)
  expect(await wentTo('/members')).toEqual([])
  workerSays(null, 404)
  expect(await wentTo('/members')).toEqual([])
})
