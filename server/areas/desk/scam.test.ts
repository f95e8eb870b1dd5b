/** The whole way of a scam, through the calls of members and of the desk. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { APPEAL_DAYS, UNDO_MS } from '#contract/desk/limits.ts'
import type { DeskInput } from '#contract/desk/calls.ts'
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { armRecurring } from '../../jobs/recurring.ts'
import { cookieJar } from '../../testing/cookie-jar.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { jpegOf, upload } from '../../testing/photos.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { pushOffice, type PushOffice } from '../../testing/pushed.ts'
import { sameInBothRuns } from '../../testing/run-twice.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { serverDay } from '../../texts.ts'
import { releaseMember } from '../safety/desk.ts'
import { markOf } from '../safety/identity.ts'
import { decideCase, undoCase } from './decide.ts'
import { medianOf } from './transparency.ts'

let server: TestServer
let office: PushOffice
let helen: TestMember
let ruth: TestMember
let victor: TestMember
let orla: DeskCaller
let jonas: DeskCaller
beforeEach(async () => {
  server = await createTestServer()
  office = await pushOffice(server)
  helen = await server.signUp('Helen', { credits: 100, language: 'en' })
  ruth = await server.signUp('Ruth', { credits: 100, language: 'en' })
  victor = await server.signUp('Victor', {
    gender: 'male',
    credits: 100,
    language: 'en',
    aboutMe: 'I believe in signs.',
  })
  orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
  jonas = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const write = async (from: TestMember, to: TestMember, text: string) => server.sendText(from, to, text)
const report = async (by: TestMember, message?: number) =>
  server.as(by)('reports.send', {
    body: { profile: victor.id, reason: 'scam', text: 'He wants gift cards.', ...(message ? { message } : {}) },
  })
type Choice = Omit<DeskInput<'case.decide'>['body'], 'act'>
const decide = (act: DeskInput<'case.decide'>['body']['act'], choice: Choice = {}, by = orla) =>
  by('case.decide', {
    params: { member: String(victor.id) },
    body: { act, reason: 'scam', facts: 'Asked for cards.', ...choice },
  })
const undo = (at: number, by = orla) => by('case.undo', { params: { member: String(victor.id) }, body: { at } })
const readCase = async (by = orla) => (await by('case.get', { params: { member: String(victor.id) } })).body
const subjectsTo = (member: TestMember) =>
  inboxOf(server)
    .filter(({ recipient }) => recipient === member.email)
    .map(({ subject }) => subject)
const queue = async () => (await orla('queue.list', { query: {} })).body
const round = async () => {
  await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
  await runJobs(server)
}
const statementLeaves = async () => {
  server.clock.advance(UNDO_MS)
  await office.runJobs()
  await office.runJobs()
}

test('[DESK-6] [DESK-7] [DESK-9] [DESK-10] [DESK-15] report, case, ban, warnings, appeal by a colleague, transparency', async () => {
  const asked = (await write(victor, helen, 'Can you buy Steam cards and send me the codes?')).body.message.id
  await write(victor, ruth, 'The platform bank has blocked my card.')
  await report(helen, asked)
  server.clock.advance(60_000)
  await report(ruth)
  server.sql(`update profiles set name = 'Viktor' where id = ?`, victor.id)

  // The case shows the profile as it was, and the change since; the messages only after a logged look.
  expect((await queue()).rows).toMatchObject([{ subject: `member:${victor.id}`, severity: 'harm', count: 2 }])
  const found = await readCase()
  expect(found).toMatchObject({
    member: { id: victor.id, name: 'Viktor' },
    changed: [{ field: 'name', before: 'Victor', after: 'Viktor' }],
    history: { wrote_to: 2, upheld: 0, dismissed: 0 },
    evidence: [{ number: 'R-000002' }, { number: 'R-000001', message: asked, messages: 1 }],
    decisions: [],
  })
  expect(JSON.stringify(found)).not.toContain('Steam cards')
  const opened = (await orla('case.messages', { params: { letter: '1' } })).body
  expect(opened).toMatchObject({ reported: asked, messages: [{ id: asked, sender: victor.id }] })
  expect(server.sql('select act, subject, staff from audit where id = ?', opened.audit)).toEqual([
    { act: 'case.open_conversation', subject: 1, staff: 1 },
  ])

  // Colleagues read along, but only the one with the claim decides.
  await orla('queue.claim', { body: { subject: `member:${victor.id}` } })
  const facts = 'Asked two members for gift cards.'
  expect((await decide('ban', { facts }, jonas)).error).toMatchObject({ error: 'claimed_by_other', by: 'Orla' })

  // A push that was queued just before the ban does not go out, and a device learns nothing of the sender any more.
  await office.subscribe(helen)
  await write(victor, helen, 'Write me on WhatsApp.')
  const banned = (await decide('ban', { facts, warn: true })).body
  expect(banned).toMatchObject({ answered: 2, warned: 2, undo_until: server.clock.now() + UNDO_MS })
  await office.runJobs()
  expect(office.payloads()).toEqual([])
  expect(subjectsTo(helen).filter((subject) => subject.includes('Vi'))).toEqual([])
  const refused = [
    (await write(victor, helen, 'Hello?')).error?.error,
    (await server.as(victor)('sync', { query: { after: '0' } })).error?.error,
    (await server.as(victor)('likes.put', { params: { profile: String(ruth.id) } })).error?.error,
  ]
  expect(refused).toEqual(['account_suspended', 'account_suspended', 'account_suspended'])
  expect((await queue()).rows).toEqual([])

  // Statement, outcomes and warnings leave after 30 seconds.
  expect(subjectsTo(victor)).toEqual([])
  await statementLeaves()
  expect(subjectsTo(victor)).toContain('A decision about your account')
  for (const member of [helen, ruth]) {
    expect(subjectsTo(member)).toContain('Take care: an account banned for fraud wrote to you')
    expect((await server.as(member)('reports.list')).body.reports).toMatchObject([{ upheld: true }])
  }
  const warning = inboxOf(server).find(({ subject }) => subject.startsWith('Take care'))
  expect(warning?.text).toContain('Viktor wrote to you here. We have banned that account for fraud.')
  // Each warning links the page about safety [SITE-7].
  expect(warning?.text).toContain('More on staying safe\nhttp://localhost:3000/pages/safety')
  expect((await server.as(helen)('chats.get')).body.chats).toMatchObject([{ warned_at: server.clock.now() }])
  const stated = inboxOf(server).find(({ subject }) => subject === 'A decision about your account')
  expect(stated?.text).toContain(facts)

  // The appeal is for somebody else.
  const appeal = { params: { id: String(banned.decision) }, body: { text: 'It was my cousin, not me.' } }
  expect((await server.as(victor)('decisions.appeal', appeal)).status).toBe(200)
  const answer = { params: { letter: '3' }, body: { upheld: false, text: 'We have looked again, and it stands.' } }
  expect((await orla('appeals.answer', answer)).error?.error).toBe('own_decision')
  expect((await jonas('appeals.answer', answer)).body).toEqual({ upheld: false })
  expect((await server.as(victor)('decisions.list')).body.decisions).toMatchObject([
    { kind: 'banned', appeal: { upheld: false, answer: 'We have looked again, and it stands.' } },
  ])

  // The account is erased: the ban still refuses the address, and the report still counts the decision.
  const transparency = async () => {
    const { body } = await orla('transparency.get', { params: { year: '2026' } })
    return body
  }
  const before = await transparency()
  expect(before).toMatchObject({
    decisions: [{ kind: 'banned', reason: 'scam', source: 'report', total: 1 }],
    decision_median_ms: 60_000,
    appeals: { received: 1, upheld: 0, dismissed: 1, waiting: 0 },
    letters: [
      { kind: 'appeal', received: 1, upheld: 0, dismissed: 1 },
      { kind: 'report', reason: 'scam', received: 2, upheld: 2, dismissed: 0 },
    ],
  })
  await server.as(victor)('user.delete', { body: { password: TEST_PASSWORD } })
  server.clock.advance(REACTIVATION_DAYS * DAY_MS)
  await round()
  const signup = await server.visitor('signup', { body: signupForm({ email: victor.email }) })
  expect(signup.error).toEqual({ error: 'signup_refused' })
  server.sql(
    'update staff_sessions set last_seen_at = ?, expires_at = ?',
    server.clock.now(),
    server.clock.now() + DAY_MS,
  )
  expect(await transparency()).toEqual(before)
  expect(JSON.stringify(await transparency())).not.toContain(String(victor.id))
})

const isOfTheBan = (subject: string): boolean => subject.includes('decision') || subject.startsWith('Take care')

describe('[DESK-8] an undo within 30 seconds', () => {
  test('takes back the ban, its marks, the outcomes and the mails', async () => {
    await write(victor, helen, 'Send me codes.')
    await runJobs(server)
    await report(helen)
    await server.deps.write((tx) =>
      tx.flags.addFlag({ member: victor.id, kind: 'velocity', severity: 'harm', facts: {} }, server.clock.now()),
    )
    await runJobs(server)
    const mails = inboxOf(server).length
    const { at } = (await decide('ban', { warn: true })).body
    expect((await queue()).counts.all).toBe(0)
    server.clock.advance(UNDO_MS - 1)
    expect((await undo(at, jonas)).body).toEqual({ undone: false })
    expect((await undo(at)).body).toEqual({ undone: true })
    expect((await queue()).rows).toMatchObject([{ count: 2 }])
    expect((await write(victor, helen, 'Hello?')).status).toBe(201)
    expect(server.sql('select * from identity_marks')).toEqual([])
    server.clock.advance(DAY_MS)
    await runJobs(server)
    expect(
      inboxOf(server)
        .slice(mails)
        .map(({ subject }) => subject)
        .filter(isOfTheBan),
    ).toEqual([])
    const { body } = await server.as(victor)('decisions.list')
    expect(body.decisions).toEqual([])
  })

  test('and another decision: the reporter gets one answer, after the undo of the second one', async () => {
    await report(helen)
    const { at } = (await decide('none')).body
    server.clock.advance(20_000)
    await undo(at)
    await decide('warn')
    const answers = () => subjectsTo(helen).filter((subject) => subject.startsWith('Our answer'))
    server.clock.advance(10_000)
    await runJobs(server)
    expect(answers()).toEqual([])
    await statementLeaves()
    expect(answers()).toEqual(['Our answer (R-000001)'])
  })

  test('is too late afterwards', async () => {
    await report(helen)
    const { at } = (await decide('mute')).body
    server.clock.advance(UNDO_MS)
    expect((await undo(at)).body).toEqual({ undone: false })
    expect((await readCase()).decisions).toMatchObject([{ kind: 'muted', is_own: true }])
  })
})

test('[DESK-6] a case names the places of before and now', async () => {
  await report(helen)
  server.sql(`update profiles set region = 'IT-62', city = 'IT-62/roma' where id = ?`, victor.id)
  expect((await readCase()).changed).toEqual([
    { field: 'region', before: 'Lombardia', after: 'Lazio' },
    { field: 'city', before: 'Milano', after: 'Roma' },
  ])
})

test('[DESK-6] a case says which photos there were at the report and are now, once that has changed', async () => {
  const [first, second] = [addPhoto(server, victor), addPhoto(server, victor, { position: 1 })]
  await report(helen)
  expect((await readCase()).changed).toEqual([])
  await server.as(victor)('photos.delete', { params: { id: first } })
  expect((await readCase()).changed).toEqual([{ field: 'photos', before: `${first} ${second}`, after: second }])
})

test('[DESK-6] a case links accounts with the same bank account, phone or photo, a banned one by its hash, and no others', async () => {
  const [olga, paul, rita] = [await server.signUp('Olga'), await server.signUp('Paul'), await server.signUp('Rita')]
  let debits = 0
  const debit = ({ id: userId }: TestMember, iban: string, phone: string, confirmedAt: number | null = 1) => {
    debits += 1
    const paid = { id: `debit-${debits}`, userId, iban, phone, confirmedAt, createdAt: 1, codeHash: '', mandate: '' }
    const home = { accountHolder: 'V', street: 'Quay', houseNumber: '1', zip: '1', city: 'Galway' }
    return server.deps.write((tx) =>
      tx.directDebits.put({
        ...paid,
        ...home,
        credits: 15,
        amount: 999,
        currency: 'EUR',
        discountCode: null,
        failures: 0,
      }),
    )
  }
  await debit(victor, 'IE01', '+3531')
  await debit(helen, 'IE01', '+3532')
  await debit(ruth, 'IE02', '+3531')
  // Nobody has confirmed that this account and this phone are Rita's.
  await debit(rita, 'IE01', '+3531', null)
  for (const member of [victor, olga]) addPhoto(server, member, { hash: 'same-file' })
  addPhoto(server, paul, { hash: 'other-file' })
  await server.deps.write((tx) =>
    tx.identity.mark(999, [markOf(server.deps, 'iban', 'IE01'), markOf(server.deps, 'mail', victor.email)], 7, 1),
  )
  const { links } = await readCase()
  expect(links.map(({ member, kind, banned }) => `${member} ${kind} ${banned}`).toSorted()).toEqual(
    [
      `${helen.id} iban false`,
      `${ruth.id} phone false`,
      `${olga.id} photo false`,
      '999 iban true',
      '999 mail true',
    ].toSorted(),
  )
})

test('[DESK-8] a case without a violation is answered to the reporters, and to nobody else', async () => {
  await report(helen)
  expect((await decide('none')).body).toMatchObject({ decision: null, answered: 1 })
  await statementLeaves()
  expect((await server.as(helen)('reports.list')).body.reports).toMatchObject([{ upheld: false }])
  expect(subjectsTo(victor)).toEqual([])
})

const reportFor = async (
  by: TestMember,
  reason: 'harassment' | 'blackmail' | 'nudity',
  subject: { photo?: string } = {},
) => server.as(by)('reports.send', { body: { profile: victor.id, reason, text: '', ...subject } })
const outcomes = () => server.sql('select id, upheld from letters order by id').map(({ id, upheld }) => [id, upheld])
/** The answer and a warning of the same person are two jobs, in any order. */
const mailsTo = ({ email }: TestMember) =>
  inboxOf(server)
    .filter(({ recipient }) => recipient === email)
    .map(({ text }) => text)
    .join('\n')

