import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { callsOn } from '../../testing/calls.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { inboxOf, linkIn, runJobs, tokenIn } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { purge } from './purge.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en', credits: 100 })
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const logIn = async (member: TestMember) => {
  const { headers } = await server.visitor('user.login', { body: { email: member.email, password: TEST_PASSWORD } })
  return callsOn(server.app, (headers.get('set-cookie') ?? '').split(';')[0])
}
const leave = (member = anna, password = TEST_PASSWORD) => server.as(member)('user.delete', { body: { password } })
const mailedToken = async () => {
  await runJobs(server)
  return tokenIn(
    inboxOf(server).findLast(({ recipient }) => recipient === anna.email),
    'reactivate',
  )
}
const comeBack = (token: string) => server.visitor('reactivate', { body: { token } })
const account = () => server.sql('select status, deleting_since from users where id = ?', anna.id)[0]
const searchable = () => server.sql('select searchable from profiles where id = ?', anna.id)[0]?.['searchable']

describe('[ACC-12] deletion', () => {
  test('asks for the password', async () => {
    const { status, error } = await leave(anna, 'another password')
    expect([status, error?.fields]).toEqual([400, { password: 'password_wrong' }])
    expect(account()).toEqual({ status: 'active', deleting_since: null })
  })

  test('is confirmed by the refusal of a repeat if the answer was lost, until the account is back', async () => {
    await leave()
    const refused = { error: 'authentication_required', revoked: true }
    expect((await leave()).error).toEqual({ ...refused, deleting: true })
    expect((await comeBack(await mailedToken())).status).toBe(200)
    expect((await leave()).error).toEqual(refused)
  })

  test('closes the account at once: logged out everywhere, found by nobody, and without notifications', async () => {
    const elsewhere = await logIn(anna)
    await server.as(anna)('user.push', {
      body: {
        subscription: {
          endpoint: 'https://fcm.googleapis.com/1',
          keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
        },
      },
    })
    const heard: string[] = []
    server.deps.bus.open(anna.id, anna.sessionHash, { send: ({ type }) => heard.push(type) })
    const { status, body, headers } = await leave()
    expect([status, body]).toEqual([200, {}])
    expect(headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
    expect(heard).toContain('logout')
    expect(account()).toEqual({ status: 'deleting', deleting_since: server.clock.now() })
    expect(searchable()).toBe(0)
    expect(server.sql('select * from push_subscriptions')).toEqual([])
    // The other devices get the instruction to delete everything [ACC-16].
    for (const device of [server.as(anna), elsewhere])
      expect((await device('user.get')).body).toEqual({ user: null, counts: null, revoked: true })
    const { error } = await server.visitor('user.login', { body: { email: anna.email, password: TEST_PASSWORD } })
    expect(error).toEqual({ error: 'email_being_deleted' })
  })

  test("notifies the member's partners, and the member by mail", async () => {
    await server.sendText(anna, bert)
    await runJobs(server)
    const before = (await server.as(bert)('chats.get')).body.seq
    await leave()
    const { chats, profiles } = (await server.as(bert)('sync', { query: { after: String(before) } })).body
    expect(chats).toMatchObject([{ profile: anna.id, closed: 'recipient_deleted' }])
    expect(profiles).toMatchObject([{ id: anna.id, exists: false }])
    await runJobs(server)
    const mail = inboxOf(server).at(-1)
    expect(mail).toMatchObject({ recipient: anna.email, subject: 'Your account is being deleted' })
    expect(mail?.text).toContain('On June 29, 2026 at 12:00 UTC we erase')
  })

  test('[DESK-10] leaves no mark of a person whom nobody has reported', async () => {
    await leave()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await purge(server.deps, anna.id)
    expect(account()).toEqual({ status: 'deleted', deleting_since: null })
    expect(server.sql('select * from identity_marks')).toEqual([])
  })

  test('two parallel requests begin it once', async () => {
    const answers = await Promise.all([leave(), leave()])
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 403)).toBe(true)
    await runJobs(server)
    expect(inboxOf(server)).toHaveLength(1)
  })
})

