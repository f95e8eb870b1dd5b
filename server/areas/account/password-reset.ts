/** A new password by mail [ACC-9]. */
import type { CallParsed } from '#contract/calls.ts'
import { DAY_MS, RESETS_A_DAY } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { forgiveAttempt } from './attempts.ts'
import { isCommonPassword } from './common-passwords.ts'
import { confirmAddress } from './confirm.ts'
import { emailKey } from './email-key.ts'
import type { Entered } from './login.ts'
import { changePassword } from './password-change.ts'
import { beginSession, newToken, type Origin } from './session.ts'

/** Five a day for each account, counted from the first. */
export const askReset = async (
  deps: Deps,
  { email }: CallParsed<'password.reset'>['body'],
  from: Origin,
): Promise<Record<string, never> | Refusal> => {
  const limited = deps.rates('reset', from.address)
  if (limited) return limited
  return deps.write(async (tx) => {
    const user = await tx.account.userByEmail(emailKey(email))
    if (!user || user.status === 'deleted') return refuse('email_not_found')
    if (user.status === 'deleting') return refuse('email_being_deleted')
    const tooMany = await countReset(tx, user.email, deps.now())
    if (tooMany) return tooMany
    const job = { kind: 'mail.reset', payload: { member: user.id }, uniqueKey: `mail.reset:${user.id}` } as const
    await tx.jobs.add(job, deps.now())
    tx.jobWaits()
    return {}
  })
}

const countReset = async (tx: Tx, email: string, now: number): Promise<Refusal | null> => {
  const key = `reset ${hashToken(email)}`
  const before = await tx.account.attempts(key)
  const { count, since } = before && now - before.since < DAY_MS ? before : { count: 0, since: now }
  if (count >= RESETS_A_DAY) return refuse('reset_limit', { retry_after: Math.ceil((since + DAY_MS - now) / 1_000) })
  await tx.account.setAttempts(key, { count: count + 1, since, blockedUntil: 0, blocks: 0 })
  return null
}

/** Sets the password and logs in. Whoever had the old one is out, wherever they are. */
export const doReset = async (
  deps: Deps,
  { token, password }: CallParsed<'password.reset_do'>['body'],
  from: Origin,
): Promise<Entered | Refusal> => {
  const limited = deps.rates('link', from.address)
  if (limited) return limited
  const hash = hashToken(token)
  const link = await deps.read.account.token(hash, 'reset', deps.now())
  const member = link?.usedAt === null ? await deps.read.account.own(link.member) : undefined
  if (!member) return refuse('link_invalid')
  const known = { name: member.profile.name, email: member.user.email }
  if (isCommonPassword(password, known, deps.settings().name))
    return refuse('invalid_input', { fields: { password: 'password_common' } })

  const passwordHash = await deps.passwords.hash(password)
  const session = newToken(deps)
  return deps.write(async (tx) => {
    const now = deps.now()
    // Of two at once one has used it meanwhile.
    const used = await tx.account.useToken(hash, 'reset', now)
    const user = used && (await tx.account.userById(used.member))
    if (!user || user.status === 'deleting' || user.status === 'deleted') return refuse('link_invalid')
    await changePassword(tx, user.id, passwordHash, { keep: from.endedSession, now })
    // The link has proven that the address is theirs.
    await confirmAddress(tx, deps, user.id)
    await forgiveAttempt(tx, { email: user.email, address: null }, now)
    await beginSession(tx, user.id, session, now, from)
    return { member: user.id, token: session }
  })
}
