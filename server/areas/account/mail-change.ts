/** A change of e-mail address [ACC-11]: needs the password or a passkey, notifies the old address, is confirmed by a link to the new. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { DAY_MS, HOUR_MS, MAIL_CHANGE_HOURS, MAIL_UNDO_DAYS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce } from '../feed/announce.ts'
import { beginAttempt, unprovenMails } from './attempts.ts'
import { checkOwner } from './check-owner.ts'
import { confirmAddress } from './activation.ts'
import { emailKey, hasDomain, isDisposable } from './email-key.ts'
import { dropMailChange, mailChangeKey } from './password-change.ts'

export const askMailChange = async (
  deps: Deps,
  { email, ...proof }: CallParsed<'mail_change.ask'>['body'],
  caller: Caller,
  address: string,
): Promise<Record<string, never> | Refusal> => {
  if (!hasDomain(email)) return refuse('invalid_input', { fields: { email: 'email_invalid' } })
  if (isDisposable(email, deps.settings())) return refuse('invalid_input', { fields: { email: 'email_disposable' } })
  const wrong =
    (await checkOwner(deps, caller, proof)) ??
    (await beginAttempt(deps, unprovenMails(deps, 'mail change', { email: emailKey(email), address })))
  if (wrong) return wrong
  return deps.write(async (tx) => {
    const [to, now, member] = [emailKey(email), deps.now(), caller.id]
    const user = await tx.account.userById(member)
    if (user?.email === to) return refuse('invalid_input', { fields: { email: 'email_own' } })
    const taken = await whyTaken(tx, to, member, now)
    if (taken) return taken
    // The newest request replaces earlier ones.
    await dropMailChange(tx, member, now)
    // The account no longer shows that the mail to another address came back.
    await announce(tx, member, 'user', 0)
    const change = {
      kind: 'mail.mail_change',
      payload: { member, email: to },
      uniqueKey: mailChangeKey(member),
    } as const
    await tx.jobs.add(change, now)
    // A stranger may have the mailbox of an address that nobody has confirmed: the link of the mail must not give them the account.
    if (user?.status === 'active')
      await tx.jobs.add({ kind: 'mail.mail_change_notice', payload: { member, email: user.email, at: now } }, now)
    return {}
  })
}

export const doMailChange = async (deps: Deps, token: string): Promise<CallAnswer<'mail_change.do'> | Refusal> =>
  deps.write(async (tx) => {
    const [hash, now] = [hashToken(token), deps.now()]
    const link = await tx.account.token(hash, 'mail_change', now)
    const user = link && (await tx.account.userById(link.member))
    const email = link?.data ?? null
    if (!user || email === null || user.status === 'deleting' || user.status === 'deleted')
      return refuse('link_invalid')
    // The first answer was lost, or the member opens the link again: a refusal would say that the address has not changed.
    if (link.usedAt !== null) return user.email === email ? { email } : refuse('link_invalid')
    const taken = await whyTaken(tx, email, user.id, now)
    if (taken) return taken
    if (user.status === 'active') await reserveAddress(tx, user, now)
    // The change also ends other requests, and a reset link that was sent to the old address.
    await dropMailChange(tx, user.id, now)
    await tx.account.useTokensOf(user.id, 'reset', now)
    // Bounces and complaints were about the old address. An unsubscription still applies.
    await tx.account.setEmail(
      user.id,
      email,
      user.notificationsDisabled.filter((reason) => reason === 'listunsubscribe'),
    )
    await announce(tx, user.id, 'user', 0)
    await confirmAddress(tx, deps, user.id)
    return { email }
  })

const whyTaken = async (tx: Tx, email: string, member: number, now: number): Promise<Refusal | null> => {
  const other = await tx.account.userByEmail(email)
  if (other) return refuse(other.status === 'deleting' ? 'email_being_deleted' : 'email_taken')
  const reservedFor = await addressReservedFor(tx, email, now)
  return reservedFor === null || reservedFor === member ? null : refuse('email_taken')
}

/** A bounce may be reported later, and says only the address. If several members ask for one address, the app tells the last of them. */
export const noteNewAddress = (tx: Tx, member: number, email: string, now: number): Promise<void> =>
  tx.account.replaceToken({
    hash: newAddressHash(email),
    userId: member,
    kind: 'new_address',
    data: email,
    expiresAt: now + MAIL_CHANGE_HOURS * HOUR_MS,
  })

const newAddressHash = (email: string): string => hashToken(`new address ${email}`)

/** How long the app says that the mail to a new address came back. */
const BOUNCE_SHOWN_DAYS = 7

/**
 * Ends a change whose mail came back: the member reads why no mail arrives, and the address stays [ACC-11].
 * @param email in the spelling of `emailKey`
 */
export const endBouncedChange = async (
  tx: Pick<Tx, 'account' | 'feed' | 'changed'>,
  email: string,
  now: number,
): Promise<void> => {
  const hash = newAddressHash(email)
  const asked = await tx.account.useToken(hash, 'new_address', now)
  if (!asked) return
  await tx.account.useTokensOf(asked.member, 'mail_change', now)
  const expiresAt = now + BOUNCE_SHOWN_DAYS * DAY_MS
  await tx.account.replaceToken({ hash, userId: asked.member, kind: 'bounced_address', data: email, expiresAt })
  await announce(tx, asked.member, 'user', 0)
}

/** While the link in its mail can bring the old address back, no other account gets that address. */
const reserveAddress = (tx: Tx, { id, email }: { id: number; email: string }, now: number): Promise<void> =>
  tx.account.replaceToken({
    hash: hashToken(email),
    userId: id,
    kind: 'old_address',
    data: null,
    expiresAt: now + MAIL_UNDO_DAYS * DAY_MS,
  })

/** The member who had this address until a few days ago, or null. */
export const addressReservedFor = async (tx: Tx, email: string, now: number): Promise<number | null> =>
  (await tx.account.token(hashToken(email), 'old_address', now))?.member ?? null
