/** The content of each mail, its recipient, and the cases in which it is not sent. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { Preference } from '#contract/entities/member-settings.ts'
import { nameless } from '../logging.ts'
import type { TestMember } from '../testing/members.ts'
import { inboxOf, linkIn, runJobs, tokenIn } from '../testing/post-office.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { inboxMailer } from '../adapters/mail.ts'
import type { NewJob } from './kinds.ts'
import { createPost } from './post.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { credits: 100 })
})
afterEach(() => server.close())

const add = (job: NewJob) => server.deps.write((tx) => tx.jobs.add(job, server.deps.now()))
const mailed = async (job: NewJob) => {
  await add(job)
  await runJobs(server)
  return inboxOf(server).at(-1)
}
const like = (liker: TestMember, liked: TestMember) =>
  server.as(liker)('likes.put', { params: { profile: String(liked.id) } })
const unlike = (liker: TestMember, liked: TestMember) =>
  server.as(liker)('likes.delete', { params: { profile: String(liked.id) } })
const write = async (from: TestMember, to: TestMember, text = 'the secret text') =>
  (await server.sendText(from, to, text)).body.message.id
const switchOff = (member: TestMember, preference: Preference) =>
  server.as(member)('notifications.put', { body: { notifications: { [preference]: { mail: false } } } })

describe('mails an account needs', () => {
  test('[ACC-9] reset: a link to the page that asks for the new password', async () => {
    const mail = await mailed({ kind: 'mail.reset', payload: { member: anna.id } })
    expect(mail).toMatchObject({ recipient: anna.email, subject: 'Choose a new password' })
    expect(linkIn(mail, 'token').pathname).toBe('/reset-password/do')
    expect(mail?.text).toContain('good for 60 minutes and works once')
    expect(server.sql('select kind, expires_at from tokens')).toEqual([
      { kind: 'reset', expires_at: server.clock.now() + HOUR_MS },
    ])
  })

  test('[ACC-11] a new address gets the link, the old one a notice with the time and what to do', async () => {
    const at = Date.parse('2026-06-15T09:30:00Z')
    await add({ kind: 'mail.mail_change', payload: { member: anna.id, email: 'New@Example.test' } })
    await add({ kind: 'mail.mail_change_notice', payload: { member: anna.id, email: anna.email, at } })
    await runJobs(server)
    const link = inboxOf(server).find(({ recipient }) => recipient === 'New@Example.test')
    const notice = inboxOf(server).find(({ recipient }) => recipient === anna.email)
    expect(linkIn(link, 'token').pathname).toBe('/mail-change/do')
    expect(server.sql('select kind, data, expires_at from tokens order by kind')).toEqual([
      { kind: 'mail_change', data: 'new@example.test', expires_at: server.clock.now() + 48 * HOUR_MS },
      { kind: 'mail_undo', data: anna.email, expires_at: at + 7 * DAY_MS },
      { kind: 'new_address', data: 'new@example.test', expires_at: server.clock.now() + 48 * HOUR_MS },
    ])
    expect(notice?.text).toContain('On June 15, 2026 at 09:30 UTC someone with your password or a passkey')
    expect(linkIn(notice, 'reset').pathname).toBe('/reset-password/do')
    // The notice is not for whoever may own the account now, and neither mail contains the other address.
    expect(notice?.text).not.toMatch(/new@example/i)
  })

  test('[ACC-16] a notice about an act says its time as clocks show it where the member is', async () => {
    const at = Date.parse('2026-06-15T22:30:00Z')
    server.sql(`update users set time_zone = 'Europe/Rome' where id = ?`, anna.id)
    const login = await mailed({ kind: 'mail.login_notice', payload: { member: anna.id, at, device: '' } })
    expect(login?.text).toContain('On June 16, 2026 at 00:30 GMT+2 somebody logged in')
    const payload = { member: anna.id, email: anna.email, at }
    expect((await mailed({ kind: 'mail.mail_change_notice', payload }))?.text).toContain('June 16, 2026 at 00:30 GMT+2')
  })

  test('[ACC-11] the old address gets its notice also if the account is being deleted meanwhile', async () => {
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, anna.id)
    const notice = await mailed({ kind: 'mail.mail_change_notice', payload: { member: anna.id, email: anna.email } })
    expect(notice?.recipient).toBe(anna.email)
  })

  test('[ACC-11] a new address gets no link if the change was cancelled while its mail was being written', async () => {
    await add({ kind: 'mail.mail_change', payload: { member: anna.id, email: 'new@example.test' } })
    const { write } = server.deps
    // The handler's first write makes the link.
    server.deps.write = (body) => {
      server.sql(`delete from jobs where kind = 'mail.mail_change'`)
      return write(body)
    }
    await runJobs(server)
    server.deps.write = write
    expect([inboxOf(server), server.sql('select * from tokens')]).toEqual([[], []])
  })

  test('[ACC-12] deletion: the date of erasure and the link that restores the account', async () => {
    server.sql(
      `update users set status = 'deleting', deleting_since = ? where id = ?`,
      server.clock.now() - DAY_MS,
      anna.id,
    )
    const mail = await mailed({ kind: 'mail.deletion', payload: { member: anna.id } })
    expect(mail?.text).toContain('On June 28, 2026 at 12:00 UTC we erase your profile, photos and messages for good.')
    expect(linkIn(mail, 'token').pathname).toBe('/api/reactivate')
    // A mail sent late does not extend the link's lifetime.
    expect(server.sql('select expires_at from tokens')).toEqual([{ expires_at: server.clock.now() + 13 * DAY_MS }])
  })

  test('[ACC-12] deletion: the day is the one where the member is, if a device has said its time zone', async () => {
    const change = `update users set status = 'deleting', deleting_since = ?, time_zone = 'Pacific/Auckland' where id = ?`
    server.sql(change, server.clock.now(), anna.id)
    const mail = await mailed({ kind: 'mail.deletion', payload: { member: anna.id } })
    expect(mail?.text).toContain('On June 30, 2026 we erase')
  })

  test.each([
    { zone: null, from: 'June 15, 2026 at 12:00 UTC' },
    { zone: 'Pacific/Auckland', from: 'June 16, 2026' },
  ])('[GUARD-6] age check: the day is the one where the member is: $zone', async ({ zone, from }) => {
    server.sql(`update users set time_zone = ?, age_due = ? where id = ?`, zone, server.clock.now(), anna.id)
    const mail = await mailed({ kind: 'mail.age_check', payload: { member: anna.id } })
    expect(mail?.text).toContain(`From ${from} on, everyone in your country`)
  })

  test('[PWA-5] are sent whatever preferences say', async () => {
    server.sql(`update users set notifications_disabled = '["listunsubscribe","fbl"]'`)
    await mailed({ kind: 'mail.reset', payload: { member: anna.id } })
    expect(inboxOf(server)).toHaveLength(1)
  })

  test('are not sent if they no longer concern the account', async () => {
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, anna.id)
    await add({ kind: 'mail.reset', payload: { member: anna.id } })
    await add({ kind: 'mail.mail_change', payload: { member: anna.id, email: 'new@example.test' } })
    await add({ kind: 'mail.activation', payload: { member: bert.id } })
    await add({ kind: 'mail.deletion', payload: { member: bert.id } })
    await add({ kind: 'mail.receipt', payload: { letter: 99 } })
    await runJobs(server)
    expect(inboxOf(server)).toEqual([])
    expect(server.sql('select * from jobs')).toEqual([])
  })
})

const tell = async () => {
  server.clock.advance(10 * 60_000)
  await runJobs(server)
  return inboxOf(server)
}

describe('a like', () => {
  test('is mailed ten minutes later, with a link to the profile', async () => {
    await like(bert, anna)
    await runJobs(server)
    expect(inboxOf(server)).toEqual([])
    const [mail] = await tell()
    expect(mail).toMatchObject({ recipient: anna.email, subject: 'Bert likes you' })
    expect(linkIn(mail, '/likes').pathname).toBe(`/likes/m/${bert.id}`)
  })

  test('[LIKE-7] that was taken back, seen or hidden is mailed to nobody', async () => {
    const [carl, dora, emil] = [await server.signUp('Carl'), await server.signUp('Dora'), await server.signUp('Emil')]
    for (const liker of [bert, carl, dora, emil]) await like(liker, anna)
    await unlike(bert, anna)
    await server.as(anna)('likes.seen', { params: { profile: String(carl.id) } })
    await server.as(anna)('blocks.put', { params: { profile: String(dora.id) } })
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, emil.id)
    expect(await tell()).toEqual([])
  })

  test('taken back and given again is mailed once', async () => {
    await like(bert, anna)
    await tell()
    await unlike(bert, anna)
    await like(bert, anna)
    expect(await tell()).toHaveLength(1)
  })

  test('[LIKE-2] that is mutual is mailed as a match', async () => {
    await like(anna, bert)
    await like(bert, anna)
    const mail = (await tell()).find(({ recipient }) => recipient === anna.email)
    expect(mail?.subject).toBe('It is a match with Bert')
  })

  test('[SAFE-7] from a fictional profile is marked as fictional', async () => {
    const made = await server.signUp('Made', { fictional: true })
    await like(made, anna)
    const [mail] = await tell()
    expect(mail?.subject).toBe('Made (fictional profile) likes you')
    for (const part of [mail?.text, mail?.html]) expect(part).toContain('Made is a fictional profile')
  })

  test('[PWA-5] is not mailed to members who do not want it, nor to a fictional profile', async () => {
    const made = await server.signUp('Made', { fictional: true })
    await switchOff(anna, 'like')
    await like(bert, anna)
    await like(bert, made)
    expect(await tell()).toEqual([])
  })
})

describe('a first message', () => {
  test('[PWA-5] is mailed only if the recipient wants it, and only while it is unread', async () => {
    await switchOff(anna, 'new_conversations')
    await write(bert, anna)
    await runJobs(server)
    expect(inboxOf(server)).toEqual([])

    const carl = await server.signUp('Carl')
    const up_to = await write(bert, carl)
    await server.as(carl)('chats.read', { params: { conversation: `${bert.id}-${carl.id}` }, body: { up_to } })
    await runJobs(server)
    expect(inboxOf(server)).toEqual([])
  })

  test('[SAFE-7] from a fictional profile is marked as fictional, in the subject too', async () => {
    const made = await server.signUp('Made', { fictional: true })
    await write(made, anna)
    await runJobs(server)
    const [mail] = inboxOf(server)
    expect(mail?.subject).toBe('Made (fictional profile) wrote to you')
    expect(mail?.text).toContain('Made is a fictional profile')
  })

  test.each(['fbl', 'bounce', 'listunsubscribe'])(
    '[PWA-5] is sent to nobody whose mail is disabled: %s',
    async (why) => {
      server.sql('update users set notifications_disabled = ? where id = ?', JSON.stringify([why]), anna.id)
      await write(bert, anna)
      await runJobs(server)
      expect(inboxOf(server)).toEqual([])
    },
  )
})

test('every mail has the same layout, in the reader’s language, and loads no picture', async () => {
  const carla = await server.signUp('Carla', { language: 'it' })
  await like(bert, carla)
  server.clock.advance(HOUR_MS)
  await runJobs(server)
  const [mail] = inboxOf(server)
  expect(mail?.subject).toBe('Bert ti ha messo Mi piace')
  expect(mail?.html).toMatch(/^<!doctype html><html lang="it">/)
  expect(mail?.html).toContain('prefers-color-scheme:dark')
  expect(mail?.html).not.toMatch(/<img|<link|src=|url\(|<script/i)
  // The text part says the same as the HTML part.
  const words = (mail?.html ?? '').replaceAll(/<style>.*?<\/style>|<[^>]+>/g, ' ')
  for (const line of (mail?.text ?? '').split('\n').filter((part) => /^[A-Z]/.test(part) && !part.includes('http')))
    expect(words.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))).toContain(
      line.replace(/:$/, ''),
    )
  // The links end such mails with one click, or lead to the preferences.
  expect(linkIn(mail, 'unsubscribe').pathname).toBe('/api/unsubscribe')
  expect(linkIn(mail, '/notifications').pathname).toBe('/notifications')
  const { status } = await server.visitor('unsubscribe', { query: { token: tokenIn(mail, 'unsubscribe') } })
  expect(status).toBe(200)
})

test('[DESK-8] the lines of a text that the desk wrote stay lines, in both parts of the mail', async () => {
  const post = createPost(server.deps, inboxMailer(server.deps.write, server.deps.now))
  const paragraphs = ['You may:\n- appeal <here>\n- write to us', 'The desk']
  await post.needed(99, { email: 'a@visavis.test', language: 'en' }, { subject: 'Answer', paragraphs })
  const [mail] = inboxOf(server)
  expect(mail?.html).toContain('You may:<br>- appeal &#60;here&#62;<br>- write to us</p>')
  expect(mail?.text).toContain(paragraphs.join('\n\n'))
})

test('[SITE-2] the links of a mail name its language, except those to a desk with an address of its own', async () => {
  const carla = await server.signUp('Carla', { language: 'de' })
  await like(bert, carla)
  server.clock.advance(HOUR_MS)
  await runJobs(server)
  const [mail] = inboxOf(server)
  for (const part of ['/likes/m/', '/api/unsubscribe', '/notifications'])
    expect(linkIn(mail, part).searchParams.get('mail_lang')).toBe('de')
  expect(mail?.html).toContain(`/likes/m/${bert.id}?mail_lang=de`)
  const reset = await mailed({ kind: 'mail.reset', payload: { member: carla.id } })
  expect(linkIn(reset, 'token').search).toMatch(/^\?token=[\w-]{43}&mail_lang=de$/)
  const post = createPost(server.deps, inboxMailer(server.deps.write, server.deps.now))
  const button = { text: 'Open', url: 'https://desk.visavis.test/desk/not-me?token=1' }
  await post.needed(99, { email: 'a@visavis.test', language: 'de' }, { subject: 'Desk', paragraphs: [], button })
  expect(inboxOf(server).at(-1)?.text).toContain(`${button.url}\n`)
})

test('[SITE-2] a French mail has a space before each colon, in front of a link too', async () => {
  const zoe = await server.signUp('Zoé', { language: 'fr' })
  const { text = '' } = (await mailed({ kind: 'mail.reset', payload: { member: zoe.id } })) ?? {}
  expect(text).toContain('Choisir le mot de passe\u00A0:\nhttp')
  expect(text.replaceAll(/https?:\S+/g, '')).not.toMatch(/[^\u00A0]:/)
})

test('[SAFE-9] a failed mail is logged without address, name, text or link', async () => {
  let logged = ''
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      logged += chunk.toString()
      done()
    },
  })
  const log = pino({ level: 'trace', serializers: { err: nameless } }, stream)
  await write(bert, anna)
  await like(bert, anna)
  await add({ kind: 'mail.reset', payload: { member: anna.id } })
  await add({ kind: 'mail.mail_change', payload: { member: anna.id, email: 'new@example.test' } })
  server.clock.advance(HOUR_MS)
  const seen: string[] = []
  const mailer = {
    send: async ({ to, text }: { to: string; text: string }) => {
      seen.push(text)
      throw Object.assign(new Error(`550 ${to} said no to ${text}`), { code: 'EMESSAGE' })
    },
    close: () => undefined,
  }
  await runJobs(server, { mailer, log })
  expect(seen).toHaveLength(4)
  expect(logged.match(/job failed/g)).toHaveLength(4)
  const tokens = seen.flatMap((text) => [...text.matchAll(/token=([\w-]+)/g)].map(([, token = '']) => token))
  for (const secret of [...tokens, anna.email, bert.email, 'new@example.test', 'Anna', 'Bert', 'secret text'])
    expect(logged).not.toContain(secret)
})
