/**
 * The steps of signup [ACC-1]: first the question about whom the visitor wants to meet [ACC-19], then 0 account, 1
 * photo, 2 location, 3 personal info, 4 about me, 5 push opt-in, and the completion, which asks to confirm the e-mail.
 * The account stores the member's step (`signup_step`, 1–5). The completion follows once this device was asked about
 * notifications.
 */
import type { User } from '#contract/entities/user.ts'
import { SIGNUP_STEPS } from '#contract/limits.ts'

export const WHOM = -1
export const ACCOUNT = 0
export const PUSH = SIGNUP_STEPS
export const COMPLETION = SIGNUP_STEPS + 1
/** The number of visible steps, without the completion. */
export const COUNTED = PUSH + 2

/** The number of a step as shown, from 1. */
export const numberOf = (at: number): number => at - WHOM + 1

type Joining = Pick<User, 'status'> & { settings: Pick<User['settings'], 'signup_step'> }

/**
 * The first step of a visitor, the current step of a member, or null if nothing is left.
 * @param answered whether the visitor has answered the first question
 */
export const resumeAt = (me: Joining | null, pushAsked: boolean, answered = false): number | null => {
  if (me === null) return answered ? ACCOUNT : WHOM
  const { signup_step: step } = me.settings
  // All steps are done; an unconfirmed member still needs the link in the mail.
  if (step === null) return me.status === 'not_confirmed' ? COMPLETION : null
  return step >= PUSH && pushAsked ? COMPLETION : Math.min(Math.max(step, 1), PUSH)
}

/** The step to store, or null: an earlier step must not overwrite a later one. */
export const stepToStore = (reached: number | null, at: number): number | null => {
  const step = Math.min(at, PUSH)
  return reached !== null && step > reached ? step : null
}

/** The account cannot be created twice, so Back ends at the first step after it; the completion is final. */
export const stepBefore = (at: number): number | null => (at === ACCOUNT || (at > 1 && at < COMPLETION) ? at - 1 : null)

/** Whether the dialog must not close by accident [SHELL-13]. */
export const isInProgress = (at: number, typed: boolean): boolean => (at <= ACCOUNT ? typed : at < COMPLETION)
