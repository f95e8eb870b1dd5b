import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CHALLENGE_MINUTES, DAY_MS, MINUTE_MS, PASSKEYS_MAX, RESET_MINUTES } from '#contract/limits.ts'
import { RATES } from '../../rates.ts'
import { softwareAuthenticator } from '../../testing/authenticator.ts'
import { callsOn, type Call } from '../../testing/calls.ts'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { linkToken } from './links.ts'

type Authenticator = ReturnType<typeof softwareAuthenticator>

const ORIGIN = 'http://localhost:3000'

let server: TestServer
let key: Authenticator
beforeEach(async () => {
  server = await createTestServer()
  key = softwareAuthenticator(ORIGIN, { isBackedUp: true })
})
afterEach(() => server.close())

const { password: _, ...WITHOUT_PASSWORD } = signupForm({ email: 'mia@example.test', name: 'Mia' })

const signupOptions = async () =>
  (await server.visitor('passkeys.options', { body: { for: 'signup', email: 'mia@example.test', name: 'Mia' } })).body

const signUp = async (authenticator = key) =>
  server.visitor('signup', { body: { ...WITHOUT_PASSWORD, passkey: authenticator.create(await signupOptions()) } })

const loginOptions = async (as: Call = server.visitor) =>
  (await as('passkeys.options', { body: { for: 'login' } })).body

const logIn = async (authenticator = key, as: Call = server.visitor) =>
  as('passkeys.login', { body: { passkey: authenticator.use(await loginOptions(as)) } })

/** Proves with the password, and adds a passkey in the settings. */
const add = async (member: TestMember, authenticator: Authenticator, name = 'Telephone') => {
  const as = server.as(member)
  const { body } = await as('passkeys.own_options', { body: { for: 'add', password: TEST_PASSWORD } })
  return as('passkeys.add', { body: { passkey: authenticator.create(body), name } })
}

const prove = async (as: Call, authenticator = key) =>
  authenticator.use((await as('passkeys.own_options', { body: { for: 'prove' } })).body)

const memberOf = (answer: { headers: Headers; body: { user: { id: number } | null } }): Call =>
  callsOn(server.app, /(?:^|, )(session=[\w-]+)/.exec(answer.headers.getSetCookie().join(', '))?.[1] ?? '')

describe('signup', () => {
  test('[ACC-20] a passkey makes an account without any password, and logs in', async () => {
    // Only a passkey that the authenticator stores logs in without a name.
    expect(await signupOptions()).toMatchObject({ authenticatorSelection: { residentKey: 'required' } })
    const made = await signUp()
    expect([made.status, made.body.user?.email]).toEqual([200, 'mia@example.test'])
    expect(server.sql('select password_hash from users')).toEqual([{ password_hash: '' }])
    expect((await memberOf(made)('passkeys.list')).body).toEqual({
      has_password: false,
      passkeys: [
        { id: key.id, name: expect.any(String), created_at: server.clock.now(), used_at: null, backed_up: true },
      ],
    })
    const again = await logIn()
    expect([again.status, again.body.user?.id]).toEqual([200, made.body.user?.id])
    expect(server.sql('select used_at from passkeys')).toEqual([{ used_at: server.clock.now() }])
  })

  test('[ACC-20] a form needs a password or a passkey', async () => {
    const { error } = await server.visitor('signup', { body: WITHOUT_PASSWORD })
    expect(error).toEqual({ error: 'invalid_input', fields: { password: 'required' } })
  })

  test('[ACC-1] a signup whose answer was lost is repeated with the same passkey', async () => {
    const body = { ...WITHOUT_PASSWORD, passkey: key.create(await signupOptions()) }
    const first = await server.visitor('signup', { body })
    const second = await server.visitor('signup', { body })
    expect([second.status, second.body.user?.id]).toEqual([200, first.body.user?.id])
    expect((await signUp(softwareAuthenticator(ORIGIN))).error).toEqual({ error: 'email_taken' })
  })

  test('[ACC-20] an answer that was used serves no second account', async () => {
    const passkey = key.create(await signupOptions())
    await server.visitor('signup', { body: { ...WITHOUT_PASSWORD, passkey } })
    const other = await server.visitor('signup', { body: { ...WITHOUT_PASSWORD, email: 'eve@example.test', passkey } })
    expect(other.error).toEqual({ error: 'passkey_refused' })
    expect(server.sql('select email from users')).toEqual([{ email: 'mia@example.test' }])
  })

  test('[ACC-20] no password logs in to an account without one, nor does an empty one', async () => {
    await signUp()
    for (const password of ['nobody has this password', TEST_PASSWORD])
      expect((await server.visitor('user.login', { body: { email: 'mia@example.test', password } })).error).toEqual({
        error: 'login_failed',
      })
    const empty = await server.visitor('user.login', { body: { email: 'mia@example.test', password: '' } })
    expect(empty.status).toBe(400)
  })
})

