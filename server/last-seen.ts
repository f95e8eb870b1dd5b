/**
 * When members were last active: written in batches and at most once a minute per member, since each write updates
 * search indexes. Also when sessions were last in use [ACC-16], every ten minutes: only the settings page shows it.
 */
import type { Logger } from 'pino'
import { MINUTE_MS } from '#contract/limits.ts'
import type { Queries } from './db/queries.ts'

export type LastSeenBatch = {
  /** @param session its hash, and when it was last known to be in use */
  mark: (member: number, session?: SessionInUse) => void
  /** Writes the marked members and sessions now. */
  flush: () => Promise<void>
}

export type SessionInUse = { hash: string; seenAt: number }

type Needs = {
  now: () => number
  write: (body: (tx: Pick<Queries, 'account'>) => Promise<void>, holds: readonly number[]) => Promise<void>
  log: Logger
}

const FLUSH_MS = 5_000
const SESSION_MS = 10 * MINUTE_MS
/** A batch of this size delays the next write by well under a millisecond per member. */
const BATCH_MAX = 200

/** Each statement moves the time of one row ahead, so none depends on what another one reads. */
const ALONE: readonly number[] = []

export const createLastSeenBatch = ({ now, write, log }: Needs): LastSeenBatch => {
  let minute = 0
  let seenThisMinute = new Set<number>()
  let marked: number[] = []
  let sessions = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    // In one order, so that two processes never wait for one another.
    const all = marked.toSorted((one, other) => one - other)
    const used = [...sessions].toSorted()
    marked = []
    sessions = new Set()
    for (let from = 0; from < all.length; from += BATCH_MAX) {
      const batch = all.slice(from, from + BATCH_MAX)
      const at = now()
      await write(async (tx) => {
        await Promise.all(batch.map((member) => tx.account.wasActive(member, at)))
      }, ALONE)
    }
    for (let from = 0; from < used.length; from += BATCH_MAX) {
      const batch = used.slice(from, from + BATCH_MAX)
      const at = now()
      await write(async (tx) => {
        await Promise.all(batch.map((hash) => tx.account.sessionSeen(hash, at)))
      }, ALONE)
    }
  }

  const writeSoon = (): void => {
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => log.error({ err: error }, 'activity was not written'))
    }, FLUSH_MS).unref()
  }

  return {
    mark: (member, session) => {
      if (session && now() - session.seenAt >= SESSION_MS) {
        sessions.add(session.hash)
        writeSoon()
      }
      const current = Math.floor(now() / MINUTE_MS)
      if (current !== minute) {
        minute = current
        seenThisMinute = new Set()
      }
      if (seenThisMinute.has(member)) return
      seenThisMinute.add(member)
      marked.push(member)
      writeSoon()
    },
    flush,
  }
}
