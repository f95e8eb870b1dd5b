/** [DESK-14] Announcements at the desk: drafts, audience, preview, sending with its progress, and the stop. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  announcementFaults,
  EVERYONE,
  type AnnouncementForm,
  type AnnouncementText,
  type Audience,
} from '#contract/desk/announcement-form.ts'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { announcementWalk, mailAnnouncement } from '../../jobs/announcements.ts'
import { createPost } from '../../jobs/post.ts'
import { inboxMailer, MailRefused } from '../../adapters/mail.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { pushDevice } from '../../testing/push-device.ts'
import { pushOffice, type PushOffice } from '../../testing/pushed.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const REASON = 'sent with a wrong date'

let server: TestServer
let office: PushOffice
let mia: DeskCaller
let orla: DeskCaller
beforeEach(async () => {
  // Noon in Rome.
  server = await createTestServer({ start: '2026-06-15T10:00:00Z' })
  office = await pushOffice(server)
  mia = deskOn(server.app, (await addTestStaff(server.deps, 'Mia', 'marketing')).cookie)
  orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const textIn = (locale: Locale): AnnouncementText => ({
  title: `Title ${locale}`,
  push: `Push ${locale}`,
  mail: `First ${locale}\n\nSecond ${locale}`,
  button: `Go ${locale}`,
})
const textsIn = (...locales: Locale[]) => Object.fromEntries(locales.map((locale) => [locale, textIn(locale)]))

const formWith = (own: Partial<AnnouncementForm> = {}): AnnouncementForm => ({
  kind: 'news',
  path: '/swipe-game',
  last_day: '2026-06-20',
  fallback: 'en',
  audience: EVERYONE,
  texts: textsIn(...LOCALES),
  ...own,
})

const add = async (own: Partial<AnnouncementForm> = {}, by = mia): Promise<string> =>
  String((await by('announcements.add', { body: { form: formWith(own) } })).body.id)
const draft = async (id: string) => (await mia('announcements.draft', { params: { id } })).body
const save = (id: string, version: number, own: Partial<AnnouncementForm>, by = mia) =>
  by('announcements.save', { params: { id }, body: { version, form: formWith(own) } })
const reach = async (audience: Partial<Audience> = {}, kind: AnnouncementForm['kind'] = 'news') =>
  (await mia('announcements.reach', { body: { kind, audience: { ...EVERYONE, ...audience } } })).body
const send = (id: string, { members = 0, version = 1, by = mia } = {}) =>
  by('announcements.send', { params: { id }, body: { version, confirmed: { members } } })
const sendService = (id: string, by: DeskCaller) =>
  by('announcements.send_service', { params: { id }, body: { version: 1, confirmed: { members: 0 } } })
const stop = (id: string) => mia('announcements.stop', { params: { id }, body: { reason: REASON } })
const get = async (id: string) => (await mia('announcements.get', { params: { id } })).body.announcement
const acts = () => server.sql('select act, staff, before, after, reason from audit order by id')

type Place = { language?: Locale; country?: string; seenDaysAgo?: number; mail?: boolean; push?: boolean }
const join = async (name: string, own: Place = {}): Promise<TestMember> => {
  const { language = 'it', country = 'IT', seenDaysAgo = 0, mail = true, push = false } = own
  const member = await server.signUp(name, { language })
  await server.as(member)('notifications.put', { body: { notifications: { news: { mail, push } } } })
  if (push) await office.subscribe(member)
  const seen = server.deps.now() - seenDaysAgo * DAY_MS
  server.sql('update profiles set country = ?, last_active = ? where id = ?', country, seen, member.id)
  return member
}
const recipients = () =>
  inboxOf(server)
    .map(({ recipient }) => recipient.split('@')[0] ?? '')
    .toSorted()
const runAll = async () => {
  await office.runJobs()
  await office.runJobs()
}

/** Language, country, days since the last visit. */
const CAST: Record<string, Place> = {
  anna: { language: 'it', country: 'IT', seenDaysAgo: 1 },
  bert: { language: 'de', country: 'IT', seenDaysAgo: 40 },
  carl: { language: 'de', country: 'DE', seenDaysAgo: 2 },
  dora: { language: 'de', country: 'AT', seenDaysAgo: 400 },
  emma: { language: 'en', country: 'DE', seenDaysAgo: 3 },
  finn: { language: 'pl', country: 'PL', seenDaysAgo: 0 },
  nope: { language: 'de', country: 'DE', mail: false },
}
const AUDIENCES: [string, Partial<Audience>, string[]][] = [
  ['everyone who wants news', {}, ['anna', 'bert', 'carl', 'dora', 'emma', 'finn']],
  ['a language', { languages: ['de'] }, ['bert', 'carl', 'dora']],
  ['two languages', { languages: ['it', 'pl'] }, ['anna', 'finn']],
  ['a country', { countries: ['DE'] }, ['carl', 'emma']],
  ['a language in two countries', { languages: ['de'], countries: ['DE', 'AT'] }, ['carl', 'dora']],
  ['members seen within 30 days', { last_seen: { is: 'within', days: 30 } }, ['anna', 'carl', 'emma', 'finn']],
  ['members not seen for 30 days', { last_seen: { is: 'before', days: 30 } }, ['bert', 'dora']],
  ['nobody', { languages: ['pl'], countries: ['IT'] }, []],
]

