/** Blocking: neither sees the other's profile or can write [CHAT-9]; both sides' devices hear of it. */
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce, announceToBoth } from '../feed/announce.ts'

/** @returns why not, or null where it is done; so for `unblock` */
export const block = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  member: number,
  profile: number,
): Promise<Refusal | null> => change(write, member, profile, (tx) => tx.likes.block(member, profile, now()))

export const unblock = ({ write }: Pick<Deps, 'write'>, member: number, profile: number): Promise<Refusal | null> =>
  change(write, member, profile, (tx) => tx.likes.unblock(member, profile))

/** @param apply answers whether it changed anything; a repeat is told to nobody */
const change = async (
  write: Deps['write'],
  member: number,
  profile: number,
  apply: (tx: Tx) => boolean | Promise<boolean>,
): Promise<Refusal | null> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(async (tx) => {
    if (!(await tx.find.relation(member, profile))) return refuse('not_found')
    if (await apply(tx)) await announcePair(tx, member, profile)
    return null
  })
}

/** The profile page, the conversation where there is one, and the likes, which a block hides. */
const announcePair = async (tx: Tx, member: number, profile: number): Promise<void> => {
  const pair = { low: Math.min(member, profile), high: Math.max(member, profile) }
  const conversation = await tx.chat.conversationOf(pair)
  for (const [one, other] of [
    [member, profile],
    [profile, member],
  ] as const) {
    await announce(tx, one, 'profile', other)
    await announce(tx, one, 'like', other)
  }
  if (conversation) await announceToBoth(tx, [member, profile], 'chat', conversation.id)
}
