/** An undo at the desk brings back everything that the decision changed, and nothing more [DESK-8]. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { UNDO_MS } from '#contract/desk/limits.ts'
import type { DeskInput } from '#contract/desk/calls.ts'
import type { ReportReason } from '#contract/entities/safety.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { settleAttempt } from '../age/result.ts'
import { reviewPhoto } from '../photos/review.ts'
import { answerLetter, releaseMember } from '../safety/desk.ts'

let server: TestServer
let victor: TestMember
let others: TestMember[]
let jonas: DeskCaller
beforeEach(async () => {
  server = await createTestServer()
  victor = await server.signUp('Victor', { gender: 'male', language: 'en', credits: 20 })
  others = []
  for (const name of ['Anna', 'Bea', 'Carla', 'Dora']) others.push(await server.signUp(name, { language: 'en' }))
  jonas = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
})
afterEach(() => server.close())

type Choice = Omit<DeskInput<'case.decide'>['body'], 'act'>
const decide = async (act: DeskInput<'case.decide'>['body']['act'], choice: Choice = {}) =>
  (
    await jonas('case.decide', {
      params: { member: String(victor.id) },
      body: { act, reason: 'spam', facts: 'Advertised a shop.', ...choice },
    })
  ).body
const undo = async (at: number) =>
  (await jonas('case.undo', { params: { member: String(victor.id) }, body: { at } })).body.undone
const readCase = async () => (await jonas('case.get', { params: { member: String(victor.id) } })).body
const openHeld = () => jonas('case.held_message', { params: { flag: '1' } })
const sanction = async () => (await readCase()).member.sanction
const statementLeaves = async () => {
  server.clock.advance(UNDO_MS)
  await runJobs(server)
}
const mailsTo = (member: TestMember) => inboxOf(server).filter(({ recipient }) => recipient === member.email)
const decisionsOf = async (member: TestMember) => (await server.as(member)('decisions.list')).body.decisions
const write = (to: TestMember | undefined, text: string) => server.sendText(victor, { id: to?.id ?? 0 }, text)
const threeReports = async (reason: ReportReason = 'spam') => {
  for (const other of others.slice(0, 3))
    await server.as(other)('reports.send', { body: { profile: victor.id, reason, text: '' } })
}

const stateOf = (photo: number) => server.sql('select status, reason from photos where id = ?', photo)[0]
const chats = async () => (await server.as(others[3] ?? victor)('chats.get')).body.chats.length
const credits = () => server.sql('select credits from users where id = ?', victor.id)[0]?.['credits']

test('[DESK-7] a decision that is sent again after its answer was lost counts once, and its undo reverts it', async () => {
  const until = server.clock.now() + 7 * DAY_MS
  const client_id = server.deps.newId()
  const first = await decide('mute', { until, client_id })
  server.clock.advance(5_000)
  expect(await decide('mute', { until: until + 5_000, client_id })).toEqual(first)
  expect(server.sql('select kind from decisions')).toEqual([{ kind: 'muted' }])
  await undo(first.at)
  expect(await sanction()).toBeNull()
  // A new press decides anew.
  await decide('mute', { until, client_id: server.deps.newId() })
  expect(await sanction()).toBe('muted')
})

test('[DESK-7] a decision that is sent again counts once, also after the next one by the same colleague', async () => {
  const [client_id, next] = [server.deps.newId(), server.deps.newId()]
  const first = await decide('warn', { client_id })
  await decide('warn', { client_id: next, facts: 'Advertised another shop.' })
  expect(await decide('warn', { client_id })).toEqual(first)
  expect(server.sql('select count(*) as n from decisions')).toEqual([{ n: 2 }])
})

test('[DESK-7] a decision that is changed after its answer was lost is not added to the first', async () => {
  await threeReports()
  await jonas('queue.claim', { body: { subject: `member:${victor.id}` } })
  const { case: open } = await readCase()
  const { at } = await decide('warn', { client_id: server.deps.newId(), case: open ?? 0 })
  const again = () =>
    jonas('case.decide', {
      params: { member: String(victor.id) },
      body: { act: 'warn', reason: 'spam', facts: 'Advertised two.', client_id: server.deps.newId(), case: open ?? 0 },
    })
  expect((await again()).error).toEqual({ error: 'changed_meanwhile' })
  expect(await decisionsOf(victor)).toMatchObject([{ kind: 'warned' }])
  // The undo opens the case again.
  await undo(at)
  expect((await again()).status).toBe(200)
})

test('[DESK-7] a colleague undoes no decision of another, and removes no photo or message of another member', async () => {
  const orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'moderator')).cookie)
  const { at } = await decide('mute', { until: server.clock.now() + DAY_MS })
  const undone = await orla('case.undo', { params: { member: String(victor.id) }, body: { at } })
  expect([undone.body.undone, await sanction()]).toEqual([false, 'muted'])
  const photo = Number(addPhoto(server, others[0] ?? victor))
  await decide('remove_photo', { photo, photo_reason: 'nudity' })
  expect(stateOf(photo)).toMatchObject({ status: 'active' })
  const { message } = (await server.sendText(others[0] ?? victor, victor, 'Ciao Victor')).body
  await decide('remove_text', { message: message.id })
  expect(server.sql('select text from messages')).toEqual([{ text: 'Ciao Victor' }])
})

test('[DESK-8] a decision cannot be undone any more once its statement leaves', async () => {
  const { at } = await decide('mute', { until: server.clock.now() + DAY_MS })
  server.clock.advance(UNDO_MS)
  expect([await undo(at), await sanction()]).toEqual([false, 'muted'])
})

test('[DESK-4] a decision that is refused leaves the case free, and a claim from before stays', async () => {
  const choice = { act: 'remove_photo', reason: 'nudity', facts: 'Shows nudity.', photo: 999 } as const
  const refuse = async () =>
    (await jonas('case.decide', { params: { member: String(victor.id) }, body: choice })).error?.error
  expect([await refuse(), (await readCase()).claim]).toEqual(['not_found', null])
  await jonas('queue.claim', { body: { subject: `member:${victor.id}` } })
  expect([await refuse(), (await readCase()).claim]).toMatchObject(['not_found', { name: 'Jonas' }])
})

test('[DESK-4] an answer to an appeal that has been answered leaves the case free', async () => {
  await decide('mute')
  await statementLeaves()
  await server.as(victor)('decisions.appeal', { params: { id: '1' }, body: { text: 'It was not me.' } })
  const orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'moderator')).cookie)
  const answer = { params: { letter: '1' }, body: { upheld: false, text: 'We have looked at it again.' } }
  expect([(await orla('appeals.answer', answer)).status, (await orla('appeals.answer', answer)).status]).toEqual([
    200, 409,
  ])
  expect((await readCase()).claim).toBeNull()
})

test('[DESK-6] a case says how many reports each reporter has made, and how many were right', async () => {
  await threeReports()
  await decide('none')
  server.clock.advance(UNDO_MS)
  await server.as(others[0] ?? victor)('reports.send', { body: { profile: victor.id, reason: 'scam', text: '' } })
  expect((await readCase()).reporters).toEqual([{ id: others[0]?.id, reports: 2, upheld: 0, dismissed: 1 }])
})

test('[DESK-7] a changed decision is not added to the first while an appeal waits, and its undo brings the case back', async () => {
  await decide('mute')
  await statementLeaves()
  await server.as(victor)('decisions.appeal', { params: { id: '1' }, body: { text: 'It was not me.' } })
  await threeReports()
  await jonas('queue.claim', { body: { subject: `member:${victor.id}` } })
  const { case: open } = await readCase()
  const body = { act: 'warn', reason: 'spam', case: open ?? 0 } as const
  const params = { member: String(victor.id) }
  const first = await jonas('case.decide', { params, body: { ...body, facts: 'Advertised a shop.' } })
  const changed = await jonas('case.decide', { params, body: { ...body, facts: 'Advertised two.' } })
  expect([first.status, changed.error]).toEqual([200, { error: 'changed_meanwhile' }])
  expect((await readCase()).items.map(({ kind }) => kind)).toEqual(['appeal'])
  await undo(first.body.at)
  const { case: reopened, items } = await readCase()
  expect([reopened, items.length]).toEqual([open, 5])
})

describe('[DESK-8] an undo of a removed photo', () => {
  test('shows nobody a photo that was still waiting for its review', async () => {
    const photo = Number(addPhoto(server, victor, { status: 'pending' }))
    const { at } = await decide('remove_photo', { photo, photo_reason: 'nudity' })
    expect(await undo(at)).toBe(true)
    expect(stateOf(photo)).toEqual({ status: 'pending', reason: null })
  })

  test('leaves a photo rejected that a colleague had rejected before', async () => {
    const photo = Number(addPhoto(server, victor))
    await reviewPhoto(server.deps, photo, { approved: false, reason: 'nudity' })
    server.clock.advance(1)
    const { at } = await decide('remove_photo', { photo, photo_reason: 'other' })
    expect(await undo(at)).toBe(true)
    expect(stateOf(photo)).toEqual({ status: 'rejected', reason: 'nudity' })
    expect(await decisionsOf(victor)).toMatchObject([{ kind: 'photo_rejected', reason: 'nudity' }])
  })

  test('shows a photo that others saw before, as the main photo that it was', async () => {
    const first = Number(addPhoto(server, victor))
    const main = Number(addPhoto(server, victor, { position: 1 }))
    setMain(server, victor, String(main))
    const { at } = await decide('remove_photo', { photo: main, photo_reason: 'other' })
    const mainPhoto = () => server.sql('select main_photo from profiles where id = ?', victor.id)[0]?.['main_photo']
    expect(mainPhoto()).toBe(first)
    expect(await undo(at)).toBe(true)
    expect(stateOf(main)).toEqual({ status: 'active', reason: null })
    expect(mainPhoto()).toBe(main)
    expect(await decisionsOf(victor)).toEqual([])
  })
})

describe('[GUARD-4] the automatic mute', () => {
  test('ends with any decision of a person: a warned member writes to new people again', async () => {
    await threeReports()
    expect(await sanction()).toBe('muted')
    await decide('warn')
    expect(await sanction()).toBeNull()
    await statementLeaves()
    expect(mailsTo(victor).at(-1)?.text).toContain('You can keep using everything.')
    expect((await write(others[3], 'Hello')).status).toBe(201)
  })

  test('becomes the mute of the person who decides so, with its facts', async () => {
    await threeReports()
    await decide('mute')
    await statementLeaves()
    expect(await sanction()).toBe('muted')
    expect(mailsTo(victor).at(-1)?.text).toContain('Advertised a shop.')
    expect((await readCase()).decisions).toMatchObject([
      { kind: 'muted', is_own: true },
      { lifted_at: expect.any(Number) },
    ])
  })

  test.each(['none', 'warn', 'mute'] as const)('is back after the undo of "%s"', async (act) => {
    await threeReports()
    server.clock.advance(1)
    const { at } = await decide(act)
    expect(await undo(at)).toBe(true)
    expect(await sanction()).toBe('muted')
    expect((await readCase()).items.map(({ kind }) => kind)).toContain('flag')
    expect((await decisionsOf(victor)).map(({ kind }) => kind)).toEqual(['muted'])
  })
})

const doubt = async (): Promise<void> => {
  await settleAttempt(server.deps, { id: 'x', userId: victor.id, way: 'provider' }, { result: 'not_over' })
  server.clock.advance(1)
}
const checks = () => server.sql('select * from age_checks')
const standing = async () => (await decisionsOf(victor)).map(({ kind, note }) => `${kind} ${note}`)

describe('[GUARD-6] a doubt about the age', () => {
  test.each([
    { act: 'none', reason: 'minor', stands: [] },
    { act: 'warn', reason: 'minor', stands: ['warned Looks 40.'] },
    { act: 'remove_text', reason: 'minor', stands: ['text_removed Looks 40.'] },
    { act: 'mute', reason: 'spam', stands: ['muted Looks 40.'] },
    { act: 'restrict', reason: 'fake', stands: ['profile_restricted Looks 40.'] },
    { act: 'ban', reason: 'scam', stands: ['banned Looks 40.'] },
  ] as const)(
    'ends with "$act" under the rule $reason: a check can be taken again',
    async ({ act, reason, stands }) => {
      server.sql(`update profile_details set about_me = 'I am young.' where id = ?`, victor.id)
      await doubt()
      const before = checks()
      const { at } = await decide(act, { reason, facts: 'Looks 40.' })
      expect([await standing(), checks()]).toEqual([stands, []])
      expect(server.sql(`select upheld from flags where kind = 'age'`)).toEqual([{ upheld: 0 }])
      expect(await undo(at)).toBe(true)
      expect([await standing(), checks(), await sanction()]).toEqual([['profile_restricted '], before, 'restricted'])
    },
  )

  test('ends when a command releases the member', async () => {
    await doubt()
    await releaseMember(server.deps, victor.id)
    expect([await standing(), checks(), await sanction()]).toEqual([[], [], null])
  })

  test.each([
    { act: 'restrict', kind: 'profile_restricted' },
    { act: 'ban', kind: 'banned' },
  ] as const)('becomes the decision of the person who finds a minor: "$act"', async ({ act, kind }) => {
    await doubt()
    const before = checks()
    const { at } = await decide(act, { reason: 'minor', facts: 'Wears a school uniform.' })
    expect([await standing(), checks()]).toEqual([[`${kind} Wears a school uniform.`], before])
    expect(server.sql(`select upheld from flags where kind = 'age'`)).toEqual([{ upheld: 1 }])
    expect(await undo(at)).toBe(true)
    expect([await standing(), checks(), await sanction()]).toEqual([['profile_restricted '], before, 'restricted'])
  })

  test('does not come back over a check that the member has passed since', async () => {
    await doubt()
    const { at } = await decide('none', { reason: 'minor', facts: 'Looks 40.' })
    await settleAttempt(server.deps, { id: 'y', userId: victor.id, way: 'provider' }, { result: 'over' })
    const passed = checks()
    expect(await undo(at)).toBe(true)
    expect(checks()).toEqual(passed)
  })

  test('ends with a suspension of a minor, so that a check can be taken after it', async () => {
    await doubt()
    await decide('suspend', { reason: 'minor', until: server.clock.now() + 60_000 })
    expect([await sanction(), checks()]).toEqual(['suspended', []])
  })

  test('ends with an upheld appeal against the ban of a minor', async () => {
    await doubt()
    const { decision } = await decide('ban', { reason: 'minor' })
    await server.as(victor)('decisions.appeal', {
      params: { id: String(decision) },
      body: { text: 'I am forty years old.' },
    })
    const [letter] = server.sql(`select id from letters where kind = 'appeal'`)
    await answerLetter(server.deps, Number(letter?.['id']), { upheld: true, text: '' })
    expect([await sanction(), checks()]).toEqual([null, []])
  })
})

describe('[GUARD-1] a held message', () => {
  const BAD = 'I earn 500 a day with bitcoin, see btc-profit.top'

  test('[DESK-3] shows why in its case, and its text only after a logged look, as long as it waits', async () => {
    await write(others[3], BAD)
    const found = await readCase()
    expect(found.held).toEqual([{ flag: 1, found: ['link'] }])
    expect(JSON.stringify(found)).not.toContain('bitcoin')
    expect((await openHeld()).body).toMatchObject({ text: BAD, to: 'Dora' })
    expect(server.sql('select act, subject_kind from audit')).toEqual([
      { act: 'case.open_conversation', subject_kind: 'message' },
    ])
    await decide('none')
    expect((await openHeld()).status).toBe(404)
    expect((await readCase()).held).toEqual([])
  })

  test('is delivered when the decision can no longer be undone', async () => {
    await write(others[3], BAD)
    await decide('none')
    await runJobs(server)
    expect(await chats()).toBe(0)
    await statementLeaves()
    expect(await chats()).toBe(1)
  })

  test('still waits for an answer after an undo, and reaches nobody before', async () => {
    await write(others[3], BAD)
    const paid = credits()
    await undo((await decide('none')).at)
    await statementLeaves()
    expect([await chats(), credits()]).toEqual([0, paid])
    expect((await readCase()).held).toEqual([{ flag: 1, found: ['link'] }])
  })

  test('reaches nobody if the decision is undone, also after the next one', async () => {
    await write(others[3], BAD)
    const paid = credits()
    const { at } = await decide('none')
    server.clock.advance(1)
    expect(await undo(at)).toBe(true)
    await decide('warn')
    await statementLeaves()
    expect(await chats()).toBe(0)
    // A message that reaches nobody costs nothing.
    expect(credits()).toBeGreaterThan(Number(paid))
  })
})

test('[DESK-8] a decision that was undone is not in the history of the member, and the audit has both acts', async () => {
  const { at } = await decide('warn')
  await undo(at)
  const { history } = (await jonas('members.get', { params: { id: String(victor.id) } })).body
  expect(history.map(({ kind }) => kind)).not.toContain('decision')
  const acts = server.sql('select act from audit order by id').map(({ act }) => act)
  expect(acts).toEqual(['member.sanction', 'case.decide', 'decision.lift', 'case.undo'])
})
