/**
 * [ACC-7] The four steps that complete a signup, or send its activation mail again. The stream reports the start and the
 * end of each step. It reports the last one as done only when the mail server has accepted the mail.
 */
import type { ActivationStep, ActivationProgress } from '#contract/activation.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { SIGNUP_STEPS } from '#contract/limits.ts'
import { isOldEnough } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import type { Deps } from '../../deps.ts'
import { announce } from '../feed/announce.ts'
import { activationJob } from './activation.ts'
import { giveFirstCredits } from './mailbox.ts'

/** The match finder [FIND-5]. Its result is shown on the next screen. */
export type FindMatches = (deps: Deps, member: number) => Promise<unknown>

/** The stream waits at most 20 s for the mail server. The job retries afterwards. */
const LOOKS = 100
const LOOK_MS = 200

type Needs = { deps: Deps; member: number; findMatches: FindMatches; signal: AbortSignal }

/** @returns the error that stops the step, or null after success */
type Work = (needs: Needs) => Promise<ErrorCode | null>

const checkProfile: Work = async ({ deps, member }) => {
  const row = await deps.read.account.own(member)
  if (!row) return 'activation_failed'
  if (row.user.status !== 'not_confirmed') return 'already_confirmed'
  const { birthDate, country, name } = row.profile
  const today = todayIn(country, deps.now())
  return name !== '' && isOldEnough(birthDate, today, deps.settings().min_age) ? null : 'activation_failed'
}

/** Completes the signup steps, also skipped ones, and adds the first credits if they are missing. */
const createAccount: Work = async ({ deps, member }) => {
  await deps.write(async (tx) => {
    const user = await tx.account.userById(member)
    const mailbox = user?.mailbox ?? null
    await giveFirstCredits(tx, { member, mailbox }, deps.settings().signup_credits, deps.now())
    const step = user?.settings.signup_step ?? null
    if (step === null || step >= SIGNUP_STEPS) return
    await tx.account.setSignupStep(member, SIGNUP_STEPS)
    await announce(tx, member, 'user', 0)
  })
  return null
}

const lookForMatches: Work = async ({ deps, member, findMatches }) => {
  await findMatches(deps, member)
  return null
}

const sendMail: Work = async (needs) => {
  const { deps, member } = needs
  const job = await deps.write(async (tx) => {
    // Whoever sends the mail once more has seen that the last one came back. If this one does too, that is news again [PROF-12].
    if (await tx.notices.forgetBounce(member)) await announce(tx, member, 'user', 0)
    const id = await tx.jobs.addDue(activationJob(member), deps.now())
    return id
  })
  if ((await endOf(job, needs)) !== 'done') return 'activation_failed'
  await deps.write(async (tx) => {
    // Signup is complete: the member only has to open the mail.
    if (((await tx.account.userById(member))?.settings.signup_step ?? null) === null) return
    await tx.account.setSignupStep(member, null)
    await announce(tx, member, 'user', 0)
  })
  return null
}

const endOf = async (job: number, { deps, signal }: Needs): Promise<'waiting' | 'failed' | 'done'> => {
  for (let look = 0; look < LOOKS && !signal.aborted; look += 1) {
    const state = await deps.read.jobs.stateOf(job)
    if (state !== 'waiting') return state
    await deps.pause(LOOK_MS)
  }
  return deps.read.jobs.stateOf(job)
}

const WORK: [ActivationStep, Work][] = [
  ['checking_profile', checkProfile],
  ['creating_account', createAccount],
  ['finding_matches', lookForMatches],
  ['sending_mail', sendMail],
]

export const activationSteps = async function* (needs: Needs): AsyncGenerator<ActivationProgress> {
  for (const [step, work] of WORK) {
    yield { state: 'begun', step }
    const error = await attempt(work, needs)
    if (error !== null) {
      yield { state: 'failed', step, error }
      return
    }
    yield { state: 'done', step }
  }
}

const attempt = async (work: Work, needs: Needs): Promise<ErrorCode | null> => {
  try {
    return await work(needs)
  } catch (error) {
    // The response has begun, so its status cannot report the error any more [SHELL-5].
    if (!needs.signal.aborted) needs.deps.log.error({ err: error }, 'activation failed')
    return 'activation_failed'
  }
}