describe('login', () => {
  beforeEach(() => signUp())

  test('[ACC-16] a login on a device that the account does not know is mailed, by passkey as by password', async () => {
    server.sql(`update users set language = 'en', status = 'active'`)
    const mails = async () => {
      await runJobs(server)
      return inboxOf(server).filter(({ subject }) => subject === 'New login to your account')
    }
    expect(await mails()).toHaveLength(0)
    await logIn()
    expect(await mails()).toMatchObject([{ recipient: 'mia@example.test' }])
    await logIn()
    expect(await mails()).toHaveLength(1)
  })

  test('[ACC-20] the options name no account and no passkey, so they tell nobody who has one', async () => {
    const options = await loginOptions()
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(options['allowCredentials'] ?? []).toEqual([])
    const known = await server.visitor('passkeys.options', {
      body: { for: 'signup', email: 'mia@example.test', name: 'Mia' },
    })
    const unknown = await server.visitor('passkeys.options', {
      body: { for: 'signup', email: 'eve@example.test', name: 'Eve' },
    })
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    expect(known.body['excludeCredentials']).toEqual([])
  })

  test('[ACC-20] a challenge counts once, also for a passkey without a counter', async () => {
    // Passkeys that a password manager copies always count zero, so only the challenge tells a repetition.
    const uncounted = softwareAuthenticator(ORIGIN)
    const body = { for: 'signup' as const, email: 'eve@example.test', name: 'Eve' }
    const options = (await server.visitor('passkeys.options', { body })).body
    uncounted.turnBack(1)
    const form = { ...WITHOUT_PASSWORD, email: body.email, name: body.name, passkey: uncounted.create(options) }
    expect((await server.visitor('signup', { body: form })).status).toBe(200)
    uncounted.turnBack(1)
    const passkey = uncounted.use(await loginOptions())
    expect((await server.visitor('passkeys.login', { body: { passkey } })).status).toBe(200)
    expect((await server.visitor('passkeys.login', { body: { passkey } })).error).toEqual({ error: 'passkey_refused' })
  })

  test('[ACC-20] a challenge expires after minutes, and its row is deleted', async () => {
    const options = await loginOptions()
    server.clock.advance(CHALLENGE_MINUTES * MINUTE_MS)
    const late = await server.visitor('passkeys.login', { body: { passkey: key.use(options) } })
    expect(late.error).toEqual({ error: 'passkey_refused' })
    expect(server.sql('select count(*) as n from used_challenges')).toEqual([{ n: 1 }])
    await server.deps.write((tx) => tx.account.forgetExpired(server.clock.now()))
    expect(server.sql('select count(*) as n from used_challenges')).toEqual([{ n: 0 }])
  })

  test('[ACC-20] a made-up challenge, and one for another act, are refused', async () => {
    for (const options of [{ challenge: 'bWFkZS11cA' }, await signupOptions()])
      expect((await server.visitor('passkeys.login', { body: { passkey: key.use(options) } })).error).toEqual({
        error: 'passkey_refused',
      })
  })

  test('[ACC-20] a passkey of nobody is unknown, and one of another key is refused', async () => {
    expect((await logIn(softwareAuthenticator(ORIGIN))).error).toEqual({ error: 'passkey_unknown' })
    const forged = softwareAuthenticator(ORIGIN).use(await loginOptions())
    const answer = await server.visitor('passkeys.login', { body: { passkey: { ...forged, id: key.id } } })
    expect(answer.error).toEqual({ error: 'passkey_refused' })
  })

  test('[ACC-20] a page of another origin logs nobody in', async () => {
    const phisher = softwareAuthenticator('http://localhost.evil.test')
    const passkey = { ...phisher.use(await loginOptions()), id: key.id }
    expect((await server.visitor('passkeys.login', { body: { passkey } })).error).toEqual({ error: 'passkey_refused' })
  })

  test('[ACC-20] a counter that does not grow is refused: the key may have been copied', async () => {
    expect((await logIn()).status).toBe(200)
    key.turnBack(1)
    expect((await logIn()).error).toEqual({ error: 'passkey_refused' })
    expect((await logIn()).status).toBe(200)
  })

  test('[ACC-12] an account that is being deleted says so; an erased one has no passkeys', async () => {
    server.sql(`update users set status = 'deleting'`)
    expect((await logIn()).error).toEqual({ error: 'email_being_deleted' })
    server.sql(`update users set status = 'deleted'`)
    expect((await logIn()).error).toEqual({ error: 'passkey_unknown' })
  })

  test('[DESK-7] a suspended member logs in by passkey, and may only use the rights of the law', async () => {
    server.sql(`update users set sanction = 'suspended'`)
    const as = memberOf(await logIn())
    expect((await as('members.search', { query: {} })).error).toEqual({ error: 'account_suspended' })
    expect((await as('decisions.list')).status).toBe(200)
  })

  test('[PWA-11] two accounts on one device each log in by their own passkey', async () => {
    const other = softwareAuthenticator(ORIGIN)
    const body = { for: 'signup' as const, email: 'eve@example.test', name: 'Eve' }
    const options = (await server.visitor('passkeys.options', { body })).body
    const form = { ...WITHOUT_PASSWORD, email: body.email, name: body.name, passkey: other.create(options) }
    await server.visitor('signup', { body: form })
    expect((await logIn(other)).body.user?.email).toBe('eve@example.test')
    expect((await logIn(key)).body.user?.email).toBe('mia@example.test')
    // An authenticator keeps one passkey for each account name, so the two never replace each other.
    expect(new Set(server.sql('select user_handle from passkeys').map(({ user_handle }) => user_handle)).size).toBe(2)
  })

  test('[SITE-15] a passkey logs in on the domain where it was made', async () => {
    server.sql(`insert into site_settings (domain, key, value) values ('other.test', 'name', '"Other"')`)
    const there = callsOn(server.app, undefined, 'other.test')
    expect(await loginOptions(there)).toMatchObject({ rpId: 'other.test' })
    expect((await logIn(key, there)).error).toEqual({ error: 'passkey_unknown' })
  })

  test('[SAFE-6] attempts are limited by network', async () => {
    const limited = await createTestServer({ rates: RATES })
    const body = { for: 'login' as const }
    let status = 200
    for (let time = 0; time < 400 && status === 200; time += 1)
      ({ status } = await limited.visitor('passkeys.options', { body }))
    expect(status).toBe(429)
    await limited.close()
  })
})

