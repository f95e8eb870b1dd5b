/** The link in the activation mail [ACC-6]: lives 48 hours, and takes effect once however often its button is pressed. */
import { ACTIVATION_HOURS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { hashToken } from '../../http/caller.ts'
import type { NewJob } from '../../jobs/kinds.ts'
import { confirmAddress } from './confirm.ts'
import { linkToken } from './links.ts'

/** How long a new member may take over the steps of signup before the mail goes out all the same. */
const DELAY_MS = 30 * MINUTE_MS

/** One waits at a time, however often the button is pressed. */
export const activationJob = (member: number): NewJob => ({
  kind: 'mail.activation',
  payload: { member },
  uniqueKey: `mail.activation:${member}`,
})

/** The same for who leaves signup half done: the stream that completes it brings it forward [ACC-7]. */
export const delayedActivationJob = (member: number, now: number): NewJob => ({
  ...activationJob(member),
  runAt: now + DELAY_MS,
})

/** The link of the mail. */
export const activationLink = async (deps: Deps, member: number): Promise<string> => {
  const token = await linkToken(deps, { member, kind: 'activation', lifeMs: ACTIVATION_HOURS * HOUR_MS })
  return `${publicUrl(deps.env)}/api/activate?token=${token}`
}

/** The page behind a link that can still confirm its account: its language, and nothing else about the member. */
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

/** @returns whether the link was good: also a second time, once the account it is for is confirmed */
export const useActivation = (deps: Deps, token: string): Promise<boolean> =>
  deps.write(async (tx) => {
    const [hash, now] = [hashToken(token), deps.now()]
    const used = await tx.account.useToken(hash, 'activation', now)
    if (used) await confirmAddress(tx, deps, used.member)
    const link = used ?? (await tx.account.token(hash, 'activation', now))
    return link !== undefined && (await tx.account.userById(link.member))?.status === 'active'
  })
