/** [DESK-11] Support: members are found, helped and exported, and the audit names who did or saw it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AUTHORITY_EXPORT_DAYS, HISTORY_SHOWN } from '#contract/desk/limits.ts'
import { DAY_MS } from '#contract/limits.ts'
import { softwareAuthenticator } from '../../testing/authenticator.ts'
import { hashToken } from '../../http/caller.ts'
import { addTestStaff, breakAudit, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { TEST_PASSWORD } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { serverText } from '../../texts.ts'

const reason = 'asked by mail today'

let server: TestServer
let sinead: DeskCaller
let anna: TestMember
let params: { id: string }
beforeEach(async () => {
  server = await createTestServer()
  sinead = deskOn(server.app, (await addTestStaff(server.deps, 'Sinead', 'support')).cookie)
  anna = await server.signUp('Annalena', { email: 'anna.lena@example.ie', paid: true })
  params = { id: String(anna.id) }
})
afterEach(() => server.close())

const acts = () => server.sql('select act, subject, "after", reason from audit order by id')
const buy = (id: string, invoice: number) =>
  server.sql(
    `insert into payments (id, user_id, status, provider, reference, method, country, credits, amount, currency,
      vat_percentage, created_at, changed_at, completed_at, invoice)
      values (?, ?, 'paid', 'mollie', ?, 'paypal', 'IT', 15, 999, 'EUR', 22, 1, 1, 1, ?)`,
    id,
    anna.id,
    `tr_${invoice}`,
    invoice,
  )

const find = async (q: string) =>
  (await sinead('members.find', { query: { q } })).body.members.map(({ id, by }) => [id, by])
const login = (password: string) => server.visitor('user.login', { body: { email: anna.email, password } })
const fileOf = async (path: string, cookie: string) => {
  const response = await server.app.request(`http://localhost/api/desk/${path}`, {
    method: 'POST',
    headers: { cookie, origin: 'http://localhost', 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  })
  return { status: response.status, text: await response.text() }
}

describe('[DESK-11] members are found', () => {
  test('a number, a mail, a payment, an invoice and the beginning of a name lead to the member', async () => {
    const payment = server.deps.newId()
    buy(payment, 4_512)
    expect(await find(String(anna.id))).toEqual([[anna.id, 'number']])
    expect(await find(`No. ${anna.id}`)).toEqual([[anna.id, 'number']])
    expect(await find('Anna.Lena@Example.ie')).toEqual([[anna.id, 'mail']])
    expect(await find(payment)).toEqual([[anna.id, 'payment']])
    expect(await find('tr_4512')).toEqual([[anna.id, 'payment']])
    expect(await find('V-1970-004512')).toEqual([[anna.id, 'invoice']])
    expect(await find('annal')).toEqual([[anna.id, 'name']])
    expect(await find('nobody')).toEqual([])
    // A number that no column can hold.
    expect(await find('9'.repeat(20))).toEqual([])
    // In New Zealand it is the 16th.
    server.sql(`update profiles set country = 'NZ', birth_date = '1990-06-16' where id = ?`, anna.id)
    expect((await sinead('members.find', { query: { q: 'annal' } })).body.members).toMatchObject([{ age: 36 }])
    expect(await find('anna.lena@example')).toEqual([])
  })

  test('the number of a receipt leads to the sender, also of a letter that was written without a login', async () => {
    const bert = await server.signUp('Bert')
    await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'scam', text: '' } })
    const text = 'You took my money twice this week.'
    await server.visitor('complaints.send', { body: { name: 'Anna', email: 'Anna.Lena@example.ie', text } })
    await server.visitor('complaints.send', { body: { name: 'Nobody', email: 'nobody@example.ie', text } })
    expect(await find('R-000001')).toEqual([
      [anna.id, 'letter'],
      [bert.id, 'reported'],
    ])
    expect(await find('c-2')).toEqual([[anna.id, 'letter']])
    expect(await find('C-000003')).toEqual([])
  })

  test('[DESK-2] finance does not learn by the number of a receipt who has reported whom', async () => {
    const bert = await server.signUp('Bert')
    await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'scam', text: '' } })
    const text = 'You took my money twice this week.'
    await server.visitor('complaints.send', { body: { name: 'Anna', email: 'Anna.Lena@example.ie', text } })
    const marek = deskOn(server.app, (await addTestStaff(server.deps, 'Marek', 'finance')).cookie)
    const found = async (q: string) => (await marek('members.find', { query: { q } })).body.members.map(({ id }) => id)
    expect([await found('R-000001'), await found('C-000002')]).toEqual([[], [anna.id]])
  })

  test('a full name of many members is narrowed by the age, as the desk writes names, and older ones are on further pages', async () => {
    const older: number[] = []
    for (let count = 0; count < 24; count += 1)
      older.push((await server.signUp('Berta', { email: `berta${count}@example.ie` })).id)
    const [first = 0] = older
    server.sql(`update profiles set birth_date = '1960-06-15', birth_year = 1960 where id = ?`, first)
    const page = (await sinead('members.find', { query: { q: 'Berta' } })).body
    expect(page.members.map(({ id }) => id)).toEqual(older.slice(-20).toReversed())
    const next = (await sinead('members.find', { query: { q: 'Berta', before: String(page.members.at(-1)?.id) } })).body
    expect([next.members.map(({ id }) => id), next.more]).toEqual([older.slice(0, 4).toReversed(), false])
    const age = page.members[0]?.age ?? 0
    const { age: other } = next.members.at(-1) ?? { age: 0 }
    expect(await find(`Berta, ${other}`)).toEqual([[first, 'name']])
    expect((await sinead('members.find', { query: { q: `bert, ${age}` } })).body.more).toBe(true)
  })

  test('a search by name shows at most 20 members and reads the index only', async () => {
    for (let count = 0; count < 22; count += 1) await server.signUp(`Berta ${count}`)
    const { body } = await sinead('members.find', { query: { q: 'BERTA' } })
    expect([body.members.length, body.more]).toEqual([20, true])
    if (isPostgres) return // SQLite's plan follows.
    const plan = server.sql(
      `explain query plan select id from profiles where lower(name) >= lower('b') and lower(name) < lower('c')`,
    )
    expect(plan.map(({ detail }) => String(detail)).join()).toContain('USING COVERING INDEX profiles_name')
  })
})

describe('[DESK-11] contact data is covered', () => {
  test('the page has no address, and showing it is a row of the audit', async () => {
    const page = (await sinead('members.get', { params })).body
    expect(page.mail).toBe('a••••@••••.ie')
    expect(JSON.stringify(page)).not.toContain('anna.lena')
    expect(acts()).toEqual([])
    server.clock.advance(1_000)
    const { body } = await sinead('members.show', { params, body: { part: 'mail', reason: 'she calls' } })
    expect(body.values).toEqual(['anna.lena@example.ie'])
    expect(acts()).toEqual([{ act: 'member.show_mail', subject: anna.id, after: null, reason: 'she calls' }])
    expect((await sinead('members.get', { params })).body.history[0]).toMatchObject({
      kind: 'act',
      act: 'member.show_mail',
      staff: 'Sinead',
    })
  })

  test('[DESK-11] many reports about a member do not hide their payments in the history, and name their receipts', async () => {
    buy(server.deps.newId(), 4_512)
    for (let report = 0; report < HISTORY_SHOWN + 1; report += 1)
      server.sql(
        `insert into letters (kind, user_id, language, text, profile, reason, at) values ('report', 999, 'en', '', ?, 'spam', ?)`,
        anna.id,
        server.clock.now() + report,
      )
    const { history } = (await sinead('members.get', { params })).body
    const kinds = Map.groupBy(history, ({ kind }) => kind)
    expect([kinds.get('reported')?.length, kinds.get('payment')?.length]).toEqual([HISTORY_SHOWN, 1])
    expect(kinds.get('reported')?.[0]).toMatchObject({ number: `R-${String(HISTORY_SHOWN + 1).padStart(6, '0')}` })
  })

  test('[DESK-3] if the audit cannot be written, nothing is shown', async () => {
    breakAudit(server)
    const { status, body } = await sinead('members.show', { params, body: { part: 'mail' } })
    expect([status, JSON.stringify(body).includes('anna.lena')]).toEqual([500, false])
  })

  test('a member that does not exist is not found, and leaves no row', async () => {
    const answer = await sinead('members.show', { params: { id: '999' }, body: { part: 'mail' } })
    expect([answer.status, acts()]).toEqual([404, []])
  })
})

describe('[DESK-11] acts of support', () => {
  test('sessions end, one or all', async () => {
    server.sql(
      `insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) select 'other', user_id,
        created_at, last_seen_at, expires_at from sessions where user_id = ?`,
      anna.id,
    )
    const { sessions } = (await sinead('members.get', { params })).body
    expect(sessions).toHaveLength(2)
    const one = await sinead('members.end_sessions', { params, body: { session: sessions[0]?.id ?? '' } })
    expect(one.body.sessions).toHaveLength(1)
    const all = await sinead('members.end_sessions', { params, body: { reason } })
    expect(all.body.sessions).toEqual([])
    expect((await server.as(anna)('profile.get')).error).toMatchObject({ revoked: true })
    expect(acts().map(({ after }) => after)).toEqual(['{"ended":1}', '{"ended":1}'])
  })

  test('a forced reset ends the password and the sessions, and mails the link', async () => {
    await sinead('members.force_reset', { params, body: { reason } })
    const login = { body: { email: anna.email, password: TEST_PASSWORD } }
    expect((await server.visitor('user.login', login)).error?.error).toBe('login_failed')
    expect((await server.as(anna)('profile.get')).error).toMatchObject({ revoked: true })
    await runJobs(server)
    expect(inboxOf(server).map(({ recipient }) => recipient)).toEqual([anna.email])
  })

  test('[ACC-9] the mail of a forced reset says who ended the password, also beside one that the member has asked for', async () => {
    await server.visitor('password.reset', { body: { email: anna.email } })
    await sinead('members.force_reset', { params, body: { reason } })
    await runJobs(server)
    const site = server.deps.settings().name
    // Jobs that are due together end in any order.
    const mails = inboxOf(server).map(({ text }) => text)
    const isForced = (text: string) => text.includes(serverText('it', 'mail.reset.forced_text', { site }))
    const [forced, asked] = [mails.filter(isForced), mails.filter((text) => !isForced(text))]
    expect([forced.length, asked.length]).toEqual([1, 1])
    expect(asked[0]).toContain(serverText('it', 'mail.reset.note'))
    expect(forced[0]).toContain(serverText('it', 'mail.reset.forced_note'))
    expect(forced[0]).not.toContain(serverText('it', 'mail.reset.note'))
  })

  test('a forced reset ends the passkeys too: whoever took the account may have added one', async () => {
    const key = softwareAuthenticator('http://localhost:3000')
    const as = server.as(anna)
    const add = { for: 'add', password: TEST_PASSWORD } as const
    const passkey = key.create((await as('passkeys.own_options', { body: add })).body)
    expect((await as('passkeys.add', { body: { passkey, name: 'Telephone' } })).status).toBe(200)
    await sinead('members.force_reset', { params, body: { reason } })
    const options = (await server.visitor('passkeys.options', { body: { for: 'login' } })).body
    const login = await server.visitor('passkeys.login', { body: { passkey: key.use(options) } })
    expect(login.error?.error).toBe('passkey_unknown')
  })

  test('an unconfirmed address is corrected: the link goes to the new one, and old links end', async () => {
    const bert = await server.signUp('Bert', { status: 'not_confirmed', email: 'bert@exmaple.org' })
    const bertsPage = { id: String(bert.id) }
    server.sql(
      `insert into tokens (hash, user_id, kind, expires_at) values
        ('old', ?, 'activation', 9000000000000), ('older', ?, 'reset', 9000000000000), (?, ?, 'old_address', 9000000000000)`,
      bert.id,
      bert.id,
      hashToken('annas-old@example.org'),
      anna.id,
    )
    // Anna can still bring her old address back [ACC-11].
    for (const mail of [anna.email, 'annas-old@example.org']) {
      const taken = await sinead('members.correct_mail', { params: bertsPage, body: { mail, reason } })
      expect(taken.error).toEqual({ error: 'mail_taken' })
    }
    await sinead('members.correct_mail', { params: bertsPage, body: { mail: 'Bert@example.org', reason } })
    await runJobs(server)
    expect(inboxOf(server).map(({ recipient }) => recipient)).toEqual(['bert@example.org'])
    expect(
      server.sql(`select hash from tokens where used_at is null and user_id = ${bert.id} and hash like 'old%'`),
    ).toEqual([])
    // The row outlives the member, so it has neither address.
    expect(JSON.stringify(acts())).not.toContain('exmaple')
  })

  test('the link of an unconfirmed address is sent again', async () => {
    const bert = await server.signUp('Bert', { status: 'not_confirmed' })
    await sinead('members.resend', { params: { id: String(bert.id) }, body: { reason } })
    await runJobs(server)
    expect(inboxOf(server).map(({ recipient }) => recipient)).toEqual([bert.email])
    expect(acts()).toMatchObject([{ act: 'member.resend', subject: bert.id, reason }])
  })

  test('a confirmed address cannot be changed by the desk', async () => {
    const answer = await sinead('members.correct_mail', { params, body: { mail: 'other@example.org', reason } })
    expect(answer.error).toEqual({ error: 'not_possible' })
    expect((await sinead('members.resend', { params, body: {} })).error).toEqual({ error: 'not_possible' })
    expect(acts()).toEqual([])
  })

  test('unlocking lifts the block after wrong passwords', async () => {
    for (let guess = 0; guess < 6; guess += 1) await login('wrong password')
    expect((await login(TEST_PASSWORD)).error?.error).toBe('account_blocked')
    await sinead('members.unlock', { params, body: {} })
    expect((await login(TEST_PASSWORD)).status).toBe(200)
  })

  test('a deletion on request is the member’s own deletion, with 14 days to undo it', async () => {
    expect((await sinead('members.delete', { params, body: { reason } })).body.status).toBe('deleting')
    const reset = await sinead('members.force_reset', { params, body: { reason } })
    expect(reset.error, 'the link of the deletion is the way back').toEqual({ error: 'not_possible' })
    await runJobs(server)
    expect(inboxOf(server).map(({ recipient }) => recipient)).toEqual([anna.email])
    expect((await sinead('members.delete', { params, body: { reason } })).error).toEqual({ error: 'not_possible' })
  })

  test('a legal hold covers all evidence about the member, and needs some', async () => {
    expect((await sinead('members.hold', { params, body: { held: true, reason } })).error?.error).toBe('not_possible')
    const bert = await server.signUp('Bert')
    await server.as(bert)('reports.send', {
      body: { profile: anna.id, reason: 'scam', text: 'Asks for money every day.' },
    })
    const { body } = await sinead('members.hold', { params, body: { held: true, reason } })
    expect(body.evidence).toEqual({ held: 1, legal: 1 })
    const ended = await sinead('members.hold', { params, body: { held: false, reason } })
    expect(ended.body.evidence).toEqual({ held: 1, legal: 0 })
    expect(acts().map(({ act }) => act)).toEqual(['hold.set', 'hold.end'])
  })
})

describe('[DESK-11] exports', () => {
  test('the member’s own export is the same file, and a row of the audit', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const { status, text } = await fileOf(`members/${anna.id}/export`, cookie)
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ account: { email: anna.email } })
    expect(acts().map(({ act }) => act)).toEqual(['member.export'])
  })

  test('a copy for an authority needs a second person', async () => {
    const orla = await addTestStaff(server.deps, 'Orla', 'owner')
    const asked = (await sinead('authority_exports.ask', { params, body: { reason } })).body
    expect(asked).toMatchObject({ state: 'asked', by: { name: 'Sinead' }, reason })
    const path = `authority-exports/${asked.id}/file`
    expect((await fileOf(path, orla.cookie)).status).toBe(409)
    const decision = { params: { id: String(asked.id) }, body: { approved: true, reason } }
    expect((await sinead('authority_exports.decide', decision)).error).toEqual({ error: 'own_decision' })
    expect((await deskOn(server.app, orla.cookie)('authority_exports.decide', decision)).body.state).toBe('approved')
    const again = await deskOn(server.app, orla.cookie)('authority_exports.decide', decision)
    expect(again.error).toEqual({ error: 'not_possible' })
    const { status, text } = await fileOf(path, orla.cookie)
    expect([status, text.includes(anna.email)]).toEqual([200, true])
    expect(acts().map(({ act }) => act)).toEqual([
      'authority_export.ask',
      'authority_export.approve',
      'authority_export.download',
    ])
    expect((await sinead('members.get', { params })).body.authority_exports).toMatchObject([{ state: 'approved' }])
  })

  test('a copy for an authority is allowed for seven days, since the file has the messages of its day', async () => {
    const orla = await addTestStaff(server.deps, 'Orla', 'owner')
    const asked = (await sinead('authority_exports.ask', { params, body: { reason } })).body
    const path = `authority-exports/${asked.id}/file`
    const decision = { params: { id: String(asked.id) }, body: { approved: true, reason } }
    await deskOn(server.app, orla.cookie)('authority_exports.decide', decision)
    const after = async (ms: number): Promise<number> => {
      server.clock.advance(ms)
      const now = server.clock.now()
      // Nobody is logged out at the desk.
      server.sql('update staff_sessions set expires_at = ?, last_seen_at = ?', now + DAY_MS, now)
      return (await fileOf(path, orla.cookie)).status
    }
    expect([await after(AUTHORITY_EXPORT_DAYS * DAY_MS - 1), await after(1)]).toEqual([200, 409])
    expect((await sinead('members.get', { params })).body.authority_exports).toMatchObject([{ state: 'expired' }])
    const again = await deskOn(server.app, orla.cookie)('authority_exports.decide', decision)
    expect(again.error).toEqual({ error: 'not_possible' })
  })

  test('a refused request gives no file', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const asked = (await sinead('authority_exports.ask', { params, body: { reason } })).body
    await deskOn(server.app, cookie)('authority_exports.decide', {
      params: { id: String(asked.id) },
      body: { approved: false, reason },
    })
    expect((await fileOf(`authority-exports/${asked.id}/file`, cookie)).status).toBe(409)
  })
})
