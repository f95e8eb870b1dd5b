import type { QueueRow } from '#contract/desk/entities/queue.ts'
import { SCREENS } from '../../screens.ts'

/** The address of a row's page: the grid of photos, or the case. Null for a row that has no page. */
export const pathOfRow = ({ subject }: Pick<QueueRow, 'subject'>): string | null => {
  if (subject === 'photos') return '/photos'
  return SCREENS.some(({ name }) => name === 'case') ? `/cases/${subject}` : null
}
