/** The link in the activation mail [ACC-6]: sent at signup and on demand, lives 48 hours, works once. */
import { ACTIVATION_HOURS, HOUR_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import type { NewJob } from '../../jobs/kinds.ts'
import { announceStanding } from '../feed/announce.ts'
import { linkToken } from './links.ts'

/** One waits at a time, however often the button is pressed. */
export const activationJob = (member: number): NewJob => ({
  kind: 'mail.activation',
  payload: { member },
  uniqueKey: `mail.activation:${member}`,
})

export const sendActivation = async (deps: Deps, caller: Caller): Promise<Record<string, never> | Refusal> => {
  if (caller.status !== 'not_confirmed') return refuse('already_confirmed')
  await deps.write(async (tx) => {
    await tx.jobs.add(activationJob(caller.id), deps.now())
    tx.jobWaits()
  })
  return {}
}

/** The link of the mail. */
export const activationLink = async (deps: Deps, member: number): Promise<string> => {
  const token = await linkToken(deps, { member, kind: 'activation', lifeMs: ACTIVATION_HOURS * HOUR_MS })
  return `${publicUrl(deps.env)}/api/activate?token=${token}`
}

/** @returns whether the link was good */
export const useActivation = (deps: Deps, token: string): Promise<boolean> =>
  deps.write(async (tx) => {
    const used = await tx.account.useToken(hashToken(token), 'activation', deps.now())
    if (!used) return false
    if (await tx.account.activate(used.member)) await announceStanding(tx, used.member)
    return true
  })