describe('[DESK-8] each reporter hears about their own report (DSA art. 16(5))', () => {
  test('a report under another rule than the decision is not answered as right', async () => {
    await report(helen)
    await reportFor(ruth, 'harassment')
    // Blackmail is under the rule of scams.
    await reportFor(await server.signUp('Nora'), 'blackmail')
    expect((await decide('ban')).body).toMatchObject({ answered: 3 })
    expect(outcomes()).toEqual([
      [1, 1],
      [2, 0],
      [3, 1],
    ])
    await statementLeaves()
    const [right, wrong] = [
      'What you reported breaks our rules',
      'In what you reported we found nothing that breaks our rules.',
    ]
    expect(mailsTo(helen)).toContain(right)
    expect(mailsTo(helen)).not.toContain(wrong)
    expect(mailsTo(ruth)).toContain(wrong)
    expect(mailsTo(ruth)).not.toContain(right)
  })

  test('the person who decides may find it right as well, and a report that came meanwhile waits on', async () => {
    await report(helen)
    await reportFor(ruth, 'harassment')
    const opened = await readCase()
    await reportFor(await server.signUp('Nora'), 'harassment')
    expect((await decide('ban', { right: opened.items.map(({ id }) => id), wrong: [] })).body).toMatchObject({
      answered: 2,
    })
    expect(outcomes()).toEqual([
      [1, 1],
      [2, 1],
      [3, null],
    ])
    expect((await queue()).rows).toMatchObject([{ subject: `member:${victor.id}`, count: 1 }])
  })

  test('the removal of one photo does not answer a report about another one', async () => {
    const [removed, other] = [addPhoto(server, victor), addPhoto(server, victor)]
    await reportFor(helen, 'nudity', { photo: removed })
    await reportFor(ruth, 'nudity', { photo: other })
    await decide('remove_photo', { photo: Number(removed), photo_reason: 'nudity' })
    expect(outcomes()).toEqual([
      [1, 1],
      [2, 0],
    ])
  })
})

