/** Two seats that lean towards each other: an occupied one and a free one. */
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './member-lander.module.css'

type Props = {
  /** The content of the first seat; without content it is plain. */
  children?: ReactNode
  /** The text in the free seat. */
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
