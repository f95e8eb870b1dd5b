/** What the screen leads to stays in reach; where the window is low it comes after what must be read first [PAY-13]. */
import type { ReactNode } from 'react'
import { t } from '../../state/i18n.ts'
import styles from './credits.module.css'

/** For `aria-describedby` of the button that buys. */
export const BEGIN_TEXT_ID = 'begin-at-once'

type Props = {
  note: string
  /** The button buys: the request to begin at once and its acknowledgement stand right above it [PAY-11]. */
  begins?: boolean
  children: ReactNode
}

export const ActionBar = ({ note, begins = false, children }: Props) => (
  <div className={styles['action']}>
    {begins ? (
      <p id={BEGIN_TEXT_ID} className={styles['begin']}>
        {t('pay.beginAtOnce')}
      </p>
    ) : null}
    {children}
    <p className="small muted">{note}</p>
  </div>
)
