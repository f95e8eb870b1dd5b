/** The app's button at the height of the desk. It shows the key that does the same. */
import type { ComponentProps } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { isCharacter, singleKeys } from '../keys.ts'
import { DeskIcon, type DeskIconName } from './desk-icon.tsx'
import { Kbd } from './kbd.tsx'
import styles from './parts.module.css'

type Own = {
  keys?: string
  icon?: DeskIconName
  /** The main action of a panel: 44 px high. */
  lead?: boolean
}

export const DeskButton = ({
  keys,
  icon,
  lead = false,
  className,
  children,
  ...rest
}: Own & Omit<ComponentProps<typeof Button>, 'icon'>) => {
  useSignals()
  const isOff = keys === undefined || (isCharacter(keys) && !singleKeys.value)
  return (
    <Button
      {...rest}
      className={classes(styles['button'], lead && styles['lead'], className)}
      aria-keyshortcuts={isOff ? undefined : keys}
    >
      {icon ? <DeskIcon name={icon} /> : null}
      {children}
      {keys === undefined ? null : <Kbd keys={keys} />}
    </Button>
  )
}

export const DeskLink = ({
  keys,
  icon,
  lead = false,
  className,
  children,
  ...rest
}: Own & Omit<ComponentProps<typeof LinkButton>, 'icon'>) => (
  <LinkButton {...rest} className={classes(styles['button'], lead && styles['lead'], className)}>
    {icon ? <DeskIcon name={icon} /> : null}
    {children}
    {keys === undefined ? null : <Kbd keys={keys} />}
  </LinkButton>
)
