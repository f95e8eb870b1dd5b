import { expect, test } from 'vitest'
import { onceAtATime } from './once-at-a-time.ts'

test('[PWA-12] calls during a run cause one more run, not many, and end with it', async () => {
  const finish: (() => void)[] = []
  let runs = 0
  const ask = onceAtATime(async () => {
    runs += 1
    await new Promise<void>((done) => finish.push(done))
  })
  const first = ask()
  let ended = 0
  const others = [ask(), ask(), ask()].map((asked) => asked.then(() => (ended += 1)))
  expect(runs).toBe(1)
  finish.shift()?.()
  await first
  await new Promise((resolve) => setTimeout(resolve)) // a turn, in which a second run could end
  expect([runs, ended]).toEqual([2, 0])
  finish.shift()?.()
  await Promise.all(others)
  expect(runs).toBe(2)
})

test('[PWA-12] a failed run does not block the next one', async () => {
  let runs = 0
  const ask = onceAtATime(async () => {
    runs += 1
    if (runs === 1) throw new Error('no network')
  })
  await expect(ask()).rejects.toThrow('no network')
  await ask()
  expect(runs).toBe(2)
})
