/** A screen whose parts are in one column in the middle of the page. */
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import styles from './screen-column.module.css'

type Props = ComponentProps<'div'> & {
  /** The space between the parts. */
  gap?: 'small' | 'medium' | 'large'
  /** For a form or a short list. */
  narrow?: boolean
}

export const ScreenColumn = ({ gap = 'small', narrow = false, className, ...rest }: Props) => (
  <div
    {...rest}
    className={classes(styles['column'], gap !== 'small' && styles[gap], narrow && styles['narrow'], className)}
  />
)
