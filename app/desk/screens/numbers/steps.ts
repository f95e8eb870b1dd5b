/** The steps of the funnel as texts. */
import { FUNNEL_STEPS, GROUP_MIN, type Steps } from '#contract/desk/entities/numbers.ts'
import { shareText } from '../../format.ts'
import { numberText, t } from '../../texts.ts'

/** A hidden group says why there is no number. */
export const countText = (count: number | null): string =>
  count === null ? t('numbers.few', { least: GROUP_MIN }) : numberText(count)

/** Visits are counted later than the first signups, so there can be more signups than visits: that is no share. */
export const partText = (part: number | null, whole: number | null | undefined): string =>
  part === null || whole === null || whole === undefined || whole === 0 || part > whole ? '–' : shareText(part / whole)

export const stepBefore = (steps: Steps, index: number): number | null | undefined => {
  const before = FUNNEL_STEPS[index - 1]
  return before === undefined ? undefined : steps[before]
}
