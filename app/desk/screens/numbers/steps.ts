/** The steps of the funnel on screen. Nothing counts visits yet, so a column of them would show zeros. */
import { FUNNEL_STEPS, GROUP_MIN, type FunnelStep, type Steps } from '#contract/desk/entities/numbers.ts'
import { shareText } from '../../format.ts'
import { numberText, t } from '../../texts.ts'

export const SHOWN_STEPS = FUNNEL_STEPS.filter((step): step is Exclude<FunnelStep, 'visits'> => step !== 'visits')

/** A hidden group says why there is no number. */
export const countText = (count: number | null): string =>
  count === null ? t('numbers.few', { least: GROUP_MIN }) : numberText(count)

export const partText = (part: number | null, whole: number | null | undefined): string =>
  part === null || whole === null || whole === undefined || whole === 0 ? '–' : shareText(part / whole)

export const stepBefore = (steps: Steps, index: number): number | null | undefined => {
  const before = SHOWN_STEPS[index - 1]
  return before === undefined ? undefined : steps[before]
}
