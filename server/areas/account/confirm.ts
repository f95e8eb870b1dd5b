/** Activates an account once its e-mail address is proven [ACC-6]. */
import { SIGNUP_STEPS } from '#contract/limits.ts'
import { needsAgeCheck } from '#contract/rules/may-act.ts'
import type { Deps, Tx } from '../../deps.ts'
import { sendWithin } from '../chat/send-message.ts'
import { announceStatus } from '../feed/announce.ts'

/** Changes `not_confirmed` to `active`. Accounts in any other state stay as they are. */
export const confirmAddress = async (tx: Tx, deps: Deps, member: number): Promise<void> => {
  if (!(await tx.account.activate(member))) return
  await tx.notices.refreshSearchable(member, deps.now())
  const user = await tx.account.userById(member)
  // All signup steps are done, and the address is confirmed: signup is complete.
  if (user?.settings.signup_step === SIGNUP_STEPS) await tx.account.setSignupStep(member, null)
  if (user && !needsAgeCheck(user, deps.now())) await sendSignupMessage(tx, deps, member)
  await announceStatus(tx, member, deps.now())
}

/** Sends the message written at signup to the member whose page led here [ACC-1], at the usual cost, or not at all. */
export const sendSignupMessage = async (tx: Tx, { newId, settings, now, env }: Deps, member: number): Promise<void> => {
  const message = await tx.account.takeSignupMessage(member)
  if (!message) return
  const { profile, text } = message
  await sendWithin(
    tx,
    member,
    { client_id: newId(), profile, type: 'text', text },
    { settings: settings(), env },
    now(),
  )
}
