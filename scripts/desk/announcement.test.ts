/** [PWA-5] News and offers reach who asked for them, in their language, once, and until the day they are over. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOCALES } from '../../contract/locales.ts'
import { DAY_MS, HOUR_MS } from '../../contract/limits.ts'
import { announcementWalk } from '../../server/jobs/announcements.ts'
import type { TestMember } from '../../server/testing/members.ts'
import { addTestStaff } from '../../server/testing/desk.ts'
import { inboxOf, linkIn } from '../../server/testing/post-office.ts'
import { pushOffice, type PushOffice } from '../../server/testing/pushed.ts'
import { createTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { NotACommand } from '../cli.ts'
import { commandFrom } from './command.ts'
import { runDesk } from './run.ts'

let server: TestServer
let office: PushOffice
let anna: TestMember
let folder: string
beforeEach(async () => {
  // Noon in Rome.
  server = await createTestServer({ start: '2026-06-15T10:00:00Z' })
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
  await office.subscribe(anna)
  folder = mkdtempSync(join(tmpdir(), 'visavis-announce-'))
})
afterEach(async () => {
  await office.service.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

const news = (changes: object = {}) => ({
  id: 'summer-2026',
  about: 'news',
  expires: '2026-06-20',
  path: '/swipe-game',
  texts: Object.fromEntries(
    LOCALES.map((locale) => [
      locale,
      {
        title: `Title ${locale}`,
        push: `Push ${locale}`,
        mail: `First ${locale}\n\nSecond ${locale}`,
        button: `Go ${locale}`,
      },
    ]),
  ),
  ...changes,
})
const desk = (...words: string[]) => runDesk(server.deps, commandFrom(words), async () => '')
const file = (content: unknown): string => {
  const path = join(folder, 'announcement.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const send = (content: unknown = news()) => desk('announce', 'send', file(content))
const sendService = (by: string) => desk('announce', 'send', file(news({ about: 'service' })), '--as', by)
/** Runs the walk job, then the jobs that it adds. */
const runJobs = async () => {
  await office.runJobs()
  await office.runJobs()
}
const want = (member: TestMember, about: 'news' | 'promotions', ways: { mail?: boolean; push?: boolean }) =>
  server.as(member)('notifications.put', { body: { notifications: { [about]: ways } } })
const mails = () => inboxOf(server).map(({ recipient, subject }) => `${recipient}: ${subject}`)
const sentCounts = () => ({ mails: mails().length, pushes: office.service.pushed.length })
const wrong = async (content: unknown): Promise<string> => {
  try {
    await send(content)
  } catch (error) {
    if (error instanceof NotACommand) return error.message
  }
  return ''
}

