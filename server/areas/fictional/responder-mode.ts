/** Decides what answers for fictional profiles on a site [GUARD-7]. */
import type { FICTIONAL_RESPONDERS } from '#contract/entities/site-settings.ts'
import type { Deps } from '../../deps.ts'

type ResponderMode = (typeof FICTIONAL_RESPONDERS)[number]

type Needs = { settings: () => Pick<ReturnType<Deps['settings']>, 'fictional_responder'> } & {
  env: Pick<Deps['env'], 'MODE' | 'FICTIONAL_URL'>
}

/** Without a setting, a demo uses the script, and production has no responder. */
export const responderModeOf = ({ settings, env }: Needs): ResponderMode => {
  const mode = settings().fictional_responder ?? (env.MODE === 'demo' ? 'scripted' : 'none')
  // A message that could reach no service must not be paid for.
  return mode === 'http' && env.FICTIONAL_URL === undefined ? 'none' : mode
}

/** Whether members may write to fictional profiles. */
export const isFictionAnswered = (needs: Needs): boolean => responderModeOf(needs) !== 'none'

/**
 * Whether writing to a profile is closed because nothing answers for it. A fictional profile is paused by invisible mode, which
 * also takes it out of search: no member uses the account, so the mode has no other meaning there.
 * @param isAnswered whether something answers for fictional profiles on this site
 */
export const isUnanswered = (
  { fictional, invisible }: { fictional: boolean; invisible: boolean },
  isAnswered: boolean,
): boolean => fictional && (invisible || !isAnswered)
