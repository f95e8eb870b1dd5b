/**
 * §3 Site settings that everyone may read; defaults are in `default-settings.ts`. Every value can be changed per domain
 * in the database. Settings of the business are in `site-settings.ts`.
 */
import * as v from 'valibot'
import { LOCALES } from '../locales.ts'

/** A path of this site: one slash, since two would name another host. */
const OwnPath = v.pipe(v.string('invalid'), v.regex(/^\/(?![/\\])[^\s\\]*$/, 'invalid'))

const Price = v.object({ costs: v.number(), currency: v.string() })

export const Settings = v.object({
  name: v.string(),
  domain: v.string(),
  domain_language: v.string(),
  /** The site's name in titles of pages; empty for `name`. */
  title: v.string(),
  /** The description of the front page for search engines; empty for its text in each language. */
  description: v.string(),
  /** The title of the front page; empty for its text in each language. */
  index_title: v.string(),
  cdn_prefix: v.string(),
  countries: v.array(v.string()),
  signups: v.picklist(['all', 'with_trafficsource', 'none']),
  logged_out_search: v.picklist(['none', 'limited', 'all']),
  logged_out_search_trafficsource: v.picklist(['none', 'limited', 'all']),
  enable_site_entry_popup: v.picklist(['yes', 'no']),
  /** The countries whose visitors see the warning that this site is for adults [SITE-5]. */
  entry_warning_countries: v.array(v.string()),
  geoip_country: v.nullable(v.string()),
  geoip_selected_country: v.nullable(v.string()),
  push_public_key: v.string(),
  /** The hosts that a push endpoint may have; `*.` in front matches any subdomain [SAFE-11]. */
  push_services: v.array(v.string()),
  support_phone: v.string(),
  support_email: v.string(),
  /** The lowest price of a message by country, in major units of the currency. */
  minimum_message_costs: v.record(v.string(), Price),
  message_credits: v.number(),
  photo_credits: v.number(),
  gift_credits: v.number(),
  signup_credits: v.number(),
  message_length: v.number(),
  /** Older messages are hidden [CHAT-10]. */
  message_days: v.number(),
  min_age: v.number(),
  /** Whether new photos are shown at once or wait for the desk [PROF-5]. */
  photo_review: v.picklist(['auto', 'desk']),
  search_page_size: v.number(),
  visible_profile_fields: v.array(v.string()),
  visible_profile_notes: v.array(v.string()),
  search_fields: v.array(v.string()),
  fictional_icon: v.boolean(),
  fictional_warning: v.boolean(),
  fictional_singular: v.string(),
  fictional_plural: v.string(),
  refund_days: v.number(),
  member_resell: v.boolean(),
  /**
   * §2 Cam and resell tiles between search results. They lead to pages of this site, since the site loads nothing from
   * others.
   */
  profile_tiles: v.array(
    v.variant('kind', [
      v.object({
        kind: v.literal('cam'),
        path: OwnPath,
        /** §1 set by the operator, who answers for it being true; left out for a tile without a badge. */
        badge: v.optional(v.picklist(['live', 'exclusive'])),
      }),
      v.object({
        kind: v.literal('resell'),
        path: OwnPath,
        badge: v.optional(v.undefined('must be left out: only a tile of kind cam has a badge')),
      }),
    ]),
  ),
  /** The languages that the site offers. */
  locales: v.pipe(v.array(v.picklist(LOCALES)), v.minLength(1, 'must name at least one language')),
  /** [PAY-14] How much more likely a match is with Premium, and the source of the claim; not shown without a source. */
  premium_claim: v.nullable(v.object({ percentage: v.number(), source: v.pipe(v.string(), v.nonEmpty()) })),
})
export type Settings = v.InferOutput<typeof Settings>
