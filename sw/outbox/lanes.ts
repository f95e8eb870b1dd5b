/** Which writes may go out now: the first of each lane, if its time has come. Pure. */
import type { OutboxRow } from '../store/outbox-rows.ts'

/** The first unrefused row of every lane. A refused one never stands in the way of what is behind it [PWA-3]. */
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

/** A like of the game is a like as well: an unlike behind it must not overtake it. */
export const lanesOf = ({ lane, write }: Pick<OutboxRow, 'lane' | 'write'>): string[] =>
  write.kind === 'swipe.put' ? [lane, `like:${write.profile}`] : [lane]

/** @param busy lanes that have a request on its way */
export const dueRows = (
  outbox: readonly OutboxRow[],
  busy: { has: (lane: string) => boolean },
  now: number,
): OutboxRow[] => heads(outbox).filter((row) => !busy.has(row.lane) && row.retry_at <= now)

/**
 * When the next row may go out, in milliseconds since the epoch; null where nothing waits.
 * @param busy lanes that have a request on its way: nothing of theirs is due before it has ended
 */
export const nextDue = (outbox: readonly OutboxRow[], busy: { has: (lane: string) => boolean }): number | null => {
  const moments = heads(outbox).flatMap((row) => (busy.has(row.lane) ? [] : [row.retry_at]))
  return moments.length === 0 ? null : Math.min(...moments)
}