describe('[DESK-14] the audience', () => {
  test.each(AUDIENCES)('%s is counted and reached exactly', async (_, audience, names) => {
    for (const [name, place] of Object.entries(CAST)) await join(name, place)
    const counted = await reach(audience)
    expect(counted).toMatchObject({ members: names.length, mail: names.length, push: 0 })
    const byLanguage = LOCALES.flatMap((language) => {
      const members = names.filter((name) => CAST[name]?.language === language).length
      return members === 0 ? [] : [{ language, members }]
    })
    expect(counted.languages).toEqual(byLanguage)
    const id = await add({ audience: { ...EVERYONE, ...audience } })
    expect((await send(id, { members: names.length })).body).toEqual({ id: `D-${id}` })
    await runAll()
    expect(recipients()).toEqual(names)
    expect(await get(`D-${id}`)).toMatchObject({ mail: { expected: names.length, sent: names.length, waiting: 0 } })
  })

  test('a member with a mail and a push is one member', async () => {
    await join('Anna', { push: true })
    await join('Bert')
    expect(await reach()).toMatchObject({ members: 2, mail: 2, push: 1 })
  })

  test('`service` has no audience: it counts and reaches everyone', async () => {
    await join('anna', { mail: false, language: 'it' })
    await join('bert', { mail: false, language: 'de' })
    const audience = { ...EVERYONE, languages: ['de' as const] }
    expect(await reach(audience, 'service')).toMatchObject({ members: 2, mail: 2, push: 0 })
    expect((await sendService(await add({ kind: 'service', audience }), orla)).status).toBe(200)
    await runAll()
    expect(recipients()).toEqual(['anna', 'bert'])
  })

  test.each(['suspended', 'banned'])(
    '`service` also reaches a %s member: new terms hold for them too',
    async (sanction) => {
      const member = await join('anna')
      await join('bert')
      server.sql('update users set sanction = ? where id = ?', sanction, member.id)
      expect(await reach({}, 'service')).toMatchObject({ members: 2, mail: 2 })
      await sendService(await add({ kind: 'service' }), orla)
      await runAll()
      expect(recipients()).toEqual(['anna', 'bert'])
    },
  )
})

describe('[DESK-2] the right to send', () => {
  test('marketing writes `service` and cannot send it; an owner does, and not by the call for news', async () => {
    const id = await add({ kind: 'service' })
    expect((await send(id)).error).toEqual({ error: 'role_required', roles: ['owner'] })
    expect((await sendService(id, mia)).error).toEqual({ error: 'role_required', roles: ['owner'] })
    expect((await sendService(await add(), orla)).error).toEqual({ error: 'not_possible' })
    expect((await sendService(id, orla)).body).toEqual({ id: `D-${id}` })
  })
})

