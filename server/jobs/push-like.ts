/** Sends a push about a like to the member's devices, if the member wants such pushes [PWA-5]. */
import type { PushAction } from '#contract/push.ts'
import { cardsFrom } from '../areas/find/cards.ts'
import { isMatch, likeStateFrom, whyNoLike } from '../areas/likes/like.ts'
import { mayStillSend } from '../areas/safety/may-still-send.ts'
import { serverText } from '../texts.ts'
import { pushJob } from './push-deliver.ts'
import { isDetailedFor } from './push-payload.ts'
import { nameOf } from './push-words.ts'

export const pushLike = pushJob('like', async (deps, person, { liker }) => {
  const { read, now, settings } = deps
  if (person.status !== 'active') return null
  // No push if the like has been taken back, seen or hidden.
  const found = await read.find.cardsAndLikes([liker], person.id)
  const state = likeStateFrom(liker, found[0]?.receivedLike, found[0]?.sentLike)
  if (!state.received?.like_new || !(await mayStillSend(deps, liker, 'contact'))) return null
  const [profile] = cardsFrom(found, [liker], person.id, now(), settings().cdn_prefix)
  if (!profile?.exists) return null

  const { language } = person
  const isMutual = isMatch(state)
  const isDetailed = isDetailedFor(person)
  const path = isDetailed ? `/likes/m/${liker}` : '/likes'
  // No "like back" action in discreet mode: the notification does not show the profile.
  const mayLikeBack = isDetailed && !isMutual && whyNoLike(await read.find.relation(person.id, liker)) === null
  const likeBack: PushAction = { action: 'like', title: serverText(language, 'push.action_like'), navigate: path }
  const { at } = state.received
  return {
    ...(isDetailed
      ? {
          names: liker,
          title: nameOf(profile, language),
          body: serverText(language, isMutual ? 'push.match_from' : 'push.like_from'),
        }
      : {
          title: settings().name,
          body: serverText(language, profile.fictional ? 'push.like_fictional' : 'push.like'),
        }),
    path,
    at,
    actions: mayLikeBack ? [likeBack] : [],
    data: { profile },
  }
})
