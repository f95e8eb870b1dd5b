import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { EVIDENCE_DAYS, MESSAGES_AROUND } from '#contract/desk/limits.ts'
import type { EvidenceRow } from './evidence-queries.ts'
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { armRecurring } from '../../jobs/recurring.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { addTestStaff, deskOn } from '../../testing/desk.ts'
import { runJobs } from '../../testing/post-office.ts'
import { addPhoto, setMain } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { listQueue } from '../desk/queue.ts'
import { setLegalHold } from './evidence.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
let files: { shown: string; sent: string }
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { credits: 100 })
  bert = await server.signUp('Bert', { gender: 'male', credits: 100, aboutMe: 'I believe in signs.' })
  files = { shown: await put('of Bert'), sent: await put('sent by Bert') }
  setMain(server, bert, addPhoto(server, bert, { hash: files.shown }))
})
afterEach(() => server.close())

const put = (content: string): Promise<string> => {
  const bytes = new TextEncoder().encode(content)
  return server.photos.put({ full: bytes, card: bytes, thumb: bytes, blur: bytes })
}
const isThere = async (hash: string): Promise<boolean> => (await server.photos.read(hash, 'full')) !== null

const write = async (from: TestMember, to: TestMember, text: string): Promise<number> =>
  (await server.sendText(from, to, text)).body.message.id
const report = (message?: number) =>
  server.as(anna)('reports.send', {
    body: { profile: bert.id, reason: 'blackmail', text: 'Wants 500 €', ...(message ? { message } : {}) },
  })
const kept = async (letter = 1): Promise<EvidenceRow> => {
  const row = await server.deps.read.evidence.of(letter)
  if (!row) throw new Error('There is no evidence')
  return row
}
const hold = (letter: number, legalHold: boolean) =>
  setLegalHold(server.deps, letter, { legalHold, staff: null, reason: 'A request of the police' })
/** Runs the hourly round of deletions. */
const round = async () => {
  await server.deps.write((tx) => armRecurring(tx, server.deps.now()))
  await runJobs(server)
}
const bertLeaves = async () => {
  await server.as(bert)('user.delete', { body: { password: TEST_PASSWORD } })
  server.clock.advance(REACTIVATION_DAYS * DAY_MS)
  await round()
}
const texts = (row: EvidenceRow) => row.messages.map(({ text }) => text)

describe('[DESK-6] the evidence of a report', () => {
  test('evidence has the profile, its photos and ten messages around, whatever changes later', async () => {
    const ids: number[] = []
    for (let count = 0; count < 20; count += 1)
      ids.push(await write(count % 2 === 0 ? bert : anna, count % 2 === 0 ? anna : bert, `text ${count}`))
    await report(ids[10])
    server.sql(`update profiles set name = 'Viktor' where id = ?`, bert.id)
    server.sql(`update profile_details set about_me = '' where id = ?`, bert.id)
    server.sql(`update messages set text = ''`)
    const row = await kept()
    expect(row).toMatchObject({
      member: bert.id,
      takenAt: server.clock.now(),
      heldUntil: server.clock.now() + 365 * DAY_MS,
      profile: { name: 'Bert', about_me: 'I believe in signs.', photos: [{ hash: files.shown, main: true }] },
    })
    const around = Array.from({ length: 2 * MESSAGES_AROUND + 1 }, (_, index) => `text ${index + 5}`)
    expect(texts(row)).toEqual(around)
  })

  test('evidence of a reported profile has the newest messages of the conversation, or none without one', async () => {
    await report()
    expect((await kept()).messages).toEqual([])
    for (let count = 0; count < 12; count += 1) await write(bert, anna, `text ${count}`)
    await report()
    expect(texts(await kept(2))).toEqual(Array.from({ length: 10 }, (_, index) => `text ${index + 2}`))
  })

  test('[ACC-12] has the messages of both, also when the reporter has deleted the account', async () => {
    await write(bert, anna, 'Pay.')
    await write(anna, bert, 'Please stop.')
    await report()
    await server.as(anna)('user.delete', { body: { password: TEST_PASSWORD } })
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await round()
    expect(server.sql('select text from messages where sender = ?', anna.id)).toEqual([{ text: '' }])
    expect(texts(await kept())).toEqual(['Pay.', 'Please stop.'])
  })

  test('is taken for a visitor’s notice too, without any message', async () => {
    await write(bert, anna, 'Hello')
    const body = { name: 'Nadia', email: 'nadia@example.test', text: 'The photos are mine.', profile: String(bert.id) }
    await server.visitor('complaints.send', { body: { ...body, reason: 'fake', good_faith: true } })
    expect(await kept()).toMatchObject({ member: bert.id, messages: [] })
  })

  test('evidence and its report are written together: a failing write stores neither', async () => {
    server.sql('drop table evidence_photos')
    expect((await report()).status).toBe(500)
    expect(server.sql('select id from letters')).toEqual([])
    expect(server.sql('select letter from evidence')).toEqual([])
  })
})

