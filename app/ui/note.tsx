/** A calm note about a state: icon and text on a tint. */
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './note.module.css'

export type NoteTone = 'plain' | 'fiction' | 'good' | 'warn' | 'bad' | 'plum'

const ICON: Record<NoteTone, IconName> = {
  plain: 'info',
  fiction: 'mask',
  good: 'done',
  warn: 'warning',
  bad: 'alert',
  plum: 'info',
}

type Props = {
  tone?: NoteTone
  icon?: IconName
  /** `alert` interrupts a screen reader, `status` waits. A note that is there from the start needs neither. */
  role?: 'alert' | 'status'
  className?: string | undefined
  children: ReactNode
}

export const Note = ({ tone = 'plain', icon, role, className, children }: Props) => (
  <div className={classes(styles['note'], tone !== 'plain' && styles[tone], className)} role={role}>
    <Icon name={icon ?? ICON[tone]} size={22} />
    <div className={styles['body']}>{children}</div>
  </div>
)
