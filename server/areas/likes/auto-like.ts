/**
 * A like for the pop-up [LIKE-6], never invented in a real member's name [LIKE-7]. It is a received like that no pop-up
 * has shown. Members with few likes may get one of a fictional profile, once a day, stored and labelled as such.
 */
import type { CallAnswer } from '#contract/calls.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { candidatesFor } from '../find/candidates.ts'
import { cardsOf } from '../find/cards.ts'
import { likeWithin, whyNoLike } from './like.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'settings'>

/** A member with at least this many likes gets no like of a fictional profile. */
const FEW = 5
const LOOKS_MAX = 10

export const autoLike = async (deps: Needs, member: number): Promise<CallAnswer<'auto_like.get'>> => {
  const { read, write, now, settings } = deps
  const at = now()
  const waiting = await write((tx) => takeWaiting(tx, member, at), [member])
  const liker = waiting ?? (await likeOfFictional(deps, member, at))
  const [profile] = liker === null ? [] : await cardsOf(read, [liker], member, at, settings().cdn_prefix)
  return profile ? { ...profile, profile } : null
}

/** The newest like that no pop-up has shown yet. */
const takeWaiting = async (tx: Tx, member: number, at: number): Promise<number | null> => {
  const liker = await tx.likes.unshown(member)
  if (liker === null) return null
  await tx.likes.show(liker, member, at)
  return liker
}

const likeOfFictional = async (deps: Needs, member: number, at: number): Promise<number | null> => {
  if ((await deps.read.likes.receivedUpTo(member, FEW)) >= FEW) return null
  // Check this before the search, which reads thousands of profiles: once a day, even if it finds nobody [SAFE-6].
  const isDue = await deps.write((tx) => tx.notices.once(`auto.like ${member}`, at, DAY_MS), [member])
  const liker = isDue ? await fittingFiction(deps, member, at) : null
  if (liker === null) return null
  return deps.write(
    async (tx) => {
      if (whyNoLike(await tx.find.relation(liker, member))) return null
      if (!(await likeWithin(tx, liker, member, at))) return null
      await tx.likes.show(liker, member, at)
      return liker
    },
    [liker, member],
  )
}

const fittingFiction = async (deps: Needs, member: number, at: number): Promise<number | null> => {
  const [best] = await candidatesFor(deps, member, at, {
    leavesOut: (row) => !row.fictional || row.liked || row.likesMe || row.talked || row.swiped,
    count: 1,
    looksMax: LOOKS_MAX,
  })
  return best?.row.id ?? null
}
