/** A calm note about a state: icon and text on a tint. */
import { type ReactNode, useEffect, useState } from 'react'
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

export const Note = ({ tone = 'plain', icon, role, className, children }: Props) => {
  const isSpoken = useSpoken(role === 'status')
  return (
    <div className={classes(styles['note'], tone !== 'plain' && styles[tone], className)} role={role}>
      <Icon name={icon ?? ICON[tone]} size={22} />
      <div className={styles['body']} aria-hidden={isSpoken ? undefined : true}>
        {children}
      </div>
    </div>
  )
}

/** Words that come by themselves, or after an act of the member, and that a screen reader says once. */
export const StatusText = ({ className, children }: { className?: string | undefined; children: ReactNode }) => {
  const isSpoken = useSpoken(true)
  return (
    <p className={className} role="status">
      <span className={styles['spoken']} aria-hidden={isSpoken ? undefined : true}>
        {children}
      </span>
    </p>
  )
}

/** One update of what a screen reader knows of the page takes less. */
const SPOKEN_AFTER_MS = 100

/**
 * A screen reader says what changes in a `status`, and most say nothing of one that arrives with its words. So the words are hidden from
 * it until it knows the region.
 * @returns whether the words are there for a screen reader
 */
const useSpoken = (waits: boolean): boolean => {
  const [isKnown, setKnown] = useState(false)
  useEffect(() => {
    if (!waits) return undefined
    // Not by the port: the desk, which has none of them, shows notes too.
    const timer = setTimeout(() => setKnown(true), SPOKEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [waits])
  return isKnown || !waits
}

/** A thin line of text for a harmless state, such as no connection or old data. */
export const QuietLine = ({ icon = 'offline', children }: { icon?: IconName; children: ReactNode }) => (
  <p className={styles['line']}>
    <Icon name={icon} size={16} />
    <span>{children}</span>
  </p>
)
