/** [ACC-12] Searches every column of every table and the photo store for remains of a member after 14 days. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD } from '../../testing/members.ts'
import { runJobs } from '../../testing/post-office.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { statementsOf } from '../../testing/statements.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { wordsOf } from '../../testing/calls.ts'
import { LIFE_ID, liveLife, MARK, type WholeLife } from '../../testing/whole-life.ts'
import { armRecurring } from '../../jobs/recurring.ts'
import { hashToken } from '../../http/caller.ts'
import { emailKey } from '../account/email-key.ts'
import { purge, purgeAll } from './purge.ts'

let server: TestServer
let life: WholeLife
const begin = async () => {
  server = await createTestServer()
  life = await liveLife(server)
}
const end = () => server.close()

/** Columns that still have the account's id [ACC-12], because others' data and payment records refer to it. */
const NUMBER_STAYS = [
  'users.id',
  'users.email',
  'profiles.id',
  'ledger.user_id',
  'payments.user_id',
  'conversations.high',
  'conversations.started_by',
  'participants.member',
  'participants.partner',
  'messages.sender',
  'changes.entity',
  'swipes.profile',
]
/** Tables without members' data. */
const OTHER_TABLES = new Set([
  '__drizzle_migrations',
  'sqlite_sequence',
  'site_settings',
  'site_state',
  'job_processes',
  'site_keys',
  'gone_files',
  'announcements',
  'announcement_drafts',
  'sellers',
  'settlements',
  'settlement_lines',
  'erased_bookings',
  'fictional_personas',
  'partners',
  'campaigns',
  'campaign_months',
  'day_visits',
  'day_numbers',
  'day_erased',
  'staff',
  'staff_sessions',
  'staff_devices',
  'staff_passkeys',
  'used_challenges',
  // Its keyed hashes outlive the account for a year [GUARD-5].
  'credited_mailboxes',
  // Its rows cannot be removed, so they hold numbers and codes, never a member's own data [DESK-3].
  'audit',
])

const tables = () =>
  server
    .sql(`select name from sqlite_master where type = 'table'`)
    .map(({ name }) => String(name))
    .filter((name) => !OTHER_TABLES.has(name) && !name.startsWith('sqlite_'))
const columnsOf = (table: string) =>
  server.sql(`select name from pragma_table_info('${table}')`).map(({ name }) => String(name))
const valuesOf = (table: string, column: string) =>
  server.sql(`select "${column}" as value from "${table}"`).map(({ value }) => value)

/** All places, as `table.column`, with a matching value. */
const places = (fits: (value: unknown) => boolean): string[] =>
  tables().flatMap((table) =>
    columnsOf(table)
      .filter((column) => valuesOf(table, column).some(fits))
      .map((column) => `${table}.${column}`),
  )
const isMarked = (value: unknown): boolean => String(value).toLowerCase().includes(MARK)
const isNumbered = (value: unknown): boolean => value === LIFE_ID || String(value).includes(String(LIFE_ID))

/** Tables that have one row for a message or a letter, whoever it is about. */
const OF_NO_MEMBER = ['evidence', 'awaited_answers']

/** Gives another member copies of all rows of the member in a table, with keys of their own. */
const copyRows = (table: string, owner: string, other: number): void => {
  const unique = server.sql(
    `select c.name from pragma_index_list('${table}') as i, pragma_index_info(i.name) as c where i."unique" = 1`,
  )
  const keys = new Set([...unique.map(({ name }) => name), 'session_hash'])
  const columns = server.sql(`select name, type from pragma_table_xinfo('${table}') where hidden = 0`)
  const values = columns.map(({ name, type }) => {
    if (name === owner) return other
    if (name === 'id' && type === 'INTEGER') return 'null'
    return keys.has(name) && type === 'TEXT' ? `${String(name)} || 'x'` : String(name)
  })
  server.sql(
    `insert or ignore into ${table} (${columns.map(({ name }) => name).join()})
      select ${values.join()} from ${table} where ${owner} = ${LIFE_ID}`,
  )
}

const photoFiles = () => {
  const dir = join(server.deps.env.DATA_DIR, 'photos')
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.webp'))
}

