/** Like and unlike: idempotent, so that a queue may deliver them twice [LIKE-2]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Deps, Tx } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { announce } from '../feed/announce.ts'
import type { RelationRow } from '../find/queries.ts'
import { visibilityOf } from '../find/visibility.ts'
import { isMatch, likeStateOf } from './like-view.ts'

type Answer = CallAnswer<'likes.put'>

export const like = async (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  member: number,
  profile: number,
): Promise<Answer | Refusal> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(async (tx) => {
    const relation = await tx.find.relation(member, profile)
    const refusal = whyNot(relation)
    if (refusal) return refusal
    if (await tx.likes.put(member, profile, now())) await announceBoth(tx, member, profile)
    return answerOf(tx, member, profile)
  })
}

export const unlike = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  profile: number,
): Promise<Answer | Refusal> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(async (tx) => {
    if (!(await tx.find.relation(member, profile))) return refuse('not_found')
    if (await tx.likes.remove(member, profile)) await announceBoth(tx, member, profile)
    return answerOf(tx, member, profile)
  })
}

/** Opening a profile: the like from there is no longer new [LIKE-4]. @returns why not, or null where it is done */
export const seeLike = async (
  { write }: Pick<Deps, 'write'>,
  member: number,
  profile: number,
): Promise<Refusal | null> => {
  if (profile === member) return refuse('self_not_allowed')
  return write(async (tx) => {
    if (!(await tx.find.relation(member, profile))) return refuse('not_found')
    if (await tx.likes.see(profile, member)) await announce(tx, member, 'like', profile)
    return null
  })
}

const whyNot = (relation: RelationRow | undefined): Refusal | null => {
  if (!relation) return refuse('not_found')
  if (relation.blockedByMe) return refuse('blocking')
  if (relation.status === 'deleting' || relation.status === 'deleted') return refuse('recipient_deleted')
  const visibility = visibilityOf(relation)
  if (visibility === 'blocked') return refuse('blocked', { name: relation.name })
  return visibility === 'visible' ? null : refuse('not_found')
}

/** Both hear of it in the same transaction, so a match is one on both sides at the same moment [LIKE-2]. */
const announceBoth = async (tx: Tx, member: number, profile: number): Promise<void> => {
  await announce(tx, profile, 'like', member)
  await announce(tx, member, 'like', profile)
}

const answerOf = async (tx: Tx, member: number, profile: number): Promise<Answer> => {
  const state = likeStateOf(profile, await tx.likes.statesWith(member, [profile]))
  return { like: state, match: isMatch(state) }
}