test('[DESK-8] the preview names few of many reporters, and counts the others', async () => {
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Edna']) await report(await server.signUp(name))
  await report(helen)
  await report(helen)
  const body = { act: 'warn', reason: 'spam', facts: 'x' } as const
  const preview = (await orla('case.preview', { params: { member: String(victor.id) }, body })).body
  expect(preview).toMatchObject({ reporters: ['Ada', 'Bea', 'Cleo'], more_reporters: 3 })
})

test('[DESK-8] the preview is the statement that leaves, in the language of the member and of the desk', async () => {
  server.sql(`update users set language = 'de' where id = ?`, victor.id)
  await report(helen)
  const body = { act: 'mute', reason: 'spam', facts: 'Du hast 14 Mitgliedern denselben Text geschickt.' } as const
  const preview = (await orla('case.preview', { params: { member: String(victor.id) }, body: { ...body, desk: 'en' } }))
    .body
  expect(preview).toMatchObject({ language: 'de', reporters: ['Helen'] })
  expect(preview.desk_paragraphs[0]).toContain('you cannot start new chats')
  await decide('mute', body)
  await statementLeaves()
  const mail = inboxOf(server).find(({ recipient }) => recipient === victor.email)
  for (const paragraph of preview.paragraphs) expect(mail?.text).toContain(paragraph)
  // The cause, and the ways to object outside (DSA art. 17.3).
  expect(mail?.text).toContain('Es wurde uns gemeldet.')
  expect(mail?.text).toContain('an eine Streitbeilegungsstelle oder ein Gericht')
})

