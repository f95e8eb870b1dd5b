/** Money that needs a second person, and chargebacks, in the queue of the desk [DESK-12], [DESK-4]. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { runJobs } from '../../testing/post-office.ts'
import { buyCredits, chooseAtSandbox, refundedAtSandbox } from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
let sam: DeskCaller
let fay: DeskCaller
let jonas: DeskCaller
beforeEach(async () => {
  server = await createTestServer({ settings: { second_person_over: 5 } })
  anna = await server.signUp('Anna', { credits: 0 })
  const person = async (name: string, role: 'support' | 'finance' | 'moderator') =>
    deskOn(server.app, (await addTestStaff(server.deps, name, role)).cookie)
  sam = await person('Sam', 'support')
  fay = await person('Fay', 'finance')
  jonas = await person('Jonas', 'moderator')
})
afterEach(() => server.close())

const buy = () => buyCredits(server, anna)
const refund = (desk: DeskCaller, payment: string, amount: number) =>
  desk('money.refund', {
    params: { payment },
    body: { part: 'amount', amount, reason: 'mistake', note: 'Charged twice' },
  })
const give = (desk: DeskCaller, credits: number) =>
  desk('money.goodwill', { params: { member: String(anna.id) }, body: { credits, reason: 'A long outage' } })
const answer = (desk: DeskCaller, id: number, approved = true) =>
  desk('approvals.decide', { params: { id: String(id) }, body: { approved, reason: 'Read the case' } })
const money = async () => (await sam('money.member', { params: { member: String(anna.id) }, query: {} })).body
const waiting = async () => (await money()).approvals.find(({ decided }) => decided === null)?.id ?? 0
const paidBack = (id: string) => refundedAtSandbox(server, id)
const credits = () => server.sql('select credits from users where id = ?', anna.id)[0]?.['credits']
const audited = () =>
  server
    .sql(`select a.act, s.name from audit a join staff s on s.id = a.staff
      where a.act like 'approval.%' or a.act like 'payment.%' or a.act like 'credits.%' order by a.id`)
    .map(({ act, name }) => `${String(name)} ${String(act)}`)
/** Time passes, and nobody is logged out at the desk. */
const later = (ms: number) => {
  server.clock.advance(ms)
  server.sql(
    'update staff_sessions set expires_at = ?, last_seen_at = ?',
    server.clock.now() + DAY_MS,
    server.clock.now(),
  )
}
const rows = async (desk: DeskCaller) => (await desk('queue.list', { query: {} })).body.rows

