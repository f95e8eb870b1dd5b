/**
 * The jobs of one kind: a limited number at a time, the oldest first. So a slow mail server does not delay any push.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MINUTE_MS } from '#contract/limits.ts'
import type { JobRow } from './queries.ts'

export type Lane = {
  /** Looks for due jobs. */
  kick: () => void
  /** Resolves when nothing is running and nothing is due. */
  idle: () => Promise<void>
  /** Starts no more jobs, and resolves when nothing is running. */
  stop: () => Promise<void>
}

type Needs = {
  atOnce: number
  /** The due jobs except the running ones, the oldest first. */
  due: (running: number[]) => Promise<JobRow[]> | JobRow[]
  /** The milliseconds until the next job is due, or null. */
  nextIn: () => Promise<number | null> | number | null
  /** Runs the job and stores its outcome; never throws. */
  run: (row: JobRow) => Promise<void>
  failed: (error: unknown) => void
}

/** The shortest pause between two scheduled looks at the table; `kick` looks at once. */
const LOOK_PAUSE_MIN_MS = 1_000
/** After so many starts in one go, requests of members get their turn: a push takes up to half a millisecond. */
const BURST = 32

export const createLane = ({ atOnce, due, nextIn, run, failed }: Needs): Lane => {
  const running = new Set<number>()
  let ready: JobRow[] = []
  let isFilling = false
  let again = false
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let waiting: (() => void)[] = []

  const kick = (): void => {
    again = true
    if (!isFilling) void fill()
  }

  const fill = async (): Promise<void> => {
    isFilling = true
    try {
      while (again) {
        again = false
        await startReady()
      }
      // A full lane looks again when one of its jobs ends, which saves a query for each job of a long queue.
      if (!isStopped && running.size < atOnce) kickIn((await nextIn()) ?? MINUTE_MS)
    } catch (error) {
      failed(error)
      kickIn(MINUTE_MS)
    }
    isFilling = false
    if (again) kick()
    else if (running.size === 0) reportIdle()
  }

  const places = (): number => (isStopped ? 0 : atOnce)

  const startReady = async (): Promise<void> => {
    for (let started = 1; running.size < places(); started += 1) {
      if (ready.length === 0) ready = await due([...running])
      const row = ready.shift()
      if (!row) return
      running.add(row.id)
      void run(row).finally(() => {
        running.delete(row.id)
        kick()
      })
      if (started % BURST === 0) await nextTurn()
    }
  }

  const kickIn = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(kick, Math.min(Math.max(ms, LOOK_PAUSE_MIN_MS), MINUTE_MS)).unref()
  }

  const reportIdle = (): void => {
    const idlers = waiting
    waiting = []
    for (const resolve of idlers) resolve()
  }

  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      kick()
    })

  return {
    kick,
    idle,
    stop: async () => {
      isStopped = true
      await idle()
      clearTimeout(timer)
    },
  }
}
