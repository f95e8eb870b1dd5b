/**
 * Every table and column of the database, and its place in the export of a member [ACC-17], or the reason why it is not there.
 * `areas/leaving/export.test.ts` compares it with a database and a file. Decide on each new column here, or that test fails.
 */
import { FACT_NAMES } from '#contract/entities/profile-facts.ts'
import { recordOf } from '#contract/records.ts'
import { LIFE_ID, MARK } from './whole-life.ts'

export type Row = Record<string, unknown>
/** The parsed file. */
export type ExportFile = Record<string, unknown>
/** The expected value of a column in the file; undefined if the entry belongs to another row. */
type ShownValue = (entry: Row, row: Row) => unknown
/** The reason why a table or column is not in the file. */
type LeftOut = { left: string }

/** Stored rows that the file shows. */
export type ShownRows = {
  /** The condition of the rows in SQL, with their order. */
  where: string
  /** Their entries in the file. */
  entries: (file: ExportFile) => Row[]
  columns: Record<string, ShownValue | LeftOut>
}

const left = (why: string): LeftOut => ({ left: why })
const as =
  (name: string): ShownValue =>
  (entry) =>
    entry[name]
/** Columns that have the same name in the file; `names` are separated by spaces. */
const same = (names: string): Record<string, ShownValue> =>
  Object.fromEntries(names.split(' ').map((name) => [name, as(name)]))
const flag =
  (name: string): ShownValue =>
  (entry) =>
    Number(entry[name])
const json =
  (name: string): ShownValue =>
  (entry) =>
    JSON.stringify(entry[name])
const withOther: ShownValue = (entry) => (entry['with'] as Row)['profile']

type Entries = ShownRows['entries']
const list =
  (name: string): Entries =>
  (file) =>
    file[name] as Row[]
const one =
  (name: string): Entries =>
  (file) => [file[name] as Row]
const likesOf =
  (side: 'sent' | 'received'): Entries =>
  (file) =>
    (file['likes'] as Record<string, Row[]>)[side] ?? []

const CONNECTS = 'says which rows belong together'

