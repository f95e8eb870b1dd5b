/** The steps of the funnel as texts. */
import { FUNNEL_STEPS, GROUP_MIN, type Steps } from '#contract/desk/entities/numbers.ts'
import { shareText } from '../../format.ts'
import { numberText, t } from '../../texts.ts'

/** A count as text. Null is a group that is too small to show, so the text says that instead. */
export const countText = (count: number | null): string =>
  count === null ? t('numbers.few', { least: GROUP_MIN }) : numberText(count)

/** The share as text, or a dash. Counting visits began later than counting signups, so a part can exceed its whole. */
export const partText = (part: number | null, whole: number | null | undefined): string =>
  part === null || whole === null || whole === undefined || whole === 0 || part > whole ? '–' : shareText(part / whole)

export const stepBefore = (steps: Steps, index: number): number | null | undefined => {
  const before = FUNNEL_STEPS[index - 1]
  return before === undefined ? undefined : steps[before]
}