describe('settings', () => {
  let anna: TestMember
  beforeEach(async () => {
    anna = await server.signUp('Anna', { language: 'en' })
  })

  test('[ACC-20] a passkey is added with the password, has a name, and a mail tells the member', async () => {
    const added = await add(anna, key, '  Blue telephone ')
    expect(added.body).toMatchObject({ has_password: true, passkeys: [{ id: key.id, name: 'Blue telephone' }] })
    await runJobs(server)
    expect(inboxOf(server)).toMatchObject([{ recipient: anna.email, subject: 'Your account has a new passkey' }])
    expect((await logIn()).body.user?.id).toBe(anna.id)
    await runJobs(server)
    expect(inboxOf(server).map(({ subject }) => subject)).toContain('New login to your account')
  })

  test.each([
    ['no proof', {}, { error: 'invalid_input', fields: { password: 'required' } }],
    [
      'a wrong password',
      { password: 'not this one' },
      { error: 'invalid_input', fields: { password: 'password_wrong' } },
    ],
  ])('[ACC-20] a stolen session alone adds and removes none: %s', async (_title, proof, error) => {
    const as = server.as(anna)
    expect((await as('passkeys.own_options', { body: { for: 'add', ...proof } })).error).toEqual(error)
    await add(anna, key)
    expect((await as('passkeys.remove', { params: { id: key.id }, body: proof })).error).toEqual(error)
  })

  test('[ACC-20] a passkey proves as well as the password, once and in its own session', async () => {
    await add(anna, key)
    const as = server.as(anna)
    const other = softwareAuthenticator(ORIGIN)
    const passkey = await prove(as)
    const { body } = await as('passkeys.own_options', { body: { for: 'add', passkey } })
    expect((await as('passkeys.own_options', { body: { for: 'add', passkey } })).error).toEqual({
      error: 'passkey_refused',
    })
    expect((await as('passkeys.add', { body: { passkey: other.create(body), name: 'Key' } })).status).toBe(200)
    const elsewhere = memberOf(await logIn())
    const stolen = await prove(as)
    expect((await elsewhere('passkeys.remove', { params: { id: key.id }, body: { passkey: stolen } })).error).toEqual({
      error: 'passkey_refused',
    })
    expect((await as('passkeys.remove', { params: { id: key.id }, body: { passkey: await prove(as) } })).status).toBe(
      200,
    )
    expect((await logIn()).error).toEqual({ error: 'passkey_unknown' })
    expect((await logIn(other)).status).toBe(200)
  })

  test('[ACC-20] a browser adds one quietly after a login by password: nobody was verified, and its name is its own', async () => {
    const as = server.as(anna)
    const options = async (quiet?: true) =>
      (await as('passkeys.own_options', { body: { for: 'add', password: TEST_PASSWORD, ...(quiet ? { quiet } : {}) } }))
        .body
    const loud = key.create(await options(), { quiet: true })
    expect((await as('passkeys.add', { body: { passkey: loud, name: 'Key' } })).error).toEqual({
      error: 'passkey_refused',
    })
    const mixed = key.create(await options(), { quiet: true })
    expect((await as('passkeys.add', { body: { passkey: mixed, quiet: true } })).error).toEqual({
      error: 'passkey_refused',
    })
    const passkey = key.create(await options(true), { quiet: true })
    expect((await as('passkeys.add', { body: { passkey, quiet: true } })).body.passkeys).toMatchObject([
      { name: 'Passkey' },
    ])
    expect((await logIn()).body.user?.id).toBe(anna.id)
  })

  test('[ACC-20] a passkey gets another name, by its own member alone', async () => {
    await add(anna, key, 'Telephone')
    const rename = (member: TestMember, name: string) =>
      server.as(member)('passkeys.rename', { params: { id: key.id }, body: { name } })
    expect((await rename(anna, '  Blue telephone ')).body.passkeys).toMatchObject([
      { id: key.id, name: 'Blue telephone' },
    ])
    expect((await rename(await server.signUp('Bert'), 'Mine')).error).toEqual({ error: 'not_found' })
    expect((await rename(anna, ' ')).error?.fields).toEqual({ name: 'required' })
    expect(server.sql('select name from passkeys')).toEqual([{ name: 'Blue telephone' }])
  })

  test("[ACC-20] nobody removes another member's passkey, nor proves with their own one", async () => {
    await add(anna, key)
    const bert = await server.signUp('Bert')
    const proof = { password: TEST_PASSWORD }
    expect((await server.as(bert)('passkeys.remove', { params: { id: key.id }, body: proof })).error).toEqual({
      error: 'not_found',
    })
    const passkey = await prove(server.as(anna))
    expect((await server.as(bert)('user.delete', { body: { passkey } })).error).toEqual({ error: 'passkey_refused' })
  })

  test('[ACC-20] the last way to log in stays, until there is a password', async () => {
    const as = memberOf(await signUp())
    const remove = async () => as('passkeys.remove', { params: { id: key.id }, body: { passkey: await prove(as) } })
    expect([(await remove()).status, (await remove()).error]).toEqual([409, { error: 'last_way_in' }])
    const words = { password: 'bicycles under water', password_repeat: 'bicycles under water' }
    const changed = await as('password.change', { body: { passkey: await prove(as), ...words } })
    expect(changed.status).toBe(200)
    const now = memberOf(changed)
    const gone = await now('passkeys.remove', { params: { id: key.id }, body: { password: words.password } })
    expect(gone.status).toBe(200)
    expect((await now('passkeys.list')).body).toEqual({ has_password: true, passkeys: [] })
  })

  test('[ACC-11] [ACC-12] a member without a password changes the address and deletes the account', async () => {
    const as = memberOf(await signUp())
    const change = { email: 'new@example.test', passkey: await prove(as) }
    expect((await as('mail_change.ask', { body: change })).status).toBe(200)
    expect((await as('user.delete', { body: { passkey: await prove(as) } })).status).toBe(200)
    expect(server.sql(`select status from users where email = 'mia@example.test'`)).toEqual([{ status: 'deleting' }])
  })

  test('[ACC-20] an account has at most ten passkeys, and the device that has one makes no second', async () => {
    await add(anna, key)
    const body = { for: 'add' as const, password: TEST_PASSWORD }
    const options = (await server.as(anna)('passkeys.own_options', { body })).body
    expect(options['excludeCredentials']).toMatchObject([{ id: key.id }])
    for (let count = 1; count < PASSKEYS_MAX; count += 1) await add(anna, softwareAuthenticator(ORIGIN))
    expect((await server.as(anna)('passkeys.own_options', { body })).error).toEqual({ error: 'passkey_limit' })
    expect(new Set(server.sql('select user_handle from passkeys').map(({ user_handle }) => user_handle)).size).toBe(1)
  })
})

