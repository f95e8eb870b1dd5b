/** Facts in two columns: the name, and the value under it. */
import { classes } from './classes.ts'
import styles from './fact-list.module.css'

type Props = {
  facts: readonly { label: string; value: string }[]
  /** Values are sentences: one column. */ isWide?: boolean
}

export const FactList = ({ facts, isWide = false }: Props) => (
  <dl className={classes(styles['facts'], isWide && styles['wide'])}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