const leave = () => server.as(life.member)('user.delete', { body: { password: TEST_PASSWORD } })
let forgotten: unknown[]
const erase = async () => {
  forgotten = []
  server.deps.payments.forget = async ({ customer, mandate }) => void forgotten.push({ customer, mandate })
  await leave()
  await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
  await runJobs(server)
  server.clock.advance(REACTIVATION_DAYS * DAY_MS)
  await runJobs(server)
  // Run the job that deletes the stored method at the provider.
  await runJobs(server)
}

describe('a history', () => {
  beforeEach(begin)
  afterEach(end)

  test('the test history fills every column', () => {
    // Fill a new column or table in `whole-life.ts`, so that the tests below check it.
    const empty = tables().flatMap((table) =>
      columnsOf(table)
        .filter((column) =>
          valuesOf(table, column).every((value) => [null, '', 0, '{}', '[]'].some((nothing) => nothing === value)),
        )
        .map((column) => `${table}.${column}`),
    )
    expect(empty).toEqual(['users.deleting_since', 'users.left_confirmed'])
    expect(places(isMarked).length).toBeGreaterThan(20)
  })

  test('[ACC-12] an hour before the 14 days end everything is still there', async () => {
    await leave()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS - 1)
    await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
    await runJobs(server)
    expect(server.sql('select status from users where id = ?', LIFE_ID)).toEqual([{ status: 'deleting' }])
    expect(server.sql('select name from profiles where id = ?', LIFE_ID)).toEqual([{ name: life.member.name }])
    expect(await server.photos.read(life.hashes.own, 'full')).not.toBeNull()
  })

  test('[ACC-12] the files of their photos are deleted, also of those that no report has', async () => {
    const bytes = new TextEncoder().encode('a picture of nobody else')
    const hash = await server.photos.put({ full: bytes, card: bytes, thumb: bytes, blur: bytes })
    addPhoto(server, { id: LIFE_ID }, { hash })
    await leave()
    await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
    await runJobs(server)
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await runJobs(server)
    await runJobs(server)
    expect(await server.photos.read(hash, 'full')).toBeNull()
  })

  test("[ACC-12] partners' devices replace the texts as well: the feed names every message", async () => {
    const { partner } = life
    await leave()
    const { seq } = (await server.as(partner)('chats.get')).body
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    // A device that asks between two steps still gets the name.
    const seqs: number[] = []
    const pause = async () => void seqs.push((await server.as(partner)('chats.get')).body.seq)
    await purge({ ...server.deps, pause }, LIFE_ID)
    const last = (await server.as(partner)('sync', { query: { after: String(seqs.at(-2)) } })).body
    expect(last.profiles).toMatchObject([{ id: LIFE_ID, name: '', exists: false }])
    const news = (await server.as(partner)('sync', { query: { after: String(seq) } })).body
    // Three texts, a photo and a gift.
    expect(news.messages.map((message) => [message.sender, wordsOf(message)])).toEqual(
      [0, 1, 2, 3, 4].map(() => [LIFE_ID, '']),
    )
    expect(news.chats).toMatchObject([{ closed: 'recipient_deleted' }])
    expect(news.likes).toEqual([{ profile: LIFE_ID, received: null, sent: null }])
    expect(news.profiles).toMatchObject([{ id: LIFE_ID, name: '', exists: false }])
  })

  test('[ACC-12] their letters as a visitor are erased too, in any spelling of the address', async () => {
    const typed = life.member.email.replace('@example', '@Example').replace('mia', 'Mia')
    const complaint = { name: 'Someone', email: typed, text: 'Nobody has answered me, for three weeks now.' }
    expect((await server.visitor('complaints.send', { body: complaint })).status).toBe(200)
    await leave()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await purge(server.deps, LIFE_ID)
    expect(places((value) => value === typed || value === complaint.text)).toEqual([])
  })

  test('[ACC-12] [ACC-17] letters with the international spelling of the domain belong to the address, too', async () => {
    const mia = await server.signUp('Mia', { email: emailKey('mia@müller.example') })
    const complaint = {
      name: 'Someone',
      email: 'Mia@Müller.example',
      text: 'Nobody has answered me, for three weeks now.',
    }
    await server.visitor('complaints.send', { body: complaint })
    const letters = (JSON.parse(await (await exportFileOf(server, mia)).text()) as { letters: object[] }).letters
    expect(letters).toMatchObject([{ kind: 'complaint', text: complaint.text }])
    await server.as(mia)('user.delete', { body: { password: TEST_PASSWORD } })
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await purge(server.deps, mia.id)
    expect(places((value) => value === complaint.email || value === complaint.text)).toEqual([])
  })

  test('[ACC-12] an account whose address nobody confirmed takes no letters of visitors with it', async () => {
    const email = 'owner-of-the-mailbox@example.test'
    const notice = {
      name: 'Owner',
      email,
      text: 'This profile shows a picture of me.',
      profile: String(life.partner.id),
    }
    const body = { ...notice, reason: 'fake' as const, good_faith: true }
    expect((await server.visitor('complaints.send', { body })).status).toBe(200)
    const squatter = await server.signUp('Squatter', { email, status: 'not_confirmed' })
    await server.as(squatter)('user.delete', { body: { password: TEST_PASSWORD } })
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await purge(server.deps, squatter.id)
    expect(server.sql('select email from users where id = ?', squatter.id)).toEqual([
      { email: `deleted-${squatter.id}` },
    ])
    expect(server.sql('select email, text from letters where email = ?', email)).toEqual([{ email, text: notice.text }])
  })

  test('[ACC-12] [LIKE-2] the likes between others stay', async () => {
    const third = await server.signUp('Third')
    for (const [liker, liked] of [
      [life.partner, life.member],
      [life.member, life.partner],
      [life.partner, third],
      [third, life.partner],
    ] as const)
      await server.as(liker)('likes.put', { params: { profile: String(liked.id) } })
    await leave()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await purge(server.deps, LIFE_ID)
    expect(server.sql('select liker, liked from likes order by liker')).toEqual([
      { liker: life.partner.id, liked: third.id },
      { liker: third.id, liked: life.partner.id },
    ])
  })

  // The test reads SQLite's list of unique indexes.
  test("[ACC-12] another member's rows stay in each of these tables", { skip: isPostgres }, async () => {
    const other = await server.signUp('Other')
    const owned = tables().flatMap((table) =>
      columnsOf(table)
        .filter((column) => ['user_id', 'member', 'owner', 'blocker', 'liker'].includes(column))
        .slice(0, 1)
        .map((owner) => ({ table, owner })),
    )
    for (const { table, owner } of owned) copyRows(table, owner, other.id)
    const rows = () =>
      owned.map(({ table, owner }) => [table, server.sql(`select * from "${table}" where "${owner}" = ${other.id}`)])
    const before = rows()
    expect(before.filter(([, found]) => found?.length === 0).map(([table]) => table)).toEqual(OF_NO_MEMBER)
    await leave()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await purge(server.deps, LIFE_ID)
    expect(rows()).toEqual(before)
  })

  test.each([true, false])(
    '[DESK-4] [DESK-6] nothing about them waits at the desk; with evidence (%s) their case keeps its number',
    async (isHeld) => {
      server.sql('update flags set answered_at = null where member = ?', LIFE_ID)
      if (!isHeld) server.sql('delete from evidence where member = ?', LIFE_ID)
      const others = [`member:${life.partner.id}`, `money:${life.partner.id}`]
      for (const subject of [`money:${LIFE_ID}`, ...others])
        server.sql('insert into cases (subject, opened_at, closed_at) values (?, 1, 1)', subject)
      await leave()
      server.clock.advance(REACTIVATION_DAYS * DAY_MS)
      await purge(server.deps, LIFE_ID)
      expect(server.sql('select count(*) as n from flags where answered_at is null')).toEqual([{ n: 0 }])
      const cases = server.sql('select subject from cases').map(({ subject }) => subject)
      expect(new Set(cases)).toEqual(new Set([...others, ...(isHeld ? [`member:${LIFE_ID}`] : [])]))
    },
  )

  test('[ACC-12] after a server crash in the middle the purge continues', async () => {
    await leave()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    for (let writes = 1; writes < 12; writes += 1) {
      let left = writes
      const deps = {
        ...server.deps,
        write: (async (body: never) => {
          if (left === 0) throw new Error('killed')
          left -= 1
          return server.deps.write(body)
        }) as typeof server.deps.write,
      }
      await purge(deps, LIFE_ID).catch(() => undefined)
      // Nobody can restore the account any more.
      expect(server.sql('select status from users where id = ?', LIFE_ID)).toEqual([{ status: 'deleted' }])
    }
    await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
    await runJobs(server)
    expect(places(isMarked)).toEqual([])
    expect(places(isNumbered).toSorted()).toEqual(NUMBER_STAYS.toSorted())
  })

  test('[ACC-12] a long history is erased in small steps: no other write waits for all of it', async () => {
    server.sql(
      `insert into messages (conversation, sender, client_id, type, text, sent_at)
        select 1, ${LIFE_ID}, 'm' || value, 'text', 'long ${MARK}', 0 from json_each(?)`,
      JSON.stringify(Array.from({ length: 1_000 }, (_, count) => count)),
    )
    await leave()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    const left = () => Number(server.sql(`select count(*) as n from messages where text like ?`, `%${MARK}%`)[0]?.['n'])
    const before = left()
    const erased: number[] = []
    const write = (async (body: never) => {
      const had = left()
      const answer = await server.deps.write(body)
      erased.push(had - left())
      return answer
    }) as typeof server.deps.write
    await purge({ ...server.deps, write }, LIFE_ID)
    expect(left()).toBe(0)
    expect(Math.max(...erased)).toBeLessThan(before / 10)
  })
})

