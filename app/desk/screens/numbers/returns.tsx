/** The share of each week's signups that came back after 1, 7 and 30 days: lines, with the table beside them. */
import type { ReturnWeek } from '#contract/desk/entities/numbers.ts'
import { shareText, shortDayText } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Box } from '../../ui/parts.tsx'
import styles from './numbers.module.css'
import { RETURN_DAYS, type ReturnDay } from './return-lines.ts'
import { ReturnsChart } from './returns-chart.tsx'
import { countText } from './steps.ts'

export const Returns = ({ weeks, hasChart }: { weeks: readonly ReturnWeek[]; hasChart: boolean }) => (
  <Box
    title={t('numbers.returns')}
    className={styles['flush']}
    end={<span className="muted">{t('numbers.returnsNote')}</span>}
  >
    <div className={hasChart ? styles['beside'] : undefined}>
      {hasChart ? <ReturnsChart weeks={weeks} /> : null}
      <DataTable
        label={t('numbers.returns')}
        hasBlocks={false}
        columns={[
          { name: t('numbers.week') },
          { name: tCode('step', 'signups'), isNumber: true },
          ...RETURN_DAYS.map((day) => ({ name: tCode('return', day), isNumber: true })),
        ]}
        rows={weeks.map((week) => ({
          key: week.from,
          cells: [
            shortDayText(week.from),
            <b key="signups">{countText(week.signups)}</b>,
            ...RETURN_DAYS.map((day) => returnText(week, day)),
          ],
        }))}
      />
    </div>
  </Box>
)

const returnText = (week: ReturnWeek, day: ReturnDay): string => {
  const share = week[day]
  if (share !== null) return shareText(share, 0)
  return week.over[day] ? '–' : t('numbers.later')
}
