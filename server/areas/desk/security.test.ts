/** Attacks on the desk: by a stolen cookie, by a colleague beyond their rights, and by texts of members. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UNDO_MS } from '#contract/desk/limits.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { totpCode } from '../../adapters/totp.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { csvOf } from './csv.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
let orla: DeskCaller
let sinead: DeskCaller
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { gender: 'male', language: 'en', credits: 100 })
  orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
  sinead = deskOn(server.app, (await addTestStaff(server.deps, 'Sinéad', 'support')).cookie)
})
afterEach(() => server.close())

const decide = (body: { act: 'mute' | 'warn' | 'restrict'; until?: number; facts?: string }) =>
  orla('case.decide', {
    params: { member: String(bert.id) },
    body: { reason: 'spam', facts: 'Sent it nine times.', ...body },
  })

const fullPhoto = (id: string) => sinead('photos.file', { params: { id, size: 'full' } })
const answerGroup = (by: DeskCaller, letter: number) =>
  by('letters.answer_group', {
    params: { group: String(letter) },
    body: { upheld: false, text: 'We have looked at it again.' },
  })
const answerAppeal = (by: DeskCaller, upheld: boolean) =>
  by('appeals.answer', { params: { letter: '1' }, body: { upheld, text: 'We have looked at it again.' } })

test('[DESK-1] the second factor gives a new token: one that was known or planted before it opens nothing', async () => {
  const { cookie, sessionHash } = await addTestStaff(server.deps, 'Jonas', 'moderator')
  server.sql('update staff_sessions set entered_at = null where token_hash = ?', sessionHash)
  const code = totpCode('JBSWY3DPEHPK3PXP', server.clock.now())
  const entered = await deskOn(server.app, cookie)('second_factor.totp', { body: { code } })
  expect(entered.body.state).toBe('in')
  expect((await deskOn(server.app, cookie)('staff.list')).error?.error).toBe('staff_login_required')
  const fresh = entered.headers.getSetCookie().find((line) => line.startsWith('desk='))
  expect((await deskOn(server.app, fresh?.split(';')[0])('staff.list')).status).toBe(200)
})

describe('[DESK-9] a letter of a member’s case is not answered as a letter without a member', () => {
  test('an appeal: neither by the first decider, nor by a role that may not decide', async () => {
    await decide({ act: 'mute' })
    server.clock.advance(UNDO_MS)
    await server.as(bert)('decisions.appeal', { params: { id: '1' }, body: { text: 'It was not me.' } })
    expect([(await answerGroup(orla, 1)).status, (await answerGroup(sinead, 1)).status]).toEqual([404, 404])
    expect(server.sql('select answered_at from letters')).toEqual([{ answered_at: null }])
    expect((await sinead('letters.get', { params: { group: '1' } })).status).toBe(404)
  })

  test('a report: not by a role that may not decide', async () => {
    await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'minor' } })
    expect((await answerGroup(sinead, 1)).status).toBe(404)
    expect(server.sql('select answered_at from letters')).toEqual([{ answered_at: null }])
  })
})

test('[SAFE-3] letters under a number beyond all numbers are not found', async () => {
  const group = '9'.repeat(40)
  expect((await orla('letters.get', { params: { group } })).status).toBe(404)
})

test('[DESK-7] a sanction that ends before it begins is refused', async () => {
  for (const act of ['mute', 'restrict'] as const)
    expect((await decide({ act, until: server.clock.now() })).error?.error).toBe('invalid_input')
  expect((await decide({ act: 'mute', until: server.clock.now() + 1 })).status).toBe(200)
})

test('[DESK-3] a private photo that waits for nothing is not opened by counting through the numbers', async () => {
  const bytes = new TextEncoder().encode('a picture')
  const hash = await server.photos.put({ full: bytes, card: bytes, thumb: bytes, blur: bytes })
  const photo = addPhoto(server, anna, { hash, isPrivate: true })
  const open = addPhoto(server, anna, { hash })
  expect([(await fullPhoto(photo)).status, (await fullPhoto(open)).status]).toEqual([404, 200])
})

test('[DESK-8] texts of members and staff are text in a mail, never HTML', async () => {
  const facts = '<img src=x onerror=alert(1)> wrote <a href="https://evil.test">this</a>'
  await decide({ act: 'warn', facts })
  server.clock.advance(UNDO_MS)
  await runJobs(server)
  const mail = inboxOf(server).find(({ recipient }) => recipient === bert.email)
  expect(mail?.text).toContain(facts)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.html).not.toContain('href="https://evil.test"')
})

test('[DESK-13] a cell that a spreadsheet would run as a formula is text, and a number stays a number', () => {
  const cells = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '-5', '-5.25', 'a=b']
  expect(cells.map((cell) => csvOf([cell], []).replaceAll('"', '').slice(0, -2))).toEqual([
    "'=1+1",
    "'+1+1",
    "'-1+1",
    "'@SUM(A1)",
    "'\t=1",
    "'\r=1",
    "'\n=1",
    "' =1",
    "'＝1",
    '-5',
    '-5.25',
    'a=b',
  ])
})

test('[DESK-2] a member of staff cannot raise their own role, nor act on staff by another call', async () => {
  const { id } = (await sinead('staff.list')).body.staff.find(({ name }) => name === 'Sinéad') ?? { id: 0 }
  const body = { role: 'owner', reason: 'I would like to.' } as const
  expect((await sinead('staff.role', { params: { id: String(id) }, body })).error?.error).toBe('role_required')
  expect(
    (await sinead('staff.reset', { params: { id: '1' }, body: { reason: 'I would like to.' } })).error?.error,
  ).toBe('role_required')
  // A new role counts for open sessions at once.
  expect(
    (
      await orla('staff.role', {
        params: { id: String(id) },
        body: { role: 'marketing', reason: 'Moved to another team.' },
      })
    ).status,
  ).toBe(200)
  expect((await sinead('members.find', { query: { q: 'Bert' } })).error?.error).toBe('role_required')
})

test('[DESK-4] one of three colleagues who claim at the same moment gets the case', async () => {
  const jonas = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
  await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam' } })
  const body = { subject: `member:${bert.id}` }
  const answers = await Promise.all([orla, sinead, jonas].map((by) => by('queue.claim', { body })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
})

test('[DESK-9] one answer counts if two colleagues answer an appeal at the same moment', async () => {
  const jonas = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
  const paula = deskOn(server.app, (await addTestStaff(server.deps, 'Paula', 'moderator')).cookie)
  await decide({ act: 'mute' })
  server.clock.advance(11 * 60_000)
  await server.as(bert)('decisions.appeal', { params: { id: '1' }, body: { text: 'It was not me.' } })
  const answers = await Promise.all([answerAppeal(jonas, true), answerAppeal(paula, false)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const rows = server.sql(`select count(*) as n from audit where act = 'letter.answer'`)
  expect(rows).toEqual([{ n: 1 }])
})
