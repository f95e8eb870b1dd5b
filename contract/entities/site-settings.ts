/** All settings of a site: those that everyone may read (`Settings`) and those of the business. */
import * as v from 'valibot'
import { Count, CountryCode } from '../fields.ts'
import { MESSAGE_MAX } from '../limits.ts'
import { AGE_CHECKS } from './age-check.ts'
import { CompanyInfo, Currency } from './money.ts'
import { PAYMENT_METHODS } from '../payment-methods.ts'
import { DEFAULT_SETTINGS } from './default-settings.ts'
import { Settings } from './settings.ts'

const Percentage = v.pipe(v.number(), v.minValue(0), v.maxValue(100))
const Everywhere = v.literal('*')
/** In ASCII: `xn--mller-kva.example` for `müller.example`. */
const MailDomain = v.pipe(
  v.string(),
  v.regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]{2,}$/, 'must be a domain in lower case, e.g. mail.example.org'),
)

/** [GUARD-7] */
export const FICTIONAL_RESPONDERS = ['none', 'scripted', 'http', 'staff'] as const

const Business = v.object({
  /** [PAY-2] Packages of credits with prices in minor units: for all currencies (`*`), with exceptions by currency. */
  packages: v.pipe(
    v.array(
      v.object({
        credits: v.pipe(Count, v.minValue(1)),
        prices: v.pipe(
          v.record(v.union([Everywhere, Currency]), v.pipe(Count, v.minValue(1))),
          v.check((prices) => '*' in prices),
        ),
      }),
    ),
    v.minLength(1),
    v.check((packages) => new Set(packages.map(({ credits }) => credits)).size === packages.length),
  ),
  /** The currency of each country; `*` is the default. */
  currencies: v.pipe(
    v.record(v.union([Everywhere, CountryCode]), Currency),
    v.check((currencies) => '*' in currencies),
  ),
  /** [PAY-4] The countries that each method is offered in. */
  payment_methods: v.record(v.picklist(PAYMENT_METHODS), v.union([Everywhere, v.array(CountryCode)])),
  /** Value added tax by country of the payer, in percent; it is included in every price. */
  vat_percentages: v.record(CountryCode, Percentage),
  /** [PAY-9] The discount on the first purchase, for `hours` after signup. */
  welcome_discount: v.object({ code: v.string(), value_percentage: Percentage, hours: Count }),
  /** [PAY-10] The direct debits that a member may start in a day, and those from one account (IBAN). */
  direct_debits_a_day: v.object({ member: Count, iban: Count }),
  /** [SAFE-6] The likes that a member may give at once; the allowance refills over a day. */
  likes_a_day: v.pipe(Count, v.minValue(1)),
  /**
   * [ACC-8] The wrong passwords that one address (IPv4, IPv6 /64) may send in `minutes`, over all accounts together.
   */
  address_failures: v.object({
    count: v.pipe(Count, v.minValue(1)),
    minutes: v.pipe(Count, v.minValue(1)),
  }),
  /** [GUARD-1] The age in days up to which an account's first messages are scored; 0 switches that off. */
  new_account_days: Count,
  /** [GUARD-2] The conversations that a member may begin in 24 hours, by the age of the account; for payers too. */
  new_conversations_a_day: v.object({
    first_day: v.pipe(Count, v.minValue(1)),
    first_week: v.pipe(Count, v.minValue(1)),
    later: v.pipe(Count, v.minValue(1)),
  }),
  /** [GUARD-5] Mail domains that nobody may sign up with, beside the published list of disposable ones; with their subdomains. */
  refused_mail_domains: v.array(MailDomain),
  /** [GUARD-5] Mail domains that the published list refuses and this site does not. */
  allowed_mail_domains: v.array(MailDomain),
  /** [GUARD-5] The signups from one network within 24 hours that need no proof of work. */
  signups_before_proof: Count,
  /** [GUARD-6] The check of the age that each country requires, once a way to pass it is set up (`docs/operations.md`). */
  age_check: v.record(CountryCode, v.picklist(AGE_CHECKS)),
  /** [GUARD-6] The days that members have to pass a check if they joined before their country required it; they get a mail at its start. */
  age_check_grace_days: v.pipe(Count, v.maxValue(90)),
  /** [DESK-12] Refunds of the desk over this amount, in whole units of their currency, need a second person. */
  second_person_over: Count,
  /**
   * [GUARD-7] The responder for fictional profiles: the script, the operator's own service (FICTIONAL_URL), the staff at
   * the desk, or nothing, which closes writing to them. Null: the script in a demo, nothing in production.
   */
  fictional_responder: v.nullable(v.picklist(FICTIONAL_RESPONDERS)),
  company: CompanyInfo,
  /** The address for reports of security problems in `/.well-known/security.txt`; empty for `support_email`. */
  security_contact: v.pipe(
    v.string(),
    v.regex(/^$|^mailto:[^@\s]+@[a-z0-9.-]+$|^https:\/\/\S+$/i, 'must begin with mailto: or https://'),
  ),
  /** The apps of stores that show this domain without an address bar (`docs/app-store.md`). */
  store_apps: v.array(
    v.object({
      package_name: v.pipe(
        v.string(),
        v.regex(/^[a-z]\w*(\.[a-z]\w*)+$/i, 'must be a package name, e.g. org.example.people'),
      ),
      /** SHA-256 of each certificate that signs the app: the store's own, and the upload key's. */
      fingerprints: v.pipe(
        v.array(v.pipe(v.string(), v.regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'must be 32 bytes as AB:CD:…'))),
        v.minLength(1),
      ),
    }),
  ),
  /** The sender of this domain's mails, `Name <address>`; empty for MAIL_FROM of the environment. */
  mail_from: v.pipe(v.string(), v.regex(/^$|^[^<>\r\n]{1,60} <[^@\s<>]+@[a-z0-9.-]+>$/i, 'must read Name <address>')),
})

