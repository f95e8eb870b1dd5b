import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MAIL_CHANGE_HOURS } from '#contract/limits.ts'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { linkToken } from './links.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

const NEW = 'anna.new@example.test'

const ask = (email = NEW, password = TEST_PASSWORD, member = anna) =>
  server.as(member)('mail_change.ask', { body: { email, password } })

/** The link in the mail to the new address. */
const link = (email = NEW, member = anna): Promise<string> =>
  linkToken(server.deps, {
    member: member.id,
    kind: 'mail_change',
    lifeMs: MAIL_CHANGE_HOURS * HOUR_MS,
    data: email,
  })

const use = (token: string) => server.visitor('mail_change.do', { body: { token } })

const addressOf = ({ id } = anna) => server.sql('select email from users where id = ?', id)[0]?.['email']

describe('asking for another address', () => {
  test('[ACC-11] writes to the new address and notifies the old one; nothing changes yet', async () => {
    expect((await ask('Anna.New@Example.test')).status).toBe(200)
    const jobs = server.sql('select kind, payload from jobs order by id')
    expect(jobs.map(({ kind, payload }) => [kind, JSON.parse(String(payload))])).toEqual([
      ['mail.mail_change', { member: anna.id, email: NEW }],
      ['mail.mail_change_notice', { member: anna.id, email: anna.email, at: server.clock.now() }],
    ])
    expect(addressOf()).toBe(anna.email)
  })

  test('[ACC-11] needs the password', async () => {
    const { status, error } = await ask(NEW, 'nope')
    expect([status, error]).toEqual([400, { error: 'invalid_input', fields: { password: 'password_wrong' } }])
    expect(server.sql('select * from jobs')).toEqual([])
  })

  test('[SAFE-6] one network sends five mails a day to an address, whoever asks; another address still gets its own', async () => {
    const bert = await server.signUp('Bert')
    for (let time = 0; time < 5; time += 1)
      expect((await ask(NEW, TEST_PASSWORD, time < 3 ? anna : bert)).status).toBe(200)
    for (const member of [anna, bert]) expect((await ask(NEW, TEST_PASSWORD, member)).error?.error).toBe('rate_limited')
    expect((await ask('anna.other@example.test')).status).toBe(200)
  })

  test('[SAFE-6] the addresses of one mailbox share its mails', async () => {
    for (let tag = 0; tag < 5; tag += 1) expect((await ask(`stran.ger+${tag}@gmail.com`)).status).toBe(200)
    expect((await ask('stranger@googlemail.com')).error?.error).toBe('rate_limited')
  })

  test('[ACC-11] needs an address that is valid and free; an account that is being deleted still occupies its address', async () => {
    await server.signUp('Bert')
    await server.signUp('Carl', { status: 'deleting' })
    expect((await ask('bert')).error?.fields).toEqual({ email: 'email_invalid' })
    expect((await ask('BERT@example.test')).error).toEqual({ error: 'email_taken' })
    expect((await ask('carl@example.test')).error).toEqual({ error: 'email_being_deleted' })
    expect((await ask(anna.email.toUpperCase())).error).toEqual({
      error: 'invalid_input',
      fields: { email: 'email_own' },
    })
  })

  test('[ACC-11] the newest request counts', async () => {
    await ask('first@example.test')
    const first = await link('first@example.test')
    await ask('second@example.test')
    const waiting = server.sql(`select payload from jobs where kind = 'mail.mail_change'`)
    expect(waiting.map(({ payload }) => String(payload))).toEqual([
      JSON.stringify({ member: anna.id, email: 'second@example.test' }),
    ])
    expect((await use(first)).error).toEqual({ error: 'link_invalid' })
  })
})

describe('the link to the new address', () => {
  test('[ACC-11] sets the address, notifies every device, and keeps the session', async () => {
    const { status, body } = await use(await link())
    expect([status, body]).toEqual([200, { email: NEW }])
    expect((await server.as(anna)('user.get')).body.user?.email).toBe(NEW)
    expect(server.sql('select member, kind from changes')).toEqual([{ member: anna.id, kind: 'user' }])
  })

  test('[ACC-11] works once, and is answered alike when it is used again, until the address is another one', async () => {
    const token = await link()
    for (let time = 0; time < 3; time += 1) expect((await use(token)).body).toEqual({ email: NEW })
    expect(server.sql('select member from changes')).toHaveLength(1)
    await use(await link('later@example.test'))
    expect((await use(token)).error).toEqual({ error: 'link_invalid' })
    expect(addressOf()).toBe('later@example.test')
  })

  test('[ACC-11] works within 48 hours', async () => {
    const late = await link('late@example.test')
    server.clock.advance(48 * HOUR_MS)
    expect((await use(late)).error).toEqual({ error: 'link_invalid' })
    expect((await use('made up')).error).toEqual({ error: 'link_invalid' })
  })

  test('[ACC-11] exactly one of many parallel uses changes the address', async () => {
    const token = await link()
    await Promise.all(Array.from({ length: 20 }, () => use(token)))
    expect(server.sql('select member from changes')).toHaveLength(1)
  })

  test('[ACC-11] an address that another account has by now is refused', async () => {
    const token = await link()
    await server.visitor('signup', { body: signupForm({ email: NEW }) })
    expect((await use(token)).error).toEqual({ error: 'email_taken' })
    expect(addressOf()).toBe(anna.email)
  })

  test('[ACC-11] two members who request the same address do not both get it', async () => {
    const bert = await server.signUp('Bert')
    const answers = await Promise.all([use(await link()), use(await link(NEW, bert))])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect([addressOf(), addressOf(bert)].filter((address) => address === NEW)).toHaveLength(1)
  })

  test('[PROF-12] mail that bounced at the old address is sent to the new one; an unsubscription stays', async () => {
    server.sql(`update users set notifications_disabled = '["bounce","fbl","listunsubscribe"]'`)
    await use(await link())
    expect((await server.as(anna)('user.get')).body.user?.notifications_disabled).toEqual(['listunsubscribe'])
  })

  test('[ACC-6] proves the address, so it also confirms an account', async () => {
    const bert = await server.signUp('Bert', { status: 'not_confirmed' })
    await use(await link(NEW, bert))
    expect((await server.as(bert)('user.get')).body.user).toMatchObject({ status: 'active', email: NEW })
  })

  test('[ACC-9] a reset link that was sent to the old address no longer works', async () => {
    const reset = await linkToken(server.deps, { member: anna.id, kind: 'reset', lifeMs: HOUR_MS })
    await use(await link())
    const password = 'a quite different password'
    const { error } = await server.visitor('password.reset_do', {
      body: { token: reset, password, password_repeat: password },
    })
    expect(error).toEqual({ error: 'link_invalid' })
  })

  test('[ACC-12] does not change an account that is being deleted', async () => {
    const token = await link()
    server.sql(`update users set status = 'deleting'`)
    expect((await use(token)).error).toEqual({ error: 'link_invalid' })
  })
})
