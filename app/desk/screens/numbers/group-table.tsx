import { FUNNEL_STEPS, type NumbersGroup } from '#contract/desk/entities/numbers.ts'
import { t, tCode } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Box } from '../../ui/parts.tsx'
import styles from './numbers.module.css'
import { countText, partText } from './steps.ts'

type Props = { title: string; column: string; groups: readonly NumbersGroup[]; nameOf: (name: string) => string }

/** The steps of each source, lander or country; groups of fewer than ten people are not in the answer. */
export const GroupTable = ({ title, column, groups, nameOf }: Props) =>
  groups.length === 0 ? null : (
    <Box title={title} className={styles['flush']}>
      <DataTable
        label={title}
        columns={[
          { name: column },
          ...FUNNEL_STEPS.map((step) => ({ name: tCode('step', step), isNumber: true })),
          { name: t('numbers.perVisit'), isNumber: true },
        ]}
        rows={groups.map((group) => ({
          key: group.name,
          cells: [
            <span key="name" className={styles['group']}>
              {nameOf(group.name)}
            </span>,
            ...FUNNEL_STEPS.map((step) => countText(group[step])),
            partText(group.signups, group.visits),
          ],
        }))}
      />
    </Box>
  )
