/** Messages of others while 200 people log in again and again, beside the same messages alone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { LoadResult, type Pair } from '../message/load.ts'
import type { Options } from '../options.ts'
import type { RunningServer } from '../process/server.ts'
import { runTask } from '../process/task.ts'
import { atMost, type Figure } from '../report.ts'

const LOAD_TASK = fileURLToPath(new URL('../message/load-task.ts', import.meta.url))
/** As the server asks for when its queue is full. */
const RETRY_MS = 3_000
const BUSY = 503

type Logins = { emails: readonly string[]; password: string }

export const besideLogins = async (
  { port }: Pick<RunningServer, 'port'>,
  pairs: readonly Pair[],
  { emails, password }: Logins,
  { messageSeconds }: Options,
): Promise<Figure[]> => {
  const load = { port, pairs, seconds: 4 * messageSeconds, counts: 'hint' as const }
  const quiet = await runTask(LOAD_TASK, load, LoadResult)
  const run = { isOver: false, done: 0, told: 0 }
  const people = emails.map(async (email) => {
    while (!run.isOver) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/user`, {
        method: 'POST',
        headers: { [REQUEST_TYPE_HEADER]: REQUEST_TYPE, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const text = await answer.text()
      if (answer.ok) run.done += 1
      else if (answer.status !== BUSY) throw new Error(`A login was answered with ${answer.status}: ${text}`)
      else {
        run.told += 1
        await sleep(RETRY_MS)
      }
    }
  })
  const start = performance.now()
  const [busy] = await Promise.all([
    runTask(LOAD_TASK, load, LoadResult).finally(() => {
      run.isOver = true
    }),
    ...people,
  ])
  const perSecond = run.done / ((performance.now() - start) / 1_000)
  console.log(
    `  ${emails.length} people log in: ${perSecond.toFixed(1)} logins/s, ${run.told} told to wait; p99 of messages ${busy.p99.toFixed(1)} ms, alone ${quiet.p99.toFixed(1)} ms`,
  )
  if (run.done === 0) throw new Error('Nobody could log in')
  return [
    ...(['p50', 'p99'] as const).map((value): Figure => ({
      what: `heavy: ${value} of messages while ${emails.length} people log in`,
      ours: busy[value],
      unit: 'ms',
      limit: { what: 'alone', value: quiet[value] },
      target: value === 'p99' ? atMost(3) : null,
    })),
    { what: 'heavy: logins meanwhile', ours: perSecond, unit: '/s', limit: null, target: null },
  ]
}
