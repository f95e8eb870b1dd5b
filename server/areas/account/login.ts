/** Login by e-mail and password [ACC-8]. An unknown address costs the same work as a wrong password. */
import type { CallParsed } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { emailKey } from './email-key.ts'
import { beginSession, newToken, type Origin } from './session.ts'

export const logIn = async (
  deps: Deps,
  { email, password }: CallParsed<'user.login'>['body'],
  from: Origin,
): Promise<{ member: number; token: string } | Refusal> => {
  const user = await deps.read.account.userByEmail(emailKey(email))
  const fits = await deps.passwords.verify(user?.passwordHash, password)
  if (!fits || !user || user.status === 'deleted') return refuse('login_failed')
  if (user.status === 'deleting') return refuse('email_being_deleted')
  const token = newToken(deps)
  await deps.write((tx) => beginSession(tx, user.id, token, deps.now(), from))
  return { member: user.id, token }
}
