/** The calls about the site: settings, places, complaints and reports. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { CompanyInfo } from '../entities/money.ts'
import { Geocode, Places } from '../entities/place.ts'
import { INTERESTS } from '../entities/profile.ts'
import { Decision, Receipt, REPORT_REASONS, SentReport } from '../entities/safety.ts'
import { Settings } from '../entities/settings.ts'
import { ClientId, Id, IdText, NewEmail, OperatorText, Name } from '../fields.ts'
import { LETTER_MAX, LINK_MAX } from '../limits.ts'
import { FAILURE_WORDS_MAX } from '../rules/failure-words.ts'
import { Empty } from './parts.ts'

const Degrees = (bound: number) =>
  v.pipe(
    v.string('required'),
    v.regex(/^-?\d{1,3}(\.\d{1,17})?$/, 'invalid'),
    v.transform(Number),
    v.minValue(-bound, 'out_of_range'),
    v.maxValue(bound, 'out_of_range'),
  )

const PROFILE_NUMBER = /^#?([1-9]\d{0,14})$/
const PROFILE_LINK = /^(?:https?:\/\/[^/\s]+)?\/?(?:members|likes\/m)\/([1-9]\d{0,14})(?:[/?#]\S*)?$/i

/**
 * Finds the profile that a person names in a notice: by its number, or by any link to it (DSA art. 16.2.b).
 * @returns the number, or null if the text names no profile
 */
export const namedProfile = (text: string): number | null => {
  const found = (PROFILE_NUMBER.exec(text.trim()) ?? PROFILE_LINK.exec(text.trim()))?.[1]
  return found === undefined ? null : Number(found)
}

export const siteCalls = {
  'settings.get': {
    method: 'GET',
    path: 'settings',
    who: 'visitor',
    offline: 'cached',
    response: v.object({ settings: Settings, domain_language: v.string() }),
    errors: [],
  },
  'regions.get': {
    method: 'GET',
    path: 'regions',
    who: 'visitor',
    offline: 'cached',
    response: v.object({ countries: Places }),
    errors: [],
  },
  'interests.get': {
    method: 'GET',
    path: 'interests',
    who: 'visitor',
    offline: 'cached',
    response: v.object({ interests: v.array(v.picklist(INTERESTS)) }),
    errors: [],
  },
  /** The company that runs the site and sells [SITE-8]. */
  'companyinfo.get': {
    method: 'GET',
    path: 'companyinfo',
    who: 'visitor',
    offline: 'cached',
    response: v.object({ companyinfo: CompanyInfo }),
    errors: [],
  },
  /** A beacon that is sent when a page becomes hidden, for visits with logging (`lb`) [SHELL-18]. */
  page_hidden: {
    method: 'POST',
    path: 'page-hidden',
    who: 'visitor',
    offline: 'network',
    body: Empty,
    response: Empty,
    errors: ['rate_limited'],
  },
  /** Reports a broken screen to the server's log, without personal data [SHELL-5]. */
  'failures.report': {
    method: 'POST',
    path: 'failures',
    who: 'visitor',
    offline: 'network',
    body: v.object({
      message: v.pipe(
        v.string('required'),
        v.trim(),
        v.nonEmpty('required'),
        v.maxLength(FAILURE_WORDS_MAX, 'too_long'),
      ),
    }),
    response: Empty,
    errors: ['rate_limited'],
  },
  /** The nearest city of the list [PROF-7]; `false` if none is within reach. The position is not stored. */
  'geocode.get': {
    method: 'GET',
    path: 'geocode',
    who: 'visitor',
    offline: 'network',
    query: v.object({ lat: Degrees(90), lon: Degrees(180) }),
    response: v.object({ geocode: v.union([Geocode, v.literal(false)]) }),
    errors: ['rate_limited'],
  },
  'complaints.send': {
    method: 'POST',
    path: 'complaints',
    who: 'visitor',
    offline: 'network',
    body: v.pipe(
      v.object({
        name: Name,
        email: NewEmail,
        text: OperatorText,
        /**
         * A complaint with a profile is a notice of illegal content: the profile's number or a link, the reason, and
         * the good faith (DSA art. 16).
         */
        profile: v.optional(
          v.pipe(
            v.string('invalid'),
            v.maxLength(LINK_MAX, 'too_long'),
            v.transform(namedProfile),
            v.number('invalid'),
          ),
        ),
        reason: v.optional(v.picklist(REPORT_REASONS, 'invalid')),
        good_faith: v.optional(v.boolean('invalid')),
      }),
      v.forward(
        v.partialCheck(
          [['profile'], ['reason']],
          ({ profile, reason }) => profile === undefined || reason !== undefined,
          'required',
        ),
        ['reason'],
      ),
      v.forward(
        v.partialCheck(
          [['profile'], ['good_faith']],
          ({ profile, good_faith }) => profile === undefined || good_faith === true,
          'required',
        ),
        ['good_faith'],
      ),
    ),
    response: Receipt,
    errors: ['rate_limited'],
  },
  /**
   * Reports a member, from a profile or a conversation [SAFE-8]. A report that arrives again under the same `client_id`
   * gets the first receipt. Pages of an older version send no `client_id`.
   */
  'reports.send': {
    method: 'POST',
    path: 'reports',
    who: 'member',
    offline: 'queued',
    body: v.object({
      client_id: v.optional(ClientId),
      profile: Id,
      reason: v.picklist(REPORT_REASONS, 'required'),
      text: v.optional(v.pipe(v.string('invalid'), v.trim(), v.maxLength(LETTER_MAX, 'too_long')), ''),
      /** The reported message, if any. */
      message: v.optional(Id),
      photo: v.optional(v.pipe(v.string('invalid'), v.maxLength(40, 'invalid'))),
    }),
    response: Receipt,
    errors: ['not_found', 'self_not_allowed', 'rate_limited'],
  },
  /** The caller's own reports and their outcomes [SAFE-8]. */
  'reports.list': {
    method: 'GET',
    path: 'reports',
    who: 'member',
    offline: 'cached',
    response: v.object({ reports: v.array(SentReport) }),
    errors: [],
  },
  'decisions.list': {
    method: 'GET',
    path: 'decisions',
    who: 'member',
    offline: 'network',
    response: v.object({ decisions: v.array(Decision) }),
    errors: [],
  },
  'decisions.appeal': {
    method: 'POST',
    path: 'decisions/:id/appeal',
    who: 'member',
    offline: 'network',
    params: v.object({ id: IdText }),
    body: v.object({ text: OperatorText }),
    response: Receipt,
    errors: ['not_found', 'already_appealed', 'appeal_over', 'rate_limited'],
  },
} as const satisfies Record<string, Call>