const others = () => ({
  account: server.sql('select email, status from users where id = ?', bert.id),
  texts: server.sql('select text from messages where sender = ?', bert.id),
  photos: server.sql('select id from photos where owner = ?', bert.id),
})
const nothing = () => ({
  account: [{ email: `deleted-${bert.id}`, status: 'deleted' }],
  texts: [{ text: '' }, { text: '' }],
  photos: [],
})

describe('[DESK-6] [ACC-12] a reported member who deletes the account', () => {
  let message: number
  beforeEach(async () => {
    message = await write(bert, anna, 'Pay, or your family sees them.')
    const [row] = server.sql(
      `insert into messages (conversation, sender, client_id, type, text, sent_at) values (1, ?, 'p', 'photo', '', 1) returning id`,
      bert.id,
    )
    server.sql(`insert into message_photos values (?, ?, '', 1, 1)`, row?.['id'], files.sent)
    await report(message)
  })

  test('the purge leaves only the held evidence, and the case stays in the queue', async () => {
    await bertLeaves()
    expect(others()).toEqual(nothing())
    expect(texts(await kept())).toEqual(['Pay, or your family sees them.', ''])
    expect([await isThere(files.shown), await isThere(files.sent)]).toEqual([true, true])
    const { rows } = await listQueue(server.deps, 1, async () => new Map(), { filter: 'all', after: null })
    expect(rows).toMatchObject([{ subject: `member:${bert.id}`, severity: 'grave', member: { name: '', age: null } }])
  })

  test('[DESK-7] [DESK-8] is still decided: the case shows the evidence, the reporter hears, and the hold continues', async () => {
    await bertLeaves()
    const desk = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
    const found = (await desk('case.get', { params: { member: String(bert.id) } })).body
    expect(found.evidence).toMatchObject([{ letter: 1, profile: { name: 'Bert', about_me: 'I believe in signs.' } }])
    const opened = (await desk('case.messages', { params: { letter: '1' } })).body
    expect(JSON.stringify(opened)).toContain('Pay, or your family sees them.')
    const decided = await desk('case.decide', {
      params: { member: String(bert.id) },
      body: { act: 'ban', reason: 'blackmail', until: null, facts: 'Demanded money.', statement: '', warn: false },
    })
    expect(decided.status).toBe(200)
    expect(server.sql('select answered_at is not null as answered, upheld from letters')).toEqual([
      { answered: 1, upheld: 1 },
    ])
    const { rows } = await listQueue(server.deps, 1, async () => new Map(), { filter: 'all', after: null })
    expect(rows).toEqual([])
    // A decision changes nothing about the erased account, and nothing about the hold.
    expect(others()).toEqual(nothing())
    expect(texts(await kept())).toEqual(['Pay, or your family sees them.', ''])
    expect((await kept()).heldUntil).toBe(server.clock.now() - REACTIVATION_DAYS * DAY_MS + EVIDENCE_DAYS * DAY_MS)
    await round()
    expect([await isThere(files.shown), await isThere(files.sent)]).toEqual([true, true])
    server.clock.advance((EVIDENCE_DAYS - REACTIVATION_DAYS + 1) * DAY_MS)
    await round()
    expect(server.sql('select * from evidence')).toEqual([])
    expect([await isThere(files.shown), await isThere(files.sent)]).toEqual([false, false])
  })

  test('loses the evidence when the 12 months are over', async () => {
    await bertLeaves()
    server.clock.advance((EVIDENCE_DAYS - REACTIVATION_DAYS) * DAY_MS)
    await round()
    expect(server.sql('select letter from evidence')).toHaveLength(1)
    server.clock.advance(DAY_MS)
    await round()
    for (const table of ['evidence', 'evidence_photos', 'identity_marks'])
      expect(server.sql(`select * from ${table}`)).toEqual([])
    expect(server.sql('select profile, message from letters')).toEqual([{ profile: null, message: null }])
    expect([await isThere(files.shown), await isThere(files.sent)]).toEqual([false, false])
  })

  test('a legal hold by hand keeps it beyond that, until it is lifted', async () => {
    expect(await hold(1, true)).toBe('done')
    expect(await hold(1, true)).toBe('same')
    expect(await hold(9, true)).toBe('not_found')
    server.clock.advance((EVIDENCE_DAYS + 1) * DAY_MS)
    await round()
    expect(texts(await kept())).toHaveLength(2)
    await hold(1, false)
    server.clock.advance(DAY_MS)
    await round()
    expect(server.sql('select * from evidence')).toEqual([])
    // The account is still there, so its own photo stays.
    expect(await isThere(files.shown)).toBe(true)
  })
})
