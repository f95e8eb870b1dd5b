/**
 * Counts visits by group in memory, and adds them to the day's sums once a minute [DESK-13]: a visit costs no write of its
 * own. A crash loses the visits of at most one minute; a stop loses none (`settled`). Nothing about a visitor is held.
 */
import type { Logger } from 'pino'
import { MINUTE_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { Queries } from './db/queries.ts'

/** The group of a visit; an empty text means that there is none. */
export type Visit = { source: string; lander: string; country: string }

export type Visits = {
  count: (visit: Visit) => void
  /** Writes the counted visits now. */
  flush: () => Promise<void>
}

type Needs = {
  now: () => number
  write: (body: (tx: Pick<Queries, 'numbers'>) => Promise<void>) => Promise<void>
  log: Logger
}

/** An address can contain any source, so a script could make any number of groups. The rest of a day has one group. */
const GROUPS_A_DAY = 5_000
const REST: Visit = { source: '', lander: '', country: '' }

type CountedVisit = Visit & { day: string; visits: number }

export const createVisits = ({ now, write, log }: Needs): Visits => {
  let day = ''
  let groups = new Set<string>()
  let counted = new Map<string, CountedVisit>()
  let timer: NodeJS.Timeout | undefined

  const add = (row: CountedVisit): void => {
    const key = JSON.stringify([row.day, row.source, row.lander, row.country])
    const visits = (counted.get(key)?.visits ?? 0) + row.visits
    counted.set(key, { ...row, visits })
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => log.error({ err: error }, 'visits were not written, trying again in a minute'))
    }, MINUTE_MS).unref()
  }

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counted.values()]
    counted = new Map()
    if (rows.length === 0) return
    try {
      await write(async (tx) => {
        for (const row of rows) await tx.numbers.addVisits(row)
      })
    } catch (error) {
      for (const row of rows) add(row)
      throw error
    }
  }

  return {
    count: (visit) => {
      const today = dateOf(now())
      if (today !== day) [day, groups] = [today, new Set()]
      const key = JSON.stringify(visit)
      const isKnown = groups.has(key) || groups.size < GROUPS_A_DAY
      if (isKnown) groups.add(key)
      add({ ...(isKnown ? visit : REST), day, visits: 1 })
    },
    flush,
  }
}