describe('[ACC-12] restoring the account', () => {
  test('leads from the mail to a page that asks; a mail scanner that opens the link restores nothing', async () => {
    await leave()
    const token = await mailedToken()
    const link = linkIn(inboxOf(server).at(-1), 'reactivate')
    const { status, headers } = await server.visitor('reactivate.open', { query: { token } })
    expect(link.pathname).toBe('/api/reactivate')
    const opened = await server.app.request(link.href)
    expect(opened.headers.get('location')).toBe(`/account-deleted?reactivate=${token}&mail_lang=en`)
    expect([status, headers.get('location')]).toEqual([303, `/account-deleted?reactivate=${token}`])
    expect(account()).toMatchObject({ status: 'deleting' })
  })

  test('a link that was used, or whose days are over, leads to a page that says so and asks nothing', async () => {
    const opened = async (token: string) =>
      (await server.visitor('reactivate.open', { query: { token } })).headers.get('location')
    await leave()
    const used = await mailedToken()
    await comeBack(used)
    await leave()
    const late = await mailedToken()
    expect(await opened(used)).toBe(`/account-deleted?reactivate=${used}&ended=yes`)
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    expect(await opened(late)).toBe(`/account-deleted?reactivate=${late}&ended=yes`)
  })

  test('brings everything back, logs in, and notifies the others', async () => {
    await server.sendText(anna, bert)
    await leave()
    const token = await mailedToken()
    server.clock.advance(5 * DAY_MS)
    const before = (await server.as(bert)('chats.get')).body.seq
    const { status, body, headers } = await comeBack(token)
    expect([status, body.user?.id, body.user?.status]).toEqual([200, anna.id, 'active'])
    expect(headers.get('set-cookie')).toMatch(/^session=[\w-]{43}; Max-Age=2592000/)
    expect([account(), searchable()]).toEqual([{ status: 'active', deleting_since: null }, 1])
    await runJobs(server)
    const { chats } = (await server.as(bert)('sync', { query: { after: String(before) } })).body
    expect(chats).toMatchObject([{ profile: anna.id, closed: null }])
    // The earlier sessions stay ended.
    expect((await server.as(anna)('user.get')).body.user).toBeNull()
    expect((await comeBack(token)).error).toEqual({ error: 'link_invalid' })
  })

  test('exactly one of many parallel uses of a link succeeds', async () => {
    await leave()
    const token = await mailedToken()
    const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ error }) => error?.error === 'link_invalid')).toHaveLength(19)
    expect(server.sql('select count(*) as n from sessions where user_id = ? and revoked_at is null', anna.id)).toEqual([
      { n: 1 },
    ])
  })

  test('is possible for 14 days to the millisecond, even if the purge is late', async () => {
    await leave()
    const token = await mailedToken()
    server.clock.advance(REACTIVATION_DAYS * DAY_MS - 1)
    await runJobs(server)
    // The list of the job may be older than the deletion.
    await purge(server.deps, anna.id)
    expect((await comeBack(token)).status).toBe(200)

    const again = await logIn(anna)
    await again('user.delete', { body: { password: TEST_PASSWORD } })
    const late = await mailedToken()
    expect(late).not.toBe(token)
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    expect((await comeBack(late)).error).toEqual({ error: 'link_invalid' })
    // The age of the deletion decides, even if the link were still valid.
    server.sql('update tokens set expires_at = expires_at + 1000')
    expect((await comeBack(late)).error).toEqual({ error: 'link_invalid' })
    expect(account()).toMatchObject({ status: 'deleting' })
  })

  test('[ACC-12] the erasure of another account leaves this one as it is', async () => {
    for (const member of [anna, bert]) await leave(member)
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await purge(server.deps, bert.id)
    expect(account()).toMatchObject({ status: 'deleting' })
    expect(server.sql('select status, email from users where id = ?', bert.id)).toEqual([
      { status: 'deleted', email: `deleted-${bert.id}` },
    ])
  })

  test('[OPS-14] is over once the erasure has begun, also after the clock was set back', async () => {
    await leave()
    const token = await mailedToken()
    server.sql(`update users set status = 'deleted' where id = ?`, anna.id)
    server.clock.advance(DAY_MS)
    expect((await comeBack(token)).error).toEqual({ error: 'link_invalid' })
  })

  test('a link to an earlier deletion does not undo the next one', async () => {
    await leave()
    const first = await mailedToken()
    // The mail was sent twice: two links to one deletion.
    server.sql(`update tokens set hash = 'x' || hash where kind = 'reactivate'`)
    server.sql(
      `insert into tokens (hash, user_id, kind, expires_at) select substr(hash, 2), user_id, kind, expires_at from tokens`,
    )
    await comeBack(first)
    expect(server.sql(`select count(*) as n from tokens where kind = 'reactivate'`)).toEqual([{ n: 0 }])
  })

  test('[ACC-6] confirms the address too, because the link came by mail', async () => {
    server.sql(`update users set status = 'not_confirmed' where id = ?`, anna.id)
    await leave()
    expect((await comeBack(await mailedToken())).body.user?.status).toBe('active')
    expect(searchable()).toBe(1)
  })

  test('[SAFE-8] lifts no restriction', async () => {
    server.sql(`update users set sanction = 'restricted' where id = ?`, anna.id)
    await leave()
    await comeBack(await mailedToken())
    expect([account()?.['status'], searchable()]).toEqual(['active', 0])
  })

  test('[PROF-10] an invisible member is still invisible afterwards', async () => {
    await server.as(anna)('notifications.put', { body: { invisible_mode: true } })
    await leave()
    await comeBack(await mailedToken())
    expect([account()?.['status'], searchable()]).toEqual(['active', 0])
  })
})