export const EXPORTED: Record<string, ShownRows[] | LeftOut> = {
  users: [
    {
      where: `id = ${LIFE_ID}`,
      entries: one('account'),
      columns: {
        ...same('id email status language credits deleting_since domain time_zone'),
        mailbox: left('a keyed hash of the address'),
        password_hash: left('a secret'),
        paid_user: flag('paid_user'),
        signup_at: as('signup_date'),
        feed_seq: left('a counter of the machine'),
        feed_floor: left('a counter of the machine'),
        feed_acked: left('a counter of the machine'),
        notifications_disabled: json('notifications_disabled'),
        settings: left('compared below'),
        tracking: json('tracking'),
        signup_message: json('signup_message'),
        age_due: as('age_check_due'),
        returned: ({ active_days_after_signup: days }) => (JSON.stringify(days) === '[1,30]' ? 5 : -1),
        left_confirmed: left('says of a requested deletion only whether the address was confirmed'),
        sanction: left('the decisions say it'),
        sanction_until: left('the decisions say it'),
      },
    },
  ],
  profiles: [
    {
      where: `id = ${LIFE_ID}`,
      entries: one('profile'),
      columns: {
        ...same('name gender country main_photo'),
        id: left('stands in the account'),
        birth_date: as('date_of_birth'),
        birth_year: left('is part of the date'),
        region: as('countryregion'),
        city: as('city_id'),
        fictional: flag('fictional'),
        invisible: flag('invisible_mode'),
        reserved: flag('privacy_mode'),
        searchable: flag('found_by_search'),
        last_active: left('the day alone, in privacy mode'),
        active_at: as('last_active'),
      },
    },
  ],
  profile_details: [
    {
      where: `id = ${LIFE_ID}`,
      entries: one('profile'),
      columns: {
        id: left('stands in the account'),
        about_me: as('about_me'),
        prompts: json('prompts'),
        ...recordOf(FACT_NAMES, (name) => as(name)),
        interests: json('interests'),
      },
    },
  ],
  photos: [
    {
      where: `owner = ${LIFE_ID} order by id`,
      entries: list('photos'),
      columns: {
        ...same('id status position created_at client_id colours reason'),
        owner: left('the member'),
        hash: left('names the picture, which is there itself'),
        content: left('names the picture, which is there itself'),
        private: flag('private'),
        drawn: flag('drawn'),
        reviewed_by: left('no staff member is named'),
        reviewed_at: left('the decision says when'),
      },
    },
  ],
  sessions: [
    {
      where: `user_id = ${LIFE_ID} order by created_at`,
      entries: list('sessions'),
      columns: {
        ...same('created_at last_seen_at expires_at user_agent revoked_at'),
        token_hash: left('a secret'),
        user_id: left('the member'),
        host_cookie_at: left('the form of a cookie'),
      },
    },
  ],
  known_devices: [
    {
      where: `user_id = ${LIFE_ID}`,
      entries: list('known_devices'),
      columns: {
        ...same('created_at used_at'),
        token_hash: left('a secret'),
        user_id: left('the member'),
      },
    },
  ],
  age_checks: [
    {
      where: `user_id = ${LIFE_ID}`,
      entries: one('age_check'),
      columns: { user_id: left('the member'), way: as('way'), result: as('result'), day: as('day') },
    },
  ],
  age_requests: left('attempts of the last 24 hours, without a result'),
  passkeys: [
    {
      where: `user_id = ${LIFE_ID}`,
      entries: list('passkeys'),
      columns: {
        ...same('name created_at used_at'),
        id: left('key material'),
        user_id: left('the member'),
        rp_id: as('domain'),
        user_handle: left('key material'),
        public_key: left('key material'),
        counter: left('a counter of the machine'),
        transports: json('transports'),
        backed_up: flag('backed_up'),
      },
    },
  ],
  credited_mailboxes: left('keyed hashes of mailboxes, of nobody in particular'),
  used_challenges: left('random numbers of nobody'),
  acceptances: [
    {
      where: `user_id = ${LIFE_ID}`,
      entries: list('acceptances'),
      columns: {
        ...same('document version accepted_at'),
        user_id: left('the member'),
      },
    },
  ],
  push_subscriptions: [
    {
      where: `user_id = ${LIFE_ID}`,
      entries: list('push_subscriptions'),
      columns: {
        endpoint: (entry, row) =>
          String(row['endpoint']).includes(`//${String(entry['host'])}/`) ? row['endpoint'] : null,
        user_id: left('the member'),
        session_hash: left('a secret'),
        p256dh: left('a secret'),
        auth: left('a secret'),
        created_at: as('created_at'),
      },
    },
  ],
  tokens: [
    {
      where: `user_id = ${LIFE_ID} order by expires_at`,
      entries: list('links'),
      columns: {
        ...same('kind expires_at used_at'),
        hash: left('a secret'),
        user_id: left('the member'),
        data: as('about'),
      },
    },
  ],
  likes: [
    {
      where: `liker = ${LIFE_ID}`,
      entries: likesOf('sent'),
      columns: {
        liker: left('the member'),
        liked: withOther,
        at: as('at'),
        seen: left('what the other has looked at is the other’s'),
      },
    },
    {
      where: `liked = ${LIFE_ID}`,
      entries: likesOf('received'),
      columns: {
        liker: withOther,
        liked: left('the member'),
        at: as('at'),
        seen: (entry) => Number(entry['like_new'] !== true),
      },
    },
  ],
  blocks: [
    {
      // A member learns of a block only when trying to write.
      where: `blocker = ${LIFE_ID}`,
      entries: list('blocks'),
      columns: {
        blocker: left('the member'),
        blocked: withOther,
        at: as('at'),
        blocker_name: left('the other side’s copy of a former name'),
        blocker_photo: left('the other side’s copy of a former main photo'),
        blocked_name: (entry) => (entry['with'] as Row)['name'],
        blocked_photo: left('a photo of the other'),
      },
    },
  ],
  conversations: [
    {
      where: `low = ${LIFE_ID} or high = ${LIFE_ID} order by id`,
      entries: list('conversations'),
      columns: {
        id: left(CONNECTS),
        low: (entry) => Number(String(entry['conversation']).split('-')[0]),
        high: (entry) => Number(String(entry['conversation']).split('-')[1]),
        started_by: (entry, row) => (entry['started_by_me'] === true ? LIFE_ID : row['low']),
        last_message: left('is the last of the messages'),
        opening_left: left('counts the messages before an answer'),
        created_at: as('created_at'),
      },
    },
  ],
  participants: [
    {
      where: `member = ${LIFE_ID} order by conversation`,
      entries: list('conversations'),
      columns: {
        ...same('read_up_to delivered_up_to warned_at'),
        member: left('the member'),
        conversation: left(CONNECTS),
        partner: withOther,
        unread: as('num_unread_messages'),
        hidden_up_to: as('deleted_up_to'),
        held_last: left('is the last of the held messages'),
      },
    },
  ],
  messages: [
    {
      where: `exists (select 1 from participants where member = ${LIFE_ID}
        and participants.conversation = messages.conversation and messages.id > hidden_up_to) order by id`,
      entries: list('messages'),
      columns: {
        ...same('id sender client_id type text sent_at'),
        conversation: left(CONNECTS),
        warning: left('a finding about the sender, which the recipient reads in the chat'),
        held_at: left('waits for a decision, which the member gets'),
        unanswered_at: left('the ledger has the credits that came back'),
      },
    },
  ],
  message_photos: [
    {
      where: `true order by message`,
      entries: (file) => list('messages')(file).filter(({ photo }) => photo !== null),
      columns: {
        message: as('id'),
        hash: left('names the picture, which is there itself'),
        colours: (entry) => (entry['photo'] as Row)['colours'],
        width: (entry) => (entry['photo'] as Row)['width'],
        height: (entry) => (entry['photo'] as Row)['height'],
      },
    },
  ],
  swipes: [
    {
      where: `member = ${LIFE_ID} order by at`,
      entries: list('swipes'),
      columns: { member: left('the member'), profile: withOther, choice: as('choice'), at: as('at') },
    },
  ],
  consents: [
    {
      where: `user_id = ${LIFE_ID}`,
      entries: list('consents'),
      columns: {
        ...same('consent text_version given_at withdrawn_at'),
        user_id: left('the member'),
      },
    },
  ],
  letters: [
    {
      // The address alone identifies a visitor's complaint.
      where: `user_id = ${LIFE_ID} or (user_id is null and email like '%${MARK}%') order by id`,
      entries: list('letters'),
      columns: {
        ...same('kind name email language reason text profile'),
        ...same('message photo decision at answered_at answer domain'),
        id: (entry) => Number(String(entry['number']).split('-')[1]),
        user_id: left('the member'),
        upheld: ({ upheld }) => (upheld === null ? null : Number(upheld)),
        good_faith: flag('good_faith'),
        text_group: left('is computed from the text'),
        answered_by: left('no staff member is named'),
        client_id: left('a number of the device'),
      },
    },
  ],
  awaited_answers: left('messages that wait for an answer: they are in the conversations, their price in the ledger'),
  flags: [
    {
      // An open finding is not announced.
      where: `member = ${LIFE_ID} and answered_at is not null order by id`,
      entries: list('automatic_checks'),
      columns: {
        ...same('kind message photo answered_at'),
        id: left('a number of the desk'),
        member: left('the member'),
        severity: left('the order of the queue'),
        facts: left('may name others, and how the checks work'),
        created_at: as('at'),
        upheld: ({ upheld }) => (upheld === null ? null : Number(upheld)),
      },
    },
  ],
  cases: left('numbers of the desk; the letters and decisions are there'),
  evidence: left('would reveal who reported'),
  evidence_photos: left('would reveal who reported'),
  identity_marks: left('keyed hashes of what the account has'),
  photo_hashes: left('is computed from the photo, which is there itself'),
  decisions: [
    {
      where: `user_id = ${LIFE_ID} order by id`,
      entries: list('decisions'),
      columns: {
        ...same('id kind reason note photo at until lifted_at message removed_text source statement'),
        user_id: left('the member'),
        staff: left('no staff member is named'),
        warns: left('says what others were told'),
        waited_since: left('is the time of a report by somebody else'),
        undone_at: left('says like `lifted_at` that it does not hold'),
        appealed_at: left('the appeal is among the letters'),
        appeal_upheld: left('the appeal is among the letters'),
      },
    },
  ],
  ledger: [
    {
      where: `user_id = ${LIFE_ID} order by id`,
      entries: list('ledger'),
      columns: {
        ...same('id amount reason reference balance at'),
        user_id: left('the member'),
      },
    },
  ],
  payments: [
    {
      where: `user_id = ${LIFE_ID} order by created_at`,
      entries: list('payments'),
      columns: {
        ...same('id status provider reference checkout_url method country credits amount currency'),
        ...same(
          'discount_code discount_percentage vat_percentage failure created_at changed_at completed_at withdrawn_at credits_taken refunded refunded_otherwise refund_refused_at domain',
        ),
        user_id: left('the member'),
        remember: flag('remember'),
        repeated: flag('repeated'),
        invoice: ({ invoice }) => (typeof invoice === 'string' ? Number(invoice.split('-')[2]) : null),
        payer_customer: left('with it one could pay'),
        payer_mandate: left('with it one could pay'),
        ended_there: flag('ended_at_provider'),
        refunded_there: as('refunded_at_provider'),
        charged_back_there: as('charged_back_at_provider'),
        charged_back_won: as('charged_back_and_won'),
        buyer_name: ({ buyer }) => (buyer as Row | null)?.['name'] ?? null,
        buyer_email: ({ buyer }) => (buyer as Row | null)?.['email'] ?? null,
        refund_refusal: left('what the provider answered to the operator'),
        seller: left('the seller is on the invoice'),
        read_there_at: left('says when the provider was asked, and nothing of the member'),
        begin_at: ({ begin_at_once }) => (begin_at_once as Row | null)?.['at'] ?? null,
        begin_version: ({ begin_at_once }) => (begin_at_once as Row | null)?.['version'] ?? null,
        begin_language: ({ begin_at_once }) => (begin_at_once as Row | null)?.['language'] ?? null,
      },
    },
  ],
  payment_transitions: [
    {
      where: `payment in (select id from payments where user_id = ${LIFE_ID}) order by id`,
      entries: list('payment_history'),
      columns: {
        ...same('id payment before after by at'),
      },
    },
  ],
  stored_methods: [
    {
      where: `user_id = ${LIFE_ID}`,
      entries: one('stored_method'),
      columns: {
        ...same('provider method label credits at'),
        user_id: left('the member'),
        customer: left('a secret: with it one could pay'),
        mandate: left('a secret: with it one could pay'),
      },
    },
  ],
  discount_codes: [
    {
      where: `user_id = ${LIFE_ID} order by code`,
      entries: list('discount_codes'),
      columns: {
        ...same('code value_percentage minimum_order_value country expires currency status validity'),
        user_id: left('the member'),
        paymentmethods: json('paymentmethods'),
        campaign: left('says which campaign gave the code away'),
      },
    },
  ],
  direct_debits: [
    {
      where: `user_id = ${LIFE_ID} order by created_at`,
      entries: list('direct_debits'),
      columns: {
        ...same('id credits amount currency discount_code account_holder iban'),
        ...same('street house_number zip city phone mandate created_at confirmed_at'),
        user_id: left('the member'),
        code_hash: left('a secret'),
        failures: left('counts that guard the account, named by no one'),
      },
    },
  ],
  bookings: [
    {
      where: `payment in (select id from payments where user_id = ${LIFE_ID}) order by id`,
      entries: list('invoices_and_credit_notes'),
      columns: {
        ...same('id kind payment amount vat at refund'),
        // An invoice has its number at the payment.
        number: ({ number }, { kind }) => (kind === 'sale' ? null : Number(String(number).split('-')[2])),
      },
    },
  ],
  desk_refunds: [
    {
      where: `payment in (select id from payments where user_id = ${LIFE_ID}) order by at, id`,
      entries: list('refunds'),
      columns: {
        ...same('id payment part reason amount credits at done_at refused_at'),
        staff: left('no staff member is named'),
        refusal: left('what the provider answered to the operator'),
      },
    },
  ],
  chargebacks: [
    {
      where: `payment in (select id from payments where user_id = ${LIFE_ID}) order by at`,
      entries: list('chargebacks'),
      columns: {
        ...same('payment amount at decided_at decision contest_by'),
        staff: left('no staff member is named'),
      },
    },
  ],
  member_notes: [
    {
      where: `member = ${LIFE_ID} order by id`,
      entries: list('desk_notes'),
      columns: {
        ...same('text at'),
        id: left('a number of the desk'),
        member: left('the member'),
        staff: left('no staff member is named'),
        client_id: left('a random number against repeats'),
      },
    },
  ],
  desk_approvals: left('requests of the desk: what was given is in the payments and the ledger'),
  sellers: left('the companies that sell'),
  settlements: left('payouts of the provider to the operator'),
  settlement_lines: left('payouts of the provider to the operator'),
  erased_bookings: left('sums by month, without ids'),
  fictional_personas: left('about fictional profiles, which are nobody'),
  partners: left('partners of the operator'),
  campaigns: left('campaigns of the operator'),
  campaign_months: left('numbers of campaigns, without people'),
  day_visits: left('sums by day, without ids'),
  day_numbers: left('sums by day, without ids'),
  day_erased: left('sums by day, without ids'),
  blocked_payers: left('hashes of accounts and phones, named by no one'),
  sandbox_payments: left('what the provider of demo and development knows, apart from us'),
  dev_sms: left('development only'),
  attempts: left('counts that guard the account, named by no one'),
  write_orders: left('numbers that put the writes of a device in order'),
  photo_parts: left('the beginning of a photo that the member is just sending, or the id of a deleted one'),
  changes: left('says that something changed; the thing itself is in the file'),
  jobs: left('work to do, about things that are in the file already'),
  dev_mails: left('development only'),
  gone_files: left('names of files that are being removed'),
  site_settings: left('of the site'),
  site_state: left('facts about the installation'),
  job_processes: left('server processes'),
  site_keys: left('keys of the site, encrypted'),
  staff: left('of the operator, not of members'),
  staff_sessions: left('of the operator, not of members'),
  staff_devices: left('of the operator, not of members'),
  staff_passkeys: left('of the operator, not of members'),
  audit: left('acts of the operator, with numbers only'),
  announcements: left('what was said to all, naming no one'),
  announcement_drafts: left('of the operator, not of members'),
}
