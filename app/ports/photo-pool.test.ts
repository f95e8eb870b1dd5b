import { expect, test } from 'vitest'
import { createPool, type PreparedOrProblem } from './photo-pool.ts'

type StartedPhoto = {
  stopped: boolean
  finish: (prepared: PreparedOrProblem) => void
  fail: (error: Error) => void
  report: (done: number) => void
}

const nothing = (): void => {}

const pool = () => {
  const started: StartedPhoto[] = []
  const timers: (() => void)[] = []
  const prepare = createPool({
    start: () => {
      const worker: StartedPhoto = { stopped: false, finish: nothing, fail: nothing, report: nothing }
      started.push(worker)
      return {
        prepare: (_, progress) =>
          new Promise<PreparedOrProblem>((resolve, reject) => {
            worker.report = progress
            worker.finish = resolve
            worker.fail = reject
          }),
        stop: () => {
          worker.stopped = true
        },
      }
    },
    after: (_, run) => {
      timers.push(run)
      return () => timers.splice(timers.indexOf(run), 1)
    },
  })
  const file = new Blob(['x'])
  const reported: number[] = []
  const one = (signal = new AbortController().signal) =>
    prepare(file, { signal, progress: (done) => reported.push(done) })
  return { one, started, timers, reported }
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

const broken: PreparedOrProblem = { error: 'photo_broken' }

test('[PROF-4] two photos are prepared at once, others wait for a free worker', async () => {
  const { one, started } = pool()
  const all = [one(), one(), one()]
  await turns()
  expect(started).toHaveLength(2)
  started[1]?.finish(broken)
  await turns()
  expect(started).toHaveLength(2)
  started[1]?.finish(broken)
  started[0]?.finish(broken)
  expect(await Promise.all(all)).toEqual([broken, broken, broken])
})

test('[PROF-4] a cancelled photo stops at once and frees its worker', async () => {
  const { one, started } = pool()
  const cancel = new AbortController()
  const gone = one(cancel.signal)
  void one()
  const third = one()
  await turns()
  cancel.abort()
  await expect(gone).rejects.toThrow('aborted')
  await turns()
  expect(started.map(({ stopped }) => stopped)).toEqual([true, false, false])
  started[2]?.finish(broken)
  expect(await third).toEqual(broken)
})

test('a photo that waits for its turn can be cancelled', async () => {
  const { one, started } = pool()
  const cancel = new AbortController()
  void one()
  void one()
  const third = one(cancel.signal)
  const fourth = one()
  cancel.abort()
  await turns()
  started[0]?.finish(broken)
  await expect(third).rejects.toThrow('aborted')
  await turns()
  started[0]?.finish(broken)
  expect(await fourth).toEqual(broken)
})

test('a worker that crashed is not used again; idle workers end', async () => {
  const { one, started, timers } = pool()
  const first = one()
  await turns()
  started[0]?.fail(new Error('Out of memory'))
  await expect(first).rejects.toThrow('Out of memory')
  const second = one()
  await turns()
  expect(started).toHaveLength(2)
  started[1]?.finish(broken)
  await second
  expect(started[1]?.stopped).toBe(false)
  for (const timer of timers) timer()
  expect(started[1]?.stopped).toBe(true)
})

test('[PROF-4] no progress is reported after the result, since progress messages may arrive late', async () => {
  const { one, started, reported } = pool()
  const first = one()
  await turns()
  started[0]?.report(0.5)
  started[0]?.finish(broken)
  await first
  started[0]?.report(1)
  expect(reported).toEqual([0.5])
})

test('a worker that stops reporting times out, one that reports progress does not', async () => {
  const { one, started, timers } = pool()
  const first = one()
  await turns()
  const [silent] = timers
  started[0]?.report(0.1)
  expect(timers).toHaveLength(1)
  expect(timers[0]).toBe(silent)
  timers[0]?.()
  await expect(first).rejects.toThrow('says nothing')
  expect(started[0]?.stopped).toBe(true)
  const second = one()
  await turns()
  started[1]?.finish(broken)
  expect(await second).toEqual(broken)
})
