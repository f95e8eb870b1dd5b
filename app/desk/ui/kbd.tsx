/** Key caps. They are for the eye: a control with a key also has `aria-keyshortcuts`. */
import { useSignals } from '@preact/signals-react/runtime'
import { isCharacter, singleKeys } from '../keys.ts'
import { DeskIcon, type DeskIconName } from './desk-icon.tsx'
import styles from './parts.module.css'

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
