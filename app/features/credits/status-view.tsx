/** One state of a payment: icon, text, and the next step. */
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import styles from './credits.module.css'

type Props = {
  icon: IconName
  tone?: 'good' | 'bad'
  title: string
  text: readonly string[]
  children?: ReactNode
}

export const StatusView = ({ icon, tone, title, text, children }: Props) => (
  <div className={styles['status']}>
    <span className={classes(styles['statusIcon'], tone && styles[tone])}>
      <Icon name={icon} size={40} />
    </span>
    <h2>{title}</h2>
    {text.map((line) => (
      <p key={line}>{line}</p>
    ))}
    <div className={styles['ways']}>{children}</div>
  </div>
)
