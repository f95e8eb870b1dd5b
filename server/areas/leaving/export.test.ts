/** [ACC-17] Compares a member's export with the database: every table, every column. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FACT_NAMES, factRecord } from '#contract/entities/profile-facts.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { EXPORT_MINUTES, MINUTE_MS } from '#contract/limits.ts'
import { RATES } from '../../rates.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import { addMany, TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { LIFE_ID, liveLife, MARK, type WholeLife } from '../../testing/whole-life.ts'

type Row = Record<string, unknown>
type Doc = Record<string, unknown>
/** The expected value of a column in the file; undefined if the entry belongs to another row. */
type Shown = (entry: Row, row: Row) => unknown
/** The reason why a column is not in the file. */
type Left = { left: string }

let server: TestServer
let life: WholeLife
let doc: Doc
beforeAll(async () => {
  server = await createTestServer()
  life = await liveLife(server)
  doc = JSON.parse(await (await exported()).text()) as Doc
})
afterAll(() => server.close())

const exported = () => exportFileOf(server, life.member)

const left = (why: string): Left => ({ left: why })
const as =
  (name: string): Shown =>
  (entry) =>
    entry[name]
/** Columns that have the same name in the file; `names` are separated by spaces. */
const same = (names: string): Record<string, Shown> =>
  Object.fromEntries(names.split(' ').map((name) => [name, as(name)]))
const flag =
  (name: string): Shown =>
  (entry) =>
    Number(entry[name])
const json =
  (name: string): Shown =>
  (entry) =>
    JSON.stringify(entry[name])
const withOther: Shown = (entry) => (entry['with'] as Row)['profile']

const list = (name: string) => (): Row[] => doc[name] as Row[]
const one = (name: string) => (): Row[] => [doc[name] as Row]
const likesOf = (side: 'sent' | 'received') => (): Row[] => (doc['likes'] as Record<string, Row[]>)[side] ?? []

type Held = { where: string; entries: () => Row[]; columns: Record<string, Shown | Left> }

const CONNECTS = 'says which rows belong together'

/** The stored data of a member and its place in the file. Decide on each new column here, or the test fails. */
const HELD: Record<string, Held[] | Left> = {
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
        ...factRecord(FACT_NAMES, (name) => as(name)),
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
      entries: () => list('messages')().filter(({ photo }) => photo !== null),
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
        ...same('consent given_at withdrawn_at'),
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
  flags: left('findings of the security checks; the decisions that follow are there'),
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
          'discount_code discount_percentage vat_percentage failure created_at changed_at completed_at withdrawn_at credits_taken refunded domain',
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
  bookings: left('the books of the operator: sums and times are in the payments and their history'),
  desk_refunds: left('orders of the desk: their sums are in the payments, their credits in the ledger'),
  chargebacks: left('the payments and their history say it'),
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

const tables = () =>
  server
    .sql(`select name from sqlite_master where type = 'table'`)
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && name !== '__drizzle_migrations')
const columnsOf = (table: string) =>
  server.sql(`select name from pragma_table_info('${table}')`).map(({ name }) => String(name))

/** The exported columns, as in the file and as in the database. */
const shownOf = (entry: Row, row: Row, columns: Held['columns']): Row =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, shown]) =>
      typeof shown === 'function' ? [[column, shown(entry, row)]] : [],
    ),
  )
const heldOf = (row: Row, columns: Held['columns']): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => typeof columns[column] === 'function'))

