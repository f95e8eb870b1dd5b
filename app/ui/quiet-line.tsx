/** A thin line of text for a harmless state, such as no connection or old data. */
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './quiet-line.module.css'

type Props = { icon?: IconName; children: ReactNode; className?: string | undefined }

export const QuietLine = ({ icon = 'offline', children }: Props) => (
  <p className={styles['line']}>
    <Icon name={icon} size={16} />
    <span>{children}</span>
  </p>
)
