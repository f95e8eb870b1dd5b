/** Mail over real SMTP: delivery while the server is down, refuses, or is slow. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { smtpMailer, type Mailer } from '../adapters/mail.ts'
import type { TestMember } from '../testing/members.ts'
import { jobsOf, readable, runJobs, smtpAnswer, smtpStandIn, type SmtpStandIn } from '../testing/post-office.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { NewJob } from './kinds.ts'

const FROM = 'Visavis <no-reply@visavis.test>'

let server: TestServer
let anna: TestMember
let closers: (() => Promise<void> | void)[]

beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en' })
  closers = []
})
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
  await server.close()
})

const smtp = async (...options: Parameters<typeof smtpStandIn>): Promise<SmtpStandIn> => {
  const standIn = await smtpStandIn(...options)
  closers.push(standIn.close)
  return standIn
}
const mailerTo = (url: string): Mailer => {
  const mailer = smtpMailer(url, FROM, 2_000)
  closers.push(mailer.close)
  return mailer
}
const add = (job: NewJob) => server.deps.write((tx) => tx.jobs.add(job, server.deps.now()))
const jobs = () => server.sql('select kind, attempts, failed_at, last_error from jobs order by id')
const disabledOf = (member: TestMember) =>
  server.sql('select notifications_disabled as reasons from users where id = ?', member.id)[0]?.['reasons']
const likes = (liker: TestMember, liked: TestMember) =>
  server.as(liker)('likes.put', { params: { profile: String(liked.id) } })

describe('a server that is away', () => {
  test('[SAFE-10] for most of a day gets the mail once when it is back', async () => {
    const gone = await smtpStandIn()
    await gone.close()
    await add({ kind: 'mail.reset', payload: { member: anna.id } })
    const away = mailerTo(gone.url)
    const until = server.clock.now() + 12 * HOUR_MS
    for (let hour = 0; server.clock.now() < until; hour += 1) {
      await runJobs(server, { mailer: away })
      expect(jobs()).toMatchObject([{ kind: 'mail.reset', failed_at: null }])
      server.clock.advance(HOUR_MS)
    }
    const back = await smtp({}, gone.port)
    await runJobs(server, { mailer: away })
    server.clock.advance(HOUR_MS)
    await runJobs(server, { mailer: away })
    expect(back.received.map(({ to }) => to)).toEqual([['anna@example.test']])
    expect(jobs()).toEqual([])
    // The link is valid as long as if the mail had been sent at once [ACC-9].
    const token = /do\?token=([\w-]{43})/.exec(readable(back.received[0]?.raw ?? ''))?.[1]
    expect(token).toBeDefined()
  })

  test('that answers “not now” gets the mail on a retry', async () => {
    let isBusy = true
    const busy = await smtp({ onRcptTo: (_, __, done) => done(isBusy ? smtpAnswer(451) : undefined) })
    const mailer = mailerTo(busy.url)
    await add({ kind: 'mail.reset', payload: { member: anna.id } })
    await runJobs(server, { mailer })
    expect([jobs()[0]?.['failed_at'], disabledOf(anna)]).toEqual([null, '[]'])
    isBusy = false
    server.clock.advance(HOUR_MS)
    await runJobs(server, { mailer })
    expect(busy.received).toHaveLength(1)
  })
})

describe('a server that refuses', () => {
  test('[PROF-12] the recipient: the mail is abandoned, and later optional mails to that address are not sent', async () => {
    const strict = await smtp({ onRcptTo: (_, __, done) => done(smtpAnswer(550)) })
    const mailer = mailerTo(strict.url)
    await add({ kind: 'mail.reset', payload: { member: anna.id } })
    await runJobs(server, { mailer })
    expect(jobs()).toMatchObject([{ attempts: 1, failed_at: server.clock.now(), last_error: 'SMTP 550' }])
    expect((await server.as(anna)('user.get')).body.user?.notifications_disabled).toEqual(['bounce'])
    expect(server.sql('select kind from changes where member = ?', anna.id)).toEqual([{ kind: 'user' }])

    const bert = await server.signUp('Bert')
    await likes(bert, anna)
    server.clock.advance(HOUR_MS)
    const open = await smtp()
    await runJobs(server, { mailer: mailerTo(open.url) })
    expect(open.received).toEqual([])
    // Mails that the account needs are still sent: the address may work again.
    await add({ kind: 'mail.reset', payload: { member: anna.id } })
    await runJobs(server, { mailer: mailerTo(open.url) })
    expect(open.received).toHaveLength(1)
  })

  test('the content: the mail is abandoned, and no address is marked as undeliverable', async () => {
    const picky = await smtp({
      onData: (stream, _, done) => void stream.resume().on('end', () => done(smtpAnswer(554))),
    })
    await add({ kind: 'mail.reset', payload: { member: anna.id } })
    await runJobs(server, { mailer: mailerTo(picky.url) })
    expect(jobs()).toMatchObject([{ failed_at: server.clock.now(), last_error: 'SMTP 554' }])
    expect(disabledOf(anna)).toBe('[]')
  })
})

test('a recipient with a slow server delays no other recipient', async () => {
  const bert = await server.signUp('Bert')
  const held: (() => void)[] = []
  const slow = await smtp({
    onRcptTo: ({ address }, _, done) => (address === anna.email ? void held.push(() => done()) : done()),
  })
  const loop = jobsOf(server, { mailer: mailerTo(slow.url) })
  await add({ kind: 'mail.reset', payload: { member: anna.id } })
  loop.kick()
  await expect.poll(() => held).toHaveLength(1)
  for (let count = 0; count < 5; count += 1) await add({ kind: 'mail.reset', payload: { member: bert.id } })
  loop.kick()
  await expect.poll(() => slow.received.length).toBe(5)
  expect(slow.received.every(({ to }) => to[0] === bert.email)).toBe(true)
  for (const release of held) release()
  await loop.stop()
  expect(slow.received).toHaveLength(6)
})

test('[SITE-15] a mail that is answered reaches the support of its domain, not the mailbox of the sender', async () => {
  const { url, received } = await smtp()
  server.sql(
    `insert into site_settings (domain, key, value) values ('nacht.test', 'support_email', '"hilfe@nacht.test"')`,
  )
  const bert = await server.signUp('Bert')
  server.sql(`update users set domain = 'nacht.test' where id = ?`, bert.id)
  for (const { id } of [anna, bert]) await add({ kind: 'mail.reset', payload: { member: id } })
  await runJobs(server, { mailer: mailerTo(url) })
  const replies = received.map(({ to, raw }) => [to[0], /^Reply-To: (.*)\r$/m.exec(raw)?.[1]])
  expect(Object.fromEntries(replies)).toEqual({
    [anna.email]: DEFAULT_SITE_SETTINGS.support_email,
    [bert.email]: 'hilfe@nacht.test',
  })
})

test('[PWA-5] an optional mail has a one-click unsubscribe header (RFC 8058)', async () => {
  const { url, received } = await smtp()
  const bert = await server.signUp('Bert')
  await likes(bert, anna)
  await add({ kind: 'mail.reset', payload: { member: anna.id } })
  server.clock.advance(HOUR_MS)
  await runJobs(server, { mailer: mailerTo(url) })
  const mails = received.map(({ raw }) => raw.replaceAll(/\r\n[ \t]+/g, ' '))
  const like = mails.find((raw) => raw.includes('Bert likes you')) ?? ''
  expect(like).toMatch(/^List-Unsubscribe: <http:\/\/localhost:3000\/api\/unsubscribe\?token=[\w-]{43}>\r$/m)
  expect(like).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  const reset = mails.find((raw) => raw !== like) ?? ''
  expect(reset).not.toMatch(/^List-Unsubscribe/m)

  // The request as a mail program posts it: no cookie, no origin, and a form that the server ignores.
  const link = /^List-Unsubscribe: <http:\/\/localhost:3000([^>]+)>/m.exec(like)?.[1] ?? ''
  const posted = await server.app.request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(posted.status).toBe(200)
  const { user } = (await server.as(anna)('user.get')).body
  expect(user?.settings.notifications.like).toEqual({ mail: false, push: true })
  expect(user?.notifications_disabled).toEqual(['listunsubscribe'])
})
