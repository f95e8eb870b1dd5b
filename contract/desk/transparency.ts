/** The yearly transparency report without personal data [DESK-15], as DSA art. 15 and 24 require it, and its calls. */
import * as v from 'valibot'
import { DECISION_KINDS, LETTER_KINDS } from '../entities/safety.ts'
import { Count } from '../fields.ts'
import type { DeskCall } from './call.ts'
import { DECISION_SOURCES } from './case.ts'

/** Milliseconds, or null without a case. */
const Median = v.nullable(v.number())

export const TransparencyReport = v.object({
  year: v.number(),
  /** Decisions that were in force at least until their statement left. */
  decisions: v.array(
    v.object({
      kind: v.picklist(DECISION_KINDS),
      reason: v.string(),
      source: v.picklist(DECISION_SOURCES),
      total: Count,
      /** Decisions that no named person made: the mute after three reports, until somebody has looked [GUARD-4]. */
      automatic: Count,
    }),
  ),
  decisions_total: Count,
  /** From the arrival of the first report to the decision. */
  decision_median_ms: Median,
  /** Letters of each kind by their outcome. */
  letters: v.array(
    v.object({
      kind: v.picklist(LETTER_KINDS),
      reason: v.nullable(v.string()),
      received: Count,
      upheld: Count,
      dismissed: Count,
    }),
  ),
  notice_median_ms: Median,
  /** From an appeal to its answer. */
  appeal_median_ms: Median,
  appeals: v.object({ received: Count, upheld: Count, dismissed: Count, waiting: Count }),
  /** Findings of automatic checks, and those with which a person agreed. */
  flags: v.object({ raised: Count, upheld: Count, dismissed: Count }),
})
export type TransparencyReport = v.InferOutput<typeof TransparencyReport>

/** The members of the European Union (ISO 3166-1), whose members article 24 asks for. */
export const EU_COUNTRIES = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const

/** People who were active in the last days, counted now: fictional profiles are left out. */
export const ActiveMembers = v.object({
  at: v.number(),
  month: v.object({ all: Count, eu: Count }),
  half_year: v.object({ all: Count, eu: Count }),
})
export type ActiveMembers = v.InferOutput<typeof ActiveMembers>

const byYear = v.object({ year: v.pipe(v.string('required'), v.regex(/^20\d\d$/, 'invalid'), v.transform(Number)) })

export const transparencyCalls = {
  'transparency.get': {
    method: 'GET',
    path: 'transparency/:year',
    roles: ['moderator', 'marketing', 'owner'],
    params: byYear,
    response: TransparencyReport,
    errors: [],
  },
  'transparency.csv': {
    method: 'GET',
    path: 'transparency/:year/csv',
    roles: ['moderator', 'marketing', 'owner'],
    params: byYear,
    response: 'file',
    errors: [],
  },
  /** The members that DSA article 24 asks for, as of now. */
  'transparency.members': {
    method: 'GET',
    path: 'transparency-members',
    roles: ['moderator', 'marketing', 'owner'],
    response: ActiveMembers,
    errors: [],
  },
} as const satisfies Record<string, DeskCall>