/**
 * Settings of the specification that this site cannot support: each is refused with a reason [SITE-15]. Devices still
 * read them as the specification defines them (`Settings`).
 */
const RefusedSettings = {
  cdn_prefix: v.pipe(
    v.string(),
    v.check(
      (prefix) => prefix === '',
      'must stay empty: photos are shown only to members who may see them, so they come from this site itself, and its Content-Security-Policy forbids other hosts',
    ),
  ),
  fictional_icon: v.pipe(
    v.boolean(),
    v.check((shown) => shown, 'must stay true: a fictional profile is always marked [SAFE-7]'),
  ),
  fictional_warning: v.pipe(
    v.boolean(),
    v.check(
      (shown) => shown,
      'must stay true: a chat with a fictional profile always says that no meeting is possible [CHAT-11]',
    ),
  ),
  fictional_singular: v.pipe(
    v.string(),
    v.check(
      (word) => word === '',
      'must stay empty: the mark of a fictional profile is a text in each language (ui.fictional in locales/), so that every member understands it [SAFE-7]',
    ),
  ),
  fictional_plural: v.pipe(
    v.string(),
    v.check(
      (word) => word === '',
      'must stay empty: fictional profiles are named by a text in each language (credits.fictionalTitle in locales/) [SAFE-7]',
    ),
  ),
  visible_profile_notes: v.pipe(
    v.array(v.string()),
    v.maxLength(0, 'must stay empty: profiles have no notes; visible_profile_fields says what they show'),
  ),
  company: v.object({
    ...CompanyInfo.entries,
    delete_discount: v.pipe(
      v.boolean(),
      v.check((offered) => !offered, 'must stay false: a member who leaves is offered no discount'),
    ),
  }),
}

/**
 * Narrower than the specification's types: a wrong value here would break the law or every page, or do nothing in silence. The defaults
 * of the lists name all that there is: the places that a member can choose are of these countries.
 */
