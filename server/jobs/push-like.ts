/** Sends a push about a like to the member's devices, if the member wants such pushes [PWA-5]. */
import type { PushAction } from '#contract/push.ts'
import type { PushSender } from '../adapters/push.ts'
import { cardsOf } from '../areas/find/cards.ts'
import { isMatch, likeStateOf } from '../areas/likes/like-view.ts'
import { whyNoLike } from '../areas/likes/like.ts'
import { wantsPush } from '../areas/notices/person.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { deliver, type Letter } from './push-deliver.ts'
import { isDetailedFor, payloadFor } from './push-payload.ts'
import { nameOf } from './push-words.ts'

export const pushLike =
  (deps: Deps, push: PushSender) =>
  ({ liker, member, endpoint }: JobPayload<'push.like'>): Promise<void> =>
    deliver(deps, push, {
      kind: 'like',
      recipient: member,
      endpoint,
      make: (person) => letterOf(deps, liker, person),
      again: (device, runAt) => ({ kind: 'push.like', payload: { liker, member, endpoint: device }, runAt }),
    })

const letterOf = async (deps: Deps, liker: number, person: PersonRow): Promise<Letter | null> => {
  const { read, now, settings } = deps
  if (person.status !== 'active' || !wantsPush(person, 'like')) return null
  // No push if the like was taken back, seen or hidden meanwhile.
  const state = likeStateOf(liker, await read.likes.statesWith(person.id, [liker]))
  if (!state.received?.like_new) return null
  const [profile] = await cardsOf(read, [liker], person.id, now(), settings().cdn_prefix)
  if (!profile?.exists) return null

  const { language } = person
  const isMutual = isMatch(state)
  const isDetailed = isDetailedFor(person)
  const path = isDetailed ? `/likes/m/${liker}` : '/likes'
  // No "like back" action in discreet mode: the notification does not show the profile.
  const mayLikeBack = isDetailed && !isMutual && whyNoLike(await read.find.relation(person.id, liker)) === null
  const likeBack: PushAction = { action: 'like', title: serverText(language, 'push.action_like'), navigate: path }
  const { at } = state.received
  const payload = await payloadFor(deps, person, {
    ...(isDetailed
      ? {
          title: nameOf(profile, language),
          body: serverText(language, isMutual ? 'push.match_from' : 'push.like_from'),
        }
      : {
          title: settings().name,
          body: serverText(language, profile.fictional ? 'push.like_fictional' : 'push.like'),
        }),
    tag: 'likes',
    path,
    at,
    actions: mayLikeBack ? [likeBack] : [],
    data: { profile },
  })
  return payload && { payload, topic: 'likes', since: at }
}
