/** The funnel from visit to purchase: bars, with the table beside them. */
import { FUNNEL_STEPS, GROUP_MIN, type DeskNumbers, type Steps } from '#contract/desk/numbers.ts'
import { shareText } from '../../format.ts'
import { numberText, t, tCode } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Box } from '../../ui/parts.tsx'
import styles from './numbers.module.css'

type Props = { data: DeskNumbers; days: number; hasChart: boolean }

export const Funnel = ({ data: { funnel, before }, days, hasChart }: Props) => (
  <Box
    title={t('numbers.funnel')}
    className={styles['flush']}
    end={<span className="muted">{t('numbers.funnelNote')}</span>}
  >
    <div className={hasChart ? styles['beside'] : undefined}>
      {hasChart ? <Bars funnel={funnel} /> : null}
      <DataTable
        label={t('numbers.funnel')}
        columns={[
          { name: t('numbers.step') },
          { name: t('numbers.people'), isNumber: true },
          { name: t('numbers.ofBefore'), isNumber: true },
          { name: t('numbers.ofSignups'), isNumber: true },
          { name: t('numbers.before', { count: days }), isNumber: true },
        ]}
        rows={FUNNEL_STEPS.map((step, index) => ({
          key: step,
          cells: [
            tCode('step', step),
            <b key="people">{countText(funnel[step])}</b>,
            partText(funnel[step], stepBefore(funnel, index)),
            partText(funnel[step], funnel.signups),
            countText(before[step]),
          ],
        }))}
      />
    </div>
  </Box>
)

/** The bars of the chart. The label reads the numbers to a screen reader. */
const Bars = ({ funnel }: { funnel: DeskNumbers['funnel'] }) => {
  const stepsText = FUNNEL_STEPS.map((step) => `${tCode('step', step)} ${countText(funnel[step])}`).join(', ')
  return (
    <div className={styles['bars']} role="img" aria-label={t('numbers.funnelChart', { steps: stepsText })}>
      {FUNNEL_STEPS.map((step) => (
        <div key={step}>
          <span className={styles['step']}>{tCode('step', step)}</span>
          <svg viewBox="0 0 100 24" preserveAspectRatio="none">
            <rect className={styles['track']} width={100} height={24} />
            <rect className={styles['filled']} width={widthOf(funnel[step], funnel.signups)} height={24} />
          </svg>
          <span className={styles['count']}>{countText(funnel[step])}</span>
        </div>
      ))}
    </div>
  )
}

const widthOf = (count: number | null, signups: number | null): number =>
  count === null || signups === null || signups === 0 ? 0 : Math.min(100, (count / signups) * 100)

/** A count as text. Null is a group that is too small to show, so the text says that instead. */
export const countText = (count: number | null): string =>
  count === null ? t('numbers.few', { least: GROUP_MIN }) : numberText(count)

/** The share as text, or a dash. Counting visits began later than counting signups, so a part can exceed its whole. */
export const partText = (part: number | null, whole: number | null | undefined): string =>
  part === null || whole === null || whole === undefined || whole === 0 || part > whole ? '–' : shareText(part / whole)

const stepBefore = (steps: Steps, index: number): number | null | undefined => {
  const before = FUNNEL_STEPS[index - 1]
  return before === undefined ? undefined : steps[before]
}