const Bounds = {
  countries: v.pipe(v.array(v.picklist(DEFAULT_SETTINGS.countries)), v.minLength(1, 'must name at least one country')),
  entry_warning_countries: v.array(CountryCode),
  search_fields: v.array(v.picklist(DEFAULT_SETTINGS.search_fields)),
  visible_profile_fields: v.array(v.picklist(DEFAULT_SETTINGS.visible_profile_fields)),
  support_email: v.pipe(v.string(), v.regex(/^[^@\s]+@[a-z0-9.-]+$/i, 'must be an address, e.g. help@example.org')),
  min_age: v.pipe(Count, v.minValue(18, 'must be 18 or more: the site is for adults'), v.maxValue(99)),
  refund_days: v.pipe(Count, v.minValue(14, 'must be 14 or more: the law gives buyers two weeks')),
  message_credits: Count,
  photo_credits: Count,
  gift_credits: Count,
  signup_credits: Count,
  message_length: v.pipe(
    Count,
    v.minValue(1),
    v.maxValue(MESSAGE_MAX, `must be ${MESSAGE_MAX} or less: no message is longer`),
  ),
  message_days: v.pipe(Count, v.minValue(1)),
  search_page_size: v.pipe(Count, v.minValue(1), v.maxValue(100)),
}

export const SiteSettings = v.object({ ...Settings.entries, ...Business.entries, ...Bounds, ...RefusedSettings })
export type SiteSettings = v.InferOutput<typeof SiteSettings>

const SEPA = ['IT', 'IE', 'DE', 'AT', 'ES', 'FR', 'BE', 'NL']

export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  ...DEFAULT_SETTINGS,
  packages: [
    { credits: 15, prices: { '*': 999 } },
    { credits: 40, prices: { '*': 1_999 } },
    { credits: 100, prices: { '*': 3_999 } },
    { credits: 250, prices: { '*': 7_999 } },
  ],
  currencies: {
    '*': 'EUR',
    GB: 'GBP',
    US: 'USD',
    CA: 'CAD',
    AU: 'AUD',
    NZ: 'NZD',
    CH: 'CHF',
    PL: 'PLN',
  },
  payment_methods: {
    creditcard: '*',
    visa: '*',
    mastercard: '*',
    maestro: ['IT', 'IE', 'GB', 'DE', 'AT', 'CH', 'ES', 'FR', 'BE', 'NL', 'PL'],
    paypal: '*',
    ideal: ['NL'],
    bancontact: ['BE'],
    sofort: ['DE', 'AT', 'BE', 'CH'],
    giropay: ['DE'],
    eps: ['AT'],
    blik: ['PL'],
    prezelewy24: ['PL'],
    postepay: ['IT'],
    cartebancaire: ['FR'],
    nexi: ['IT'],
    applepay: '*',
    paysafecard: ['IT', 'IE', 'GB', 'DE', 'AT', 'CH', 'ES', 'FR', 'BE', 'NL', 'PL'],
    sct: SEPA,
    directdebit: SEPA,
  },
  vat_percentages: { IT: 22, IE: 23, GB: 20, DE: 19, AT: 20, ES: 21, FR: 20, BE: 21, NL: 21, PL: 23, CH: 8.1 },
  // The same length as the time bonus, so that the clock shows the real time of the price rise [PAY-9].
  welcome_discount: { code: 'WELCOME25', value_percentage: 25, hours: 4 },
  direct_debits_a_day: { member: 3, iban: 2 },
  likes_a_day: 200,
  address_failures: { count: 100, minutes: 15 },
  new_account_days: 14,
  new_conversations_a_day: { first_day: 5, first_week: 20, later: 60 },
  refused_mail_domains: [],
  allowed_mail_domains: [],
  signups_before_proof: 3,
  age_check: {},
  age_check_grace_days: 14,
  second_person_over: 100,
  fictional_responder: null,
  company: {
    name: 'Visavis Demo',
    address: '1 Example Street',
    kvk: '00000000',
    city: 'Dublin',
    country: 'IE',
    tradenames: ['Visavis'],
    vat_numbers: ['IE0000000XX'],
    support_phone: '+353 1 555 0142',
    delete_discount: false,
    // 2023-12-01 12:00 UTC, the version of the terms [SITE-7].
    added: 1_701_432_000_000,
  },
  security_contact: '',
  store_apps: [],
  mail_from: '',
}
