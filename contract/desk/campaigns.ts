/** Campaigns and partners: the links that bring visitors, their cost and their numbers, and the desk's calls about them [DESK-14]. */
import * as v from 'valibot'
import { Count, Id, IdText, Timestamp } from '../fields.ts'
import { TRAFFIC_SOURCE_FIELDS } from '../traffic-source.ts'
import type { DeskCall } from './call.ts'
import { Day, NUMBERS_READERS } from './numbers.ts'

export const COST_KINDS = ['none', 'total', 'per_click', 'per_signup', 'per_confirmed', 'per_purchase'] as const

const Label = v.pipe(v.string(), v.trim(), v.nonEmpty('required'), v.maxLength(100, 'too_long'))
/** The fields of a link by which a campaign recognises its visitors [ACC-15]. */
export const TRACKED = TRAFFIC_SOURCE_FIELDS

export const CampaignForm = v.object({
  name: Label,
  /** A field that is null accepts every value. */
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
  /** The payments of the campaign's members, less refunds and chargebacks, for each currency that enough of them paid in. */
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

const EDITORS = ['marketing', 'owner'] as const

const PartnerName = v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(100, 'too_long'))
const Code = v.pipe(v.string('required'), v.regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, 'invalid'))

export const campaignCalls = {
  'campaigns.list': {
    method: 'GET',
    path: 'campaigns',
    roles: NUMBERS_READERS,
    query: v.object({ from: Day, to: Day }),
    response: v.object({
      campaigns: v.array(Campaign),
      partners: v.array(Partner),
      /** All discount codes, with the campaign of each. */
      codes: v.array(v.object({ code: v.string(), campaign: v.nullable(Id) })),
    }),
    errors: [],
  },
  'campaigns.csv': {
    method: 'GET',
    path: 'campaigns/csv',
    roles: NUMBERS_READERS,
    query: v.object({ from: Day, to: Day }),
    response: 'file',
    errors: [],
  },
  'campaigns.add': {
    method: 'POST',
    path: 'campaigns',
    roles: EDITORS,
    body: CampaignForm,
    response: v.object({ id: Id }),
    errors: ['name_taken', 'not_found'],
  },
  'campaigns.change': {
    method: 'PUT',
    path: 'campaigns/:id',
    roles: EDITORS,
    params: v.object({ id: IdText }),
    /** `seen`: the form before the caller changed it. Pages of older builds send none. */
    body: v.object({ ...CampaignForm.entries, seen: v.optional(CampaignForm) }),
    response: v.object({ id: Id }),
    errors: ['name_taken', 'not_found', 'changed_meanwhile'],
  },
  /** Gives a discount code to a campaign, or to none. */
  'campaigns.code': {
    method: 'PUT',
    path: 'campaigns/codes/:code',
    roles: EDITORS,
    params: v.object({ code: Code }),
    /** `seen`: the campaign of the code on the caller's screen. Pages of older builds send none. */
    body: v.object({ campaign: v.nullable(Id), seen: v.optional(v.nullable(Id)) }),
    response: v.object({}),
    errors: ['not_found', 'changed_meanwhile'],
  },
  'partners.add': {
    method: 'POST',
    path: 'partners',
    roles: EDITORS,
    body: v.object({ name: PartnerName }),
    response: v.object({ partner: Partner }),
    errors: ['name_taken'],
  },
  /** Makes the link to the partner's own page; an earlier link ends. The address is answered once. */
  'partners.link': {
    method: 'POST',
    path: 'partners/:id/link',
    roles: EDITORS,
    params: v.object({ id: IdText }),
    response: v.object({ url: v.string(), partner: Partner }),
    errors: ['not_found'],
  },
  'partners.revoke': {
    method: 'DELETE',
    path: 'partners/:id/link',
    roles: EDITORS,
    params: v.object({ id: IdText }),
    response: v.object({ partner: Partner }),
    errors: ['not_found', 'not_possible'],
  },
} as const satisfies Record<string, DeskCall>
