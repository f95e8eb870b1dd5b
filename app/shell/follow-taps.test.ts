import { afterEach, expect, test, vi } from 'vitest'
import { goWhereTapped } from './follow-taps.ts'

afterEach(() => vi.unstubAllGlobals())

/** A worker that says this of the last tap. */
const workerSays = (path: string | null, status = 200) => {
  const body = status === 200 ? { path } : { error: 'no_device' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
}

const wentTo = async (here: string): Promise<string[]> => {
  const went: string[] = []
  await goWhereTapped({ here: () => here, go: (path) => went.push(path) })
  return went
}

test('[PWA-7] an app that was only brought to the front goes where the tap leads', async () => {
  workerSays('/chats/1-2')
  expect(await wentTo('/members')).toEqual(['/chats/1-2'])
})

test('[PWA-7] what is on the screen already is not opened once more', async () => {
  workerSays('/chats/1-2')
  expect(await wentTo('/chats/1-2')).toEqual([])
})

test('[PWA-7] without a tap, or without a worker, the page stays where it is', async () => {
  workerSays(null)
  expect(await wentTo('/members')).toEqual([])
  workerSays(null, 404)
  expect(await wentTo('/members')).toEqual([])
})
