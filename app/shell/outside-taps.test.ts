import { afterEach, expect, test, vi } from 'vitest'
import { goWhereTapped, replacedScreen } from './outside-taps.ts'

const site = 'https://visavis.test'
const launch = {
  target: `${site}/members`,
  opened: `${site}/members`,
  navigationType: 'navigate',
  previous: '/chats/1-2',
}

test('[PWA-9] a tap on the icon returns to the screen that was open', () => {
  expect(replacedScreen(launch)).toBe(true)
})

test.each([
  ['a window that the launch opened', { previous: null }],
  ['a window that already showed the start page', { previous: '/members' }],
  [
    'a shortcut, also to the same screen',
    { target: `${site}/members?from=shortcut`, opened: `${site}/members?from=shortcut` },
  ],
  ['a share', { target: `${site}/share`, opened: `${site}/share` }],
  // [PWA-7] The worker opens the tapped path itself.
  ['a tap on a notification', { opened: `${site}/chats/3-4` }],
  ['a reload', { navigationType: 'reload' }],
  ['Forward', { navigationType: 'back_forward' }],
])('[PWA-9] %s stays where it is', (_what, other) => {
  expect(replacedScreen({ ...launch, ...other })).toBe(false)
})

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
