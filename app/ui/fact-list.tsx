/** Facts in two columns: what, and under it how it is. */
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
