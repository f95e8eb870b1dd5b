import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { readable, runJobs as run, smtpAnswer, smtpStandIn } from '../testing/post-office.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { inboxMailer, smtpMailer, type Mailer } from './mail.ts'

let closers: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
  closers = []
})

const smtp = async (...options: Parameters<typeof smtpStandIn>) => {
  const standIn = await smtpStandIn(...options)
  closers.push(standIn.close)
  return standIn
}

const withServer = async (): Promise<TestServer> => {
  const server = await createTestServer()
  closers.push(() => server.close())
  return server
}

const runJobs = async (server: TestServer, mailer: Mailer) => {
  closers.push(() => mailer.close())
  await run(server, { mailer })
}

test('[ACC-6] the activation mail reaches an SMTP server, and its link confirms the address', async () => {
  const { url, received } = await smtp()
  const server = await withServer()
  const carla = await server.signUp('Carla', { status: 'not_confirmed', language: 'en' })
  await server.as(carla)('activation.send')
  await runJobs(server, smtpMailer(url, 'Visavis <no-reply@visavis.test>'))

  expect(received).toHaveLength(1)
  const [mail] = received
  expect(mail).toMatchObject({ from: 'no-reply@visavis.test', to: ['carla@example.test'] })
  const text = readable(mail?.raw ?? '')
  expect(text).toContain('Subject: Confirm your e-mail address')
  expect(text).toContain('Hi Carla,')
  expect(text).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/)
  const token = /activate\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
  const used = await server.visitor('activation.use', { body: { token } })
  expect(used.headers.get('location')).toBe('/activate/done')
  expect(server.sql('select * from jobs')).toEqual([])
})

test('the mail about a first message names the sender, never the text, in the recipient’s language', async () => {
  const server = await withServer()
  const mailer = inboxMailer(server.deps.write, server.deps.now)
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert')]
  await server.sendText(bert, anna, 'the secret text')
  await runJobs(server, mailer)
  const mails = server.sql('select recipient, subject, text, html from dev_mails')
  expect(mails).toMatchObject([{ recipient: 'anna@example.test', subject: 'Bert ti ha scritto' }])
  expect(JSON.stringify(mails)).not.toContain('secret')
  expect(String(mails[0]?.['text'])).toContain(`/chats/${anna.id}-${bert.id}`)
})

test('[SAFE-7] a mail marks a fictional profile, and no name becomes markup', async () => {
  const server = await withServer()
  const anna = await server.signUp('Anna', { language: 'en' })
  const made = await server.signUp('<b>Bea</b>', { fictional: true })
  await server.sendText(made, anna, 'Hello')
  await runJobs(server, inboxMailer(server.deps.write, server.deps.now))
  const [mail] = server.sql('select text, html from dev_mails')
  expect(String(mail?.['text'])).toContain('<b>Bea</b> is a fictional profile: chat only, no meeting.')
  expect(String(mail?.['html'])).not.toContain('<b>')
})

test('a mail is retried while the server is down, and fails for good after a final refusal', async () => {
  const server = await withServer()
  const carla = await server.signUp('Carla', { status: 'not_confirmed' })
  await server.as(carla)('activation.send')
  const jobs = () => server.sql('select attempts, failed_at, last_error from jobs')

  await runJobs(server, smtpMailer('smtp://127.0.0.1:1', 'a@visavis.test'))
  expect(jobs()).toMatchObject([{ attempts: 1, failed_at: null }])

  const busy = await smtp({ onRcptTo: (_, __, done) => done(smtpAnswer(450)) })
  server.clock.advance(60_000)
  await runJobs(server, smtpMailer(busy.url, 'a@visavis.test'))
  expect(jobs()).toMatchObject([{ attempts: 2, failed_at: null }])

  const strict = await smtp({ onRcptTo: (_, __, done) => done(smtpAnswer(550)) })
  server.clock.advance(60_000)
  await runJobs(server, smtpMailer(strict.url, 'a@visavis.test'))
  expect(jobs()).toMatchObject([{ attempts: 3, failed_at: server.clock.now(), last_error: 'SMTP 550' }])
})

