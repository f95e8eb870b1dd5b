/** The whole life of an account at the most detailed log level: no secret is in the log. */
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Mail } from './adapters/mail.ts'
import { inboxMailer } from './adapters/mail.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { createJobLoop } from './jobs/loop.ts'
import { nameless } from './logging.ts'
import { callsOn, type Call } from './testing/calls.ts'
import { signupForm } from './testing/forms.ts'
import { TEST_PASSWORD } from './testing/members.ts'
import { createTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
let lines: string[]
let mails: Mail[]
/** Whether the mail server works. */
let isUp = true

const eventsIn = (logged: readonly string[]) =>
  logged
    .map((line) => JSON.parse(line) as { event?: string; member?: number })
    .filter(({ event }) => event !== undefined)

const runJobs = async (): Promise<void> => {
  const mailer = {
    close: () => undefined,
    send: async (mail: Mail) => {
      // Real mail servers repeat the address in their answers.
      if (!isUp) throw Object.assign(new Error(`550 no such user ${mail.to}`), { code: 'EENVELOPE' })
      mails.push(mail)
      await inboxMailer(server.deps.write, server.deps.now).send(mail)
    },
  }
  const push = { send: async () => ({ kind: 'sent' as const }) }
  const loop = createJobLoop({
    ...server.deps,
    worker: 'test',
    random: () => 0,
    handlers: jobHandlers(server.deps, { mailer, push, sms: { send: async () => undefined } }),
  })
  await loop.runDue()
  await loop.stop()
}

beforeEach(async () => {
  lines = []
  mails = []
  isUp = true
  const sink = new Writable({ write: (chunk: Buffer, _, done) => (lines.push(chunk.toString()), done()) })
  server = await createTestServer({
    log: pino({ level: 'trace', serializers: { err: nameless } }, sink),
    pause: runJobs,
  })
})
afterEach(() => server.close())

const cookieOf = (headers: Headers): string => headers.get('set-cookie')?.split(';')[0] ?? ''

/** The token of the newest mail that links to a path. */
const tokenTo = (path: string): string => {
  const mail = mails.findLast(({ text }) => text.includes(path))
  return /token=([\w-]+)/.exec(mail?.text.slice(mail.text.indexOf(path)) ?? '')?.[1] ?? ''
}

test('[SAFE-9] [OPS-13] logs carry the events of an account, and no e-mail address, password, token or text of a member', async () => {
  const secrets: string[] = []
  const secret = (text: string): string => {
    secrets.push(text)
    return text
  }
  const enter = (headers: Headers): Call => {
    secret(cookieOf(headers).slice('session='.length))
    return callsOn(server.app, cookieOf(headers))
  }
  const bert = await server.signUp('Bert', { email: secret('bert.secret@example.test') })

  // Signs up, gets an activation mail whose first delivery fails, and confirms.
  const [email, password] = [secret('carla.secret@example.test'), secret('bicycles under water')]
  const form = signupForm({ email, password, signup_message: secret('I saw you'), signup_profile: bert.id })
  let carla = enter((await server.visitor('signup', { body: form })).headers)
  isUp = false
  await carla('activation.send')
  isUp = true
  server.clock.advance(60_000)
  await carla('activation.send')
  await carla('activation.use', { body: { token: secret(tokenTo('/api/activate')) } })

  // Logs in with a wrong and a right password, and resets the password.
  await server.visitor('user.login', { body: { email, password: secret('not the password') } })
  carla = enter((await server.visitor('user.login', { body: { email, password } })).headers)
  await server.visitor('password.reset', { body: { email } })
  await runJobs()
  const second = secret('a quite different password')
  const reset = { token: secret(tokenTo('/reset-password/do')), password: second, password_repeat: second }
  carla = enter((await server.visitor('password.reset_do', { body: reset })).headers)
  await server.visitor('password.reset_do', { body: reset })

  // Changes password and address, and lists and ends sessions.
  const third = secret('the third and last password')
  const change = { old_password: second, password: third, password_repeat: third }
  carla = enter((await carla('password.change', { body: change })).headers)
  await carla('mail_change.ask', { body: { email: secret('carla.new@example.test'), password: third } })
  await runJobs()
  await server.visitor('mail_change.do', { body: { token: secret(tokenTo('/mail-change/do')) } })
  await carla('user.language', { body: { language: 'en' } })
  await carla('sessions.list')
  await carla('sessions.end_others')

  // Writes a message, is refused, and causes an unexpected failure.
  const text = secret('Meet me by the sea')
  await carla('messages.send', {
    body: { client_id: server.deps.newId(), profile: bert.id, type: 'text', text },
  })
  await carla('messages.send', { body: { client_id: 'no id', profile: bert.id, type: 'text', text } })
  server.sql('alter table tokens rename to tokens_gone')
  const failed = await server.visitor('activation.use', { body: { token: secret('a-token-of-a-failing-link') } })
  expect(failed.status).toBe(500)
  server.sql('alter table tokens_gone rename to tokens')
  server.sql('alter table users rename column password_hash to hash_gone')
  expect((await server.visitor('user.login', { body: { email, password } })).status).toBe(500)
  server.sql('alter table users rename column hash_gone to password_hash')

  // Deletes the account.
  await carla('user.delete', { body: { password: third } })
  await runJobs()
  await server.visitor('reactivate', { body: { token: secret(tokenTo('/api/reactivate')) } })

  const log = lines.join('')
  expect(mails.length).toBeGreaterThanOrEqual(5)
  expect(secrets.filter((known) => known.length < 8)).toEqual([])
  expect(secrets.filter((known) => log.includes(known) || log.includes(encodeURIComponent(known)))).toEqual([])
  expect(log).not.toMatch(/[\w.+-]+@[\w-]+\.\w+|\$argon2|session=/)
  // The log is not empty: it has requests, a failed mail and failures.
  expect(eventsIn(lines).map(({ event }) => event)).toEqual([
    'signed_up',
    'message_sent',
    'confirmed',
    'logged_in',
    'message_sent',
    'deletion_asked',
    'account_restored',
  ])
  for (const said of ['"call":"signup"', 'job failed', 'request failed', 'EENVELOPE']) expect(log).toContain(said)
})

test('[ACC-12] [OPS-5] the log has the number of who begins or ends a deletion, so that it can be repeated after a restore', async () => {
  const bert = await server.signUp('Bert')
  await server.as(bert)('user.delete', { body: { password: TEST_PASSWORD } })
  await runJobs()
  await server.visitor('reactivate', { body: { token: tokenTo('/api/reactivate') } })
  const named = eventsIn(lines).filter(({ member }) => member !== undefined)
  expect(named.map(({ event, member }) => [event, member])).toEqual([
    ['deletion_asked', bert.id],
    ['account_restored', bert.id],
  ])
})
