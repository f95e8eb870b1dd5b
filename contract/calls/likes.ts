/** The calls about likes and blocks. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { Liked, LikedBy, LikeState } from '../entities/like.ts'
import { ProfileCard } from '../entities/profile.ts'
import { Empty, ByProfile } from './parts.ts'

export const likeCalls = {
  'likes.get': {
    method: 'GET',
    path: 'likes',
    who: 'member',
    offline: 'cached',
    response: v.object({
      profiles: v.array(ProfileCard),
      liked_by: v.array(LikedBy),
      liked: v.array(Liked),
      matches: v.array(Liked),
    }),
    errors: [],
  },
  'likes.put': {
    method: 'PUT',
    path: 'likes/:profile',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: v.object({ like: LikeState, match: v.boolean() }),
    errors: ['not_found', 'self_not_allowed', 'blocked', 'blocking', 'recipient_deleted', 'rate_limited'],
  },
  'likes.delete': {
    method: 'DELETE',
    path: 'likes/:profile',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: v.object({ like: LikeState, match: v.boolean() }),
    errors: ['not_found', 'self_not_allowed', 'rate_limited'],
  },
  'likes.seen': {
    method: 'PUT',
    path: 'likes/:profile/seen',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: Empty,
    errors: ['not_found', 'self_not_allowed'],
  },
} as const satisfies Record<string, Call>