test('[DESK-8] a decision without facts is refused, unless it finds nothing or its statement was written by hand', async () => {
  for (const act of ['warn', 'remove_text', 'mute', 'ban'] as const)
    expect((await decide(act, { facts: ' ' })).error).toEqual({ error: 'invalid_input', fields: { facts: 'required' } })
  expect(server.sql('select * from decisions')).toEqual([])
  expect((await decide('warn', { facts: '', statement: 'You asked a member for codes.' })).status).toBe(200)
  expect((await decide('none', { facts: '' })).status).toBe(200)
})

test('[DESK-8] the mail about a decision says until when it lasts, the rule, and how to appeal; one without an end names none', async () => {
  const until = server.clock.now() + 7 * DAY_MS
  for (const [act, choice, lasts] of [
    ['suspend', { until }, `This lasts until ${serverDay('en', until, null)}.`],
    ['ban', {}, null],
  ] as const) {
    await decide(act, choice)
    await statementLeaves()
    const text = inboxOf(server).findLast(({ subject }) => subject === 'A decision about your account')?.text ?? ''
    expect(text).toContain('Asked for cards.')
    expect(text).toContain('/pages/ban?mail_lang=en#')
    expect(text).toContain('appeal')
    expect(/This lasts until .*/.exec(text)?.[0] ?? null).toBe(lasts)
  }
})

