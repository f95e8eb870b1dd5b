/**
 * A table of numbers. Where its box is too narrow for the columns, each row becomes a block of names and values, so that the acts of a
 * row stay on the screen. A table that stays one scrolls inside its box, also by keyboard.
 */
import type { ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { t } from '../texts.ts'
import { Box } from './parts.tsx'
import styles from './data-table.module.css'

type Column = {
  name: string
  /** Numbers are aligned to the end of their column. */
  isNumber?: boolean
  /** Takes the whole width of a row's block. */
  isWide?: boolean
}

/** A table of so many columns fits a phone. */
const FEW_COLUMNS = 4
/** A table of so many columns does not fit a tablet. */
const MANY_COLUMNS = 10

type Row = { key: string; cells: readonly ReactNode[] }

type Props = {
  /** The name of the table for a screen reader; the heading of the box is enough for the eye. */
  label: string
  columns: readonly Column[]
  rows: readonly Row[]
  /** Sums. */
  foot?: readonly Row[]
  /** Whether rows become blocks in a narrow box; otherwise the number of columns decides. */
  hasBlocks?: boolean
}

const NO_ROWS: readonly Row[] = []

export const DataTable = ({
  label,
  columns,
  rows,
  foot = NO_ROWS,
  hasBlocks = columns.length > FEW_COLUMNS,
}: Props) => {
  const cell = (content: ReactNode, index: number) => {
    const { name = '', isNumber, isWide } = columns[index] ?? {}
    const className = classes(isNumber && styles['number'], isWide && styles['wide'])
    return index === 0 ? (
      <th key={name} scope="row" role="rowheader">
        {content}
      </th>
    ) : (
      <td key={name} role="cell" className={className} data-column={name}>
        {content}
      </td>
    )
  }
  // A browser forgets the roles of a table whose rows are laid out as blocks, so each is named.
  return (
    // A box that scrolls must be reachable by keyboard.
    <div
      className={classes(styles['scroll'], columns.length >= MANY_COLUMNS && styles['many'])}
      role="region"
      aria-label={label}
      tabIndex={0}
    >
      <table className={styles['table']} role="table" aria-label={label} data-blocks={hasBlocks || undefined}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" role="columnheader" className={classes(isNumber && styles['number'])}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, cells }) => (
            <tr key={key} role="row">
              {cells.map(cell)}
            </tr>
          ))}
          {rows.length === 0 ? (
            <tr role="row">
              <td role="cell" className={classes('muted', styles['wide'])} colSpan={columns.length}>
                {t('table.none')}
              </td>
            </tr>
          ) : null}
        </tbody>
        {foot.length === 0 ? null : (
          <tfoot role="rowgroup">
            {foot.map(({ key, cells }) => (
              <tr key={key} role="row">
                {cells.map(cell)}
              </tr>
            ))}
          </tfoot>
        )}
      </table>
    </div>
  )
}

type BoxProps = Omit<Props, 'label'> & { title: string; note?: string }

/** A box that one table fills. */
export const TableBox = ({ title, note, ...table }: BoxProps) => (
  <Box
    title={title}
    className={styles['flush']}
    end={note === undefined ? undefined : <span className="muted">{note}</span>}
  >
    <DataTable label={title} {...table} />
  </Box>
)

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
