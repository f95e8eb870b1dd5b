import { classes } from '../../ui/classes.ts'
import { DeskIcon } from './desk-icon.tsx'
import styles from './chip-select.module.css'

type Props = {
  name: string
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChoose: (value: string) => void
}

/** A select that looks like a chip. It is plum while it filters a list or numbers. */
export const ChipSelect = ({ name, label, value, options, onChoose }: Props) => (
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