test('[DESK-8] an edited statement replaces the facts in the mail and in the app', async () => {
  await report(helen)
  await decide('warn', { facts: 'Draft: look at Helen’s messages.', statement: 'You asked a member for codes.' })
  await statementLeaves()
  const mail = inboxOf(server).find(({ recipient }) => recipient === victor.email)
  expect(mail?.text).toContain('You asked a member for codes.')
  // The rule and the way to appeal stay (DSA art. 17(3)(e) and (f)).
  expect(mail?.text).toContain('/pages/ban?mail_lang=en#no-2')
  expect(mail?.text).toContain('six months to appeal')
  const { decisions } = (await server.as(victor)('decisions.list')).body
  expect(decisions).toMatchObject([{ note: 'You asked a member for codes.', by_check: false }])
})

test('[DESK-15] a photo removed in a case counts as a decision about the report', async () => {
  const photo = Number(addPhoto(server, victor))
  await report(helen)
  await decide('remove_photo', { photo, photo_reason: 'not_you' })
  expect(server.sql('select kind, source, waited_since from decisions')).toEqual([
    { kind: 'photo_rejected', source: 'report', waited_since: server.clock.now() },
  ])
})

describe('[DESK-7] one text is removed', () => {
  test('a message is lost to both members, and an upheld appeal brings it back', async () => {
    const message = (await write(victor, helen, 'Send me codes.')).body.message.id
    await report(helen, message)
    const seqOf = async (member: TestMember) => (await server.as(member)('chats.get')).body.seq
    const before = [await seqOf(helen), await seqOf(victor)]
    await decide('remove_text', { message })
    const textOf = async (member: TestMember) => {
      const conversation = `${Math.min(helen.id, victor.id)}-${Math.max(helen.id, victor.id)}`
      const { body } = await server.as(member)('messages.list', { params: { conversation }, query: {} })
      return body.messages.map((one) => (one.type === 'text' ? one.text : ''))
    }
    expect([await textOf(helen), await textOf(victor)]).toEqual([[''], ['']])
    expect((await decide('remove_text', { message }, jonas)).status, 'there is no text any more').toBe(404)
    for (const [index, member] of [helen, victor].entries()) {
      const { body } = await server.as(member)('sync', { query: { after: String(before[index]) } })
      expect(body.messages, 'devices that have the text').toMatchObject([{ id: message, text: '' }])
    }
    await server.as(victor)('decisions.appeal', { params: { id: '1' }, body: { text: 'These were vouchers for tea.' } })
    const answer = { params: { letter: '2' }, body: { upheld: true, text: 'You were right about that.' } }
    expect((await jonas('appeals.answer', answer)).status).toBe(200)
    expect(await textOf(helen)).toEqual(['Send me codes.'])
  })

  test('its statement leaves once the undo is over', async () => {
    const message = (await write(victor, helen, 'Send me codes.')).body.message.id
    await decide('remove_text', { message })
    await office.runJobs()
    expect(subjectsTo(victor)).not.toContain('A decision about your account')
    await statementLeaves()
    expect(subjectsTo(victor)).toContain('A decision about your account')
  })

  test('the text of a profile comes back after an upheld appeal, unless its member has written another one', async () => {
    const own = async () => (await server.as(victor)('profile.get')).body.profile.about_me
    const before = (await server.as(victor)('chats.get')).body.seq
    await decide('remove_text')
    const { body } = await server.as(victor)('sync', { query: { after: String(before) } })
    expect(body.user?.profile.about_me, 'devices that have the text').toBe('')
    await server.as(victor)('profile.put', { body: { about_me: 'I like tea.' } })
    await server.as(victor)('decisions.appeal', { params: { id: '1' }, body: { text: 'It was a quotation.' } })
    const answer = { params: { letter: '1' }, body: { upheld: true, text: 'You were right about that.' } }
    expect((await jonas('appeals.answer', answer)).status).toBe(200)
    expect(await own()).toBe('I like tea.')
  })

  test('the text of a profile is no longer shown, and a photo of somebody else is not touched', async () => {
    const photo = Number(addPhoto(server, helen))
    expect((await decide('remove_photo', { photo })).status).toBe(404)
    expect((await decide('remove_text')).status).toBe(200)
    const { profile } = (await server.as(helen)('members.get', { params: { id: String(victor.id) } })).body
    expect(profile.about_me).toBe('')
  })
})