describe('[DESK-14] a draft', () => {
  test('begins with a kind, a day and no text, and is stored for everybody of the role', async () => {
    const { body } = await mia('announcements.add', { body: { form: null } })
    const { body: seen } = await orla('announcements.draft', { params: { id: String(body.id) } })
    expect(seen).toMatchObject({
      version: 1,
      made_by: 'Mia',
      changed_by: 'Mia',
      form: { kind: 'news', last_day: '2026-06-29', texts: {}, audience: EVERYONE },
    })
  })

  test('that is begun or stored reaches the pages of colleagues that are open', async () => {
    const hints: string[] = []
    const close = server.deps.bus.openDesk(
      (hint) => hints.push(hint),
      () => undefined,
    )
    const id = await add()
    expect(hints).toEqual(['announcements'])
    await save(id, 1, {})
    close()
    expect(hints).toEqual(['announcements', 'announcements'])
  })

  test('a save names its version, so nobody overwrites a colleague', async () => {
    const id = await add()
    expect((await save(id, 1, { path: '/credits' })).body).toEqual({ version: 2 })
    expect((await save(id, 1, { path: '/mine' }, orla)).error).toEqual({ error: 'changed_meanwhile', by: 'Mia' })
    expect((await draft(id)).form.path).toBe('/credits')
    expect((await save(id, 2, { path: '/mine' }, orla)).body).toEqual({ version: 3 })
    expect(await draft(id)).toMatchObject({ changed_by: 'Orla', made_by: 'Mia', form: { path: '/mine' } })
  })

  test('can be stored half-written, and lists what keeps it from being sent', async () => {
    const texts = { it: { title: 'T', push: '', mail: '', button: '' } }
    const id = await add({ texts, path: '', last_day: '2026-06-14' })
    const faults = {
      path: 'required',
      last_day: 'out_of_range',
      'texts.it.push': 'required',
      'texts.it.mail': 'required',
      'texts.it.button': 'required',
      'texts.en.title': 'required',
      'texts.en.push': 'required',
      'texts.en.mail': 'required',
      'texts.en.button': 'required',
    }
    expect((await send(id)).error).toEqual({ error: 'invalid_input', fields: faults })
    const found = announcementFaults((await draft(id)).form, server.deps.now())
    expect(Object.fromEntries(found.map(({ field, fault }) => [field, fault]))).toEqual(faults)
    expect(announcementFaults(formWith({ kind: 'service', texts: { en: { ...textIn('en'), push: '' } } }), 0)).toEqual(
      [],
    )
    const long = formWith({ path: `/${'x'.repeat(500)}`, texts: { en: { ...textIn('en'), title: 'x'.repeat(61) } } })
    expect((await save(id, 1, long)).body).toEqual({ version: 2 })
    expect((await send(id, { version: 2 })).error).toEqual({
      error: 'invalid_input',
      fields: { path: 'too_long', 'texts.en.title': 'too_long' },
    })
    expect(announcementFaults(formWith({ path: '//elsewhere.test', last_day: '2027-02-31' }), 0)).toEqual([
      { field: 'path', fault: 'invalid' },
      { field: 'last_day', fault: 'invalid' },
    ])
  })

  test('a language whose push alone is written has no text of its own once the kind is `service`', async () => {
    const texts = { ...textsIn('en'), de: { title: '', push: 'Push de', mail: '', button: '' } }
    expect(announcementFaults(formWith({ texts }), 0)).toHaveLength(3)
    expect(announcementFaults(formWith({ kind: 'service', texts }), 0)).toEqual([])
    await join('ada', { language: 'de' })
    const id = await add({ kind: 'service', texts })
    expect(await previewIn(id, 'de')).toMatchObject({ language: 'en', subject: 'Title en' })
    expect((await sendService(id, orla)).status).toBe(200)
    await runAll()
    expect(inboxOf(server).map(({ subject }) => subject)).toEqual(['Title en'])
  })

  test('[DESK-3] each act on a draft is a row of the audit; saves of one person are one', async () => {
    const id = await add()
    await save(id, 1, { path: '/a' })
    await save(id, 2, { path: '/b' }, orla)
    await save(id, 3, { path: '/c' }, orla)
    await mia('announcements.test', { params: { id }, body: { language: 'de' } })
    await orla('announcements.discard', { params: { id } })
    const number = Number(id)
    expect(acts().map(({ act, staff, after }) => [act, staff, JSON.parse(String(after))])).toEqual([
      ['announcement.draft', 1, { draft: number }],
      ['announcement.change', 2, { draft: number }],
      ['announcement.test', 1, { draft: number, language: 'de' }],
      ['announcement.discard', 2, { draft: number }],
    ])
    expect(JSON.parse(String(acts()[1]?.['before']))).toMatchObject({ path: '/a' })
    expect(JSON.parse(String(acts()[3]?.['before']))).toMatchObject({ path: '/c' })
    expect((await mia('announcements.draft', { params: { id } })).status).toBe(404)
  })
})

