/** The period and the groups that numbers can be limited to. */
import { DAY_MS } from '#contract/limits.ts'
import type { NumbersGroup } from '#contract/desk/numbers.ts'
import { dateOf } from '#contract/rules/age.ts'
import { t } from '../../texts.ts'
import { ChipSelect } from '../../ui/chip-select.tsx'

export const FIRST_PERIOD_DAYS = 28
const PERIODS_DAYS = [7, FIRST_PERIOD_DAYS, 90, 365]

type PeriodProps = { days: number; onChoose: (days: number) => void }

export const PeriodSelect = ({ days, onChoose }: PeriodProps) => (
  <ChipSelect
    name="time"
    label={t('numbers.time')}
    value={String(days)}
    options={PERIODS_DAYS.map((count) => [String(count), t('numbers.days', { count })])}
    onChoose={(text) => onChoose(Number(text))}
  />
)

/** The last whole days before today (UTC): the days are counted every night. */
export const spanOf = (days: number, at: number): { from: string; to: string } => ({
  from: dateOf(at - days * DAY_MS),
  to: dateOf(at - DAY_MS),
})

type GroupProps = {
  name: string
  label: string
  /** Null means every group. */
  chosen: string | null
  groups: readonly NumbersGroup[]
  every: string
  nameOf: (group: string) => string
  onChoose: (group: string | null) => void
}

/** A value begins with `=` to distinguish the group with an empty name from no filter. */
export const GroupSelect = ({ name, label, chosen, groups, every, nameOf, onChoose }: GroupProps) => (
  <ChipSelect
    name={name}
    label={label}
    value={chosen === null ? '' : `=${chosen}`}
    options={[['', every], ...groups.map((group) => [`=${group.name}`, nameOf(group.name)] as const)]}
    onChoose={(value) => onChoose(value === '' ? null : value.slice(1))}
  />
)
