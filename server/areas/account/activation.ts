/** The link in the activation mail [ACC-6]: valid for 48 hours, takes effect once even if its button is pressed often. */
import { ACTIVATION_HOURS, HOUR_MS, MINUTE_MS, SIGNUP_STEPS } from '#contract/limits.ts'
import { needsAgeCheck } from '#contract/rules/may-act.ts'
import type { Deps, Tx } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { hashToken } from '../../http/caller.ts'
import type { NewJob } from '../../jobs/kinds.ts'
import { linkToken } from './links.ts'
import { sendWithin } from '../chat/send-message.ts'
import { announce, announceStatus } from '../feed/announce.ts'

/** A new member has this long for the signup steps. After that the mail is sent anyway. */
const DELAY_MS = 30 * MINUTE_MS

/** The unique key allows one waiting mail per member, even if the button is pressed often. */
export const activationJob = (member: number): NewJob => ({
  kind: 'mail.activation',
  payload: { member },
  uniqueKey: `mail.activation:${member}`,
})

/** The same mail for members who leave signup early. The activation stream runs this job sooner [ACC-7]. */
export const delayedActivationJob = (member: number, now: number): NewJob => ({
  ...activationJob(member),
  runAt: now + DELAY_MS,
})

export const activationLink = async (deps: Deps, member: number): Promise<string> => {
  const token = await linkToken(deps, { member, kind: 'activation', lifeMs: ACTIVATION_HOURS * HOUR_MS })
  return `${publicUrl(deps.env)}/api/activate?token=${token}`
}

/** State of the page behind a link. An open page contains the member's language and no other data of the member. */
export const activationAsked = async (
  { read, now }: Pick<Deps, 'read' | 'now'>,
  token: string,
): Promise<{ state: 'open'; language: string } | { state: 'done' | 'invalid' }> => {
  const link = await read.account.token(hashToken(token), 'activation', now())
  const person = link && (await read.notices.person(link.member))
  if (person?.status === 'active') return { state: 'done' }
  if (link?.usedAt !== null || person?.status !== 'not_confirmed') return { state: 'invalid' }
  return { state: 'open', language: person.language }
}

/** @returns whether the account is active now; a used link returns true as well */
export const useActivation = (deps: Deps, token: string): Promise<boolean> =>
  deps.write(async (tx) => {
    const [hash, now] = [hashToken(token), deps.now()]
    const used = await tx.account.useToken(hash, 'activation', now)
    if (used) {
      await confirmAddress(tx, deps, used.member)
      tx.happened('confirmed')
    }
    const link = used ?? (await tx.account.token(hash, 'activation', now))
    return link !== undefined && (await tx.account.userById(link.member))?.status === 'active'
  })

/**
 * The link of a mail was used, so the address takes mail, also if it did not before [PROF-12]. Changes `not_confirmed` to `active`; accounts
 * in any other state stay as they are.
 */
export const confirmAddress = async (tx: Tx, deps: Deps, member: number): Promise<void> => {
  if (await tx.notices.forgetBounce(member)) await announce(tx, member, 'user', 0)
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
