/** An address takes no mail any more, or its owner called one spam: what is not needed is not sent there again. */
import { timingSafeEqual } from 'node:crypto'
import type { CallParsed } from '#contract/calls.ts'
import type { Deps, Tx } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { emailKey } from '../account/email-key.ts'
import { announce } from '../feed/announce.ts'
import type { DisabledReason } from './queries.ts'

/** @param email of which nothing is known but that it bounced; an address of nobody is no error */
export const noteUndeliverable = async (
  tx: Pick<Tx, 'account' | 'notices' | 'feed' | 'changed'>,
  email: string,
  reason: DisabledReason,
): Promise<void> => {
  const user = await tx.account.userByEmail(emailKey(email))
  if (user && (await tx.notices.disableMail(user.id, reason))) await announce(tx, user.id, 'user', 0)
}

/** Told by whoever runs the mail. Without the secret of the environment the call is not there. */
export const takeFeedback = async (
  { env, write }: Pick<Deps, 'env' | 'write'>,
  { secret, email, kind }: CallParsed<'mail.feedback'>['body'],
): Promise<Record<string, never> | Refusal> => {
  if (env.MAIL_FEEDBACK_SECRET === undefined || !isEqual(secret, env.MAIL_FEEDBACK_SECRET)) return refuse('not_found')
  await write((tx) => noteUndeliverable(tx, email, kind === 'bounce' ? 'bounce' : 'fbl'))
  return {}
}

/** Of hashes, which are of one length: how long the comparison takes tells nothing. */
const isEqual = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(one)), Buffer.from(hashToken(other)))
