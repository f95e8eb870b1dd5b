/** Somebody else knows the password: the owner of the mailbox gets the account back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { inboxOf, linkIn, runJobs, tokenIn } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en' })
})
afterEach(() => server.close())

const THIEF = 'thief@example.test'
const OWNER_PASSWORD = 'a quite different password'

const mailTo = (address: string, subject: string) =>
  inboxOf(server).findLast((mail) => mail.recipient === address && mail.subject.includes(subject))

const tokenOf = (address: string, subject: string): string => tokenIn(mailTo(address, subject), 'token')

const changeAddress = async (to: string, as = server.as(anna)): Promise<void> => {
  expect((await as('mail_change.ask', { body: { email: to, password: TEST_PASSWORD } })).status).toBe(200)
  await runJobs(server)
  const body = { token: tokenOf(to, 'Confirm your new') }
  expect((await server.visitor('mail_change.do', { body })).status).toBe(200)
}

/** The link of the mail to an earlier address. */
const undoLink = (address = anna.email): string => tokenOf(address, 'about to change')

const undo = (token: string, password = OWNER_PASSWORD) =>
  server.visitor('password.reset_do', { body: { token, password, password_repeat: password } })

const logIn = async (email: string, password: string): Promise<number> =>
  (await server.visitor('user.login', { body: { email, password } })).status

const addressOf = ({ id } = anna) => server.sql('select email from users where id = ?', id)[0]?.['email']

describe('[ACC-11] the mail to the old address', () => {
  test('has a link that brings the address back, ends every session and sets a new password', async () => {
    await changeAddress(THIEF)
    expect(addressOf()).toBe(THIEF)
    const { status, body } = await undo(undoLink())
    expect([status, body.user?.email]).toEqual([200, anna.email])
    expect((await server.as(anna)('user.get')).body.user).toBeNull()
    expect(await logIn(THIEF, TEST_PASSWORD)).toBe(401)
    expect(await logIn(anna.email, OWNER_PASSWORD)).toBe(200)
  })

  test('has a link that also ends a change that nobody has confirmed yet', async () => {
    await server.as(anna)('mail_change.ask', { body: { email: THIEF, password: TEST_PASSWORD } })
    await runJobs(server)
    expect((await undo(undoLink())).status).toBe(200)
    const { error } = await server.visitor('mail_change.do', { body: { token: tokenOf(THIEF, 'Confirm your new') } })
    expect(error).toEqual({ error: 'link_invalid' })
  })

  test('has a link that outlives a new password, a later address and a deletion by somebody else', async () => {
    await changeAddress(THIEF)
    await changeAddress('second@example.test')
    const thief = server.as(anna)
    const password = 'the password of a thief'
    const changed = await thief('password.change', {
      body: { old_password: TEST_PASSWORD, password, password_repeat: password },
    })
    const cookie = changed.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await server.as({ ...anna, cookie })('user.delete', { body: { password } })).status).toBe(200)
    server.clock.advance(7 * DAY_MS - 60_000)
    expect((await undo(undoLink())).body.user).toMatchObject({ email: anna.email, status: 'active' })
    // The link of a later change no longer works: its address is the thief's.
    expect((await undo(undoLink(THIEF))).error).toEqual({ error: 'link_invalid' })
  })

  test('has a link that works for seven days, and once', async () => {
    await changeAddress(THIEF)
    const link = undoLink()
    server.clock.advance(7 * DAY_MS)
    expect((await undo(link)).error).toEqual({ error: 'link_invalid' })
    expect(addressOf()).toBe(THIEF)
  })

  test('keeps the old address for its owner while the link works: nobody else signs up with it or changes to it', async () => {
    const bert = await server.signUp('Bert')
    await changeAddress(THIEF)
    const signUp = () => server.visitor('signup', { body: signupForm({ email: anna.email }) })
    expect((await signUp()).error).toEqual({ error: 'email_taken' })
    const change = { body: { email: anna.email, password: TEST_PASSWORD } }
    expect((await server.as(bert)('mail_change.ask', change)).error).toEqual({ error: 'email_taken' })
    await changeAddress(anna.email)
    await changeAddress(THIEF)
    server.clock.advance(7 * DAY_MS)
    expect((await signUp()).status).toBe(200)
  })

  test('is not sent where nobody had confirmed that address: a stranger may have its mailbox', async () => {
    const bert = await server.signUp('Bert', { status: 'not_confirmed', language: 'en' })
    await changeAddress('right@example.test', server.as(bert))
    expect(mailTo(bert.email, '')).toBeUndefined()
  })
})

test('[ACC-6] nobody floods the mailbox of somebody else with notices by a signup in their name', async () => {
  const mallory = await server.signUp('Mallory', { status: 'not_confirmed', email: 'victim@example.test' })
  await server.as(mallory)('password.change', {
    body: { old_password: TEST_PASSWORD, password: OWNER_PASSWORD, password_repeat: OWNER_PASSWORD },
  })
  await server.deps.write((tx) =>
    tx.jobs.add({ kind: 'mail.passkey_notice', payload: { member: mallory.id, at: 1 } }, server.clock.now()),
  )
  await runJobs(server)
  expect(inboxOf(server)).toEqual([])
})

test('[ACC-10] a mail tells the member about a new password, with the way to a new one', async () => {
  await server.as(anna)('password.change', {
    body: { old_password: TEST_PASSWORD, password: OWNER_PASSWORD, password_repeat: OWNER_PASSWORD },
  })
  await runJobs(server)
  const mail = mailTo(anna.email, 'password')
  expect(mail?.subject).toBe('Your password was changed')
  expect(linkIn(mail, 'reset').pathname).toBe('/reset-password')
})
