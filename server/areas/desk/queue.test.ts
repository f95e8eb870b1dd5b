import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { deskCalls } from '#contract/desk/calls.ts'
import { QUEUE_PAGE } from '#contract/desk/limits.ts'
import type { QueueFilter } from '#contract/desk/queue.ts'
import { isMoneyKind, ITEM_KINDS, itemWeightOf, type ItemKind } from '#contract/desk/severity.ts'
import { moneyOf } from '#contract/desk/subject.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/entities/safety.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { recordOf } from '#contract/records.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPayment } from '../../testing/money-rows.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { askApproval } from './ask-approval.ts'
import { listQueue } from './queue.ts'
import { claimRow, claimSubject, releaseRow, releaseSubject } from './claims.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { gender: 'male' })
})
afterEach(() => server.close())

const ORLA = 1
const JONAS = 2
const NAMES = new Map([
  [ORLA, 'Orla'],
  [JONAS, 'Jonas'],
])
const queue = (filter: QueueFilter = 'all', { staff = ORLA, after = null as string | null } = {}) =>
  listQueue(server.deps, staff, async () => NAMES, { filter, after })
const subjects = async (filter: QueueFilter = 'all') => (await queue(filter)).rows.map(({ subject }) => subject)
const report = (by: TestMember, about: TestMember, reason: ReportReason, text = '') =>
  server.as(by)('reports.send', { body: { profile: about.id, reason, text } })
const complain = (text: string, email = 'visitor@example.test') =>
  server.visitor('complaints.send', { body: { name: 'Visitor', email, text } })
const complainAbout = ({ id }: TestMember) =>
  server.visitor('complaints.send', {
    body: {
      name: 'Nadia',
      email: 'nadia@example.test',
      text: 'The photos are mine.',
      profile: String(id),
      reason: 'fake',
      good_faith: true,
    },
  })
const claim = (staff: number, subject: string, takeOver = false) =>
  server.deps.write((tx) => claimSubject(tx, { staff, subject, takeOver }, server.clock.now()))
const release = (staff: number, subject: string) =>
  server.deps.write((tx) => releaseSubject(tx, { staff, subject }, server.clock.now()))