describe('[ACC-17] the export', () => {
  test('has an entry for every table and every column', () => {
    expect(Object.keys(HELD).toSorted()).toEqual(tables().toSorted())
    for (const [table, held] of Object.entries(HELD))
      for (const { columns } of Array.isArray(held) ? held : [])
        expect([table, Object.keys(columns).toSorted()]).toEqual([table, columnsOf(table).toSorted()])
  })

  test.each(Object.entries(HELD).filter(([, held]) => Array.isArray(held)))(
    'contains the data of %s',
    (table, held) => {
      for (const { where, entries, columns } of held as Held[]) {
        const rows = server.sql(`select * from ${table} where ${where}`)
        expect(rows.length).toBeGreaterThan(0)
        expect(entries()).toHaveLength(rows.length)
        for (const [index, row] of rows.entries())
          expect(shownOf(entries()[index] ?? {}, row, columns)).toEqual(heldOf(row, columns))
      }
    },
  )

  test('contains the pictures themselves, and the settings', async () => {
    const pictures = (doc['photos'] as Row[]).map(({ base64 }) => Buffer.from(String(base64), 'base64'))
    const stored = await Promise.all(
      [life.hashes.own, life.hashes.shared].map((hash) => server.photos.read(hash, 'full')),
    )
    expect(pictures.map((bytes) => bytes.toString())).toEqual(
      stored.map((bytes) => Buffer.from(bytes ?? []).toString()),
    )
    expect(doc['settings']).toEqual({
      ...DEFAULT_MEMBER_SETTINGS,
      push_details: true,
      dismissed_alerts: { push: 5 },
      consents: { sensitive: server.clock.now() },
    })
  })

  test('contains the photos of conversations, sent and received', async () => {
    const sent = (doc['messages'] as Row[]).flatMap(({ photo }) => (photo ? [(photo as Row)['base64']] : []))
    const stored = await Promise.all(
      [life.hashes.sent, life.hashes.received].map((hash) => server.photos.read(hash, 'full')),
    )
    expect(sent.map((base64) => Buffer.from(String(base64), 'base64').toString())).toEqual(
      stored.map((bytes) => Buffer.from(bytes ?? []).toString()),
    )
  })

  test('contains no secret: no token, hash or key', async () => {
    const text = JSON.stringify(doc)
    const secrets = [
      ...server.sql('select token_hash as secret from sessions'),
      ...server.sql('select hash as secret from tokens'),
      ...server.sql('select password_hash as secret from users'),
      ...server.sql('select auth as secret from push_subscriptions'),
      ...server.sql('select endpoint as secret from push_subscriptions'),
      ...server.sql('select code_hash as secret from direct_debits'),
      ...server.sql('select customer as secret from stored_methods'),
      ...server.sql('select mandate as secret from stored_methods'),
    ].map(({ secret }) => String(secret))
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  test('contains no like that is hidden from the member', async () => {
    server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', life.partner.id, LIFE_ID)
    const { likes } = JSON.parse(await (await exported()).text()) as { likes: Record<string, Row[]> }
    expect(likes['received']).toEqual([])
  })

  test('[PROF-10] names only profiles that the member may see now, and contains not even the id of others', async () => {
    const viewer = await server.signUp('Viewer')
    const hidden = await server.signUp('Hidden Harriet')
    const seen = await server.signUp('Seen Sam')
    for (const { id } of [hidden, seen]) {
      await server.as(viewer)('likes.put', { params: { profile: String(id) } })
      await server.as(viewer)('swipe.put', { params: { profile: String(id) }, body: { choice: 'pass' } })
      await server.as(viewer)('blocks.put', { params: { profile: String(id) } })
    }
    server.sql('update profiles set invisible = 1 where id = ?', hidden.id)
    const file = await exportFileOf(server, viewer)
    const text = await file.text()
    expect(text).not.toContain('Harriet')
    expect(text).not.toContain(`"profile":${hidden.id},`)
    const named = { profile: seen.id, name: 'Seen Sam', fictional: false }
    const held = JSON.parse(text) as { likes: { sent: Row[] }; swipes: Row[]; blocks: Row[] }
    for (const list of [held.likes.sent, held.swipes, held.blocks])
      expect(new Set(list.map((entry) => entry['with']))).toEqual(new Set([null, named]))
  })

  test('is a file to save that is not cached', async () => {
    const { status, headers } = await exported()
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="visavis-2026-06-15.json"')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('streams the data of a long history as it is read, and lets requests run in between', async () => {
    server.sql(
      `insert into messages (conversation, sender, client_id, type, text, sent_at)
        select 1, ${LIFE_ID}, 'm' || value, 'text', ? || value, 0 from json_each(?)`,
      '"line"\n',
      JSON.stringify(Array.from({ length: 2_000 }, (_, count) => count)),
    )
    const chunks: number[] = []
    const readAt = new Set<number>()
    let text = ''
    let turns = 0
    let isReading = true
    const turn = (): void => {
      turns += 1
      if (isReading) setImmediate(turn)
    }
    setImmediate(turn)
    const decoder = new TextDecoder()
    for await (const chunk of (await exported()).body ?? []) {
      chunks.push(chunk.byteLength)
      readAt.add(turns)
      text += decoder.decode(chunk, { stream: true })
    }
    isReading = false
    expect(Math.max(...chunks)).toBeLessThan(20_000)
    expect(chunks.length).toBeGreaterThan(20)
    // Each piece comes in a turn of its own.
    expect(readAt.size).toBe(chunks.length)
    const { messages } = JSON.parse(text) as { messages: Row[] }
    expect(messages).toHaveLength(2_009)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2_009)
  })
})

const exportOf = async (other: TestServer, member: TestMember) =>
  JSON.parse(await (await exportFileOf(other, member)).text()) as Record<string, Row[]>

/** More than two pages of each list. */
const MANY = 450

describe('[ACC-17] the export of a member', () => {
  test('[ACC-17] contains a complaint filed while logged out, once the address is confirmed', async () => {
    const other = await createTestServer()
    const anna = await other.signUp('Anna', { status: 'not_confirmed' })
    const complaint = { name: 'Anna', email: 'ANNA@example.test', text: 'I was charged twice for one order.' }
    await other.visitor('complaints.send', { body: complaint })
    await other.visitor('complaints.send', { body: { ...complaint, email: 'bert@example.test' } })
    expect((await exportOf(other, anna))['letters']).toEqual([])
    other.sql(`update users set status = 'active'`)
    expect((await exportOf(other, anna))['letters']).toMatchObject([{ kind: 'complaint', text: complaint.text }])
    await other.close()
  })

  test('[ACC-17] leaves out a chat that the member deleted, and contains later messages', async () => {
    const other = await createTestServer()
    const [anna, bert] = [await other.signUp('Anna'), await other.signUp('Bert')]
    const write = (from: TestMember, to: TestMember, text: string) => {
      const body = { client_id: other.deps.newId(), profile: to.id, type: 'text', text } as const
      return other.as(from)('messages.send', { body })
    }
    await write(anna, bert, 'deleted')
    await write(bert, anna, 'deleted as well')
    await other.as(anna)('chats.delete', { body: { conversation: `${anna.id}-${bert.id}` } })
    expect(await exportOf(other, anna)).toMatchObject({ conversations: [], messages: [] })
    // The partner still has it.
    expect((await exportOf(other, bert))['messages']).toHaveLength(2)
    await write(bert, anna, 'written since')
    const { conversations, messages } = await exportOf(other, anna)
    expect(conversations).toHaveLength(1)
    expect(messages).toMatchObject([{ text: 'written since' }])
    await other.close()
  })

  test('contains no message and no letter of others', async () => {
    const other = await createTestServer()
    const [anna, bert, carla] = [await other.signUp('Anna'), await other.signUp('Bert'), await other.signUp('Carla')]
    const write = (to: TestMember, text: string) => {
      const body = { client_id: other.deps.newId(), profile: to.id, type: 'text', text } as const
      return other.as(bert)('messages.send', { body })
    }
    await write(carla, 'for Carla alone')
    await write(anna, 'for Anna')
    // A member's letter is that member's, whatever address was typed.
    await other.as(bert)('complaints.send', {
      body: { name: 'Bert', email: anna.email, text: 'I was charged twice for one order.' },
    })
    const file = await exportOf(other, anna)
    expect(file['messages']).toMatchObject([{ text: 'for Anna' }])
    expect(file['letters']).toEqual([])
    expect((await exportOf(other, bert))['letters']).toHaveLength(1)
    await other.close()
  })

  test('contains each of many conversations, swipes and ledger entries once', async () => {
    const other = await createTestServer()
    const anna = await other.signUp('Anna')
    addMany(other.sql, MANY, 'it', 'IT')
    const ids = Array.from({ length: MANY }, (_, index) => 1_001 + index)
    const named = JSON.stringify(ids)
    // PostgreSQL's list has texts.
    const id = 'cast(value as bigint)'
    other.sql(
      `insert into conversations (id, low, high, started_by, last_message, created_at)
        select ${id}, ${anna.id}, ${id}, ${id}, 1, 0 from json_each(?)`,
      named,
    )
    other.sql(
      `insert into participants (member, conversation, partner) select ${anna.id}, ${id}, ${id} from json_each(?)`,
      named,
    )
    other.sql(
      `insert into swipes (member, profile, choice, at) select ${anna.id}, ${id}, 'pass', ${id} from json_each(?)`,
      named,
    )
    other.sql(
      `insert into ledger (user_id, amount, reason, reference, balance, at)
        select ${anna.id}, 0, 'goodwill', value, 5, ${id} from json_each(?)`,
      named,
    )
    const { conversations, swipes, ledger } = await exportOf(other, anna)
    expect(conversations?.map(({ conversation }) => conversation)).toEqual(ids.map((id) => `${anna.id}-${id}`))
    expect(swipes?.map(({ at }) => at)).toEqual(ids)
    expect(ledger?.map(({ at }) => at).slice(1)).toEqual(ids)
    await other.close()
  })
})

describe('[ACC-17] before the export', () => {
  test('the owner proves to be here: the token of the answer opens the file for five minutes, for this member alone', async () => {
    const other = await createTestServer()
    const [anna, bert] = [await other.signUp('Anna'), await other.signUp('Bert')]
    const wrong = await other.as(anna)('export.ask', { body: { password: 'a wrong password' } })
    expect(wrong.error).toEqual({ error: 'invalid_input', fields: { password: 'password_wrong' } })
    expect((await other.as(anna)('export.ask', { body: {} })).error?.error).toBe('invalid_input')
    const { token } = (await other.as(anna)('export.ask', { body: { password: TEST_PASSWORD } })).body
    const statusFor = async (member: TestMember, text = token) =>
      (await other.as(member)('export.get', { query: { token: text } })).status
    expect([await statusFor(anna), await statusFor(anna)]).toEqual([200, 200])
    expect([await statusFor(bert), await statusFor(anna, 'guessed')]).toEqual([410, 410])
    other.clock.advance(EXPORT_MINUTES * MINUTE_MS)
    expect(await statusFor(anna)).toBe(410)
    await other.close()
  })
})

test('[SAFE-6] the export is limited to five times an hour', async () => {
  const limited = await createTestServer({ rates: RATES })
  const anna = await limited.signUp('Anna')
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await exportFileOf(limited, anna)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  await limited.close()
})
