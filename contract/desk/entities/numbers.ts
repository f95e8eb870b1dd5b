/** The daily numbers [DESK-13] and campaigns [DESK-14] as the desk shows them. */
import * as v from 'valibot'
import { Count, Id, Timestamp } from '../../fields.ts'

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

/** The steps of the members who signed up in a time; null where the group is hidden. */
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

const Decided = v.object({ decided: Count, in_time: Count, hours: v.nullable(v.number()) })

export const Health = v.object({
  reports_per_1000: v.nullable(v.number()),
  decided_1: Decided,
  decided_24: Decided,
  decided_72: Decided,
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
  before: Steps,
  health: Health,
  health_before: Health,
  weeks: v.array(ReturnWeek),
  sources: v.array(NumbersGroup),
  landers: v.array(NumbersGroup),
  countries: v.array(NumbersGroup),
})
export type DeskNumbers = v.InferOutput<typeof DeskNumbers>

export const COST_KINDS = ['none', 'total', 'per_click', 'per_signup', 'per_confirmed', 'per_purchase'] as const

const Label = v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(100, 'too_long'))
/** The fields of a link by which a campaign knows its visitors [ACC-15]. */
export const TRACKED = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const

export const CampaignForm = v.object({
  name: Label,
  /** A field that is null fits every value. */
  ...v.entriesFromList(TRACKED, v.nullable(Label)),
  partner: v.nullable(Id),
  cost_kind: v.picklist(COST_KINDS, 'invalid'),
  /** Minor units. */
  cost: Count,
  currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'invalid')),
})
export type CampaignForm = v.InferOutput<typeof CampaignForm>

/** Visits keep no `sub`, so a link with one has no clicks of its own. */
export const countsClicks = ({
  network,
  ref,
  sub1,
  sub2,
  sub3,
}: Pick<CampaignForm, (typeof TRACKED)[number]>): boolean =>
  (network !== null || ref !== null) && [sub1, sub2, sub3].every((sub) => sub === null)

export const CampaignNumbers = v.object({
  /** Visits that came by the campaign's link; null as well if it names a `sub`, which visits do not keep. */
  clicks: v.nullable(Count),
  signups: v.nullable(Count),
  confirmed: v.nullable(Count),
  buyers: v.nullable(Count),
  /** The payments of the campaign's members, less refunds and chargebacks, by currency. */
  revenue: v.array(v.object({ currency: v.string(), amount: v.number() })),
  /** Payments with a discount code of this campaign. */
  code_uses: v.nullable(Count),
  /** Minor units of the campaign's currency. */
  cost: v.nullable(v.number()),
  cost_per_click: v.nullable(v.number()),
  cost_per_signup: v.nullable(v.number()),
  /** For each member who bought. */
  cost_per_purchase: v.nullable(v.number()),
  /** Revenue in the campaign's currency for each unit of its cost. */
  return_on_cost: v.nullable(v.number()),
})
export type CampaignNumbers = v.InferOutput<typeof CampaignNumbers>

export const Campaign = v.object({
  id: Id,
  ...CampaignForm.entries,
  codes: v.array(v.string()),
  numbers: CampaignNumbers,
})
export type Campaign = v.InferOutput<typeof Campaign>

/** `link`: the newest link to the partner's own page. The address itself is shown once, when it is made. */
export const Partner = v.object({
  id: Id,
  name: v.string(),
  link: v.nullable(v.object({ made_at: Timestamp, revoked_at: v.nullable(Timestamp) })),
})
export type Partner = v.InferOutput<typeof Partner>