describe('[DESK-4] the queue', () => {
  test('5,000 spam complaints never hide one report of a minor', async () => {
    server.sql(
      `insert into letters (kind, name, email, language, text, at)
        select 'complaint', 'Spam', 'spam' || value || '@example.test', 'en', 'different text ' || value, ${server.clock.now() - HOUR_MS}
        from json_each(?)`,
      JSON.stringify(Array.from({ length: 5_000 }, (_, count) => count)),
    )
    await report(anna, bert, 'minor', 'told me he is 16')
    const { rows, counts } = await queue()
    expect(rows[0]).toMatchObject({ subject: `member:${bert.id}`, severity: 'grave', count: 1 })
    expect(rows).toHaveLength(QUEUE_PAGE)
    expect(counts).toMatchObject({
      all: 5_001,
      kinds: { complaint: 5_000, report: 1 },
      severities: { grave: 1, harm: 0, rest: 5_000 },
      mine: 0,
      free: 5_001,
    })
  })

  test('equal complaints share one row, however they are typed, and each counts', async () => {
    await complain('You took my money, twice!', 'one@example.test')
    await complain('you took my money  twice', 'two@example.test')
    await complain('Something else entirely is wrong.', 'three@example.test')
    const { rows, counts } = await queue()
    expect(rows.map(({ count, member }) => [count, member])).toEqual([
      [2, null],
      [1, null],
    ])
    expect(counts.kinds.complaint).toBe(3)
  })

  test('all items about one member are one row, as severe as its worst item', async () => {
    const carla = await server.signUp('Carla')
    await report(anna, bert, 'spam', 'first')
    server.clock.advance(2 * HOUR_MS)
    await report(carla, bert, 'scam', 'second')
    await report(carla, anna, 'harassment', 'third')
    const { rows } = await queue()
    expect(rows).toMatchObject([
      {
        subject: `member:${anna.id}`,
        severity: 'harm',
        count: 1,
      },
      {
        subject: `member:${bert.id}`,
        severity: 'harm',
        due_at: server.clock.now() + 24 * HOUR_MS,
        count: 2,
        member: { id: bert.id, name: 'Bert', age: 36 },
        items: [
          { kind: 'report', reason: 'scam', text: 'second', number: 'R-000002', from: { name: 'Carla' } },
          { kind: 'report', reason: 'spam', text: 'first', number: 'R-000001', from: { name: 'Anna' } },
        ],
      },
    ])
  })

  test('the order and the due times are those of the rule, for every reason', async () => {
    for (const reason of REPORT_REASONS) {
      const member = await server.signUp(`About ${reason}`)
      await report(anna, member, reason)
      server.clock.advance(MINUTE_MS)
    }
    const { rows } = await queue()
    const shown = rows.flatMap(({ items }) => items)
    const weighed = shown.map(({ kind, reason, at }) =>
      itemWeightOf({ kind, reason: REPORT_REASONS.find((one) => one === reason) ?? null, at }),
    )
    expect(shown.map(({ severity, due_at }) => ({ severity, dueAt: due_at }))).toEqual(weighed)
    const severities = rows.map(({ severity }) => severity)
    expect(severities).toEqual([...severities].toSorted((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other)))
  })

  test('waiting photos are one row with the number of their members', async () => {
    addPhoto(server, anna, { status: 'pending' })
    addPhoto(server, anna, { status: 'pending' })
    addPhoto(server, bert, { status: 'pending' })
    addPhoto(server, bert)
    const { rows, counts } = await queue()
    expect(rows).toMatchObject([{ subject: 'photos', count: 3, members: 2, member: null, severity: 'rest' }])
    expect(counts.kinds.photo).toBe(3)
  })

  test('a filter shows its rows; the counts stay true', async () => {
    await report(anna, bert, 'scam')
    await complain('You took my money, twice!')
    expect(await subjects('report')).toEqual([`member:${bert.id}`])
    expect(await subjects('complaint')).toHaveLength(1)
    expect(await subjects('appeal')).toEqual([])
    expect((await queue('appeal')).counts.all).toBe(2)
  })

  test('a filter by kind shows the items of that kind, counts those of all pages, and still no portrait of a grave case', async () => {
    const photo = addPhoto(server, bert)
    server.sql('update profiles set main_photo = ? where id = ?', photo, bert.id)
    await report(anna, bert, 'blackmail')
    await complainAbout(bert)
    server.clock.advance(1_000)
    for (let others = 0; others < QUEUE_PAGE + 1; others += 1)
      await complainAbout(await server.signUp(`Other ${others}`))
    const { rows, fitting, counts } = await queue('notice')
    const row = rows.find(({ subject }) => subject === `member:${bert.id}`)
    expect(row).toMatchObject({ severity: 'rest', count: 1, member: { photo: null } })
    expect(row?.items.map(({ kind }) => kind)).toEqual(['notice'])
    expect([rows.length, fitting]).toEqual([QUEUE_PAGE, { grave: 0, harm: 0, rest: QUEUE_PAGE + 2 }])
    expect(counts.severities).toEqual({ grave: 1, harm: 0, rest: QUEUE_PAGE + 2 })
    expect((await queue('free')).fitting).toEqual(counts.severities)
    expect((await queue('mine')).fitting).toEqual({ grave: 0, harm: 0, rest: 0 })
  })

  test('each kind that waits for a person is there, is counted, and is found by its filter', async () => {
    const at = server.clock.now()
    const letter = (kind: string, profile: number | null, sender: number | null) =>
      server.sql(
        `insert into letters (kind, language, text, at, profile, user_id, reason) values (?, 'it', ?, ?, ?, ?, 'spam')`,
        kind,
        `A ${kind}`,
        at,
        profile,
        sender,
      )
    const carla = await server.signUp('Carla')
    addPhoto(server, anna, { status: 'pending' })
    letter('report', bert.id, anna.id)
    letter('appeal', null, anna.id)
    letter('complaint', null, null)
    letter('notice', carla.id, null)
    server.sql('insert into chargebacks (payment, amount, at) values (?, 999, ?)', addPayment(server, carla.id), at)
    addPayment(server, anna.id, { refunded: 999, refundRefusedAt: at })
    await server.deps.write(async (tx) => {
      await tx.flags.addFlag({ member: bert.id, kind: 'velocity', severity: 'harm', facts: {} }, at)
      await tx.flags.addFlag({ member: carla.id, kind: 'age', severity: 'grave', facts: {} }, at)
      await askApproval(tx, { kind: 'goodwill', member: bert.id, credits: 90, reason: 'sorry', staff: JONAS, at })
    })
    const waiting = {
      photo: 'photos',
      report: `member:${bert.id}`,
      appeal: `member:${anna.id}`,
      complaint: 'letters:3',
      notice: `member:${carla.id}`,
      chargeback: `money:${carla.id}`,
      flag: `member:${bert.id}`,
      age: `member:${carla.id}`,
      approval: `money:${bert.id}`,
      refund: `money:${anna.id}`,
    } as const satisfies Record<ItemKind, string>
    const { counts } = await queue()
    expect([counts.all, counts.kinds]).toEqual([ITEM_KINDS.length, recordOf(ITEM_KINDS, () => 1)])
    for (const kind of ITEM_KINDS) {
      expect([kind, await subjects(kind)]).toEqual([kind, [waiting[kind]]])
      expect([kind, moneyOf(waiting[kind]) !== null]).toEqual([kind, isMoneyKind(kind)])
    }
  })

  test('a chargeback and a refused refund without an invoice do not make the whole queue unreadable', async () => {
    const at = server.clock.now()
    const payment = addPayment(server, anna.id, { refunded: 999, refundRefusedAt: at, invoice: null })
    server.sql('insert into chargebacks (payment, amount, at) values (?, 999, ?)', payment, at)
    const [row] = v.parse(deskCalls['queue.list'].response, await queue()).rows
    expect(row?.items.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['chargeback 999 EUR', 'refund 999 EUR'])
  })

  test('a refused refund has the part that is still owed, as the page of the money has it', async () => {
    const at = server.clock.now()
    addPayment(server, anna.id, { refunded: 999, refundRefusedAt: at, refundedThere: 300, chargedBackThere: 100 })
    addPayment(server, bert.id, { refunded: 999, refundRefusedAt: at, refundedOtherwise: 999 })
    const { rows } = await queue('refund')
    expect(rows.flatMap(({ items }) => items.map(({ text }) => text)).toSorted()).toEqual(['0 EUR', '599 EUR'])
  })

  test('pages follow each other without a gap and without a repeat', async () => {
    for (let count = 0; count < 2 * QUEUE_PAGE + 7; count += 1) await complain(`Complaint of number ${count}`)
    const seen: string[] = []
    let after: string | null = null
    do {
      const page = await queue('all', { after })
      seen.push(...page.rows.map(({ subject }) => subject))
      after = page.next
    } while (after !== null)
    expect(seen).toHaveLength(2 * QUEUE_PAGE + 7)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('a member in a case of a minor has no portrait in the queue', async () => {
    addPhoto(server, bert)
    await report(anna, bert, 'scam')
    expect((await queue()).rows[0]?.member?.photo).not.toBeNull()
    await report(anna, bert, 'minor')
    expect((await queue()).rows[0]?.member?.photo).toBeNull()
  })

  test('a row about money has no portrait, since finance may not load photos', async () => {
    addPhoto(server, bert)
    await server.deps.write((tx) =>
      askApproval(tx, { kind: 'goodwill', member: bert.id, credits: 90, reason: 'sorry', staff: ORLA, at: 1 }),
    )
    expect((await queue()).rows).toMatchObject([{ subject: `money:${bert.id}`, member: { id: bert.id, photo: null } }])
  })

  test('a member whose photo is covered has no portrait in the queue', async () => {
    addPhoto(server, bert)
    await report(anna, bert, 'nudity')
    expect((await queue()).rows[0]?.member?.photo).toBeNull()
  })

  test('[DESK-9] an appeal against the reader’s own decision is marked, and is free for colleagues alone, who alone may claim it', async () => {
    server.sql(
      `insert into decisions (user_id, kind, reason, at, staff) values (?, 'muted', 'spam', ?, ?)`,
      bert.id,
      server.clock.now(),
      ORLA,
    )
    await server.as(bert)('decisions.appeal', { params: { id: '1' }, body: { text: 'It was not me at all.' } })
    expect((await queue('all', { staff: ORLA })).rows).toMatchObject([{ not_you: true, items: [{ is_own: true }] }])
    expect((await queue('all', { staff: JONAS })).rows).toMatchObject([{ not_you: false }])
    expect(await queue('free', { staff: ORLA })).toMatchObject({ rows: [], counts: { all: 1, free: 0 } })
    expect(await queue('free', { staff: JONAS })).toMatchObject({ rows: [{ not_you: false }], counts: { free: 1 } })
    const claimAs = (staff: number) => claimRow(server.deps, { staff, subject: row(), takeOver: null })
    expect(await claimAs(ORLA)).toBe('own_decision')
    expect(await claimAs(JONAS)).toMatchObject({ case: 1 })
    // With a report beside it, there is something to decide for everybody.
    await report(anna, bert, 'scam')
    server.clock.advance(HOUR_MS)
    expect(await claimAs(ORLA)).toMatchObject({ case: 1 })
  })
})

const ORDER = ['grave', 'harm', 'rest']

const row = () => `member:${bert.id}`

describe('[DESK-4] a claim', () => {
  beforeEach(async () => {
    await report(anna, bert, 'scam')
  })

  test('shows its name to all, lasts 10 minutes, and is extended by work', async () => {
    expect(await claim(ORLA, row())).toMatchObject({ case: 1, before: null })
    expect((await queue()).rows[0]).toMatchObject({ case: 1, claim: { staff: ORLA, name: 'Orla' } })
    expect(await subjects('mine')).toEqual([row()])
    expect(await subjects('free')).toEqual([])
    server.clock.advance(10 * MINUTE_MS - 1)
    await claim(ORLA, row())
    server.clock.advance(10 * MINUTE_MS - 1)
    expect(await claim(JONAS, row())).toEqual({
      error: 'claimed_by_other',
      by: ORLA,
      until: server.clock.now() + 1,
    })
    server.clock.advance(1)
    expect((await queue()).rows[0]).toMatchObject({ claim: null })
    expect(await claim(JONAS, row())).toMatchObject({ case: 1 })
  })

  test('is released by its owner alone; a colleague can take it over', async () => {
    await claim(ORLA, row())
    expect(await release(JONAS, row())).toBe(false)
    expect(await claim(JONAS, row(), true)).toMatchObject({ before: ORLA })
    expect(await release(JONAS, row())).toBe(true)
    expect(await subjects('free')).toEqual([row()])
    await claim(JONAS, row())
    server.clock.advance(10 * MINUTE_MS)
    expect(await release(JONAS, row()), 'it has ended by itself').toBe(false)
  })

  test('[DESK-3] and its release are rows of the audit and hints for colleagues, an extension is neither', async () => {
    const hints: string[] = []
    const close = server.deps.bus.openDesk(
      (hint) => hints.push(hint),
      () => undefined,
    )
    const claimAs = (staff: number, takeOver: string | null) =>
      claimRow(server.deps, { staff, subject: row(), takeOver })
    const releaseAs = (staff: number) => releaseRow(server.deps, { staff, subject: row() })
    await claimAs(ORLA, null)
    await claimAs(ORLA, null)
    expect(await claimAs(JONAS, null)).toMatchObject({ by: ORLA })
    const until = server.clock.now() + 10 * MINUTE_MS
    expect(await claimAs(JONAS, 'Orla is ill')).toEqual({ case: 1, until })
    expect([await releaseAs(ORLA), await releaseAs(JONAS), await releaseAs(JONAS)]).toEqual([false, true, false])
    close()
    const rows = server.sql(
      'select staff, act, subject_kind, subject, "before", "after", reason from audit order by id',
    )
    const ofCase = { subject_kind: 'case', subject: 1, reason: '' }
    expect(rows).toEqual([
      { ...ofCase, act: 'case.claim', staff: ORLA, before: null, after: '{"staff":1}' },
      {
        ...ofCase,
        act: 'case.claim',
        staff: JONAS,
        before: '{"staff":1}',
        after: '{"staff":2}',
        reason: 'Orla is ill',
      },
      { ...ofCase, act: 'case.release', staff: JONAS, before: '{"staff":2}', after: null },
    ])
    expect(hints).toEqual(['claim', 'claim', 'claim'])
  })
})
