/** The end of a list that goes on: loads the next page, and says why if that failed. */
import type { ErrorBody } from '#contract/errors.ts'
import { t } from '../state/i18n.ts'
import { Button } from './button.tsx'
import { FormRefusal } from './form-notes.tsx'
import styles from './more-button.module.css'

type Props = {
  /** The text of the button; "Show more" if absent. */
  label?: string
  loading: boolean
  failed: ErrorBody | null
  more: () => void
}

export const MoreButton = ({ label = t('ui.showMore'), loading, failed, more }: Props) => (
  <div className={styles['more']}>
    <FormRefusal failure={failed} />
    <Button kind="second" disabled={loading} onClick={more}>
      {loading ? t('ui.loading') : label}
    </Button>
  </div>
)
