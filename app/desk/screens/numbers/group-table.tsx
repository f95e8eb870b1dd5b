import type { NumbersGroup } from '#contract/desk/entities/numbers.ts'
import { tCode } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Box } from '../../ui/parts.tsx'
import styles from './numbers.module.css'
import { SHOWN_STEPS, countText } from './steps.ts'

type Props = { title: string; column: string; groups: readonly NumbersGroup[]; nameOf: (name: string) => string }

/** The steps of each source or country; groups of fewer than ten people are not in the answer. */
export const GroupTable = ({ title, column, groups, nameOf }: Props) =>
  groups.length === 0 ? null : (
    <Box title={title} className={styles['flush']}>
      <DataTable
        label={title}
        columns={[{ name: column }, ...SHOWN_STEPS.map((step) => ({ name: tCode('step', step), isNumber: true }))]}
        rows={groups.map((group) => ({
          key: group.name,
          cells: [
            <span key="name" className={styles['group']}>
              {nameOf(group.name)}
            </span>,
            ...SHOWN_STEPS.map((step) => countText(group[step])),
          ],
        }))}
      />
    </Box>
  )
