/** One-time links in mails. The server stores only their SHA-256 hash, so only the mail contains the token. */
import type { Deps } from '../../deps.ts'
import { hashToken } from '../../http/caller.ts'
import type { TokenKind } from './link-queries.ts'
import { newToken } from './session.ts'

type NewLink = {
  member: number
  kind: TokenKind
  lifeMs: number
  /** Data besides the member: a new address, a mailing list. */
  data?: string
}

/** @returns the token to put into a link */
export const linkToken = async (
  deps: Pick<Deps, 'write' | 'random' | 'now'>,
  { member, kind, lifeMs, data }: NewLink,
): Promise<string> => {
  const token = newToken(deps)
  await deps.write((tx) =>
    tx.account.addToken({
      hash: hashToken(token),
      userId: member,
      kind,
      data: data ?? null,
      expiresAt: deps.now() + lifeMs,
    }),
  )
  return token
}