describe('[PWA-5] announcements', () => {
  test.each([
    [{}, { mails: 0, pushes: 0 }],
    [{ mail: true }, { mails: 1, pushes: 0 }],
    [{ push: true }, { mails: 0, pushes: 1 }],
    [
      { mail: true, push: true },
      { mails: 1, pushes: 1 },
    ],
  ])('news for a member who has switched on %j uses these channels only', async (ways, expected) => {
    await want(anna, 'news', ways)
    await want(anna, 'promotions', { mail: true, push: true })
    await send()
    await runJobs()
    expect(sentCounts()).toEqual(expected)
  })

  test('[DESK-3] sending and stopping are rows of the audit, and a repeat is none', async () => {
    await send()
    await send()
    await desk('announce', 'stop', 'summer-2026')
    expect(server.sql(`select act, after ->> '$.announcement' as id from audit order by id`)).toEqual([
      { act: 'announcement.send', id: 'summer-2026' },
      { act: 'announcement.stop', id: 'summer-2026' },
    ])
  })

  test('[DESK-14] a file with a fallback may leave languages out, and has an audience like at the desk', async () => {
    const { en } = news().texts
    const bert = await server.signUp('Bert', { language: 'de' })
    for (const member of [anna, bert]) await want(member, 'news', { mail: true })
    const content = { fallback: 'en', texts: { en }, audience: { languages: ['de'] } }
    expect(await send(news(content))).toBe('“summer-2026” is on its way. It reaches 1 by mail and 0 by push.')
    await runJobs()
    expect(mails()).toEqual([`${bert.email}: Title en`])
    expect(await wrong(news({ ...content, fallback: 'de' }))).toContain('has no text in its fallback language')
    expect(await wrong(news({ about: 'service', audience: { countries: ['DE'] } }))).toContain('goes to everyone')
  })

  test('[DESK-2] `service` is sent by an owner, also by command', async () => {
    await addTestStaff(server.deps, 'Mia', 'marketing')
    await addTestStaff(server.deps, 'Orla', 'owner')
    await expect(sendService('mia@staff.test')).rejects.toThrow(NotACommand)
    expect(await sendService('orla@staff.test')).toContain('is on its way')
  })

  test('an offer reaches only members who switched offers on, and they are off by default', async () => {
    await want(anna, 'news', { mail: true, push: true })
    await send(news({ about: 'promotions' }))
    await runJobs()
    expect(sentCounts()).toEqual({ mails: 0, pushes: 0 })
  })

  test('[DESK-14] a service announcement is mailed also to members who opted out, has no link to end it, and is not pushed', async () => {
    const [optedOut, spam, bounced, made] = await Promise.all(
      ['Optedout', 'Spam', 'Bounced', 'Made'].map((name) => server.signUp(name, { fictional: name === 'Made' })),
    )
    server.sql(`update users set notifications_disabled = '["listunsubscribe"]' where id = ?`, optedOut?.id)
    server.sql(`update users set notifications_disabled = '["fbl"]' where id = ?`, spam?.id)
    server.sql(`update users set notifications_disabled = '["bounce"]' where id = ?`, bounced?.id)
    expect(made).toBeDefined()
    expect(await send(news({ about: 'service' }))).toContain('It reaches 3 by mail and 0 by push.')
    await runJobs()
    const sent = inboxOf(server)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(
      new Set([anna, optedOut, spam].map((member) => member?.email)),
    )
    expect(sent.filter(({ text }) => text.includes('/api/unsubscribe'))).toEqual([])
    expect(sentCounts().pushes).toBe(0)
  })

  test('an announcement is in the member’s language, links to its path, and its push has low urgency', async () => {
    await server.as(anna)('user.language', { body: { language: 'pl' } })
    await want(anna, 'news', { mail: true, push: true })
    await send()
    await runJobs()
    const [mail] = inboxOf(server)
    expect(mail?.subject).toBe('Title pl')
    expect(mail?.text).toContain('First pl\n\nSecond pl\n\nGo pl:\nhttp://localhost:3000/swipe-game')
    expect(office.payloads()[0]).toMatchObject({
      app_badge: 0,
      notification: {
        title: 'Title pl',
        body: 'Push pl',
        lang: 'pl',
        tag: 'n-summer-2026',
        silent: true,
        navigate: 'http://localhost:3000/swipe-game',
      },
    })
    expect(office.service.pushed[0]?.headers).toMatchObject({ urgency: 'low', ttl: '21600', topic: 'n-summer-2026' })
  })

  test('one click in the mail switches announcements off', async () => {
    await want(anna, 'news', { mail: true })
    await send()
    await runJobs()
    const link = linkIn(inboxOf(server)[0], '/api/unsubscribe')
    await server.visitor('unsubscribe', { query: { token: link.searchParams.get('token') ?? '' } })
    const { settings } = (await server.as(anna)('notifications.get')).body
    expect(settings.notifications.news).toEqual({ mail: false, push: false })
  })

  test('[SAFE-7] fictional profiles and leaving, unconfirmed or bounced members get no announcement', async () => {
    const names = ['Made', 'Leaving', 'New', 'Bounced']
    const [made, leaving, fresh, bounced] = await Promise.all(
      names.map((name) => server.signUp(name, { fictional: name === 'Made' })),
    )
    for (const member of [made, leaving, fresh, bounced])
      if (member) await want(member, 'news', { mail: true, push: true })
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, leaving?.id)
    server.sql(`update users set status = 'not_confirmed' where id = ?`, fresh?.id)
    server.sql(`update users set notifications_disabled = '["bounce"]' where id = ?`, bounced?.id)
    for (const member of [made, leaving, fresh]) if (member) await office.subscribe(member)
    expect(await send()).toBe('“summer-2026” is on its way. It reaches 0 by mail and 0 by push.')
    await runJobs()
    expect(sentCounts()).toEqual({ mails: 0, pushes: 0 })
  })

  test('a push waits until nine in the morning of the member’s time zone', async () => {
    server.sql(`update users set time_zone = 'America/Los_Angeles' where id = ?`, anna.id)
    await want(anna, 'news', { push: true })
    await send()
    await runJobs()
    expect(sentCounts().pushes).toBe(0)
    server.clock.advance(6 * HOUR_MS)
    await runJobs()
    expect(sentCounts().pushes).toBe(1)
  })

  test('a push that waits for the morning is not sent if the member switches news off meanwhile', async () => {
    server.sql(`update users set time_zone = 'America/Los_Angeles' where id = ?`, anna.id)
    await want(anna, 'news', { push: true })
    await send()
    await runJobs()
    await want(anna, 'news', { push: false })
    server.clock.advance(6 * HOUR_MS)
    await runJobs()
    expect(sentCounts().pushes).toBe(0)
  })

  test('an announcement is sent once, although it is sent again and its walk job repeats after a kill', async () => {
    await want(anna, 'news', { mail: true, push: true })
    for (let count = 0; count < 120; count += 1)
      server.sql(
        `insert into users (email, password_hash, status, language, signup_at) values (?, '', 'active', 'it', 0)`,
        `m${count}@example.test`,
      )
    server.sql(
      `insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, last_active)
        select id, 'M', 'male', '1990-01-01', 1990, 'IT', '', '', 0 from users where id not in (select id from profiles)`,
    )
    const bert = await server.signUp('Bert', { language: 'it' })
    await want(bert, 'news', { mail: true })
    await send()
    expect(await send()).toBe('Nothing to do: this was sent already.')
    // Killed after the walk's first page: its job runs again from the start.
    const walk = () => announcementWalk(server.deps)({ announcement: 'summer-2026' })
    await Promise.all([walk(), walk()])
    await walk()
    await runJobs()
    expect(mails().toSorted()).toEqual([`${anna.email}: Title en`, `${bert.email}: Title it`])
    expect(sentCounts().pushes).toBe(1)
    expect(await send()).toBe('Nothing to do: this was sent already.')
    await runJobs()
    expect(sentCounts()).toEqual({ mails: 2, pushes: 1 })
    expect(await wrong(news({ path: '/credits' }))).toContain('Something else was sent as “summer-2026”')
  })

  test('sending again queues one job for a walk that failed, and none for a walk that is done', async () => {
    await want(anna, 'news', { mail: true })
    await send()
    server.sql(`update jobs set unique_key = null, failed_at = 1 where kind = 'announcement.walk'`)
    await runJobs()
    expect(sentCounts().mails).toBe(0)
    expect(await send()).toBe('Nothing to do: this was sent already.')
    await send()
    expect(server.sql(`select id from jobs where kind = 'announcement.walk' and failed_at is null`)).toHaveLength(1)
    await runJobs()
    expect(sentCounts().mails).toBe(1)
    await send()
    expect(server.sql(`select id from jobs where kind = 'announcement.walk' and failed_at is null`)).toEqual([])
  })

  test('an announcement that has expired or was stopped reaches nobody any more', async () => {
    await want(anna, 'news', { mail: true, push: true })
    await send()
    expect(await desk('announce', 'stop', 'summer-2026')).toBe('“summer-2026” goes to nobody any more.')
    expect(await desk('announce', 'stop', 'summer-2026')).toMatch(/^Nothing to do/)
    expect(await desk('announce', 'stop', 'winter')).toBe('Nothing was sent as “winter”.')
    await runJobs()

    // The announcement is stopped after all jobs are made; one member is unconfirmed again by then.
    const walk = (announcement: string) => announcementWalk(server.deps)({ announcement })
    await send(news({ id: 'spring' }))
    await walk('spring')
    await desk('announce', 'stop', 'spring')
    await runJobs()
    await send(news({ id: 'winter' }))
    await walk('winter')
    server.sql(`update users set status = 'not_confirmed' where id = ?`, anna.id)
    await runJobs()
    expect(sentCounts()).toEqual({ mails: 0, pushes: 0 })
    server.sql(`update users set status = 'active' where id = ?`, anna.id)

    await send(news({ id: 'autumn' }))
    await walk('autumn')
    server.clock.advance(6 * DAY_MS)
    await runJobs()
    expect(sentCounts()).toEqual({ mails: 0, pushes: 0 })
    expect(await wrong(news({ id: 'past' }))).toBe('It expired on 2026-06-20.')
  })
})

