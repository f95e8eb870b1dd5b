/** Login by e-mail and password [ACC-8]. An unknown address costs the same work as a wrong password. */
import type { CallParsed } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { beginAttempt, forgiveAttempt, loginCounts, takeBackAttempt } from './attempts.ts'
import { emailKey } from './email-key.ts'
import { beginSession, noticeOfLogin, type NewLogin, type Origin, knownDeviceOf } from './session.ts'

/** A full password queue has room again within seconds. */
const BUSY_SECONDS = 3

export const serverBusy = (): Refusal => refuse('server_busy', { retry_after: BUSY_SECONDS })

export const logIn = async (
  deps: Deps,
  { email: typed, password }: CallParsed<'user.login'>['body'],
  from: Origin,
): Promise<NewLogin | Refusal> => {
  const email = emailKey(typed)
  const user = await deps.read.account.userByEmail(email)
  const device = user ? await knownDeviceOf(deps.read, user.id, from.devices) : null
  // One address may belong to a whole carrier, so the limit counts per account and address.
  const limited = await deps.bus.use('login', device ?? `${hashToken(email)} ${from.address}`)
  if (limited) return limited
  const line = device === null ? 'unknown' : 'known'
  // Check this before any write, so that refusing a flood costs two reads only.
  if (!deps.passwords.hasRoom(line)) return serverBusy()
  const counts = loginCounts(deps, { door: 'login', email, address: from.address, device })
  const blocked = await beginAttempt(deps, counts)
  if (blocked) return blocked

  const fits = await deps.passwords.verify(user?.passwordHash, password, line)
  if (fits === null) {
    await takeBackAttempt(deps, counts)
    return serverBusy()
  }
  if (!fits || !user) return refuse('login_failed')
  return deps.write(async (tx) => {
    const current = await tx.account.userById(user.id)
    // A password reset during the check has made this password wrong.
    if (current?.passwordHash !== user.passwordHash || current.status === 'deleted') return refuse('login_failed')
    await forgiveAttempt(tx, counts)
    if (current.status === 'deleting') return refuse('email_being_deleted')
    tx.happened('logged_in')
    return beginSession(tx, deps, user.id, from, await noticeOfLogin(tx, user.id, from, deps.now()))
  })
}