describe('[ACC-12] in the tables that are read from end to end', () => {
  beforeAll(begin)
  afterAll(end)

  test('several accounts are erased with one reading of these tables', async () => {
    let leavers = 0
    const pausesOf = async (count: number): Promise<number> => {
      const members: number[] = []
      for (let one = 0; one < count; one += 1) members.push((await server.signUp(`Leaver ${(leavers += 1)}`)).id)
      server.sql(`update users set status = 'deleting', deleting_since = 1 where id in (${members.join()})`)
      let pauses = 0
      const pause = async (): Promise<void> => {
        pauses += 1
      }
      await purgeAll({ ...server.deps, pause }, members, (_, error) => expect(error).toBeUndefined())
      expect(
        server.sql(`select status from users where id in (${members.join()}) and email like 'deleted-%'`),
      ).toHaveLength(count)
      return pauses
    }
    const alone = await pausesOf(1)
    server.sql(
      `insert into attempts (key, count, since) with recursive n(i) as (select 1 union all select i + 1 from n where i < 9500)
        select 'other x' || i, 1, 0 from n`,
    )
    const oneOfMany = await pausesOf(1)
    expect(oneOfMany - alone).toBeGreaterThan(8)
    expect(await pausesOf(5)).toBeLessThan(5 * alone + 2 * (oneOfMany - alone))
    server.sql(`delete from attempts where key like 'other %'`)
  })

  test('the address of a member is erased from the reasons of failed jobs that name no member', async () => {
    const { email, id } = await server.signUp('Refused', { email: 'refused@example.test' })
    server.sql(
      `insert into jobs (kind, payload, run_at, failed_at, last_error) values ('mail.answer', '{"letter":77}', 0, 1, ?)`,
      `550 5.1.1 <${email.replace('refused', 'Refused')}>: no such mailbox`,
    )
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, id)
    await purge(server.deps, id)
    expect(places((value) => String(value).toLowerCase().includes(email))).toEqual([])
    expect(server.sql(`select last_error from jobs where kind = 'mail.answer'`)).toEqual([{ last_error: '' }])
    server.sql(`delete from jobs where kind = 'mail.answer'`)
  })

  test("the member's jobs and counts are found among thousands, and those of others stay", async () => {
    const many = 2_500
    const others = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})`
    const due = server.clock.now() + 90 * DAY_MS
    server.sql(
      `insert into attempts (key, count, since, blocked_until) ${others} select 'mail.unread x' || i, 1, 0, 0 from n`,
    )
    server.sql(
      `insert into jobs (kind, payload, run_at) ${others} select 'mail.unread', '{"member":-' || i || '}', ${due} from n`,
    )
    for (const key of [`a ${LIFE_ID}`, `n ${LIFE_ID}`, `zz ${LIFE_ID} 7`])
      server.sql('insert into attempts (key, count, since, blocked_until) values (?, 1, 0, 0)', key)
    for (const name of ['member', 'recipient', 'sender', 'liker', 'profile'])
      server.sql(
        `insert into jobs (kind, payload, run_at) values ('x', ?, ?)`,
        JSON.stringify({ [name]: LIFE_ID }),
        due,
      )
    await leave()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    const writes: number[] = []
    await purge({ ...server.deps, pause: async () => void writes.push(1) }, LIFE_ID)
    expect(places(isNumbered).filter((place) => /^(attempts|jobs)[.]/.test(place))).toEqual([])
    const left = (table: string, where: string) => server.sql(`select count(*) as n from ${table} where ${where}`)
    expect(left('attempts', `key like 'mail.unread x%'`)).toEqual([{ n: many }])
    expect(left('jobs', `payload like '{"member":-%'`)).toEqual([{ n: many }])
    // Each table is read in three pieces, each in a write of its own.
    expect(writes.length).toBeGreaterThan(2 * Math.ceil(many / 1_000))
  })
})

describe('[ACC-12] after the 14 days', () => {
  beforeAll(async () => {
    await begin()
    await erase()
  })
  afterAll(end)

  test('no text of the member is left in any column, nor in the database file', async () => {
    expect(places(isMarked)).toEqual([])
    const hash = hashToken(emailKey(life.member.email))
    expect(places((value) => String(value).includes(hash))).toEqual([])
    // PostgreSQL overwrites nothing: a vacuum frees the place of deleted rows.
    if (isPostgres) return
    expect(server.sql('pragma wal_checkpoint(truncate)')).toHaveLength(1)
    expect(readFileSync(server.db.$client.name).includes(MARK)).toBe(false)
  })

  test("their id stays only in others' data and in payment records", () => {
    expect(places(isNumbered).toSorted()).toEqual(NUMBER_STAYS.toSorted())
  })

  test('the hashes of their photos are gone', () => {
    expect(server.sql('select * from photo_hashes where photo not in (select id from photos)')).toEqual([])
  })

  test('the account is an id without data', () => {
    expect(server.sql('select * from users where id = ?', LIFE_ID)).toEqual([
      {
        id: LIFE_ID,
        email: `deleted-${LIFE_ID}`,
        mailbox: null,
        age_due: null,
        password_hash: '',
        status: 'deleted',
        paid_user: 1,
        language: 'it',
        signup_at: 0,
        credits: expect.any(Number),
        feed_seq: 0,
        feed_floor: 0,
        feed_acked: 0,
        notifications_disabled: '[]',
        settings: '{}',
        deleting_since: null,
        left_confirmed: null,
        tracking: '{}',
        returned: 0,
        domain: '',
        signup_message: null,
        sanction: null,
        sanction_until: null,
        shown_status: 'deleted',
        time_zone: null,
      },
    ])
    expect(server.sql('select * from profile_details where id = ?', LIFE_ID)).toEqual([])
    expect(
      server.sql('select name, birth_date, country, region, city, main_photo from profiles where id = ?', LIFE_ID),
    ).toEqual([{ name: '', birth_date: '1970-01-01', country: '', region: '', city: '', main_photo: null }])
  })

  test('the ledger is unchanged, and still adds up', () => {
    const rows = server.sql('select amount from ledger where user_id = ?', LIFE_ID)
    expect(rows.length).toBeGreaterThan(1)
    const sum = rows.reduce((total, { amount }) => total + Number(amount), 0)
    expect(server.sql('select credits from users where id = ?', LIFE_ID)).toEqual([{ credits: sum }])
  })

  test('the payments are unchanged: what was bought when, for how much, and the invoice', () => {
    expect(server.sql('select * from payments where user_id = ?', LIFE_ID)).toMatchObject([
      { status: 'refunded', credits: 15, amount: 749, currency: 'EUR', discount_percentage: 25, vat_percentage: 22 },
      { status: 'pending', discount_code: 'SUMMER', checkout_url: null },
    ])
    expect(server.sql('select count(*) as n from payment_transitions')).toEqual([{ n: 2 }])
    expect(server.sql(`select invoice, withdrawn_at > 0 as withdrawn from payments where status = 'refunded'`)).toEqual(
      [{ invoice: 1, withdrawn: 1 }],
    )
  })

  test('[PAY-6] the stored method is deleted at the provider', () => {
    expect(forgotten).toEqual([{ customer: `customer ${MARK}`, mandate: `mandate ${MARK}` }])
  })

  test('the photo store keeps only files that another member has too', async () => {
    const files = photoFiles()
    expect(files.filter((name) => name.includes(life.hashes.own))).toEqual([])
    expect(files.filter((name) => name.includes(life.hashes.sent))).toEqual([])
    for (const kept of [life.hashes.shared, life.hashes.received])
      expect(files.filter((name) => name.includes(kept))).toHaveLength(4)
    expect(server.sql('select * from gone_files')).toEqual([])
  })

  test('[CHAT-8] the partner keeps the conversation, with their own texts', async () => {
    const { partner } = life
    const { chats, profiles } = (await server.as(partner)('chats.get')).body
    expect(chats).toMatchObject([
      { profile: LIFE_ID, closed: 'recipient_deleted', num_unread_messages: 3, last_message: { text: '' } },
    ])
    expect(profiles).toMatchObject([{ id: LIFE_ID, name: '', exists: false, main_image: null }])
    const list = await server.as(partner)('messages.list', {
      params: { conversation: `${partner.id}-${LIFE_ID}` },
      query: {},
    })
    expect(list.status).toBe(200)
    expect(list.body.messages.map((message) => [message.sender, message.type, wordsOf(message)])).toEqual([
      ...[0, 1, 2].flatMap((count) => [
        [LIFE_ID, 'text', ''],
        [partner.id, 'text', `answer ${count}`],
      ]),
      [LIFE_ID, 'text', ''],
      [partner.id, 'photo', 'photo'],
      [LIFE_ID, 'text', ''],
    ])
    const sent = await server.sendText(partner, { id: LIFE_ID }, 'Still there?')
    expect(sent.error).toEqual({ error: 'recipient_deleted' })
    const { profile } = (await server.as(partner)('members.get', { params: { id: String(LIFE_ID) } })).body
    expect(profile).toMatchObject({ exists: false, name: '', about_me: '', city: '', interests: [], photos: [] })
    expect((await server.as(partner)('likes.get')).body).toMatchObject({ liked: [], liked_by: [], matches: [] })
  })

  test('the address can sign up again, as a new account', async () => {
    const { status, body } = await server.visitor('signup', { body: signupForm({ email: life.member.email }) })
    expect(status).toBe(200)
    expect(body.user?.id).not.toBe(LIFE_ID)
    const login = await server.visitor('user.login', { body: { email: life.member.email, password: TEST_PASSWORD } })
    expect(login.error).toEqual({ error: 'login_failed' })
  })

  test('another run finds nothing to do', async () => {
    const before = server.sql('select member, seq from changes order by member, seq')
    server.clock.advance(DAY_MS)
    await runJobs(server)
    expect(server.sql('select member, seq from changes order by member, seq')).toEqual(before)
  })
})

// SQLite's plans.
test(
  '[OPS-7] the erasure of letters and the last answer at the desk read an index each, among any number of letters',
  { skip: isPostgres },
  async () => {
    const server = await createTestServer()
    const { deps, sql, close } = server
    try {
      const texts = await statementsOf(async () => {
        await deps.write((tx) => tx.leaving.eraseLetters(1, 'anna@example.test'))
        await deps.write((tx) => tx.leaving.eraseAnsweredVisitors(1))
        await deps.read.queue.lastAnswer()
      })
      const plans = texts
        .filter((text) => text.includes('letters'))
        .map((text) => sql(`explain query plan ${text}`, ...Array.from(text.matchAll(/\?/g), () => null)))
      const steps = plans.map((plan) => String(plan[0]?.['detail']))
      expect(steps).toEqual([
        'SEARCH letters USING INDEX letters_addresses (<expr>=?)',
        'SEARCH letters USING INDEX letters_user (user_id=?)',
        'SEARCH letters USING COVERING INDEX letters_profile (profile=?)',
        'SEARCH letters USING INDEX letters_visitors (user_id=? AND answered_at<?)',
        'SEARCH letters USING INDEX letters_answered (answered_at>?)',
      ])
    } finally {
      await close()
    }
  },
)
