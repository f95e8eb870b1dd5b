/** A switch that takes effect at once. Plum means on. */
import { useId, type InputHTMLAttributes } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import rows from './rows.module.css'
import styles from './switch.module.css'

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'onChange'> & {
  checked: boolean
  onChange: (on: boolean) => void
}

/** The switch alone. Its parent must name it (`aria-labelledby`) and give it enough room for a finger. */
export const Switch = ({ className, onChange, ...rest }: SwitchProps) => (
  <input
    {...rest}
    type="checkbox"
    role="switch"
    className={classes(styles['switch'], className)}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)

type RowProps = {
  icon?: IconName
  label: string
  /** The meaning or the consequence of the switch. */
  hint?: string
  checked: boolean
  onChange: (on: boolean) => void
}

/** A row with one switch: a tap anywhere in it toggles the switch. */
export const SwitchRow = ({ icon, label, hint, checked, onChange }: RowProps) => {
  const id = useId()
  const [labelId, hintId] = [`${id}-label`, `${id}-hint`]
  return (
    <label className={classes(rows['row'], rows['acts'])}>
      {icon ? <Icon name={icon} size={22} /> : null}
      <span className={rows['words']}>
        <span id={labelId}>{label}</span>
        {hint === undefined ? null : (
          <span id={hintId} className={rows['hint']}>
            {hint}
          </span>
        )}
      </span>
      <Switch
        checked={checked}
        aria-labelledby={labelId}
        aria-describedby={hint === undefined ? undefined : hintId}
        onChange={onChange}
      />
    </label>
  )
}
