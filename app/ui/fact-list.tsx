/** Facts in two columns: the name, and the value under it. */
import styles from './fact-list.module.css'

export const FactList = ({ facts }: { facts: readonly { label: string; value: string }[] }) => (
  <dl className={styles['facts']}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
