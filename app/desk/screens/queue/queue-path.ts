import type { QueueRow } from '#contract/desk/entities/queue.ts'
import { moneyOf } from '#contract/desk/subject.ts'

/** The address of a row's page: the grid of photos, a member's money, or the case. */
export const pathOfRow = ({ subject }: Pick<QueueRow, 'subject'>): string => {
  const money = moneyOf(subject)
  if (money !== null) return `/members/${money}/money`
  return subject === 'photos' ? '/photos' : `/cases/${subject}`
}
