/** A table of numbers. It scrolls inside its box, also by keyboard. */
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import styles from './data-table.module.css'

type Column = {
  name: string
  /** Numbers stand at the end of their column. */
  isNumber?: boolean
}

type Row = { key: string; cells: readonly ReactNode[] }

type Props = {
  /** The name of the table for a screen reader; the heading of the box is enough for the eye. */
  label: string
  columns: readonly Column[]
  rows: readonly Row[]
  /** Sums. */
  foot?: readonly Row[]
}

const NO_ROWS: readonly Row[] = []

export const DataTable = ({ label, columns, rows, foot = NO_ROWS }: Props) => {
  const cell = (content: ReactNode, index: number) => {
    const className = classes(columns[index]?.isNumber && styles['number'])
    const { name = '' } = columns[index] ?? {}
    return index === 0 ? (
      <th key={name} scope="row">
        {content}
      </th>
    ) : (
      <td key={name} className={className}>
        {content}
      </td>
    )
  }
  return (
    // A box that scrolls must be reachable by keyboard.
    <div className={styles['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" className={classes(isNumber && styles['number'])}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>{cells.map(cell)}</tr>
          ))}
        </tbody>
        {foot.length === 0 ? null : (
          <tfoot>
            {foot.map(({ key, cells }) => (
              <tr key={key}>{cells.map(cell)}</tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

type Stat = { name: string; value: string; note: string }

/** The key figures at the top of a page. */
export const Stats = ({ stats }: { stats: readonly Stat[] }) => (
  <dl className={styles['stats']}>
    {stats.map(({ name, value, note }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className={styles['big']}>{value}</dd>
        <dd className={styles['note']}>{note}</dd>
      </div>
    ))}
  </dl>
)