describe('[DESK-9] an appeal', () => {
  test('is possible for six months', async () => {
    await decide('mute')
    server.clock.advance(APPEAL_DAYS * DAY_MS)
    const session = 'update sessions set expires_at = ?, last_seen_at = ?'
    server.sql(session, server.clock.now() + DAY_MS, server.clock.now())
    const appeal = { params: { id: '1' }, body: { text: 'Please look at it again.' } }
    expect((await server.as(victor)('decisions.appeal', appeal)).error).toEqual({ error: 'appeal_over' })
    server.clock.advance(-1)
    expect((await server.as(victor)('decisions.appeal', appeal)).status).toBe(200)
  })
})

const lift = (decision: number | null) =>
  orla('decisions.lift', { params: { decision: String(decision) }, body: { reason: 'The wrong Victor.' } })

describe('[DESK-7] a decision that was wrong', () => {
  test('is lifted at any time with a reason, and the member gets a mail', async () => {
    server.sql(`update users set language = 'de' where id = ?`, victor.id)
    const { decision } = (await decide('ban')).body
    await statementLeaves()
    server.clock.advance(DAY_MS)
    server.sql('update staff_sessions set last_seen_at = ?, expires_at = ?', server.clock.now(), server.clock.now() + 9)
    expect((await lift(decision)).body).toEqual({ lifted: true })
    expect((await readCase()).member.sanction).toBeNull()
    await runJobs(server)
    const mail = inboxOf(server).findLast(({ recipient }) => recipient === victor.email)
    expect(mail?.text).toContain('noch einmal geprüft und zurückgenommen')
    expect(server.sql(`select reason from audit where act = 'decision.lift'`)).toEqual([
      { reason: 'The wrong Victor.' },
    ])
    expect((await lift(decision)).error).toEqual({ error: 'changed_meanwhile' })
  })

  test('is lifted without a mail if its statement has not left yet', async () => {
    const { decision } = (await decide('warn')).body
    await lift(decision)
    await statementLeaves()
    expect(subjectsTo(victor)).toEqual([])
  })

  test('with an appeal that waits is left to the answer', async () => {
    const { decision } = (await decide('mute')).body
    await server.as(victor)('decisions.appeal', {
      params: { id: String(decision) },
      body: { text: 'It was my cousin.' },
    })
    expect((await lift(decision)).error).toEqual({ error: 'not_possible' })
    expect((await readCase()).member.sanction).toBe('muted')
    // A new case: the photo and the appeal wait for an answer of their own, so they did not cause what follows.
    addPhoto(server, victor, { status: 'pending' })
    expect((await decide('warn')).status).toBe(200)
    expect(server.sql('select kind, source from decisions')).toEqual([
      { kind: 'muted', source: 'own' },
      { kind: 'warned', source: 'own' },
    ])
    const keep = { params: { letter: '1' }, body: { upheld: false, text: 'It was your account.' } }
    // Orla has decided, so the appeal is not hers to claim.
    const sam = deskOn(server.app, (await addTestStaff(server.deps, 'Sam', 'moderator')).cookie)
    await sam('queue.claim', { body: { subject: `member:${victor.id}` } })
    expect((await jonas('appeals.answer', keep)).error?.error, 'a colleague works on it').toBe('claimed_by_other')
    await sam('queue.release', { body: { subject: `member:${victor.id}` } })
    expect((await jonas('appeals.answer', keep)).status).toBe(200)
    expect((await lift(decision)).body, 'once the appeal is answered').toEqual({ lifted: true })
  })

  test('a report is no appeal, and the decision of an erased member stays', async () => {
    await report(helen)
    const answer = { params: { letter: '1' }, body: { upheld: true, text: 'You were right about that.' } }
    expect((await jonas('appeals.answer', answer)).status).toBe(404)
    const { decision } = (await decide('warn')).body
    server.sql('update decisions set user_id = 0')
    expect((await lift(decision)).error).toEqual({ error: 'not_found' })
  })
})

