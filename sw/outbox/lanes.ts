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
): OutboxRow[] => heads(outbox).filter((row) => !busy.has(row.lane) && isDue(row, outbox, now))

/** The time to undo a write is a pause that begins with it. */
const isDue = (row: OutboxRow, outbox: readonly OutboxRow[], now: number): boolean =>
  dueAt(row, outbox) <= now || now < (row.paused_at ?? row.written_at)

/** A write that can still be undone lets those behind it wait no longer than this: the member has gone on to something else. */
const UNDO_BEFORE_OTHERS_MS = 8_000

const dueAt = (row: OutboxRow, outbox: readonly OutboxRow[]): number =>
  isUndoable(row) && isFollowed(row, outbox)
    ? Math.min(row.retry_at, row.written_at + UNDO_BEFORE_OTHERS_MS)
    : row.retry_at

/** Whether the pause of this row is the time to undo, which begins with the row, and not one after a failed attempt, or for the feed. */
const isUndoable = ({ by_server, attempts, paused_at, write }: OutboxRow): boolean =>
  by_server && attempts === 0 && paused_at === undefined && queuedCallOf(write).undoMs !== undefined

/** The number of writes that are not due because the member can still undo them. */
export const countUndoable = (outbox: readonly OutboxRow[], now: number): number =>
  outbox.filter((row) => row.state === 'queued' && isUndoable(row) && !isDue(row, outbox, now)).length

const isFollowed = (row: OutboxRow, outbox: readonly OutboxRow[]): boolean => {
  const lanes = new Set(lanesOf(row))
  return outbox.some(
    (other) => other.order > row.order && other.state !== 'failed' && lanesOf(other).some((lane) => lanes.has(lane)),
  )
}

/**
 * When the next row may be sent, in milliseconds since the epoch; null if no row is queued.
 * @param busy lanes with a running request; their rows are not due before it ends
 */
export const nextDue = (outbox: readonly OutboxRow[], busy: { has: (lane: string) => boolean }): number | null => {
  const moments = heads(outbox).flatMap((row) => (busy.has(row.lane) ? [] : [dueAt(row, outbox)]))
  return moments.length === 0 ? null : Math.min(...moments)
}
