/**
 * The beat of a process that runs jobs on a shared database. It beats twice a second and watches the others: a process whose
 * beat does not advance for two seconds is forgotten, and its jobs run elsewhere [OPS-10]. Only this process's own clock measures
 * that time, so clocks of machines may differ.
 */
import type { Deps } from '../deps.ts'
import { nameless } from '../logging.ts'
import { isJobKind, JOBS, type JobKind } from './kinds.ts'

export type Beat = {
  /** The name under which this process leases jobs; it changes when the others have taken the process for dead. */
  worker: () => string
  /** Whether the jobs that were leased under this name still belong to this process; asked before each job. */
  isKnown: (worker: string) => Promise<boolean>
  /** Beats and looks at the others once, as the timer does. */
  turn: () => Promise<void>
  stop: () => Promise<void>
}

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'log'> & {
  /** ms, never set back */
  monotonic: () => number
  newWorker: () => string
  /** Jobs of these kinds are due that nobody runs. */
  kick: (kinds: readonly JobKind[]) => void
}

const BEAT_MS = 500
const DEAD_MS = 1_900
/** After a longer pause this process was suspended or cut off itself, so it judges nobody by what it saw before. */
const GAP_MS = 1_200
/** A beat that is younger than this proves that no other process has taken this one for dead. */
const FRESH_MS = 1_000
const KINDS = Object.keys(JOBS).filter(isJobKind)

/** A single statement at a time: no two processes change a row of the other but by `forget`, which compares the beat. */
const ALONE: readonly number[] = []

/** Resolves when this process is known and may lease jobs. */
export const startBeat = async ({ read, write, now, log, monotonic, newWorker, kick }: Needs): Promise<Beat> => {
  let worker = newWorker()
  await write((tx) => tx.jobProcesses.join(worker, now()), ALONE)
  let seen = new Map<string, { beat: number; since: number }>()
  let lookedAt = monotonic()
  let knownAt = monotonic()

  const isKnown = async (name: string): Promise<boolean> => {
    if (name === worker && monotonic() - knownAt < FRESH_MS) return true
    const at = monotonic()
    const isThere = await read.jobProcesses.beat(name, now())
    if (isThere) knownAt = at
    return isThere
  }

  /**
   * One statement on a connection for reads. Where all connections for writes wait, as for rows that a hung process has locked, this
   * process still lives, and its jobs must not run elsewhere.
   */
  const beat = async (): Promise<void> => {
    const at = monotonic()
    if (!(await read.jobProcesses.beat(worker, now()))) {
      const former = worker
      worker = newWorker()
      log.warn({ former, worker }, 'this process was taken for dead: its jobs run elsewhere')
      await write((tx) => tx.jobProcesses.join(worker, now()), ALONE)
    }
    knownAt = at
  }

  const watch = async (): Promise<void> => {
    const processes = await read.jobProcesses.all()
    const at = monotonic()
    const before = at - lookedAt > GAP_MS ? new Map<string, { beat: number; since: number }>() : seen
    lookedAt = at
    seen = new Map(
      processes
        .filter(({ id }) => id !== worker)
        .map(({ id, beat: count }) => {
          const known = before.get(id)
          return [id, known?.beat === count ? known : { beat: count, since: at }]
        }),
    )
    for (const [id, { beat: count, since }] of seen) {
      if (at - since < DEAD_MS) continue
      if (await write((tx) => tx.jobProcesses.forget(id, count), ALONE))
        log.warn({ worker: id }, 'a process is dead: its jobs run here or elsewhere')
    }
  }

  // Twice a second would fill the log while the database is away.
  let loggedReason: string | undefined
  const turn = async (): Promise<void> => {
    try {
      await beat()
      await watch()
      kick(await read.jobs.dueKinds(KINDS, now()))
      if (loggedReason !== undefined) log.warn('the beat of the jobs works again')
      loggedReason = undefined
    } catch (error) {
      // While the database is away nobody beats.
      seen.clear()
      // The message of a failed query has its values, so it differs each time.
      const reason = JSON.stringify(nameless(error))
      if (reason !== loggedReason) log.warn({ err: error }, 'the beat of the jobs failed, trying again')
      loggedReason = reason
    }
  }

  let turning: Promise<void> | null = null
  const timer = setInterval(() => {
    // A slow turn delays the next one.
    turning ??= turn().finally(() => (turning = null))
  }, BEAT_MS).unref()

  return {
    worker: () => worker,
    isKnown,
    turn,
    stop: async () => {
      clearInterval(timer)
      await turning
      await write((tx) => tx.jobProcesses.leave(worker), ALONE)
    },
  }
}
