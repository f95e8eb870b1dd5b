import { QUEUE_FILTERS, type QueueCounts, type QueueFilter } from '#contract/desk/entities/queue.ts'
import { kindsOf } from '#contract/desk/severity.ts'
import { classes } from '../../../ui/classes.ts'
import { self } from '../../session.ts'
import { numberText, t, tCode } from '../../texts.ts'
import styles from './queue.module.css'

/** The filters of the caller's role, in the order of their digits. */
export const shownFilters = (): readonly QueueFilter[] => {
  const kinds: readonly string[] = self.value ? kindsOf(self.value.role) : []
  return QUEUE_FILTERS.filter((one) => kinds.includes(one) || one === 'all' || one === 'mine' || one === 'free')
}

type Props = { counts: QueueCounts | null; filter: QueueFilter; onShow: (filter: QueueFilter) => void }

/** One button a kind. The counts are those of the whole queue, not of the current filter. */
export const Filters = ({ counts, filter, onShow }: Props) => (
  <div className={styles['filters']} role="group" aria-label={t('queue.kinds')}>
    {shownFilters().map((one) => (
      <button
        key={one}
        type="button"
        className={classes(styles['chip'], one === filter && styles['on'], one === 'mine' && styles['push'])}
        aria-pressed={one === filter}
        onClick={() => onShow(one)}
      >
        {tCode('filter', one)} {counts ? <span className="num">{numberText(countOf(counts, one))}</span> : null}
      </button>
    ))}
  </div>
)

const countOf = (counts: QueueCounts, filter: QueueFilter): number =>
  filter === 'all' || filter === 'mine' || filter === 'free' ? counts[filter] : counts.kinds[filter]
