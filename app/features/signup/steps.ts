/**
 * The steps of signup [ACC-1]: before them whom the visitor wants to meet [ACC-19], then 0 account, 1 photo, 2 location, 3 personal info, 4 about me, 5 push opt-in, and then the
 * completion, which asks to confirm the e-mail. The account knows how far its member came (`signup_step`, 1–5); the
 * completion is reached once this device was asked about notifications.
 */
import type { User } from '#contract/entities/user.ts'
import { SIGNUP_STEPS } from '#contract/limits.ts'

export const WHOM = -1
export const ACCOUNT = 0
export const PUSH = SIGNUP_STEPS
export const COMPLETION = SIGNUP_STEPS + 1
/** The steps one sees counted: the completion is the end of them. */
export const COUNTED = PUSH + 2

/** How a step is counted for a person, from 1. */
export const numberOf = (at: number): number => at - WHOM + 1

type Joining = Pick<User, 'status'> & { settings: Pick<User['settings'], 'signup_step'> }

/**
 * Where a visitor begins and a member goes on, or null where nothing is left to do.
 * @param answered whether the visitor has said whom they want to meet
 */
export const resumeAt = (me: Joining | null, pushAsked: boolean, answered = false): number | null => {
  if (me === null) return answered ? ACCOUNT : WHOM
  const { signup_step: step } = me.settings
  // The steps are behind them; what is left is the link in the mail.
  if (step === null) return me.status === 'not_confirmed' ? COMPLETION : null
  return step >= PUSH && pushAsked ? COMPLETION : Math.min(Math.max(step, 1), PUSH)
}

/** What to store on reaching a step, or null: looking back at an earlier one takes nothing away. */
export const stepToStore = (reached: number | null, at: number): number | null => {
  const step = Math.min(at, PUSH)
  return reached !== null && step > reached ? step : null
}

/** The account is not made again, so Back ends at the first step after it; the completion is final. */
export const stepBefore = (at: number): number | null => (at === ACCOUNT || (at > 1 && at < COMPLETION) ? at - 1 : null)

/** Whether the dialog may close by a slip of the finger [SHELL-13]. */
export const isInProgress = (at: number, typed: boolean): boolean => (at <= ACCOUNT ? typed : at < COMPLETION)
