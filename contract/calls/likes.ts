/** The calls about likes and blocks. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { SentLike, ReceivedLike, LikeState, SWIPE_CHOICES } from '../entities/like.ts'
import { ProfileCard } from '../entities/profile.ts'
import { Count, Id, Timestamp, TimeZone } from '../fields.ts'
import { cursorOf, Empty, ByProfile, WantedGender } from './parts.ts'

export const likeCalls = {
  'likes.get': {
    method: 'GET',
    path: 'likes',
    who: 'member',
    offline: 'cached',
    query: v.object({ after: cursorOf(/^(\d{1,16}-\d{1,16})?~(\d{1,16}-\d{1,16})?$/) }),
    /** One page of each list. The first has the newest likes, and all of a member who has few. */
    response: v.object({
      profiles: v.array(ProfileCard),
      liked_by: v.array(ReceivedLike),
      liked: v.array(SentLike),
      matches: v.array(SentLike),
      /** The cursor of the next page, or null on the last one; an older server has no pages. */
      next: v.optional(v.nullable(v.string())),
      /**
       * The likes of later pages, only on the first page of a device: how many each list has, the profiles that the member likes, and
       * those whose like is new. `complete`: the device has all pages of the server.
       */
      later: v.optional(
        v.object({
          liked_by: Count,
          liked: Count,
          matches: Count,
          mine: v.array(Id),
          unseen: v.array(Id),
          complete: v.boolean(),
        }),
      ),
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
  /**
   * A like for the pop-up: from a fictional profile, labelled, or a real one that was not shown yet [LIKE-6], [LIKE-7].
   */
  'auto_like.get': {
    method: 'GET',
    path: 'auto-like',
    who: 'member',
    offline: 'network',
    /** §7 a profile (id, main_image.match), or null. Builds of the app before this read the same card in `profile`. */
    response: v.nullable(v.object({ ...ProfileCard.entries, profile: ProfileCard })),
    errors: [],
  },
  /** The deck: the next profiles to swipe, and the number of likes left today [LIKE-5]. */
  'swipe.get': {
    method: 'GET',
    path: 'swipe',
    who: 'member',
    offline: 'cached',
    query: v.object({ time_zone: v.optional(TimeZone), gender: WantedGender }),
    response: v.object({
      cards: v.array(ProfileCard),
      likes_left: Count,
      /** The next midnight in the member's time zone, in ms. */
      resets_at: Timestamp,
    }),
    errors: [],
  },
  /** A like or a pass in the swipe game, once per profile; a repeated request gets the same answer. */
  'swipe.put': {
    method: 'PUT',
    path: 'swipe/:profile',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    body: v.object({ choice: v.picklist(SWIPE_CHOICES, 'invalid'), time_zone: v.optional(TimeZone) }),
    response: v.object({ likes_left: Count, resets_at: Timestamp, match: v.boolean(), like: LikeState }),
    errors: [
      'not_found',
      'self_not_allowed',
      'swipe_limit',
      'blocked',
      'blocking',
      'recipient_deleted',
      'rate_limited',
    ],
  },
  /** Undoes the last pass. A like is undone by `likes.delete`. */
  'swipe.undo': {
    method: 'DELETE',
    path: 'swipe/:profile',
    who: 'member',
    offline: 'queued',
    params: ByProfile,
    response: Empty,
    errors: ['not_found', 'self_not_allowed'],
  },
} as const satisfies Record<string, Call>