describe('[DESK-12] a refund over the limit', () => {
  test('waits for a second person, and is paid once after the approval', async () => {
    const id = await buy()
    expect((await refund(sam, id, 501)).body).toEqual({ waits: true })
    await runJobs(server)
    expect(await paidBack(id)).toBe(0)
    const [row] = await rows(fay)
    expect(row).toMatchObject({
      subject: `money:${anna.id}`,
      member: { id: anna.id, name: 'Anna' },
      items: [{ kind: 'approval', text: '501 EUR', is_own: false }],
    })
    const approval = await waiting()
    await fay('queue.claim', { body: { subject: `money:${anna.id}` } })
    expect((await answer(fay, approval)).status).toBe(200)
    expect((await money()).claim, 'the case is closed').toBeNull()
    await runJobs(server)
    expect(await paidBack(id)).toBe(501)
    expect((await answer(fay, approval)).error).toEqual({ error: 'not_possible' })
    expect((await answer(fay, 99)).error).toEqual({ error: 'not_found' })
    expect(audited()).toEqual(['Sam approval.ask', 'Sam payment.refund', 'Fay approval.approve'])
    const [{ before, after, ...entry } = {}] = server.sql(
      `select subject_kind, subject, before, after, reason from audit where act = 'approval.approve'`,
    )
    expect(entry).toEqual({ subject_kind: 'member', subject: anna.id, reason: 'Read the case' })
    expect(JSON.parse(String(before))).toEqual({ approval, asked_by: 1 })
    expect(JSON.parse(String(after))).toEqual({ approval, kind: 'refund', payment: id, amount: 501, credits: 0 })
    expect(await rows(fay)).toEqual([])
    expect((await money()).approvals).toMatchObject([{ decided: { approved: true, by: 'Fay' }, by: { name: 'Sam' } }])
  })

  test('is not allowed by the one who asked, nor by a role without the right', async () => {
    const id = await buy()
    await refund(sam, id, 700)
    const approval = await waiting()
    expect((await answer(sam, approval)).error).toEqual({ error: 'own_decision' })
    expect((await answer(jonas, approval)).error?.error).toBe('role_required')
    expect((await rows(sam))[0]).toMatchObject({ not_you: true, items: [{ is_own: true }] })
    await runJobs(server)
    expect(await paidBack(id)).toBe(0)
  })

  test('that is refused pays nothing and is gone from the queue', async () => {
    const id = await buy()
    await refund(sam, id, 700)
    expect((await answer(fay, await waiting(), false)).status).toBe(200)
    await runJobs(server)
    expect([await paidBack(id), await rows(fay)]).toEqual([0, []])
    expect(audited()).toEqual(['Sam approval.ask', 'Fay approval.refuse'])
  })

  test('is paid once if two colleagues allow it at once', async () => {
    const id = await buy()
    await refund(sam, id, 600)
    const approval = await waiting()
    const otto = deskOn(server.app, (await addTestStaff(server.deps, 'Otto', 'owner')).cookie)
    const statuses = (await Promise.all([answer(fay, approval), answer(otto, approval)])).map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409])
    await runJobs(server)
    expect(await paidBack(id)).toBe(600)
  })

  test('cannot be divided into small ones of 30 days, and waits only once for each payment', async () => {
    const id = await buy()
    expect((await refund(sam, id, 300)).body).toEqual({ waits: false })
    later(30 * DAY_MS - 1)
    expect((await refund(sam, id, 200)).body, 'at the limit').toEqual({ waits: false })
    expect((await refund(fay, id, 1)).body).toEqual({ waits: true })
    expect((await refund(sam, id, 1)).error).toEqual({ error: 'not_possible' })
    await answer(sam, await waiting(), false)
    later(2)
    expect((await refund(sam, id, 200)).body).toEqual({ waits: false })
  })

  test('sent again after its answer was lost answers as at first, also once a colleague has answered it', async () => {
    const id = await buy()
    const body = { part: 'amount', amount: 700, reason: 'goodwill', note: '', client_id: server.deps.newId() } as const
    const send = async () => (await sam('money.refund', { params: { payment: id }, body })).body
    expect([await send(), await send()]).toEqual([{ waits: true }, { waits: true }])
    await answer(fay, await waiting(), false)
    expect(await send()).toEqual({ waits: true })
    expect(audited()).toEqual(['Sam approval.ask', 'Fay approval.refuse'])
    expect(await rows(fay)).toEqual([])
  })

  test('is not paid if less than its amount is left when it is allowed; it stays open', async () => {
    const id = await buy()
    await refund(sam, id, 700)
    await server.as(anna)('transactions.withdraw', { params: { id }, body: { refund: 749 } })
    await runJobs(server)
    expect((await answer(fay, await waiting())).error?.error).toBe('not_found')
    expect((await answer(fay, await waiting(), false)).status).toBe(200)
    await runJobs(server)
    expect(await paidBack(id)).toBe(749)
  })
})

test('[DESK-12] more goodwill than the limit waits for a second person', async () => {
  expect((await give(sam, 50)).body).toEqual({ waits: false })
  expect((await give(sam, 120)).body).toEqual({ waits: true })
  expect((await give(sam, 1)).error).toEqual({ error: 'not_possible' })
  const body = { credits: 60, reason: 'sorry', client_id: server.deps.newId() }
  await answer(fay, await waiting(), false)
  for (const _ of ['asked', 'sent again after its answer was lost'])
    expect((await sam('money.goodwill', { params: { member: String(anna.id) }, body })).body).toEqual({ waits: true })
  await answer(fay, await waiting(), false)
  expect((await give(sam, 120)).body).toEqual({ waits: true })
  expect(credits()).toBe(50)
  await answer(fay, await waiting())
  expect(credits()).toBe(170)
  expect((await give(sam, 501)).error?.error).toBe('invalid_input')
})

