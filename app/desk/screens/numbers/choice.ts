/** The periods and the groups that the numbers can be limited to. */
import type { NumbersGroup } from '#contract/desk/numbers.ts'
import { DAY_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import type { ChipOptions } from '../../ui/chip-select.tsx'

/** The groups as options. A value begins with `=` to distinguish the group with an empty name from no filter. */
export const groupChoices = (
  chosen: string | null,
  groups: readonly NumbersGroup[],
  every: string,
  nameOf: (name: string) => string,
): ChipOptions => ({
  value: chosen === null ? '' : `=${chosen}`,
  options: [['', every] as const, ...groups.map(({ name }) => [`=${name}`, nameOf(name)] as const)],
})

/** The periods that can be chosen, in days. */
export const PERIODS = [7, 28, 90, 365] as const

/** The last whole days before today (UTC): the days are counted every night. */
export const spanOf = (days: number, at: number): { from: string; to: string } => ({
  from: dateOf(at - days * DAY_MS),
  to: dateOf(at - DAY_MS),
})
