import { expect, test, vi } from 'vitest'
import { afterMovement, noteMovement } from './idle.ts'

test('a task runs at once, or when all movements have ended, also one that was skipped', async () => {
  const done: string[] = []
  afterMovement(() => done.push('still'))
  expect(done).toEqual(['still'])
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  noteMovement(first.promise)
  noteMovement(second.promise)
  afterMovement(() => done.push('later'))
  first.resolve()
  await first.promise
  expect(done).toEqual(['still'])
  second.reject(new Error('skipped'))
  await vi.waitFor(() => expect(done).toEqual(['still', 'later']))
})
