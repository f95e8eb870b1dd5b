/** The settings of the site as an owner sees and changes them at the desk, with their history and the calls [DESK-14]. */
import * as v from 'valibot'
import type { SiteSettings } from '../entities/site-settings.ts'
import { Id, IdText, OperatorText, Timestamp } from '../fields.ts'
import type { DeskCall } from './call.ts'

export const SETTING_GROUPS = [
  'site',
  'visitors',
  'messages',
  'profiles',
  'money',
  'protection',
  'company',
  'technical',
] as const
export type SettingGroup = (typeof SETTING_GROUPS)[number]

/**
 * The group of each setting. Null: nobody sets it, because the server works it out or because only one value is allowed
 * [SITE-15]. A new setting without an entry does not compile.
 */
const GROUP_OF = {
  name: 'site',
  title: 'site',
  description: 'site',
  index_title: 'site',
  domain_language: 'site',
  locales: 'site',
  countries: 'site',
  profile_tiles: 'site',
  signups: 'visitors',
  logged_out_search: 'visitors',
  logged_out_search_trafficsource: 'visitors',
  enable_site_entry_popup: 'visitors',
  entry_warning_countries: 'visitors',
  min_age: 'visitors',
  search_page_size: 'visitors',
  search_fields: 'visitors',
  message_length: 'messages',
  message_days: 'messages',
  photo_review: 'profiles',
  visible_profile_fields: 'profiles',
  premium_claim: 'profiles',
  fictional_responder: 'profiles',
  packages: 'money',
  currencies: 'money',
  payment_methods: 'money',
  vat_percentages: 'money',
  welcome_discount: 'money',
  message_credits: 'money',
  photo_credits: 'money',
  gift_credits: 'money',
  signup_credits: 'money',
  refund_days: 'money',
  second_person_over: 'money',
  member_resell: 'money',
  likes_a_day: 'protection',
  new_account_days: 'protection',
  new_conversations_a_day: 'protection',
  signups_before_proof: 'protection',
  refused_mail_domains: 'protection',
  allowed_mail_domains: 'protection',
  direct_debits_a_day: 'protection',
  address_failures: 'protection',
  age_check: 'protection',
  age_check_grace_days: 'protection',
  company: 'company',
  support_phone: 'company',
  support_email: 'company',
  security_contact: 'company',
  mail_from: 'company',
  push_services: 'technical',
  store_apps: 'technical',
  domain: null,
  push_public_key: null,
  geoip_country: null,
  geoip_selected_country: null,
  minimum_message_costs: null,
  cdn_prefix: null,
  fictional_icon: null,
  fictional_warning: null,
  fictional_singular: null,
  fictional_plural: null,
  visible_profile_notes: null,
} as const satisfies Record<keyof SiteSettings, SettingGroup | null>

export type SettingKey = keyof SiteSettings

/** The settings of the desk, in the order of their groups. */
export const SETTING_KEYS = (Object.keys(GROUP_OF) as SettingKey[]).filter((key) => GROUP_OF[key] !== null)

/** The group of a setting at the desk; null for a setting that nobody changes. */
export const groupOfSetting = (key: SettingKey): SettingGroup | null => GROUP_OF[key]

const SettingKeyField = v.picklist(SETTING_KEYS, 'invalid')

/** `*`: all domains. */
export const SettingDomain = v.pipe(
  v.string('required'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(253, 'too_long'),
  v.regex(/^(?:\*|(?:[a-z0-9-]+\.)*[a-z0-9-]*[a-z][a-z0-9-]*)$/, 'invalid'),
)

/** The field that edits a value; `age_check`: a choice for each country of `options`; `json`: for values with parts. */
const SETTING_EDITORS = ['text', 'number', 'switch', 'choice', 'list', 'age_check', 'json'] as const

const DomainValue = v.object({ domain: v.string(), value: v.unknown() })

export const DeskSetting = v.object({
  key: SettingKeyField,
  group: v.picklist(SETTING_GROUPS),
  editor: v.picklist(SETTING_EDITORS),
  /** The values that a choice or a list allows; empty for every value. */
  options: v.array(v.string()),
  default: v.unknown(),
  /** The stored values: `*` for all domains, then those of single domains. */
  values: v.array(DomainValue),
})
export type DeskSetting = v.InferOutput<typeof DeskSetting>

/** A change of a setting, from the audit. A value that is left out was not stored: the one behind it counted. */
export const SettingChange = v.object({
  /** The number of the row in the audit. */
  id: Id,
  at: Timestamp,
  /** Null for a command before the site had staff. */
  staff: v.nullable(v.string()),
  domain: v.string(),
  before: v.optional(v.unknown()),
  after: v.optional(v.unknown()),
  reason: v.string(),
  /** The change that this one took back. */
  undoes: v.nullable(Id),
  /** This is the newest change of its value, so it can be undone. */
  is_newest: v.boolean(),
})
export type SettingChange = v.InferOutput<typeof SettingChange>

const OWNER = ['owner'] as const

const byKey = v.object({ key: SettingKeyField })

/** A stored value, or null if none is stored. */
const StoredSetting = v.nullable(v.object({ value: v.unknown() }))

export const settingsCalls = {
  'settings.list': {
    method: 'GET',
    path: 'settings',
    roles: OWNER,
    response: v.object({
      settings: v.array(DeskSetting),
      /** The host that FICTIONAL_URL names in the server's environment; null without one. */
      fictional_service: v.nullable(v.string()),
    }),
    errors: [],
  },
  /** Changes nothing: says whether a value fits, and which value counts now and then. */
  'settings.check': {
    method: 'POST',
    path: 'settings/:key/check',
    roles: OWNER,
    params: byKey,
    body: v.object({ domain: SettingDomain, to: StoredSetting }),
    response: v.object({ before: v.unknown(), after: v.unknown() }),
    errors: ['setting_invalid'],
  },
  'settings.change': {
    method: 'PUT',
    path: 'settings/:key',
    roles: OWNER,
    params: byKey,
    /** `from`: the stored value that the caller has seen. */
    body: v.object({ domain: SettingDomain, from: StoredSetting, to: StoredSetting, reason: OperatorText }),
    response: v.object({}),
    errors: ['setting_invalid', 'changed_meanwhile', 'not_possible'],
  },
  /** The newest change first. */
  'settings.history': {
    method: 'GET',
    path: 'settings/:key/history',
    roles: OWNER,
    params: byKey,
    response: v.object({ changes: v.array(SettingChange) }),
    errors: [],
  },
  /** Takes a change back by a new change; only the newest change of a value can be taken back. */
  'settings.undo': {
    method: 'POST',
    path: 'settings/changes/:id/undo',
    roles: OWNER,
    params: v.object({ id: IdText }),
    body: v.object({ reason: OperatorText }),
    response: v.object({}),
    errors: ['not_found', 'setting_changed_since', 'setting_invalid'],
  },
} as const satisfies Record<string, DeskCall>