describe('[DESK-9] the case of an appeal', () => {
  test('has the rejected photo, covered if it may be harmful, and null once its owner has deleted it', async () => {
    const photo = Number(addPhoto(server, victor))
    await decide('remove_photo', { photo, photo_reason: 'nudity' })
    expect((await readCase(jonas)).decisions).toMatchObject([{ photo: { id: photo, covered: true }, removed_text: '' }])
    await server.as(victor)('photos.delete', { params: { id: String(photo) } })
    expect((await readCase(jonas)).decisions).toMatchObject([{ photo: null }])
  })

  test('has the removed text of the profile, and no message', async () => {
    const message = (await write(victor, helen, 'Send me codes.')).body.message.id
    await decide('remove_text')
    server.clock.advance(1)
    await decide('remove_text', { message })
    expect((await readCase(jonas)).decisions.map((one) => one.removed_text)).toEqual(['', 'I believe in signs.'])
  })
})

describe('[DESK-10] a ban', () => {
  test('a ban after the account of a reported member was erased refuses the address from then on', async () => {
    await report(helen)
    await server.as(victor)('user.delete', { body: { password: TEST_PASSWORD } })
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await round()
    server.sql(
      'update staff_sessions set last_seen_at = ?, expires_at = ?',
      server.clock.now(),
      server.clock.now() + DAY_MS,
    )
    expect((await readCase()).evidence).toMatchObject([{ profile: { name: 'Victor' } }])
    expect((await decide('ban')).status).toBe(200)
    const signup = await server.visitor('signup', { body: signupForm({ email: victor.email }) })
    expect(signup.error).toEqual({ error: 'signup_refused' })
  })

  test('refuses an alias of the mailbox', async () => {
    expect((await decide('ban')).status).toBe(200)
    const signup = await server.visitor('signup', { body: signupForm({ email: victor.email.replace('@', '+again@') }) })
    expect(signup.error).toEqual({ error: 'signup_refused' })
  })

  test('stores nothing that can be read back, and ends with the ban', async () => {
    const banned = (await decide('ban')).body
    const [row] = server.sql(`select * from identity_marks where kind = 'mail'`)
    const { hash } = markOf(server.deps, 'mail', victor.email)
    expect(row).toMatchObject({ hash, member: victor.id, decision: banned.decision })
    const other = { identityKey: () => Buffer.alloc(32) }
    expect(markOf(other, 'mail', victor.email).hash).not.toBe(hash)
    await statementLeaves()
    await server.as(victor)('decisions.appeal', { params: { id: '1' }, body: { text: 'Please look at it again.' } })
    await jonas('appeals.answer', { params: { letter: '1' }, body: { upheld: true, text: 'You were right about it.' } })
    expect(server.sql('select * from identity_marks')).toEqual([])
  })

  test('warns nobody any more once it is lifted, by an appeal or by command', async () => {
    await write(victor, helen, 'Send me codes.')
    const warned = async () => (await server.as(helen)('chats.get')).body.chats.map(({ warned_at }) => warned_at)
    await decide('ban', { warn: true })
    await statementLeaves()
    expect(await warned()).toEqual([server.clock.now()])
    await server.as(victor)('decisions.appeal', { params: { id: '1' }, body: { text: 'Please look at it again.' } })
    await jonas('appeals.answer', { params: { letter: '1' }, body: { upheld: true, text: 'You were right about it.' } })
    await office.runJobs()
    expect(await warned()).toEqual([undefined])
    await decide('ban', { warn: true })
    await statementLeaves()
    expect(await warned()).toEqual([server.clock.now()])
    await releaseMember(server.deps, victor.id)
    await office.runJobs()
    expect(await warned()).toEqual([undefined])
    expect(server.sql('select * from identity_marks'), 'a new account is not refused').toEqual([])
  })

  test('sends a photo of the banned account to the desk when another account adds it, also after the erasure', async () => {
    await upload(server, victor, await jpegOf(2))
    await decide('ban')
    await server.as(victor)('user.delete', { body: { password: TEST_PASSWORD } })
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await round()
    expect(server.sql('select * from photos')).toEqual([])
    await upload(server, ruth, await jpegOf(2))
    await upload(server, helen, await jpegOf(3))
    expect(server.sql('select owner, status from photos order by id')).toEqual([
      { owner: ruth.id, status: 'pending' },
      { owner: helen.id, status: 'active' },
    ])
  })

  test('refuses a device of the banned account, with any address, and nobody else', async () => {
    const [device, another] = [cookieJar(server), cookieJar(server)]
    await device.send('POST', '/api/user', { email: victor.email, password: TEST_PASSWORD })
    await decide('ban')
    const refused = await device.send('POST', '/api/signup', signupForm({ email: 'other@example.test' }))
    expect(await refused.json()).toEqual({ error: 'signup_refused' })
    expect((await another.send('POST', '/api/signup', signupForm())).status).toBe(200)
  })
})

