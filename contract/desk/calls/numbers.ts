/** The desk's calls about numbers [DESK-13] and campaigns [DESK-14]. */
import * as v from 'valibot'
import { Id, IdText } from '../../fields.ts'
import type { DeskCall } from '../call.ts'
import { Campaign, CampaignForm, DeskNumbers, Partner } from '../entities/numbers.ts'

const READERS = ['marketing', 'finance', 'owner'] as const
const CAMPAIGNS = ['marketing', 'owner'] as const

const Day = v.pipe(v.string('required'), v.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'invalid'))
const Name = v.pipe(v.string(), v.maxLength(300, 'too_long'))

/** Both days are included. An empty `source`, `lander` or `country` means those without one. */
const Span = v.object({
  from: Day,
  to: Day,
  source: v.optional(Name),
  lander: v.optional(Name),
  country: v.optional(Name),
})
const PartnerName = v.pipe(v.string('required'), v.trim(), v.nonEmpty('required'), v.maxLength(100, 'too_long'))
const Code = v.pipe(v.string('required'), v.regex(/^[A-Z0-9][A-Z0-9_-]{2,39}$/, 'invalid'))

export const numbersCalls = {
  'numbers.get': { method: 'GET', path: 'numbers', roles: READERS, query: Span, response: DeskNumbers, errors: [] },
  'numbers.csv': { method: 'GET', path: 'numbers/csv', roles: READERS, query: Span, response: 'file', errors: [] },
  'campaigns.list': {
    method: 'GET',
    path: 'campaigns',
    roles: READERS,
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
    roles: READERS,
    query: v.object({ from: Day, to: Day }),
    response: 'file',
    errors: [],
  },
  'campaigns.add': {
    method: 'POST',
    path: 'campaigns',
    roles: CAMPAIGNS,
    body: CampaignForm,
    response: v.object({ id: Id }),
    errors: ['name_taken', 'not_found'],
  },
  'campaigns.change': {
    method: 'PUT',
    path: 'campaigns/:id',
    roles: CAMPAIGNS,
    params: v.object({ id: IdText }),
    body: CampaignForm,
    response: v.object({ id: Id }),
    errors: ['name_taken', 'not_found'],
  },
  /** Gives a discount code to a campaign, or to none. */
  'campaigns.code': {
    method: 'PUT',
    path: 'campaigns/codes/:code',
    roles: CAMPAIGNS,
    params: v.object({ code: Code }),
    body: v.object({ campaign: v.nullable(Id) }),
    response: v.object({}),
    errors: ['not_found'],
  },
  'partners.add': {
    method: 'POST',
    path: 'partners',
    roles: CAMPAIGNS,
    body: v.object({ name: PartnerName }),
    response: v.object({ partner: Partner }),
    errors: ['name_taken'],
  },
  /** Makes the link to the partner's own page; an earlier link ends. The address is answered once. */
  'partners.link': {
    method: 'POST',
    path: 'partners/:id/link',
    roles: CAMPAIGNS,
    params: v.object({ id: IdText }),
    response: v.object({ url: v.string(), partner: Partner }),
    errors: ['not_found'],
  },
  'partners.revoke': {
    method: 'DELETE',
    path: 'partners/:id/link',
    roles: CAMPAIGNS,
    params: v.object({ id: IdText }),
    response: v.object({ partner: Partner }),
    errors: ['not_found', 'not_possible'],
  },
} as const satisfies Record<string, DeskCall>