describe('recovery by mail', () => {
  const words = { password: 'bicycles under water', password_repeat: 'bicycles under water' }
  let id: number
  let token: string
  beforeEach(async () => {
    id = (await signUp()).body.user?.id ?? 0
    token = await linkToken(server.deps, { member: id, kind: 'reset', lifeMs: RESET_MINUTES * MINUTE_MS })
  })
  const options = async (link = token) => server.visitor('passkeys.options', { body: { for: 'reset', token: link } })

  test('[ACC-9] the link sets a new passkey, ends the other sessions, and a mail tells the member', async () => {
    const other = softwareAuthenticator(ORIGIN)
    const before = memberOf(await logIn())
    const passkey = other.create((await options()).body)
    const done = await server.visitor('password.reset_do', { body: { token, passkey } })
    expect([done.status, done.body.user?.id]).toEqual([200, id])
    expect((await before('passkeys.list')).error).toMatchObject({ error: 'authentication_required' })
    // The lost one no longer works.
    expect((await logIn()).error).toEqual({ error: 'passkey_unknown' })
    expect((await logIn(other)).status).toBe(200)
    expect(server.sql(`select kind from jobs where kind = 'mail.passkey_notice'`)).toHaveLength(1)
    const again = await server.visitor('password.reset_do', { body: { token, passkey } })
    expect(again.error).toEqual({ error: 'link_invalid' })
  })

  test('[ACC-9] the link sets a password for an account that had none, and removes the lost passkey', async () => {
    expect((await server.visitor('password.reset_do', { body: { token, ...words } })).status).toBe(200)
    expect((await logIn()).error).toEqual({ error: 'passkey_unknown' })
    const body = { email: 'mia@example.test', password: words.password }
    expect((await server.visitor('user.login', { body })).status).toBe(200)
  })

  test('[ACC-9] a made-up or old link gives no options, and a challenge of another link sets nothing', async () => {
    expect((await options('made-up')).error).toEqual({ error: 'link_invalid' })
    const { body } = await options()
    const later = await linkToken(server.deps, { member: id, kind: 'reset', lifeMs: DAY_MS })
    const passkey = softwareAuthenticator(ORIGIN).create(body)
    const answer = await server.visitor('password.reset_do', { body: { token: later, passkey } })
    expect(answer.error).toEqual({ error: 'passkey_refused' })
    server.clock.advance(RESET_MINUTES * MINUTE_MS)
    expect((await options()).error).toEqual({ error: 'link_invalid' })
  })
})
