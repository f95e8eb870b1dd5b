/** Tells the devices of a member that someone likes them, where they want to hear of it [PWA-5]. */
import type { PushSender } from '../adapters/push.ts'
import { isMatch, likeStateOf } from '../areas/likes/like-view.ts'
import { wants } from '../areas/notices/person.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { deliver } from './push-deliver.ts'
import { fitted, likePayload } from './push-payload.ts'

export const pushLike =
  (deps: Deps, push: PushSender) =>
  ({ liker, member, endpoint }: JobPayload<'push.like'>): Promise<void> =>
    deliver(deps, push, {
      recipient: member,
      endpoint,
      make: async () => {
        const person = await deps.read.notices.person(member)
        if (person?.status !== 'active' || !wants(person, 'like', 'push')) return null
        // Taken back, seen or hidden meanwhile: nothing is told that is not so.
        const state = likeStateOf(liker, await deps.read.likes.statesWith(member, [liker]))
        if (!state.received?.like_new) return null
        const payload = await likePayload(deps, liker, member, isMatch(state))
        return payload && { text: fitted(payload), topic: 'likes' }
      },
      again: (device, runAt) => ({ kind: 'push.like', payload: { liker, member, endpoint: device }, runAt }),
    })
