/** Stops optional mail to an address that bounced, or whose owner reported spam. */
import { timingSafeEqual } from 'node:crypto'
import type { CallParsed } from '#contract/calls.ts'
import type { DisabledReason } from '#contract/entities/user.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { emailKey } from '../account/email-key.ts'
import { endBouncedChange } from '../account/mail-change.ts'
import { announce } from '../feed/announce.ts'

/** @param email the address that bounced: of a member, or the new one of a change [ACC-11]; an unknown address is no error */
export const noteUndeliverable = async (
  tx: Pick<Tx, 'account' | 'notices' | 'feed' | 'changed'>,
  email: string,
  reason: DisabledReason,
  now: number,
): Promise<void> => {
  const user = await tx.account.userByEmail(emailKey(email))
  if (reason === 'bounce') await endBouncedChange(tx, emailKey(email), now)
  if (user && (await tx.notices.disableMail(user.id, reason))) await announce(tx, user.id, 'user', 0)
}

/** Called by the mail provider. Without the secret of the environment the call does not exist. */
export const takeFeedback = async (
  { env, write, now }: Pick<Deps, 'env' | 'write' | 'now'>,
  { secret, email, kind }: CallParsed<'mail.feedback'>['body'],
): Promise<Record<string, never> | Refusal> => {
  if (env.MAIL_FEEDBACK_SECRET === undefined || !isEqual(secret, env.MAIL_FEEDBACK_SECRET)) return refuse('not_found')
  await write((tx) => noteUndeliverable(tx, email, kind === 'bounce' ? 'bounce' : 'fbl', now()))
  return {}
}

/** Compares hashes of equal length, so that the duration of the comparison reveals nothing. */
const isEqual = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)))