const pageAt = async (path: string) => {
  const { cookie } = await addTestStaff(server.deps, `Looker ${path}`, 'marketing')
  return server.app.request(`http://localhost/api/desk/${path}`, { headers: { cookie } })
}
/** Links of one member, and the greeting. */
const plain = (html: string, name: string) =>
  html
    .replaceAll(/token=[\w-]+/g, 'token=')
    .replaceAll(name, '')
    .replaceAll(/Looker [\w/-]+/g, '')

const previewIn = async (id: string, language: Locale) =>
  (await mia('announcements.draft_preview', { params: { id, language } })).body

describe('[DESK-14] the preview', () => {
  test('is the mail that members get, except for the name and the link that ends such mails', async () => {
    const anna = await join('Anna', { language: 'de' })
    const id = await add()
    const response = await pageAt(`announcements/drafts/${id}/mail/de`)
    const html = await response.text()
    await send(id, { members: 1 })
    await runAll()
    const [mail] = inboxOf(server)
    expect(mail?.recipient).toBe(anna.email)
    expect(plain(html, 'Anna')).toBe(plain(mail?.html ?? '', 'Anna'))
    expect(html).toContain('First de')
    const afterwards = await pageAt(`announcements/sent/D-${id}/mail/de`)
    expect(plain(await afterwards.text(), 'Anna')).toBe(plain(html, 'Anna'))
  })

  test('is a page without scripts that only the desk may frame', async () => {
    const { headers } = await pageAt(`announcements/drafts/${await add()}/mail/it`)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'self'; sandbox/)
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('shows the fallback for a language without a text, and no push for `service`', async () => {
    const id = await add({ texts: textsIn('en', 'de') })
    expect(await previewIn(id, 'de')).toEqual({
      language: 'de',
      subject: 'Title de',
      push: { title: 'Title de', body: 'Push de' },
    })
    expect(await previewIn(id, 'pl')).toMatchObject({ language: 'en', subject: 'Title en' })
    expect(await previewIn(await add({ kind: 'service' }), 'pl')).toMatchObject({ language: 'pl', push: null })
  })

  test('shows a sent announcement as its draft was, with the name of its sender', async () => {
    const draftId = await add()
    const shown = await previewIn(draftId, 'pl')
    await send(draftId)
    const params = { id: `D-${draftId}`, language: 'pl' } as const
    expect((await mia('announcements.preview', { params })).body).toEqual(shown)
    const { announcement, form } = (await orla('announcements.get', { params })).body
    expect([announcement.by, form]).toEqual(['Mia', formWith()])
  })

  test.each([
    ['a draft', '99', ['announcements.draft', 'announcements.draft_preview']],
    ['a sent announcement', 'D-99', ['announcements.get', 'announcements.preview']],
  ] as const)('is not found for %s that nobody has', async (_, id, calls) => {
    for (const call of calls)
      expect((await mia(call, { params: { id, language: 'de' } })).error).toEqual({ error: 'not_found' })
    const pages = [`announcements/drafts/${id}/mail/de`, `announcements/sent/${id}/mail/de`]
    for (const page of pages) expect((await pageAt(page)).status).toBe(404)
  })

  test('a test mail goes to the caller alone, in the layout of the real one', async () => {
    await join('Anna')
    const id = await add({ texts: textsIn('en') })
    const { body } = await mia('announcements.test', { params: { id }, body: { language: 'fr' } })
    expect(body).toEqual({ mail: 'mia@staff.test' })
    await runJobs(server)
    const [mail, ...others] = inboxOf(server)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ recipient: 'mia@staff.test', subject: 'Title en' })
    expect(mail?.text).toContain('First en')
    expect(mail?.text).toContain('/api/unsubscribe?token=sample')
  })
})