const chargeBack = async () => {
  const id = await buy()
  await chooseAtSandbox(server, id, 'charged_back')
  return id
}

describe('[DESK-4] a chargeback in the queue', () => {
  test('waits for finance until it is decided, and is no row of a moderator', async () => {
    const id = await chargeBack()
    expect(await rows(fay)).toMatchObject([
      {
        subject: `money:${anna.id}`,
        severity: 'rest',
        due_at: server.clock.now() + 72 * HOUR_MS,
        items: [{ kind: 'chargeback', text: '749 EUR' }],
      },
    ])
    expect((await fay('queue.counts')).body).toMatchObject({ all: 1, kinds: { chargeback: 1 } })
    expect([await rows(jonas), (await jonas('queue.counts')).body.all]).toEqual([[], 0])
    const claim = { body: { subject: `money:${anna.id}` } }
    expect((await jonas('queue.claim', claim)).error).toEqual({ error: 'not_found' })
    expect((await fay('queue.claim', claim)).status).toBe(200)
    expect((await money()).claim).toMatchObject({ name: 'Fay', until: server.clock.now() + 10 * MINUTE_MS })
    await fay('money.decide_chargeback', { params: { payment: id }, body: { decision: 'stop', reason: 'A lost case' } })
    expect(await rows(fay)).toEqual([])
    expect(server.sql(`select count(*) as open from cases where closed_at is null`)).toEqual([{ open: 0 }])
  })

  test('keeps its claim when another matter of the same money is answered, and open desks hear of the answer', async () => {
    await chargeBack()
    await fay('queue.claim', { body: { subject: `money:${anna.id}` } })
    await give(sam, 120)
    const hints: string[] = []
    server.deps.bus.openDesk(
      (hint) => hints.push(hint),
      () => undefined,
    )
    expect((await answer(fay, await waiting(), false)).status).toBe(200)
    expect((await money()).claim).toMatchObject({ name: 'Fay' })
    expect(hints).toContain('queue')
  })

  test('that is contested stays, due at the last day to contest it, and then it is decided', async () => {
    const id = await chargeBack()
    const day = server.clock.now() + 9 * DAY_MS
    const contest = (contest_by: number) =>
      fay('money.contest_chargeback', { params: { payment: id }, body: { contest_by, reason: 'Sent the log of use' } })
    expect((await contest(server.clock.now() - 1)).error).toEqual({ error: 'not_possible' })
    expect((await contest(day)).status).toBe(200)
    expect(await rows(fay)).toMatchObject([{ due_at: day, items: [{ kind: 'chargeback' }] }])
    expect((await money()).payments[0]?.chargeback).toMatchObject({ decision: null, contest_by: day })
    expect((await money()).buying_stopped).toBe(true)
    await fay('money.decide_chargeback', { params: { payment: id }, body: { decision: 'allow', reason: 'We won it' } })
    expect((await contest(day)).error).toEqual({ error: 'not_possible' })
    expect(audited()).toEqual(['Fay payment.contest_chargeback', 'Fay payment.settle_chargeback'])
  })

  test('and reports are apart: finance reads no report', async () => {
    const bert = await server.signUp('Bert')
    await server.as(bert)('reports.send', { body: { profile: anna.id, reason: 'scam', text: 'Asked for money' } })
    await chargeBack()
    expect((await rows(fay)).flatMap(({ items }) => items.map(({ kind }) => kind))).toEqual(['chargeback'])
    expect((await rows(jonas)).flatMap(({ items }) => items.map(({ kind }) => kind))).toEqual(['report'])
    expect((await rows(sam)).map(({ subject }) => subject)).toEqual([`member:${anna.id}`, `money:${anna.id}`])
    expect((await fay('queue.claim', { body: { subject: `member:${anna.id}` } })).error).toEqual({ error: 'not_found' })
  })
})
