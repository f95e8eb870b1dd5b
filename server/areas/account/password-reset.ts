/** A password reset by mail [ACC-9]. */
import type { CallParsed } from '#contract/calls.ts'
import { DAY_MS, REACTIVATION_DAYS, RESETS_A_DAY } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { networkHash } from '../../http/address.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce } from '../feed/announce.ts'
import { endBlocks, UNPROVEN_MAILS } from './attempts.ts'
import { isCommonPassword } from './common-passwords.ts'
import { confirmAddress } from './activation.ts'
import { emailKey } from './email-key.ts'
import { withWindowAttempt } from './lockout.ts'
import { serverBusy } from './login.ts'
import { isStillNew, noticeOfPasskey, passkeyNameOf, passkeyOfReset, storePasskey } from './passkeys.ts'
import { changePassword } from './password-change.ts'
import { beginSession, type NewLogin, type Origin, knownDeviceOf } from './session.ts'

/**
 * Five a day per network or known device: requests from elsewhere never use up the owner's. After the
 * `UNPROVEN_MAILS` for unknown devices at most one is sent in half an hour, so that nobody can flood a mailbox. The answer stays
 * the same: the owner has a mail whose link still works for at least half an hour.
 */
export const askReset = async (
  deps: Deps,
  { email: typed }: CallParsed<'password.reset'>['body'],
  from: Origin,
): Promise<Record<string, never> | Refusal> => {
  const email = emailKey(typed)
  const known = await deps.read.account.userByEmail(email)
  const device = known ? await knownDeviceOf(deps.read, known.id, from.devices) : null
  const limited = await deps.bus.use('reset', device ?? from.address)
  if (limited) return limited
  return deps.write(async (tx) => {
    const now = deps.now()
    const user = await tx.account.userByEmail(email)
    if (!user || user.status === 'deleted') return refuse('email_not_found')
    const isLeaving = user.status === 'deleting'
    const account = `reset ${hashToken(email)}`
    const asker = device === null ? `from ${networkHash(deps, from.address)}` : `device ${device}`
    const tooMany = await countReset(tx, `${account} ${asker}`, now)
    if (tooMany) return tooMany
    const answer = isLeaving ? refuse('email_being_deleted') : {}
    if (device === null && !(await maySendMail(tx, `${account} mails`, now))) return answer
    // A member who has lost the mail with the link that restores the account gets it again [ACC-12].
    const kind = isLeaving ? 'mail.deletion' : 'mail.reset'
    await tx.jobs.add({ kind, payload: { member: user.id }, uniqueKey: `${kind}:${user.id}` }, now)
    return answer
  })
}

const countReset = async (tx: Tx, key: string, now: number): Promise<Refusal | null> => {
  const before = await tx.account.attempts(key)
  if (before && before.blockedUntil > now)
    return refuse('reset_limit', { retry_after: Math.ceil((before.blockedUntil - now) / 1_000) })
  await tx.account.setAttempts(key, withWindowAttempt(before, now, { count: RESETS_A_DAY, ms: DAY_MS }))
  return null
}

const maySendMail = async (tx: Tx, key: string, now: number): Promise<boolean> => {
  const before = await tx.account.attempts(key)
  if (before && before.blockedUntil > now) return false
  await tx.account.setAttempts(key, withWindowAttempt(before, now, UNPROVEN_MAILS))
  return true
}

/**
 * Brings the old address back [ACC-11], and the account if it is being deleted. Links to addresses that came later end; those to
 * earlier ones still work, so who took the account cannot end the owner's.
 */
const undoMailChange = async (tx: Tx, hash: string, now: number) => {
  const used = await tx.account.useToken(hash, 'mail_undo', now)
  if (!used) return null
  const { member, data: email } = used
  await tx.account.useTokensFrom(member, 'mail_undo', used.expiresAt, now)
  if (await tx.leaving.comeBack(member, now - REACTIVATION_DAYS * DAY_MS)) await tx.leaving.forgetLinks(member)
  const user = await tx.account.userById(member)
  if (!user || email === null || user.email === email) return user
  // An address is reserved as long as its link works, so no other account has it.
  if (await tx.account.userByEmail(email)) return null
  await tx.account.setEmail(member, email, user.notificationsDisabled)
  await announce(tx, member, 'user', 0)
  return { ...user, email }
}

/**
 * Sets a password or a passkey [ACC-20], and logs in. Ends all other sessions, and removes every earlier way to log in: whoever resets has
 * lost one, perhaps to somebody else.
 */
export const doReset = async (
  deps: Deps,
  { token, password, passkey: answer }: CallParsed<'password.reset_do'>['body'],
  from: Origin,
): Promise<NewLogin | Refusal> => {
  const limited = await deps.bus.use('link', from.address)
  if (limited) return limited
  const hash = hashToken(token)
  const link = await deps.read.account.resetToken(hash, deps.now())
  const member = link?.usedAt === null ? await deps.read.account.own(link.member) : undefined
  if (!member) return refuse('link_invalid')
  const known = { name: member.profile.name, email: member.user.email }
  if (password !== undefined && isCommonPassword(password, known, deps.settings().name))
    return refuse('invalid_input', { fields: { password: 'password_common' } })

  const passkey = answer && (await passkeyOfReset(deps, token, answer))
  if (passkey === null) return refuse('passkey_refused')
  const passwordHash = password === undefined ? '' : await deps.passwords.hash(password, 'known')
  if (passwordHash === null) return serverBusy()
  return deps.write(async (tx) => {
    const now = deps.now()
    if (passkey && !(await isStillNew(tx, passkey))) return refuse('passkey_refused')
    // A parallel request may have used the link before this one.
    const used = await tx.account.useToken(hash, 'reset', now)
    const undone = used ? null : await undoMailChange(tx, hash, now)
    const user = undone ?? (used && (await tx.account.userById(used.member)))
    if (!user || user.status === 'deleting' || user.status === 'deleted') return refuse('link_invalid')
    await changePassword(tx, user.id, passwordHash, { keep: from.endedSession, devices: from.devices, now })
    await tx.account.dropPasskeysOf(user.id)
    if (passkey) {
      await storePasskey(tx, user.id, passkey, { name: passkeyNameOf(from.userAgent), now })
      await noticeOfPasskey(tx, user.id, now)
    }
    // The link has proven that the member owns the address.
    await confirmAddress(tx, deps, user.id)
    await endBlocks(tx, 'login', user.email)
    return beginSession(tx, deps, user.id, from)
  })
}
