import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import { APPEAL_DAYS } from '#contract/desk/limits.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/entities/safety.ts'
import { DAY_MS } from '#contract/limits.ts'
import { RATES } from '../../rates.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { reviewPhoto } from '../photos/review.ts'
import { answerLetter, releaseMember, sanctionMember } from './desk.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { gender: 'male' })
})
afterEach(() => server.close())

type Report = CallInput<'reports.send'>['body']
const report = (body: Partial<Report> = {}) =>
  server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam', ...body } })
const letters = () => server.sql('select * from letters')
const found = { error: 'not_found' }

const restrict = (member: number, reason: ReportReason, note = '') =>
  sanctionMember(server.deps, member, { kind: 'profile_restricted', reason, note, until: null })

const write = async (from: TestMember, to: TestMember, text = 'Hello'): Promise<number> =>
  (await server.sendText(from, to, text)).body.message.id

describe('[SAFE-8] a report', () => {
  test('is stored and gives a receipt with a number, in the answer and by mail', async () => {
    const { status, body } = await report({ reason: 'scam', text: '  Asked me for money. ' })
    expect([status, body]).toEqual([200, { number: 'R-000001', at: server.clock.now() }])
    expect(letters()).toEqual([
      expect.objectContaining({
        kind: 'report',
        user_id: anna.id,
        language: 'it',
        reason: 'scam',
        text: 'Asked me for money.',
        profile: bert.id,
        message: null,
        photo: null,
        at: server.clock.now(),
        answered_at: null,
      }),
    ])
    expect(server.sql('select kind, payload from jobs')).toEqual([{ kind: 'mail.receipt', payload: '{"letter":1}' }])
  })

  test('accepts every reason of the list and no other; the text is optional', async () => {
    for (const reason of REPORT_REASONS) expect((await report({ reason })).status).toBe(200)
    expect((await report({ reason: 'ugly' as never })).error?.fields).toEqual({ reason: 'required' })
  })

  test('[PWA-2] that arrives again under its client id is stored once and gets the first receipt', async () => {
    const client_id = '01890000-0000-7000-8000-000000000001'
    const [first, twin] = await Promise.all([report({ client_id }), report({ client_id })])
    const again = await report({ client_id })
    expect([twin.body, again.body]).toEqual([first.body, first.body])
    const { reports } = (await server.as(anna)('reports.list')).body
    expect(reports.filter((one) => one.client_id === client_id)).toHaveLength(1)
    // The id belongs to one reporter alone.
    const other = await server.as(bert)('reports.send', { body: { client_id, profile: anna.id, reason: 'spam' } })
    expect(other.body.number).not.toBe(first.body.number)
  })

  test('needs a member whom the reporter sees or talks with, and not oneself', async () => {
    expect((await report({ profile: anna.id })).error).toEqual({ error: 'self_not_allowed' })
    expect((await report({ profile: 999 })).error).toEqual(found)
    const hidden = await server.signUp('Carl', { invisible: true })
    expect((await report({ profile: hidden.id })).error).toEqual(found)
    await write(hidden, anna)
    expect((await report({ profile: hidden.id })).status).toBe(200)
  })

  test('can be made about a member who blocks the reporter, and about one the reporter blocks', async () => {
    await server.as(bert)('blocks.put', { params: { profile: String(anna.id) } })
    expect((await report()).status).toBe(200)
    await server.as(anna)('blocks.put', { params: { profile: String(bert.id) } })
    expect((await report()).status).toBe(200)
  })

  test('accepts a message only if that member wrote it to the reporter', async () => {
    const carl = await server.signUp('Carl')
    const toAnna = await write(bert, anna, 'Send money')
    const mine = await write(anna, bert)
    const toCarl = await write(bert, carl)
    expect((await report({ message: toAnna })).status).toBe(200)
    expect(letters()).toMatchObject([{ message: toAnna }])
    for (const message of [mine, toCarl, 999]) expect((await report({ message })).error).toEqual(found)
    expect(letters()).toHaveLength(1)
  })

  test('accepts a photo only if it belongs to that member and the reporter sees it', async () => {
    const [shown, locked] = [addPhoto(server, bert), addPhoto(server, bert, { isPrivate: true })]
    setMain(server, bert, shown)
    for (const photo of [shown, locked]) expect((await report({ photo })).status).toBe(200)
    const pending = addPhoto(server, bert, { status: 'pending' })
    const other = addPhoto(server, anna)
    for (const photo of [pending, other, '999', 'x', '01890a5d-ac96-774b-bcce-b302099a8057', '-1'])
      expect([photo, (await report({ photo })).error]).toEqual([photo, found])
    expect(letters()).toMatchObject([{ photo: Number(shown) }, { photo: Number(locked) }])
  })

  test('[SAFE-6] is limited, with room for many', async () => {
    const strict = await createTestServer({ rates: RATES })
    const [dora, emil] = [await strict.signUp('Dora'), await strict.signUp('Emil')]
    const statuses = []
    for (let time = 0; time < 25; time += 1)
      statuses.push((await strict.as(dora)('reports.send', { body: { profile: emil.id, reason: 'spam' } })).status)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    await strict.close()
  })
})

