/** A short word in a pill: a fact, or a choice that can be undone. Plum means chosen. */
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './chip.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

type Props = { on?: boolean; icon?: IconName; children: ReactNode }

export const Chip = ({ on = false, icon, children }: Props) => (
  <span className={classes(styles['chip'], on && styles['on'])}>
    {icon ? <Icon name={icon} size={18} /> : null}
    {children}
  </span>
)

type ButtonProps = Props & { endIcon?: IconName } & ButtonHTMLAttributes<HTMLButtonElement>

export const ChipButton = ({ on = false, icon, endIcon, children, ...rest }: ButtonProps) => (
  <button type="button" {...rest} className={classes(styles['chip'], on && styles['on'])}>
    {icon ? <Icon name={icon} size={18} /> : null}
    {children}
    {endIcon ? <Icon name={endIcon} size={18} /> : null}
  </button>
)

type RadioProps = { name: string; label: string; checked: boolean; onChange: () => void }

/** One of a few choices that may wrap; its group names it with `role="radiogroup"`. */
export const ChipRadio = ({ name, label, checked, onChange }: RadioProps) => (
  <label className={classes(styles['chip'], styles['radio'], checked && styles['on'])}>
    <input type="radio" className="covering" name={name} checked={checked} onChange={onChange} />
    {label}
  </label>
)
