/**
 * The steps of signup [ACC-1]. A visitor answers one question a screen: whom to meet first [ACC-19], then name and birthday,
 * place, photo, and last the account. An account made without these steps has its own, from the photo to the push opt-in,
 * stored as `signup_step`. The completion asks to confirm the e-mail; it follows the visitor's
 * steps at once, and the member's once this device was asked about notifications.
 */
import type { User } from '#contract/entities/user.ts'
import { SIGNUP_STEPS } from '#contract/limits.ts'

export const WANTED_GENDER = -4
export const YOU = -3
export const TOWN = -2
export const FACE = -1
export const ACCOUNT = 0
/** The photo. */
export const FIRST_OF_MEMBER = 1
export const LOCATION = 2
/** The first step that only makes a finished profile say more: the offer below the first people leads here. */
export const PERSONAL = 3
export const ABOUT = 4
export const PUSH = SIGNUP_STEPS
export const COMPLETION = SIGNUP_STEPS + 1

/** A step's number as shown, from 1, and how many there are: the visitor's steps and the member's, from their first, count apart. */
export const stepNumber = (at: number, first = FIRST_OF_MEMBER): { number: number; all: number } =>
  at <= ACCOUNT
    ? { number: at - WANTED_GENDER + 1, all: ACCOUNT - WANTED_GENDER + 1 }
    : { number: at - first + 1, all: PUSH - first + 1 }

type Joining = Pick<User, 'status'> & { settings: Pick<User['settings'], 'signup_step'> }

/**
 * The first step of a visitor, the current step of a member, or null if nothing is left.
 * @param reached the step that the visitor has reached in this tab
 */
export const resumeAt = (me: Joining | null, pushAsked: boolean, reached: number = WANTED_GENDER): number | null => {
  if (me === null) return Math.min(Math.max(reached, WANTED_GENDER), ACCOUNT)
  const { signup_step: step } = me.settings
  // All steps are done; an unconfirmed member still needs the link in the mail.
  if (step === null) return me.status === 'not_confirmed' ? COMPLETION : null
  return step >= PUSH && pushAsked ? COMPLETION : Math.min(Math.max(step, FIRST_OF_MEMBER), PUSH)
}

/** The step to store, or null: an earlier step must not overwrite a later one. */
export const stepToStore = (reached: number | null, at: number): number | null => {
  const step = Math.min(at, PUSH)
  return reached !== null && step > reached ? step : null
}

/** The account cannot be created twice, so Back ends at the first step after it; the completion is final. */
export const stepBefore = (at: number, first = FIRST_OF_MEMBER): number | null =>
  (at > WANTED_GENDER && at <= ACCOUNT) || (at > first && at < COMPLETION) ? at - 1 : null

/** Whether the dialog must not close by accident [SHELL-13]. */
export const isInProgress = (at: number, typed: boolean): boolean => (at <= ACCOUNT ? typed : at < COMPLETION)
