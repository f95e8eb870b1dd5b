/** The app's button at the height of the desk. It shows the key that does the same. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ComponentProps } from 'react'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { isCharacter, singleKeys } from '../keys.ts'
import { DeskIcon, type DeskIconName } from './desk-icon.tsx'
import styles from './parts.module.css'

type OwnProps = {
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
}: OwnProps & Omit<ComponentProps<typeof Button>, 'icon'>) => {
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
}: OwnProps & Omit<ComponentProps<typeof LinkButton>, 'icon'>) => (
  <LinkButton {...rest} className={classes(styles['button'], lead && styles['lead'], className)}>
    {icon ? <DeskIcon name={icon} /> : null}
    {children}
    {keys === undefined ? null : <Kbd keys={keys} />}
  </LinkButton>
)

const ICON_CAPS: Record<string, DeskIconName> = {
  Enter: 'enter',
  ArrowLeft: 'arrow-left',
  ArrowRight: 'arrow-right',
  ArrowUp: 'arrow-up',
  ArrowDown: 'arrow-down',
}
const WORD_CAPS: Record<string, string> = { Escape: 'Esc', Control: 'Ctrl' }

const capsOf = (keys: string): string[] => keys.split(/ |(?<=.)\+/)

type Props = {
  /** As in a `KeyEntry`: `a`, `g q`, `Control+Enter`. Nothing is shown for a key that is switched off. */
  keys: string
  /** In the list of all keys, which a key has opened: also in a small window. */
  listed?: boolean
}

export const Kbd = ({ keys, listed }: Props) => {
  useSignals()
  if (!singleKeys.value && isCharacter(keys)) return null
  return (
    <span className={styles['caps']} data-listed={listed} aria-hidden="true">
      {capsOf(keys).map((cap) => (
        <kbd key={cap} className={styles['cap']}>
          {ICON_CAPS[cap] ? <DeskIcon name={ICON_CAPS[cap]} size={13} /> : (WORD_CAPS[cap] ?? cap.toUpperCase())}
        </kbd>
      ))}
    </span>
  )
}