test('[SAFE-10] a mail waits while the mail server refuses us, and no address counts as dead', async () => {
  const server = await withServer()
  const carla = await server.signUp('Carla', { status: 'not_confirmed' })
  await server.as(carla)('activation.send')
  const refusals: SMTPServerOptions[] = [
    // On a list of senders of spam; an account that has ended; a password that is not sent.
    { onConnect: (_, done) => done(smtpAnswer(554, 'No service for this address')) },
    { onMailFrom: (_, __, done) => done(smtpAnswer(550, 'Sender not allowed')) },
    { onRcptTo: (_, __, done) => done(smtpAnswer(554, '5.7.1 Relay access denied')) },
  ]
  for (const [attempts, refusing] of refusals.entries()) {
    const { url } = await smtp(refusing)
    await runJobs(server, smtpMailer(url, 'a@visavis.test'))
    expect(server.sql('select attempts, failed_at from jobs')).toEqual([{ attempts: attempts + 1, failed_at: null }])
    server.clock.advance(HOUR_MS)
  }
  const { url, received } = await smtp()
  await runJobs(server, smtpMailer(url, 'a@visavis.test'))
  expect(received.map(({ to }) => to)).toEqual([['carla@example.test']])
  expect(server.sql('select notifications_disabled from users')).toEqual([{ notifications_disabled: '[]' }])
})

test('an address with commas or names in it is still one recipient', async () => {
  const { url, received } = await smtp()
  const mailer = smtpMailer(url, 'a@visavis.test')
  closers.push(() => mailer.close())
  const content = { subject: 'Hi\r\nBcc: spy@example.test', text: 'Hi', html: 'Hi' }
  await mailer.send({ job: 1, to: 'a@example.test', ...content })
  await mailer.send({ job: 2, to: 'b@example.test,spy@example.test', ...content }).catch(() => undefined)
  expect(received.flatMap(({ to }) => to)).not.toContain('spy@example.test')
})

test('a repeated mail job is stored once in the inbox, and has the same Message-ID over SMTP', async () => {
  const server = await withServer()
  const inbox = inboxMailer(server.deps.write, server.deps.now)
  const mail = { job: 7, to: 'a@example.test', subject: 'Hi', text: 'Hi', html: 'Hi' }
  await inbox.send(mail)
  await inbox.send(mail)
  expect(server.sql('select job from dev_mails')).toEqual([{ job: 7 }])

  const { url, received } = await smtp()
  const mailer = smtpMailer(url, 'Visavis <no-reply@visavis.test>')
  closers.push(() => mailer.close())
  await mailer.send(mail)
  await mailer.send(mail)
  const ids = received.map(({ raw }) => /Message-ID: <(.*)>/i.exec(raw)?.[1])
  expect(ids[0]).toMatch(/^job-7-[0-9a-f]{16}@visavis\.test$/)
  expect(ids[1]).toBe(ids[0])
})

test('the inbox is available in demo mode only, as a page and as JSON by recipient', async () => {
  const server = await withServer()
  const inbox = inboxMailer(server.deps.write, server.deps.now)
  const link = 'http://localhost:3000/api/activate?token=a&b=<i>'
  await inbox.send({ job: 1, to: 'a@example.test', subject: 'One', text: `see ${link}`, html: '' })
  await inbox.send({ job: 2, to: 'b@example.test', subject: 'Two', text: '', html: '' })
  const json = await server.app.request('/dev/inbox.json?to=a@example.test')
  expect(await json.json()).toMatchObject({ mails: [{ subject: 'One', recipient: 'a@example.test' }] })
  const page = await server.app.request('/dev/inbox')
  expect(await page.text()).toContain('<h2>Two</h2>')

  const production = await createTestServer({ env: { MODE: 'production' } })
  closers.push(() => production.close())
  expect((await production.app.request('/dev/inbox')).status).toBe(404)
  expect((await production.app.request('/dev/inbox.json')).status).toBe(404)
})
