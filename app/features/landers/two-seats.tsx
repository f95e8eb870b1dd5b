/** Two seats that lean towards each other: someone's, and the free one. */
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './member-lander.module.css'

type Props = {
  /** What fills the first seat; without it, it is plain. */
  children?: ReactNode
  /** What stands in the free one. */
  you: string
}

export const TwoSeats = ({ children, you }: Props) => (
  <div className={styles['pair']}>
    <div className={classes(styles['seat'], styles['first'])}>{children}</div>
    <div className={classes(styles['seat'], styles['free'])}>
      <span>{you}</span>
    </div>
  </div>
)
