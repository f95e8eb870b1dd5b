/** The calls that find and show other members: search, profiles, proposals. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { Proposal } from '../entities/proposal.ts'
import { GENDERS, Profile, ProfileCard } from '../entities/profile.ts'
import { Count, CountryCode, RegionCode, intText } from '../fields.ts'
import { AGE_MAX, AGE_MIN, SEARCH_PAGES_MAX } from '../limits.ts'
import { SEARCH_DISTANCES, type Filter } from '../rules/search-filter.ts'
import { ById, WantedGender } from './parts.ts'

const SEARCH_FILTER = {
  gender: v.optional(v.picklist(GENDERS, 'invalid')),
  country: v.optional(CountryCode),
  countryregion: v.optional(RegionCode),
  min_age: v.optional(intText(AGE_MIN, AGE_MAX)),
  max_age: v.optional(intText(AGE_MIN, AGE_MAX)),
  /** In km between the centres of the cities, or the same city; then country and region do not count [PROF-13]. */
  distance: v.optional(v.picklist(SEARCH_DISTANCES, 'invalid')),
  online: v.optional(v.literal('1', 'invalid')),
  photo: v.optional(v.literal('1', 'invalid')),
} satisfies { [Part in keyof Filter]-?: v.GenericSchema<string | undefined, Filter[Part]> }

export const findCalls = {
  'members.search': {
    method: 'GET',
    path: 'members',
    who: 'visitor',
    offline: 'cached',
    query: v.object({
      ...SEARCH_FILTER,
      /** The number of the page, from 1. */
      page: v.optional(intText(1, SEARCH_PAGES_MAX)),
      /** `next` of the previous page, which keeps the order stable while paging [FIND-2]. */
      after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,16}-\d{1,16}$/, 'invalid'))),
    }),
    response: v.object({
      pageNumber: Count,
      results: v.array(ProfileCard),
      /** The cursor of the next page, or null on the last page. */
      next: v.nullable(v.string()),
      /** Whether the site shows visitors only this page [FIND-4]. */
      limited: v.boolean(),
    }),
    errors: ['search_closed', 'rate_limited'],
  },
  /** The number of people a filter finds, counted up to a limit, so that it costs the same among any number [FIND-1]. */
  'members.count': {
    method: 'GET',
    path: 'members-count',
    who: 'member',
    offline: 'network',
    query: v.object(SEARCH_FILTER),
    response: v.object({
      count: Count,
      /** There are more than were counted. */
      more: v.boolean(),
    }),
    errors: ['rate_limited'],
  },
  'members.get': {
    method: 'GET',
    path: 'members/:id',
    who: 'visitor',
    offline: 'cached',
    params: ById,
    response: v.object({ profile: Profile }),
    errors: ['not_found', 'search_closed', 'blocked', 'rate_limited'],
  },
  /** Profiles similar to this one: same country and gender, similar age [FIND-6]. */
  'members.related': {
    method: 'GET',
    path: 'members/:id/related',
    who: 'visitor',
    offline: 'cached',
    params: ById,
    response: v.object({ results: v.array(ProfileCard) }),
    errors: ['not_found', 'search_closed', 'blocked', 'rate_limited'],
  },
  'match_finder.get': {
    method: 'GET',
    path: 'match-finder',
    who: 'member',
    offline: 'cached',
    query: v.object({ gender: WantedGender }),
    response: v.object({ results: v.array(Proposal) }),
    errors: [],
  },
} as const satisfies Record<string, Call>
