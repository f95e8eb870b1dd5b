import { expect, test } from 'vitest'
import { createLane } from './lane.ts'
import type { JobRow } from './queries.ts'

test('[SAFE-10] a lane that starts many jobs lets other work run in between, and runs each job once', async () => {
  const waiting = Array.from({ length: 200 }, (_, id): JobRow => ({
    id,
    payload: null,
    attempts: 0,
    worker: '',
    request: null,
  }))
  const started: number[] = []
  const lane = createLane({
    atOnce: 100,
    due: () => waiting.splice(0),
    nextIn: () => null,
    run: async ({ id }) => void started.push(id),
    failed: (error) => expect.unreachable(String(error)),
  })
  lane.kick()
  await new Promise((resolve) => setImmediate(resolve))
  expect(started.length).toBeGreaterThan(0)
  expect(started.length).toBeLessThan(100)
  await lane.idle()
  expect(started).toEqual(Array.from({ length: 200 }, (_, id) => id))
})