const decisions = async (member = bert) => (await server.as(member)('decisions.list')).body.decisions
const appeal = (id: number, member = bert) =>
  server.as(member)('decisions.appeal', { params: { id: String(id) }, body: { text: 'It really is me in it.' } })
const reject = async (): Promise<number> => {
  const photo = addPhoto(server, bert)
  await reviewPhoto(server.deps, Number(photo), { approved: false, reason: 'not_you', note: 'An actor, it seems.' })
  return Number(photo)
}
const searched = async () =>
  (await server.as(anna)('members.search', { query: { gender: 'male' } })).body.results.map(({ id }) => id)

describe('[SAFE-8] a restriction', () => {
  test('states its reason, only to the restricted member', async () => {
    const photo = await reject()
    expect(await decisions()).toEqual([
      {
        id: 1,
        kind: 'photo_rejected',
        reason: 'not_you',
        note: 'An actor, it seems.',
        by_check: true,
        at: server.clock.now(),
        photo: String(photo),
        until: null,
        appeal_over: false,
        appeal: null,
      },
    ])
    expect(await decisions(anna)).toEqual([])
  })

  test('can be appealed against once, by the restricted member, with a receipt', async () => {
    await reject()
    expect((await appeal(1, anna)).error).toEqual(found)
    expect((await appeal(2)).error).toEqual(found)
    server.clock.advance(1_000)
    const at = server.clock.now()
    expect((await appeal(1)).body).toEqual({ number: 'A-000001', at })
    expect((await appeal(1)).error).toEqual({ error: 'already_appealed' })
    expect(server.sql(`select kind from jobs where kind <> 'mail.decision'`)).toEqual([{ kind: 'mail.receipt' }])
    expect(await decisions()).toMatchObject([
      { appeal: { at, text: 'It really is me in it.', number: 'A-000001', answered_at: null, upheld: null } },
    ])
  })

  test('accepts one of two parallel appeals', async () => {
    await reject()
    const answers = await Promise.all([appeal(1), appeal(1), appeal(1)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect(letters()).toHaveLength(1)
  })

  test('is lifted by an upheld appeal, and the member can read that', async () => {
    const photo = await reject()
    await appeal(1)
    server.clock.advance(1_000)
    expect(await answerLetter(server.deps, 1, { upheld: true, text: '' })).toBe('done')
    expect(server.sql('select status, reason from photos where id = ?', photo)).toEqual([
      { status: 'active', reason: null },
    ])
    const now = server.clock.now()
    expect(await decisions()).toMatchObject([{ until: now, appeal: { upheld: true, answered_at: now } }])
    expect(await answerLetter(server.deps, 1, { upheld: false, text: '' })).toBe('same')
    expect(await answerLetter(server.deps, 9, { upheld: true, text: '' })).toBe('not_found')
  })

  test('that rejected the main photo makes it the main photo again after an upheld appeal', async () => {
    const photo = addPhoto(server, bert)
    addPhoto(server, bert, { position: 1 })
    setMain(server, bert, photo)
    const mainPhoto = () => server.sql('select main_photo from profiles where id = ?', bert.id)[0]?.['main_photo']
    await reviewPhoto(server.deps, Number(photo), { approved: false, reason: 'not_you' })
    expect(mainPhoto()).not.toBe(Number(photo))
    await appeal(1)
    await answerLetter(server.deps, 1, { upheld: true, text: '' })
    expect(mainPhoto()).toBe(Number(photo))
  })

  test.each([
    { upheld: true, outcome: 'The decision has been taken back.' },
    { upheld: false, outcome: 'The decision stands.' },
  ])(
    'asks in the answer to an appeal whether the member disagrees only if the decision stays: $upheld',
    async ({ upheld, outcome }) => {
      server.sql(`update users set language = 'en' where id = ?`, bert.id)
      await reject()
      await appeal(1)
      await answerLetter(server.deps, 1, { upheld, text: 'We have looked at it.' })
      await runJobs(server)
      const mail = inboxOf(server).find(({ subject }) => subject === 'Our answer (A-000001)')
      expect(mail?.text).toContain(outcome)
      for (const words of ['Do you disagree?', 'Write to us again', 'a dispute settlement body'])
        expect(mail?.text.includes(words)).toBe(!upheld)
    },
  )

  test('[DESK-9] says when the six months to appeal are over', async () => {
    await reject()
    server.clock.advance(APPEAL_DAYS * DAY_MS - 1)
    server.sql('update sessions set expires_at = ?, last_seen_at = ?', server.clock.now() + DAY_MS, server.clock.now())
    expect(await decisions()).toMatchObject([{ appeal_over: false }])
    server.clock.advance(1)
    expect(await decisions()).toMatchObject([{ appeal_over: true }])
    expect((await appeal(1)).error).toEqual({ error: 'appeal_over' })
  })

  test('stays in force if the appeal is dismissed', async () => {
    const photo = await reject()
    await appeal(1)
    expect(await answerLetter(server.deps, 1, { upheld: false, text: '' })).toBe('done')
    expect(server.sql('select status from photos where id = ?', photo)).toEqual([{ status: 'rejected' }])
    expect(await decisions()).toMatchObject([{ appeal: { upheld: false } }])
  })

  test('is not listed and not open to appeal after it was lifted without one', async () => {
    const photo = await reject()
    await reviewPhoto(server.deps, photo, { approved: true })
    expect(await decisions()).toEqual([])
    expect((await appeal(1)).error).toEqual(found)
  })

  test('removes a profile from search until it is lifted', async () => {
    expect(await searched()).toEqual([bert.id])
    expect(await restrict(bert.id, 'fake')).toBe('done')
    expect(await restrict(bert.id, 'fake')).toBe('same')
    expect(await restrict(999, 'fake')).toBe('not_found')
    expect(await searched()).toEqual([])
    expect(await decisions()).toMatchObject([
      // A person at the command line decided.
      { kind: 'profile_restricted', reason: 'fake', photo: null, by_check: false },
    ])
    expect(await releaseMember(server.deps, bert.id)).toBe('done')
    expect(await releaseMember(server.deps, bert.id)).toBe('same')
    expect(await searched()).toEqual([bert.id])
  })

  test("ends with an upheld appeal; the member's devices get both changes", async () => {
    await restrict(bert.id, 'fake')
    await appeal(1)
    await answerLetter(server.deps, 1, { upheld: true, text: '' })
    expect(await searched()).toEqual([bert.id])
    expect(server.sql(`select count(*) as n from changes where member = ? and kind = 'user'`, bert.id)).toEqual([
      { n: 2 },
    ])
  })
})

describe('[SAFE-8] the outcome of a report', () => {
  test('reaches the reporter in the app and by mail, without the sanction', async () => {
    const carla = await server.signUp('Carla', { language: 'en' })
    const bert = await server.signUp('Bertram')
    const reports = async (member: TestMember) => (await server.as(member)('reports.list')).body.reports
    await server.as(carla)('reports.send', { body: { profile: bert.id, reason: 'scam', text: 'Asked for money.' } })
    expect(await reports(carla)).toEqual([
      expect.objectContaining({ number: 'R-000001', name: 'Bertram', answered_at: null, upheld: null, answer: '' }),
    ])
    await runJobs(server)
    await restrict(bert.id, 'scam', 'Asks for money')
    await answerLetter(server.deps, 1, { upheld: true, text: 'Thank you for telling us.' })
    await runJobs(server)
    expect(await reports(carla)).toEqual([
      expect.objectContaining({ answered_at: server.clock.now(), upheld: true, answer: 'Thank you for telling us.' }),
    ])
    expect(await reports(bert)).toEqual([])
    const mail = inboxOf(server).find(({ subject }) => subject === 'Our answer (R-000001)')
    expect(mail?.recipient).toBe(carla.email)
    expect(mail?.text).toContain('What you reported breaks our rules, and we have acted.')
    expect(mail?.text).not.toContain('Do you disagree?')
    expect(mail?.text).toContain('If that is not enough for you, write to us again and quote the number R-000001.')
    expect(mail?.text).toContain('a dispute settlement body or to a court')
    expect(mail?.text).toContain('Thank you for telling us.')
    expect(mail?.text).not.toMatch(/restrict|Bertram|Asks for money/i)
  })

  test('[SAFE-7] names a fictional profile with its mark', async () => {
    const carla = await server.signUp('Carla')
    const [bert, luna] = [await server.signUp('Bertram'), await server.signUp('Luna', { fictional: true })]
    for (const { id: profile } of [bert, luna])
      await server.as(carla)('reports.send', { body: { profile, reason: 'other' } })
    const { reports } = (await server.as(carla)('reports.list')).body
    expect(reports.map(({ name, fictional }) => [name, fictional])).toEqual([
      ['Luna', true],
      ['Bertram', false],
    ])
  })

  test('is also mailed if nothing was found', async () => {
    const carla = await server.signUp('Carla', { language: 'en' })
    const bert = await server.signUp('Bertram')
    await server.as(carla)('reports.send', { body: { profile: bert.id, reason: 'other' } })
    await answerLetter(server.deps, 1, { upheld: false, text: '' })
    await runJobs(server)
    // The receipt and the outcome are sent at the same time.
    const texts = inboxOf(server).map(({ text }) => text)
    expect(
      texts.filter((text) => text.includes('In what you reported we found nothing that breaks our rules.')),
    ).toHaveLength(1)
  })
})
