/** When members were last active: at most once a minute each, written in batches, since it moves search indexes. */
import type { Logger } from 'pino'
import { MINUTE_MS } from '#contract/limits.ts'
import type { Tx } from './deps.ts'

export type Seen = {
  mark: (member: number) => void
  /** Writes what was marked, now. */
  flush: () => Promise<void>
}

type Needs = {
  now: () => number
  write: (body: (tx: Tx) => Promise<void>) => Promise<void>
  log: Logger
}

const FLUSH_MS = 5_000
/** A body this large stays well under a millisecond a member away from the next write. */
const BATCH_MAX = 200

export const createSeen = ({ now, write, log }: Needs): Seen => {
  let minute = 0
  let seenThisMinute = new Set<number>()
  let marked: number[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const all = marked
    marked = []
    for (let from = 0; from < all.length; from += BATCH_MAX) {
      const batch = all.slice(from, from + BATCH_MAX)
      const at = now()
      await write(async (tx) => {
        for (const member of batch) await tx.account.wasActive(member, at)
      })
    }
  }

  return {
    mark: (member) => {
      const current = Math.floor(now() / MINUTE_MS)
      if (current !== minute) {
        minute = current
        seenThisMinute = new Set()
      }
      if (seenThisMinute.has(member)) return
      seenThisMinute.add(member)
      marked.push(member)
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.error({ err: error }, 'activity was not written'))
      }, FLUSH_MS).unref()
    },
    flush,
  }
}