describe('[DESK-14] the sending', () => {
  test('a member whose language has no text gets the fallback, whole in its language', async () => {
    await join('Finn', { language: 'pl', push: true })
    const id = await add({ texts: textsIn('de'), fallback: 'de' })
    await send(id, { members: 1 })
    await runAll()
    const [mail] = inboxOf(server)
    expect(mail?.subject).toBe('Title de')
    expect(mail?.text).toMatch(/^Hallo Finn/)
    expect(mail?.html).toContain('lang="de"')
    expect(office.payloads()[0]).toMatchObject({ notification: { title: 'Title de', lang: 'de' } })
  })

  test('[DESK-3] names the sender, the audience and the recipients in the audit, and removes the draft', async () => {
    await join('Anna')
    const id = await add({ audience: { ...EVERYONE, languages: ['it'] } })
    await send(id, { members: 1 })
    expect(acts().at(-1)).toEqual({
      act: 'announcement.send',
      staff: 1,
      before: null,
      after: JSON.stringify({
        announcement: `D-${id}`,
        about: 'news',
        audience: { languages: ['it'], countries: [], last_seen: null },
        mail: 1,
        push: 0,
      }),
      reason: '',
    })
    expect((await mia('announcements.list')).body).toMatchObject({
      drafts: [],
      total: 1,
      sent: [{ id: `D-${id}`, by: 'Mia', title: 'Title en', state: 'sending', languages: [...LOCALES] }],
    })
  })

  test('a repeated call after a lost answer sends nothing again', async () => {
    await join('Anna')
    const id = await add()
    expect((await send(id, { members: 1 })).body).toEqual({ id: `D-${id}` })
    expect((await send(id, { members: 1 })).body).toEqual({ id: `D-${id}` })
    await runAll()
    expect(inboxOf(server)).toHaveLength(1)
    expect(acts().filter(({ act }) => act === 'announcement.send')).toHaveLength(1)
    expect((await send('99')).error).toEqual({ error: 'not_found' })
  })

  test('two calls at once send once, and a changed draft is not sent', async () => {
    await join('Anna')
    const id = await add()
    const answers = await Promise.all([send(id, { members: 1 }), send(id, { members: 1 })])
    // A call that begins after the end of the other has the answer of the other, as a repeated one has.
    expect(new Set([...answers.map(({ status }) => status), 409])).toEqual(new Set([200, 409]))
    await runAll()
    expect(inboxOf(server)).toHaveLength(1)
    const other = await add()
    await save(other, 1, { path: '/credits' }, orla)
    expect((await send(other, { members: 1 })).error).toEqual({ error: 'changed_meanwhile', by: 'Orla' })
  })

  test('is refused if the confirmed number is far from the recipients of now', async () => {
    await join('Anna')
    const id = await add()
    expect((await send(id, { members: 22 })).error).toEqual({ error: 'recipients_changed' })
    expect((await send(id, { members: 21 })).status).toBe(200)
  })

  test('[PWA-5] members who withdraw, leave or are erased between the writing and the mail get none', async () => {
    const names = ['Withdrawn', 'Late', 'Deleting', 'Erased', 'Banned', 'Stays']
    const [withdrawn, late, deleting, erased, banned, stays] = await Promise.all(names.map((name) => join(name)))
    const id = await add()
    expect(await reach()).toMatchObject({ members: 6 })
    const withdraw = async (member: TestMember | undefined) => {
      if (member) await server.as(member)('notifications.put', { body: { notifications: { news: { mail: false } } } })
    }
    await withdraw(withdrawn)
    await send(id, { members: 6 })
    const walk = announcementWalk(server.deps)
    await walk({ announcement: `D-${id}` })
    // Their mails wait already.
    await withdraw(late)
    server.sql(`update users set status = 'deleting', deleting_since = 1 where id = ?`, deleting?.id)
    server.sql(`delete from profiles where id = ?`, erased?.id)
    server.sql(`update users set status = 'deleted' where id = ?`, erased?.id)
    server.sql(`update users set sanction = 'banned' where id = ?`, banned?.id)
    await runAll()
    expect(inboxOf(server).map(({ recipient }) => recipient)).toEqual([stays?.email])
    expect(await get(`D-${id}`)).toMatchObject({
      state: 'sent',
      mail: { expected: 5, sent: 1, left_out: 4, waiting: 0, failed: 0 },
    })
  })

  test('the stop halts what waits, counts it as left out, and is a row of the audit with its reason', async () => {
    for (const name of ['Anna', 'Bert', 'Carl']) await join(name)
    const id = await add()
    await send(id, { members: 3 })
    await announcementWalk(server.deps)({ announcement: `D-${id}` })
    const [first] = server.sql(`select id, payload from jobs where kind = 'mail.announcement' order by id limit 1`)
    const post = createPost(server.deps, inboxMailer(server.deps.write, server.deps.now))
    await mailAnnouncement(server.deps, post)(JSON.parse(String(first?.['payload'])), Number(first?.['id']))
    expect(await get(`D-${id}`)).toMatchObject({ state: 'sending', mail: { sent: 1, waiting: 2, left_out: 0 } })
    expect((await stop(`D-${id}`)).status).toBe(200)
    expect((await stop(`D-${id}`)).error).toEqual({ error: 'changed_meanwhile' })
    expect((await stop('D-99')).error).toEqual({ error: 'not_found' })
    await runAll()
    expect(inboxOf(server)).toHaveLength(1)
    expect(await get(`D-${id}`)).toMatchObject({ state: 'stopped', mail: { sent: 1, waiting: 0, left_out: 2 } })
    expect(acts().at(-1)).toMatchObject({ act: 'announcement.stop', staff: 1, reason: REASON })
  })

  test.each(['news', 'service'] as const)('[PWA-5] %s is mailed by day where the member is', async (kind) => {
    const [anna] = [await join('anna'), await join('bert')]
    // There it is 22:00.
    server.sql(`update users set time_zone = 'Pacific/Auckland' where id = ?`, anna.id)
    const id = await add({ kind }, orla)
    await (kind === 'service' ? sendService(id, orla) : send(id, { members: 2, by: orla }))
    await runAll()
    expect(recipients()).toEqual(['bert'])
    expect(await get(`D-${id}`)).toMatchObject({ state: 'sending', mail: { sent: 1, waiting: 1 } })
    server.clock.advance(10.9 * HOUR_MS)
    await runAll()
    expect(recipients()).toEqual(['bert'])
    server.clock.advance(HOUR_MS / 10)
    await runAll()
    expect(recipients()).toEqual(['anna', 'bert'])
  })

  test('[PWA-5] a mail whose last day ends in the night of the member is sent before it ends', async () => {
    await join('anna')
    server.sql(`update users set time_zone = 'America/Los_Angeles'`)
    const id = await add({ kind: 'service', last_day: '2026-06-15' }, orla)
    await sendService(id, orla)
    server.sql(`update announcements set expires_at = ?`, server.deps.now() + HOUR_MS)
    await runAll()
    expect(recipients()).toEqual(['anna'])
  })

  test('a walk that begins at the end of the last day queues nothing', async () => {
    await join('Anna', { push: true })
    const id = await add()
    await send(id, { members: 1 })
    server.sql(`update announcements set expires_at = ?`, server.deps.now())
    await announcementWalk(server.deps)({ announcement: `D-${id}` })
    expect(server.sql(`select kind from jobs where kind in ('mail.announcement', 'push.announcement')`)).toEqual([])
  })

  test('a stop before the first page reaches nobody', async () => {
    await join('Anna')
    const id = await add()
    await send(id, { members: 1 })
    await stop(`D-${id}`)
    await runAll()
    expect(inboxOf(server)).toEqual([])
    expect(await get(`D-${id}`)).toMatchObject({ state: 'stopped', mail: { sent: 0, waiting: 0 } })
  })

  test('a message that fails for good is counted as failed, and the sending ends', async () => {
    await join('Anna')
    await join('Bert')
    const id = await add()
    await send(id, { members: 2 })
    const inbox = inboxMailer(server.deps.write, server.deps.now)
    const mailer = {
      ...inbox,
      send: (mail: Parameters<typeof inbox.send>[0]) => {
        if (mail.to.startsWith('bert')) throw new MailRefused('550 no such user', true)
        return inbox.send(mail)
      },
    }
    await runJobs(server, { mailer })
    await runJobs(server, { mailer })
    const failed = { state: 'sent', mail: { sent: 1, failed: 1, waiting: 0 } }
    expect(await get(`D-${id}`)).toMatchObject(failed)
    // Jobs that failed for good are deleted after a while.
    server.sql('delete from jobs')
    expect(await get(`D-${id}`)).toMatchObject(failed)
  })

  test('counts pushes by themselves: sent ones, and those of members who want none any more', async () => {
    await join('Anna', { push: true })
    const bert = await join('Bert')
    const { subscription } = pushDevice('https://fcm.googleapis.com/fcm/send/bert-1')
    await server.as(bert)('user.push', { body: { subscription } })
    await server.as(bert)('notifications.put', { body: { notifications: { news: { mail: true, push: true } } } })
    const id = await add()
    await send(id, { members: 2 })
    await announcementWalk(server.deps)({ announcement: `D-${id}` })
    expect((await get(`D-${id}`)).push).toMatchObject({ expected: 2, sent: 0, waiting: 2 })
    await server.as(bert)('notifications.put', { body: { notifications: { news: { mail: true, push: false } } } })
    await runAll()
    expect(await get(`D-${id}`)).toMatchObject({
      mail: { expected: 2, sent: 2, waiting: 0, left_out: 0, failed: 0 },
      push: { expected: 2, sent: 1, waiting: 0, left_out: 1, failed: 0 },
    })
  })

  test('counts members whom the walk has not reached yet as waiting', async () => {
    for (const name of ['Anna', 'Bert', 'Carl']) await join(name)
    const id = await add()
    await send(id, { members: 3 })
    await announcementWalk(server.deps)({ announcement: `D-${id}` })
    for (const [expected, waiting] of [
      [10, 8],
      [2, 1],
    ] as const) {
      server.sql(
        'update announcements set expected_mail = ?, mail_sent = 1, mail_left_out = 1, done_at = null',
        expected,
      )
      expect((await get(`D-${id}`)).mail).toEqual({ expected, sent: 1, waiting, left_out: 1, failed: 0 })
    }
    // Older versions did not count the recipients.
    server.sql('update announcements set expected_mail = null, expected_push = null')
    expect(await get(`D-${id}`)).toMatchObject({ mail: null, push: null })
  })

  test('a walk and a mail that run again after a kill count and send once', async () => {
    const many = 250
    for (let count = 0; count < many; count += 1)
      server.sql(
        `insert into users (email, password_hash, status, language, signup_at, settings)
          values (?, '', 'active', 'it', 0, '{"notifications":{"news":{"mail":true}}}')`,
        `m${count}@example.test`,
      )
    server.sql(
      `insert into profiles (id, name, gender, birth_date, birth_year, country, region, city, last_active)
        select id, 'M', 'male', '1990-01-01', 1990, 'IT', '', '', 0 from users where id not in (select id from profiles)`,
    )
    const id = await add()
    await send(id, { members: many })
    const walk = announcementWalk(server.deps)
    // Two runs at once: one of them is of a loop that was taken for dead.
    await Promise.all([walk({ announcement: `D-${id}` }), walk({ announcement: `D-${id}` })])
    await walk({ announcement: `D-${id}` })
    const [first] = server.sql(`select id, payload from jobs where kind = 'mail.announcement' order by id limit 1`)
    const post = createPost(server.deps, inboxMailer(server.deps.write, server.deps.now))
    const again = () =>
      mailAnnouncement(server.deps, post)(JSON.parse(String(first?.['payload'])), Number(first?.['id']))
    await Promise.all([again(), again()])
    await runAll()
    expect(new Set(inboxOf(server).map(({ recipient }) => recipient)).size).toBe(many)
    expect(inboxOf(server)).toHaveLength(many)
    expect(await get(`D-${id}`)).toMatchObject({ state: 'sent', mail: { expected: many, sent: many, waiting: 0 } })
  })
})
