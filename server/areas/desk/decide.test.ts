import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UNDO_MS } from '#contract/desk/limits.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { sameInBothRuns } from '../../testing/run-twice.ts'
import { scamCase, type ScamCase } from '../../testing/scam-case.ts'
import { serverDay } from '../../texts.ts'
import { decideCase, undoCase } from './decide.ts'

let scam: ScamCase
beforeEach(async () => {
  scam = await scamCase()
})
afterEach(() => scam.close())

const isOfTheBan = (subject: string): boolean => subject.includes('decision') || subject.startsWith('Take care')

describe('[DESK-8] an undo within 30 seconds', () => {
  test('takes back the ban, its marks, the outcomes and the mails', async () => {
    const { server, helen, victor, jonas, report, decide, undo, queue } = scam
    await server.sendText(victor, helen, 'Send me codes.')
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
    expect((await server.sendText(victor, helen, 'Hello?')).status).toBe(201)
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
    const { server, helen, report, decide, undo, subjectsTo, statementLeaves } = scam
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
    const { server, helen, report, decide, undo, readCase } = scam
    await report(helen)
    const { at } = (await decide('mute')).body
    server.clock.advance(UNDO_MS)
    expect((await undo(at)).body).toEqual({ undone: false })
    expect((await readCase()).decisions).toMatchObject([{ kind: 'muted', is_own: true }])
  })
})

test('[DESK-8] a case without a violation is answered to the reporters, and to nobody else', async () => {
  const { server, helen, victor, report, decide, subjectsTo, statementLeaves } = scam
  await report(helen)
  expect((await decide('none')).body).toMatchObject({ decision: null, answered: 1 })
  await statementLeaves()
  expect((await server.as(helen)('reports.list')).body.reports).toMatchObject([{ upheld: false }])
  expect(subjectsTo(victor)).toEqual([])
})

describe('[DESK-8] each reporter hears about their own report (DSA art. 16(5))', () => {
  test('a report under another rule than the decision is not answered as right', async () => {
    const { server, helen, ruth, report, reportFor, decide, outcomes, mailsTo, statementLeaves } = scam
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
    const { server, helen, ruth, victor, report, reportFor, decide, readCase, queue, outcomes } = scam
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
    const { server, helen, ruth, victor, reportFor, decide, outcomes } = scam
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
  const { server, helen, victor, orla, report } = scam
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Edna']) await report(await server.signUp(name))
  await report(helen)
  await report(helen)
  const body = { act: 'warn', reason: 'spam', facts: 'x' } as const
  const preview = (await orla('case.preview', { params: { member: String(victor.id) }, body })).body
  expect(preview).toMatchObject({ reporters: ['Ada', 'Bea', 'Cleo'], more_reporters: 3 })
})

test('[DESK-8] the preview is the statement that leaves, in the language of the member and of the desk', async () => {
  const { server, helen, victor, orla, report, decide, statementLeaves } = scam
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
  const { server, decide } = scam
  for (const act of ['warn', 'remove_text', 'mute', 'ban'] as const)
    expect((await decide(act, { facts: ' ' })).error).toEqual({ error: 'invalid_input', fields: { facts: 'required' } })
  expect(server.sql('select * from decisions')).toEqual([])
  expect((await decide('warn', { facts: '', statement: 'You asked a member for codes.' })).status).toBe(200)
  expect((await decide('none', { facts: '' })).status).toBe(200)
})

test('[DESK-8] the mail about a decision says until when it lasts, the rule, and how to appeal; one without an end names none', async () => {
  const { server, decide, statementLeaves } = scam
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
  const { server, helen, victor, report, decide, statementLeaves } = scam
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
  const { server, helen, victor, report, decide } = scam
  const photo = Number(addPhoto(server, victor))
  await report(helen)
  await decide('remove_photo', { photo, photo_reason: 'not_you' })
  expect(server.sql('select kind, source, waited_since from decisions')).toEqual([
    { kind: 'photo_rejected', source: 'report', waited_since: server.clock.now() },
  ])
})

describe('[DESK-7] one text is removed', () => {
  test('a message is lost to both members, and an upheld appeal brings it back', async () => {
    const { server, helen, victor, jonas, report, decide } = scam
    const message = (await server.sendText(victor, helen, 'Send me codes.')).body.message.id
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
    const { server, office, helen, victor, decide, subjectsTo, statementLeaves } = scam
    const message = (await server.sendText(victor, helen, 'Send me codes.')).body.message.id
    await decide('remove_text', { message })
    await office.runJobs()
    expect(subjectsTo(victor)).not.toContain('A decision about your account')
    await statementLeaves()
    expect(subjectsTo(victor)).toContain('A decision about your account')
  })

  test('the text of a profile comes back after an upheld appeal, unless its member has written another one', async () => {
    const { server, victor, jonas, decide } = scam
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
    const { server, helen, victor, decide } = scam
    const photo = Number(addPhoto(server, helen))
    expect((await decide('remove_photo', { photo })).status).toBe(404)
    expect((await decide('remove_text')).status).toBe(200)
    const { profile } = (await server.as(helen)('members.get', { params: { id: String(victor.id) } })).body
    expect(profile.about_me).toBe('')
  })
})

test('[DESK-7] a suspension that is over before it begins, or has no end, is no decision', async () => {
  const { server, decide } = scam
  for (const until of [server.clock.now(), null])
    expect((await decide('suspend', { until })).error?.error).toBe('invalid_input')
  expect(server.sql('select * from decisions')).toEqual([])
})

test('[DESK-8] an undo takes the decision back also when the clock moves while it is made', async () => {
  const { server, helen, victor, report, readCase } = scam
  await server.sendText(victor, helen, 'Can you buy Steam cards?')
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

test('[DESK-4] a refused decision ends the claim that it made, and not one from before', async () => {
  const { helen, victor, report, decide, orla, readCase } = scam
  await report(helen)
  const refused = async () => (await decide('remove_photo', { photo: 999 })).error?.error
  expect(await refused()).toBe('not_found')
  expect((await readCase()).claim).toBeNull()
  await orla('queue.claim', { body: { subject: `member:${victor.id}` } })
  expect(await refused()).toBe('not_found')
  expect((await readCase()).claim).toMatchObject({ name: 'Orla' })
})
