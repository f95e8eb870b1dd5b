/** A password change with the old password or a passkey [ACC-10], and the effects of every new password. */
import type { CallParsed } from '#contract/calls.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { checkOwner } from './check-owner.ts'
import { isCommonPassword } from './common-passwords.ts'
import { serverBusy } from './login.ts'
import { newToken, revokeSessions, sessionEnd, type NewLogin, rememberDevice } from './session.ts'

/** This session gets a new token and keeps its push subscription and open pages. All other sessions end. */
export const replacePassword = async (
  deps: Deps,
  { old_password, passkey, password }: CallParsed<'password.change'>['body'],
  caller: Caller,
  knownTokens: readonly string[],
): Promise<NewLogin | Refusal> => {
  const wrong = await checkOwner(deps, caller, { password: old_password, passkey }, 'old_password')
  if (wrong) return wrong
  const own = await deps.read.account.own(caller.id)
  if (!own) return refuse('authentication_required')
  const known = { name: own.profile.name, email: own.user.email }
  if (isCommonPassword(password, known, deps.settings().name))
    return refuse('invalid_input', { fields: { password: 'password_common' } })

  const passwordHash = await deps.passwords.hash(password, 'known')
  if (passwordHash === null) return serverBusy()
  const token = newToken(deps)
  const devices = await deps.write(async (tx) => {
    const now = deps.now()
    // A password reset in between has ended this session. The new password of the reset stays.
    const session = await tx.account.sessionByHash(caller.sessionHash, now)
    if (!session || session.revokedAt !== null) return null
    await changePassword(tx, caller.id, passwordHash, { keep: caller.sessionHash, devices: knownTokens, now })
    await tx.account.renameSession(caller.sessionHash, hashToken(token), sessionEnd(now))
    await tx.jobs.add({ kind: 'mail.password_notice', payload: { member: caller.id, at: now } }, now)
    return rememberDevice(tx, deps, caller.id, knownTokens)
  })
  if (devices === null) return refuse('authentication_required', { revoked: true })
  deps.bus.renameSession(caller.id, caller.sessionHash, hashToken(token))
  return { member: caller.id, token, devices }
}

/**
 * Ends all sessions except `keep`, and every link that someone with the old password may have requested. The account
 * forgets all devices except those in `devices`.
 */
export const changePassword = async (
  tx: Tx,
  member: number,
  passwordHash: string,
  { keep, devices, now }: { keep: string | null; devices: readonly string[]; now: number },
): Promise<void> => {
  await tx.account.setPassword(member, passwordHash)
  await tx.account.useTokensOf(member, 'reset', now)
  await dropMailChange(tx, member, now)
  await revokeSessions(tx, member, keep, now)
  await tx.account.forgetDevices(member, devices.map(hashToken))
}

/** One address change may wait at a time. Its link stops working as well, and a bounce of its mail is no longer of interest. */
export const dropMailChange = async (tx: Tx, member: number, now: number): Promise<void> => {
  await tx.jobs.drop(mailChangeKey(member))
  for (const kind of ['mail_change', 'new_address', 'bounced_address'] as const)
    await tx.account.useTokensOf(member, kind, now)
}

export const mailChangeKey = (member: number): string => `mail.mail_change:${member}`