test('[DESK-15] a decision is counted under what led to it: the notice of a visitor, or nothing', async () => {
  const text = 'This profile sells things that nobody may sell.'
  const notice = { name: 'Nora', email: 'nora@example.test', profile: String(victor.id), reason: 'scam', text } as const
  await server.visitor('complaints.send', { body: { ...notice, good_faith: true } })
  await decide('warn')
  await decide('mute')
  expect(server.sql('select source from decisions order by id')).toEqual([{ source: 'notice' }, { source: 'own' }])
})

test('[DESK-7] a suspension that is over before it begins, or has no end, is no decision', async () => {
  for (const until of [server.clock.now(), null])
    expect((await decide('suspend', { until })).error?.error).toBe('invalid_input')
  expect(server.sql('select * from decisions')).toEqual([])
})

test('[DESK-4] one answer reaches the senders of all equal complaints', async () => {
  for (const name of ['one', 'two', 'three'])
    await server.visitor('complaints.send', {
      body: { name, email: `${name}@example.test`, text: 'You took my money twice this week.' },
    })
  const [row] = (await queue()).rows
  const group = row?.subject.slice('letters:'.length) ?? ''
  expect((await orla('letters.get', { params: { group } })).body).toMatchObject({ count: 3 })
  const body = { upheld: false, text: 'We have charged nothing twice: see your receipts.' }
  await jonas('queue.claim', { body: { subject: `letters:${group}` } })
  expect((await orla('letters.answer_group', { params: { group }, body })).error?.error).toBe('claimed_by_other')
  await jonas('queue.release', { body: { subject: `letters:${group}` } })
  expect((await orla('letters.answer_group', { params: { group }, body })).body).toEqual({ answered: 3 })
  await runJobs(server)
  for (const name of ['one', 'two', 'three'])
    expect(
      inboxOf(server).some((mail) => mail.recipient === `${name}@example.test` && mail.text.includes(body.text)),
    ).toBe(true)
  expect((await queue()).rows).toEqual([])
})

test('[DESK-15] the median of an even number of values lies between the two in the middle', () => {
  expect([medianOf([]), medianOf([5]), medianOf([1, 9]), medianOf([9, 1, 4])]).toEqual([null, 5, 5, 4])
})

test('[DESK-8] an undo takes the decision back also when the clock moves while it is made', async () => {
  await write(victor, helen, 'Can you buy Steam cards?')
  await report(helen)
  let moved = 0
  const now = sameInBothRuns(() => server.deps.now() + (moved += 1))
  const staff = 1
  const choice = { act: 'ban', reason: 'scam', facts: 'Asked for cards.', until: null, statement: '' } as const
  const more = { photo: null, photoReason: 'other', message: null, warn: true } as const
  const decided = await decideCase({ ...server.deps, now }, staff, victor.id, { ...choice, ...more })
  if (typeof decided === 'string' || 'error' in decided) throw new Error('nothing was decided')
  expect((await readCase()).member.sanction).toBe('banned')
  expect(await undoCase({ ...server.deps, now }, staff, victor.id, decided.at)).toBe(true)
  expect((await readCase()).member.sanction).toBeNull()
})