describe('[PWA-5] announcement files', () => {
  const { it: _, ...others } = news().texts
  const { en } = news().texts

  test.each([
    ['texts.it', { texts: others }],
    ['texts.it.push', { texts: { ...others, it: { ...en, push: ' ' } } }],
    ['texts.it.title', { texts: { ...others, it: { ...en, title: 'x'.repeat(61) } } }],
    ['about', { about: 'like' }],
    ['id', { id: 'Summer!' }],
    ['expires', { expires: 'soon' }],
    ['expires', { expires: '2027-02-31' }],
    ['path', { path: '//elsewhere.test' }],
    // Every push contains the path, so its length is limited.
    ['path', { path: `/${'x'.repeat(500)}` }],
    ['path', { path: 'https://elsewhere.test' }],
    ['langs', { langs: ['it'] }],
  ])('a file with an invalid %s is refused with the name of that field', async (where, changes) => {
    const said = await wrong(news(changes))
    expect(said).toContain('is not complete, and nobody got it')
    expect(said).toContain(where)
    expect(server.sql('select * from announcements')).toEqual([])
  })

  test('a file that is missing or not JSON is refused', async () => {
    expect(await wrong('{')).toContain('cannot be read as JSON')
    await expect(desk('announce', 'send', join(folder, 'nowhere.json'))).rejects.toThrow(NotACommand)
    expect(() => commandFrom(['announce', 'send'])).toThrow('Which file?')
  })

  test('checking a file sends nothing and stores nothing', async () => {
    await want(anna, 'news', { push: true })
    const said = await desk('announce', 'check', file(news()))
    expect(said).toContain('“summer-2026” is whole: news, until 2026-06-20, leads to /swipe-game.')
    expect(said).toContain('It reaches 0 by mail and 1 by push.')
    expect(said).toContain('it  Title it | Push it')
    await runJobs()
    expect(sentCounts()).toEqual({ mails: 0, pushes: 0 })
    expect(server.sql('select * from announcements')).toEqual([])
  })
})
