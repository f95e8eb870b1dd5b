import type { NumbersGroup } from '#contract/desk/numbers.ts'
import { DAY_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import { classes } from '../../../ui/classes.ts'
import { DeskIcon } from '../../ui/desk-icon.tsx'
import styles from './numbers.module.css'

type Options = { value: string; options: readonly (readonly [value: string, text: string])[] }
type Props = Options & { name: string; label: string; onChoose: (value: string) => void }

/** A select that looks like a chip. It is plum while it filters the numbers. */
export const NumbersChoice = ({ name, label, value, options, onChoose }: Props) => (
  <span className={classes(styles['chip'], value !== '' && styles['on'])}>
    <select name={name} aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
    <DeskIcon name="chevron-down" size={14} />
  </span>
)

/** The groups as options. A value begins with `=` to distinguish the group with an empty name from no filter. */
export const groupChoices = (
  chosen: string | null,
  groups: readonly NumbersGroup[],
  every: string,
  nameOf: (name: string) => string,
): Options => ({
  value: chosen === null ? '' : `=${chosen}`,
  options: [['', every] as const, ...groups.map(({ name }) => [`=${name}`, nameOf(name)] as const)],
})

/** The periods that can be chosen, in days. */
export const PERIODS = [7, 28, 90, 365] as const

/** The last whole days before today (UTC): the days are counted every night. */
export const spanOf = (days: number, at: number): { from: string; to: string } => ({
  from: dateOf(at - days * DAY_MS),
  to: dateOf(at - DAY_MS),
})
