/** Login by e-mail and password [ACC-8]. An unknown address costs the same work as a wrong password. */
import type { CallParsed } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { beginAttempt, countedAddress, forgiveAttempt } from './attempts.ts'
import { emailKey } from './email-key.ts'
import { beginSession, newToken, type Origin } from './session.ts'

export type Entered = { member: number; token: string }

export const logIn = async (
  deps: Deps,
  { email, password }: CallParsed<'user.login'>['body'],
  from: Origin,
): Promise<Entered | Refusal> => {
  const limited = deps.rates('login', from.address)
  if (limited) return limited
  const tried = { email: emailKey(email), address: countedAddress(deps.env, from.address) }
  const blocked = await beginAttempt(deps, tried)
  if (blocked) return blocked

  const user = await deps.read.account.userByEmail(tried.email)
  const fits = await deps.passwords.verify(user?.passwordHash, password)
  if (!fits || !user) return refuse('login_failed')
  const token = newToken(deps)
  return deps.write(async (tx) => {
    const now = deps.now()
    const current = await tx.account.userById(user.id)
    // A reset that came in between has made it a wrong one.
    if (current?.passwordHash !== user.passwordHash || current.status === 'deleted') return refuse('login_failed')
    await forgiveAttempt(tx, tried, now)
    if (current.status === 'deleting') return refuse('email_being_deleted')
    await beginSession(tx, user.id, token, now, from)
    return { member: user.id, token }
  })
}
