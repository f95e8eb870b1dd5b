/** What the screen leads to stays in reach; where the window is low it comes after what must be read first [PAY-13]. */
import type { ReactNode } from 'react'
import styles from './credits.module.css'

export const ActionBar = ({ note, children }: { note: string; children: ReactNode }) => (
  <div className={styles['action']}>
    {children}
    <p className="small muted">{note}</p>
  </div>
)
