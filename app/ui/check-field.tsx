/** A box to tick with its label; the whole line can be pressed. */
import type { ComponentProps, ReactNode } from 'react'
import styles from './check-field.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode }

export const CheckField = ({ children, ...input }: Props) => (
  <label className={styles['check']}>
    <input type="checkbox" {...input} />
    {children}
  </label>
)
