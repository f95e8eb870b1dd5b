import { afterEach, expect, test, vi } from 'vitest'
import { noteMovement } from '../../ports/idle.ts'
import { preloadPages } from './preload-pages.ts'

const waitsForIdle = vi.fn<(task: () => void) => number>(() => 1)

afterEach(() => vi.unstubAllGlobals())

test('the pages load once the movement to the conversation has ended, and not for one that was left', async () => {
  vi.stubGlobal('requestIdleCallback', waitsForIdle)
  vi.stubGlobal('cancelIdleCallback', vi.fn<(handle: number) => void>())
  const movement = Promise.withResolvers<void>()
  noteMovement(movement.promise)
  preloadPages()()
  const leave = preloadPages()
  expect(waitsForIdle).not.toHaveBeenCalled()
  movement.resolve()
  await vi.waitFor(() => expect(waitsForIdle).toHaveBeenCalledOnce())
  leave()
})
