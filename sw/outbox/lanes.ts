/** Selects the writes that may be sent now: the first of each lane, if it is due. Pure. */
import type { OutboxRow } from '../store/outbox-rows.ts'
import { queuedCallOf } from '../writes/table.ts'

/** The first row of every lane that was not refused. A refused row never blocks the rows behind it [PWA-3]. */
const heads = (outbox: readonly OutboxRow[]): OutboxRow[] => {
  const taken = new Set<string>()
  return outbox.filter((row) => {
    if (row.state === 'failed') return false
    const lanes = lanesOf(row)
    const isFirst = !lanes.some((lane) => taken.has(lane))
    for (const lane of lanes) taken.add(lane)
    return isFirst
  })
}

/** The lanes in which later writes must not overtake this one. */
export const lanesOf = ({ lane, write }: Pick<OutboxRow, 'lane' | 'write'>): string[] => [
  lane,
  ...(queuedCallOf(write).otherLanes?.(write) ?? []),
]

/** @param busy lanes with a running request */
export const dueRows = (
  outbox: readonly OutboxRow[],
  busy: { has: (lane: string) => boolean },
  now: number,
): OutboxRow[] => heads(outbox).filter((row) => !busy.has(row.lane) && isDue(row, now))

/** The time to undo a write is a pause that begins with it. */
const isDue = ({ retry_at, written_at, paused_at = written_at }: OutboxRow, now: number): boolean =>
  retry_at <= now || now < paused_at

/**
 * When the next row may be sent, in milliseconds since the epoch; null if no row is queued.
 * @param busy lanes with a running request; their rows are not due before it ends
 */
export const nextDue = (outbox: readonly OutboxRow[], busy: { has: (lane: string) => boolean }): number | null => {
  const moments = heads(outbox).flatMap((row) => (busy.has(row.lane) ? [] : [row.retry_at]))
  return moments.length === 0 ? null : Math.min(...moments)
}
