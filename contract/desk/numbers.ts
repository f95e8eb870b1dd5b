/** The daily numbers as the desk shows them, and its calls about them [DESK-13]. */
import * as v from 'valibot'
import { Count, Timestamp } from '../fields.ts'
import type { DeskCall } from './call.ts'

/** Groups with fewer people than this are hidden. */
export const GROUP_MIN = 10

export const FUNNEL_STEPS = [
  'visits',
  'signups',
  'confirmed',
  'first_photo',
  'first_message',
  'first_answer',
  'purchase',
] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

/** How many visitors and new members of a span of days have reached each step; null where the group is hidden. */
const steps = () => ({
  visits: v.nullable(Count),
  signups: v.nullable(Count),
  confirmed: v.nullable(Count),
  first_photo: v.nullable(Count),
  first_message: v.nullable(Count),
  first_answer: v.nullable(Count),
  purchase: v.nullable(Count),
})

export const Steps = v.object(steps())
export type Steps = v.InferOutput<typeof Steps>

const DecisionTimes = v.object({ decided: Count, in_time: Count, hours: v.nullable(v.number()) })

export const Health = v.object({
  reports_per_1000: v.nullable(v.number()),
  decided_1: DecisionTimes,
  decided_24: DecisionTimes,
  decided_72: DecisionTimes,
  /** Shares from 0 to 1: of all messages, and of all credits spent on messages. */
  fictional_messages: v.nullable(v.number()),
  fictional_revenue: v.nullable(v.number()),
})
export type Health = v.InferOutput<typeof Health>

/** A week of signups (from Monday, UTC); a share is null while its day is not over, or if the group is hidden. */
export const ReturnWeek = v.object({
  from: v.string(),
  signups: v.nullable(Count),
  d1: v.nullable(v.number()),
  d7: v.nullable(v.number()),
  d30: v.nullable(v.number()),
  /** Whether the day is over for the whole week. */
  over: v.object({ d1: v.boolean(), d7: v.boolean(), d30: v.boolean() }),
})
export type ReturnWeek = v.InferOutput<typeof ReturnWeek>

export const NumbersGroup = v.object({ name: v.string(), ...steps() })
export type NumbersGroup = v.InferOutput<typeof NumbersGroup>

export const DeskNumbers = v.object({
  /** YYYY-MM-DD, both included. */
  from: v.string(),
  to: v.string(),
  counted_at: v.nullable(Timestamp),
  funnel: Steps,
  /** `before` and `health_before`: the same for the span of as many days before. */
  before: Steps,
  health: Health,
  health_before: Health,
  weeks: v.array(ReturnWeek),
  sources: v.array(NumbersGroup),
  landers: v.array(NumbersGroup),
  countries: v.array(NumbersGroup),
})
export type DeskNumbers = v.InferOutput<typeof DeskNumbers>

/** The roles that read the numbers and the campaigns. */
export const NUMBERS_READERS = ['marketing', 'finance', 'owner'] as const

export const Day = v.pipe(v.string('required'), v.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'invalid'))
const Name = v.pipe(v.string(), v.maxLength(300, 'too_long'))

/** Both days are included. An empty `source`, `lander` or `country` means those without one. */
const Span = v.object({
  from: Day,
  to: Day,
  source: v.optional(Name),
  lander: v.optional(Name),
  country: v.optional(Name),
})

export const numbersCalls = {
  'numbers.get': {
    method: 'GET',
    path: 'numbers',
    roles: NUMBERS_READERS,
    query: Span,
    response: DeskNumbers,
    errors: [],
  },
  'numbers.csv': {
    method: 'GET',
    path: 'numbers/csv',
    roles: NUMBERS_READERS,
    query: Span,
    response: 'file',
    errors: [],
  },
} as const satisfies Record<string, DeskCall>
