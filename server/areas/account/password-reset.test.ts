import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, RESET_MINUTES } from '#contract/limits.ts'
import { RATES } from '../../rates.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs, tokenIn } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { linkToken } from './links.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

const NEW = 'a quite different password'

const ask = (email: string) => server.visitor('password.reset', { body: { email } })

const link = (member: TestMember = anna): Promise<string> =>
  linkToken(server.deps, { member: member.id, kind: 'reset', lifeMs: RESET_MINUTES * MINUTE_MS })

const use = (token: string, password = NEW, as = server.visitor) =>
  as('password.reset_do', { body: { token, password, password_repeat: password } })

const logIn = async (password: string, { email } = anna): Promise<number> =>
  (await server.visitor('user.login', { body: { email, password } })).status

describe('asking for a link', () => {
  test('[ACC-9] sends one mail, for any spelling of the address', async () => {
    expect((await ask('ANNA@example.test')).status).toBe(200)
    await ask(anna.email)
    expect(server.sql('select kind, payload from jobs')).toEqual([
      { kind: 'mail.reset', payload: JSON.stringify({ member: anna.id }) },
    ])
  })

  test('[ACC-9] an unknown address and an account that is being deleted each get their own error', async () => {
    const unknown = await ask('nobody@example.test')
    expect([unknown.status, unknown.error]).toEqual([404, { error: 'email_not_found' }])
    const bert = await server.signUp('Bert', { status: 'deleting' })
    const leaving = await ask(bert.email)
    expect([leaving.status, leaving.error]).toEqual([409, { error: 'email_being_deleted' }])
    const gone = await server.signUp('Gone', { status: 'deleted' })
    expect((await ask(gone.email)).error).toEqual({ error: 'email_not_found' })
    expect(server.sql(`select * from jobs where kind = 'mail.reset'`)).toEqual([])
  })

  test('[ACC-12] an account that is being deleted gets the mail that restores it once more, as often as a reset', async () => {
    await server.as(anna)('user.delete', { body: { password: TEST_PASSWORD } })
    server.sql('delete from jobs')
    for (let time = 0; time < 3; time += 1) expect((await ask(anna.email)).error?.error).toBe('email_being_deleted')
    const jobs = server.sql('select kind, payload from jobs')
    expect(jobs).toEqual([{ kind: 'mail.deletion', payload: JSON.stringify({ member: anna.id }) }])
    await runJobs(server)
    const token = tokenIn(inboxOf(server).at(-1), 'reactivate')
    expect((await server.visitor('reactivate', { body: { token } })).body.user?.status).toBe('active')
  })

  test('[ACC-9] works five times a day for each account', async () => {
    const bert = await server.signUp('Bert')
    for (let time = 0; time < 5; time += 1) {
      expect((await ask(anna.email)).status).toBe(200)
      server.sql('delete from jobs')
      server.clock.advance(HOUR_MS)
    }
    const { status, error, headers } = await ask(anna.email)
    expect([status, error]).toEqual([429, { error: 'reset_limit', retry_after: (19 * HOUR_MS) / 1_000 }])
    expect(headers.get('retry-after')).toBe(String((19 * HOUR_MS) / 1_000))
    expect(server.sql('select * from jobs')).toEqual([])
    expect((await ask(bert.email)).status).toBe(200)
    server.clock.advance(19 * HOUR_MS - 1)
    expect((await ask(anna.email)).error?.error).toBe('reset_limit')
    server.clock.advance(1)
    expect((await ask(anna.email)).status).toBe(200)
  })

  test('[ACC-9] parallel requests are limited to five as well', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(anna.email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

describe('using a link', () => {
  test('[ACC-9] sets the password and logs in', async () => {
    const { status, body, headers } = await use(await link())
    expect([status, body.user?.id]).toEqual([200, anna.id])
    expect(headers.getSetCookie()[0]).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await logIn(TEST_PASSWORD)).toBe(401)
    expect(await logIn(NEW)).toBe(200)
  })

  test('[ACC-9] [ACC-20] needs a password or a passkey, and the link works after a form without either', async () => {
    const token = await link()
    const { error } = await server.visitor('password.reset_do', { body: { token } })
    expect(error).toEqual({ error: 'invalid_input', fields: { password: 'required' } })
    expect((await use(token)).status).toBe(200)
  })

  test('[ACC-9] works once', async () => {
    const token = await link()
    await use(token)
    const again = await use(token, 'yet another password')
    expect([again.status, again.error]).toEqual([410, { error: 'link_invalid' }])
    expect(await logIn(NEW)).toBe(200)
  })

  test('[ACC-9] works for 60 minutes', async () => {
    const [early, late] = [await link(), await link(await server.signUp('Bert'))]
    server.clock.advance(60 * MINUTE_MS - 1)
    expect((await use(early)).status).toBe(200)
    server.clock.advance(1)
    expect((await use(late)).error).toEqual({ error: 'link_invalid' })
    expect((await use('made up')).error).toEqual({ error: 'link_invalid' })
  })

  test('[ACC-9] exactly one of many parallel uses succeeds', async () => {
    const token = await link()
    const passwords = Array.from({ length: 20 }, (_, nth) => `password number ${nth} of many`)
    const answers = await Promise.all(passwords.map((password) => use(token, password)))
    const won = answers.flatMap(({ status }, nth) => (status === 200 ? [nth] : []))
    expect(won).toHaveLength(1)
    for (const { status, error } of answers.filter((_, nth) => nth !== won[0]))
      expect([status, error]).toEqual([410, { error: 'link_invalid' }])
    expect(await logIn(passwords[won[0] ?? -1] ?? '')).toBe(200)
  })

  test('[ACC-9] ends every other session, its open pages too, and every other link', async () => {
    const heard: string[] = []
    server.deps.bus.open(anna.id, anna.sessionHash, { send: ({ type }) => heard.push(type) })
    const [first, second] = [await link(), await link()]
    await use(first)
    expect(heard).toEqual(['logout'])
    const elsewhere = await server.as(anna)('user.get')
    expect(elsewhere.body).toEqual({ user: null, counts: null, revoked: true })
    expect((await use(second)).error).toEqual({ error: 'link_invalid' })
  })

  test('[ACC-9] cancels a change of address that someone with the old password may have requested', async () => {
    await server.as(anna)('mail_change.ask', { body: { email: 'other@example.test', password: TEST_PASSWORD } })
    const change = await linkToken(server.deps, {
      member: anna.id,
      kind: 'mail_change',
      lifeMs: HOUR_MS,
      data: 'other@example.test',
    })
    await use(await link())
    expect(server.sql(`select * from jobs where kind = 'mail.mail_change'`)).toEqual([])
    expect((await server.visitor('mail_change.do', { body: { token: change } })).error?.error).toBe('link_invalid')
  })

  test('[ACC-9] in a logged-in browser the new session replaces the old one', async () => {
    const heard: string[] = []
    server.deps.bus.open(anna.id, anna.sessionHash, { send: ({ type }) => heard.push(type) })
    await use(await link(), NEW, server.as(anna))
    expect(heard).toEqual([])
    expect(server.sql('select revoked_at from sessions')).toEqual([{ revoked_at: null }])
  })

  test('[ACC-9] both typed passwords must be the same', async () => {
    const token = await link()
    const { status, error } = await server.visitor('password.reset_do', {
      body: { token, password: NEW, password_repeat: `${NEW}!` },
    })
    expect([status, error]).toEqual([400, { error: 'invalid_input', fields: { password_repeat: 'passwords_differ' } }])
    expect((await use(token)).status).toBe(200)
  })

  test('[ACC-5] a common password is refused, and the link still works', async () => {
    const token = await link()
    for (const common of ['password123456', 'anna@example.test', 'anna@example.test!'])
      expect((await use(token, common)).error).toEqual({
        error: 'invalid_input',
        fields: { password: 'password_common' },
      })
    expect((await use(token)).status).toBe(200)
  })

  test('[ACC-6] proves the address, so it also confirms an account', async () => {
    const bert = await server.signUp('Bert', { status: 'not_confirmed' })
    const { body } = await use(await link(bert))
    expect(body.user?.status).toBe('active')
    expect(server.sql('select searchable from profiles where id = ?', bert.id)).toEqual([{ searchable: 1 }])
  })

  test('[ACC-12] does not restore an account that is being deleted', async () => {
    const token = await link()
    server.sql(`update users set status = 'deleting'`)
    expect((await use(token)).error).toEqual({ error: 'link_invalid' })
    expect(server.sql('select * from sessions')).toHaveLength(1)
  })

  test('[ACC-8] lifts the block of an account, because the mailbox proves the owner', async () => {
    for (let time = 0; time < 5; time += 1) await logIn('nope')
    await use(await link())
    server.sql(`delete from attempts where key like 'login from%'`)
    expect(await logIn(NEW)).toBe(200)
  })

  test('[SAFE-6] a made-up link costs no hash, and can be tried 30 times in ten minutes', async () => {
    await server.close()
    server = await createTestServer({ rates: RATES })
    const hash = vi.spyOn(server.deps.passwords, 'hash')
    for (let time = 0; time < 30; time += 1) expect((await use('made up')).status).toBe(410)
    const { status, headers } = await use('made up')
    expect([status, headers.get('retry-after')]).toEqual([429, '20'])
    expect(hash).not.toHaveBeenCalled()
    server.clock.advance(DAY_MS)
    expect((await use('made up')).status).toBe(410)
  })
})
