/** Money at the desk: refunds, withdrawals, goodwill, chargebacks, the month and settlements. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DeskAnswer } from '#contract/desk/calls.ts'
import { DAY_MS } from '#contract/limits.ts'
import { sandboxReference } from '../../adapters/payments/sandbox.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { buyCredits, chooseAtSandbox, orderCredits, refundAtSandbox, refundedAtSandbox } from '../../testing/sandbox.ts'
import { statementsOf } from '../../testing/statements.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { unspentCredits } from './books.ts'

let server: TestServer
let anna: TestMember
let desk: DeskCaller
let finance: DeskCaller
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { credits: 0 })
  desk = deskOn(server.app, (await addTestStaff(server.deps, 'Sam', 'support')).cookie)
  finance = deskOn(server.app, (await addTestStaff(server.deps, 'Fay', 'finance')).cookie)
})
afterEach(() => server.close())

const buy = () => buyCredits(server, anna)
const spend = (count: number) =>
  server.deps.write((tx) =>
    tx.money.addEntry({ userId: anna.id, amount: -count, reason: 'message', reference: String(count), at: 1 }),
  )
/** The spending of `count` credits reached nobody. */
const giveBack = (count: number) =>
  server.deps.write((tx) =>
    tx.money.addEntry({ userId: anna.id, amount: count, reason: 'returned', reference: String(count), at: 1 }),
  )
const money = async () => (await desk('money.member', { params: { member: String(anna.id) }, query: {} })).body
const paymentOf = async (id: string) => (await money()).payments.find((one) => one.id === id)
const refund = (payment: string, part: 'unspent' | 'whole' | 'amount', amount: number) =>
  desk('money.refund', { params: { payment }, body: { part, amount, reason: 'goodwill', note: '' } })
const paidBack = (id: string) => refundedAtSandbox(server, id)
const credits = () => server.sql('select credits from users where id = ?', anna.id)[0]?.['credits']
const audited = () =>
  server.sql(`select act, reason from audit where act like 'payment.%' or act like 'credits.%' order by id`)

const give = (count: number) =>
  desk('money.goodwill', { params: { member: String(anna.id) }, body: { credits: count, reason: 'A long outage' } })
const month = async () => (await finance('money.month', { params: { month: '2026-06' } })).body
const settlement = (id: string, rows: string[]) =>
  finance('money.import_settlement', {
    body: {
      text: [
        'settlement,paid_out,currency,kind,reference,amount,fee',
        ...rows.map((row) => `${id},2026-06-20,EUR,${row}`),
      ].join('\n'),
    },
  })
const imported = async (
  id: string,
  rows: string[],
): Promise<DeskAnswer<'money.import_settlement'>['settlements'][number]> => {
  const [first] = (await settlement(id, rows)).body.settlements
  if (!first) throw new Error('no settlement')
  return first
}

test('[DESK-6] the ledger names nobody whom the member wrote to: conversations are opened in a case alone', async () => {
  const bert = await server.signUp('Bert')
  await server.deps.write((tx) =>
    tx.money.addEntry({ userId: anna.id, amount: 5, reason: 'goodwill', reference: '', at: 1 }),
  )
  expect((await server.sendText(anna, bert, 'Hello')).status).toBe(201)
  const [entry] = (await money()).ledger
  expect(entry?.reason).toBe('message')
  expect(Object.keys(entry ?? {})).toEqual(['id', 'at', 'reason', 'amount', 'balance'])
})

describe('[DESK-12] a refund by the desk', () => {
  test('the unspent part: pays its share, takes those credits, keeps Premium, and has a credit note', async () => {
    const id = await buy()
    await spend(6)
    expect((await paymentOf(id))?.refund).toMatchObject({ unspent: { amount: 449, credits: 9 }, most: 749 })
    expect((await refund(id, 'unspent', 449)).status).toBe(200)
    await runJobs(server)
    const payment = await paymentOf(id)
    expect(payment).toMatchObject({ status: 'completed', refunded: 449, waiting: 0, refund: { most: 300 } })
    expect(payment?.bookings.map(({ kind, amount, number }) => [kind, amount, number])).toEqual([
      ['sale', 749, 'V-2026-000001'],
      ['refund', -449, 'C-2026-000001'],
    ])
    expect([credits(), await paidBack(id)]).toEqual([0, 449])
    expect(server.sql('select paid_user from users where id = ?', anna.id)).toEqual([{ paid_user: 1 }])
    expect(audited()).toEqual([{ act: 'payment.refund', reason: 'goodwill' }])
  })

  test('the whole: ends the purchase; the member hears of it by mail', async () => {
    const id = await buy()
    await spend(6)
    await refund(id, 'whole', 749)
    expect(inboxOf(server).filter(({ subject }) => subject.includes('7,49'))).toEqual([])
    await runJobs(server)
    // The mail waits for the provider's answer.
    await runJobs(server)
    expect(await paymentOf(id)).toMatchObject({ status: 'refunded', refunded: 749, refund: null })
    expect(credits()).toBe(0)
    const mails = inboxOf(server).filter(({ subject }) => subject.includes('7,49'))
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('9 crediti')])
  })

  test('another amount: leaves the credits, and the mail names none', async () => {
    const id = await buy()
    await refund(id, 'amount', 100)
    await runJobs(server)
    await runJobs(server)
    expect([credits(), await paidBack(id)]).toEqual([15, 100])
    const mails = inboxOf(server).filter(({ subject }) => subject.includes('1,00'))
    expect(mails.map(({ text }) => text)).toEqual([expect.not.stringMatching(/\d credit/)])
  })

  test('[PAY-1] [GUARD-7] after the credits of a message came back pays for them and takes them too', async () => {
    const id = await buy()
    await spend(2)
    await refund(id, 'unspent', 649)
    await runJobs(server)
    await giveBack(2)
    expect(credits()).toBe(2)
    expect((await paymentOf(id))?.refund?.unspent).toEqual({ amount: 100, credits: 2 })
    expect((await refund(id, 'unspent', 100)).status).toBe(200)
    await runJobs(server)
    expect([credits(), await paidBack(id)]).toEqual([0, 749])
    expect(server.sql(`select amount from ledger where reason = 'refund' order by id`)).toEqual([
      { amount: -13 },
      { amount: -2 },
    ])
  })

  test('[PAY-11] before a withdrawal leaves the rest of the price to credits that came back since', async () => {
    const id = await buy()
    await spend(2)
    await refund(id, 'unspent', 649)
    await runJobs(server)
    await giveBack(2)
    expect((await paymentOf(id))?.withdrawal).toMatchObject({ amount: 100, credits: 2 })
    const answer = await server.as(anna)('transactions.withdraw', { params: { id }, body: { refund: 100 } })
    expect(answer.body.withdrawal).toMatchObject({ credits_unspent: 2, credits_spent: 0, refund: 100 })
    await runJobs(server)
    expect([credits(), await paidBack(id)]).toEqual([0, 749])
    const { entries } = (await server.as(anna)('transactions.list', { query: {} })).body
    expect(entries.filter(({ reason }) => reason === 'refund').map(({ payment_id: of }) => of)).toEqual([id, id])
  })

  test('sent again after its answer was lost pays once', async () => {
    const id = await buy()
    const body = { part: 'amount', amount: 100, reason: 'goodwill', note: '', client_id: server.deps.newId() } as const
    for (const _ of [1, 2])
      expect((await desk('money.refund', { params: { payment: id }, body })).body).toEqual({ waits: false })
    await runJobs(server)
    expect(await paidBack(id)).toBe(100)
  })

  test('at another amount than the screen showed pays nothing', async () => {
    const id = await buy()
    await spend(1)
    expect((await refund(id, 'unspent', 749)).error).toEqual({ error: 'changed_meanwhile' })
    expect((await refund(id, 'amount', 750)).error).toEqual({ error: 'changed_meanwhile' })
    expect(audited()).toEqual([])
  })

  test('before the provider has confirmed it lowers what others can be paid: never more than was paid', async () => {
    const id = await buy()
    await refund(id, 'amount', 700)
    expect(await paymentOf(id)).toMatchObject({ waiting: 700, refund: { most: 49 }, withdrawal: { amount: 49 } })
    expect((await refund(id, 'amount', 700)).error).toEqual({ error: 'changed_meanwhile' })
    await server.as(anna)('transactions.withdraw', { params: { id }, body: { refund: 49 } })
    await runJobs(server)
    expect(await paidBack(id)).toBe(749)
  })

  test('after a withdrawal that the provider has not confirmed pays at most what is left', async () => {
    const id = await buy()
    await spend(6)
    await server.as(anna)('transactions.withdraw', { params: { id }, body: { refund: 449 } })
    expect((await refund(id, 'amount', 301)).error).toEqual({ error: 'changed_meanwhile' })
    expect((await refund(id, 'amount', 300)).status).toBe(200)
    await runJobs(server)
    expect(await paidBack(id)).toBe(749)
  })

  test('pays one amount once when two colleagues ask at once: the second sees what has gone back first', async () => {
    const id = await buy()
    const body = { part: 'amount', amount: 100, most: 749, reason: 'mistake', note: '' } as const
    const answers = await Promise.all(
      [desk, finance].map((on) => on('money.refund', { params: { payment: id }, body })),
    )
    expect(answers.map(({ error }) => error?.error ?? 'done').toSorted()).toEqual(['changed_meanwhile', 'done'])
    await runJobs(server)
    expect(await paidBack(id)).toBe(100)
    expect((await desk('money.refund', { params: { payment: id }, body: { ...body, most: 649 } })).status).toBe(200)
  })

  test('twice by two colleagues at once pays once', async () => {
    const id = await buy()
    const answers = await Promise.all([refund(id, 'whole', 749), refund(id, 'whole', 749)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
    await runJobs(server)
    expect(await paidBack(id)).toBe(749)
  })
})

test("[DESK-12] a withdrawal in a member's name is the member's own withdrawal, with the actor in the audit", async () => {
  const id = await buy()
  const body = { amount: 749, note: 'Letter of 20 November' }
  expect((await desk('money.withdraw', { params: { payment: id }, body })).status).toBe(200)
  await runJobs(server)
  expect(await paymentOf(id)).toMatchObject({ status: 'refunded', refunded: 749, withdrawal: null })
  expect(server.sql(`select "by" from payment_transitions where after = 'refunded'`)).toEqual([{ by: 'staff' }])
  expect(audited()).toEqual([{ act: 'payment.withdraw', reason: 'Letter of 20 November' }])
})

/** Sessions of the desk end after 15 minutes without use. */
const renewDesk = async () => {
  desk = deskOn(server.app, (await addTestStaff(server.deps, 'Sue', 'support')).cookie)
}
const today = () => new Date(server.clock.now()).toISOString().slice(0, 10)
const withdrawByLetter = (payment: string, body: { received_on?: string; amount?: number } = {}) =>
  desk('money.withdraw', { params: { payment }, body: { amount: 749, note: 'A letter', ...body } })

describe('[PAY-11] [DESK-12] a withdrawal that came by letter', () => {
  test('in time counts, although it is entered after the period', async () => {
    const id = await buy()
    server.clock.advance(10 * DAY_MS)
    const received_on = today()
    server.clock.advance(20 * DAY_MS)
    await renewDesk()
    expect((await paymentOf(id))?.withdrawal).toMatchObject({ amount: 749, credits: 15 })
    expect((await withdrawByLetter(id)).error).toEqual({ error: 'withdrawal_over' })
    expect((await withdrawByLetter(id, { received_on: today() })).error).toEqual({ error: 'withdrawal_over' })
    expect((await withdrawByLetter(id, { received_on })).status).toBe(200)
    await runJobs(server)
    expect(await paidBack(id)).toBe(749)
    expect(server.sql('select withdrawn_at, refunded from payments')).toEqual([
      { withdrawn_at: Date.parse(`${received_on}T12:00:00Z`), refunded: 749 },
    ])
    expect(
      server.sql(`select json_extract(after, '$.received_on') as day from audit where act = 'payment.withdraw'`),
    ).toEqual([{ day: received_on }])
    const mails = inboxOf(server).filter(({ text }) => text.includes('25 giugno 2026'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).not.toContain('12:00')
    expect(mails[0]?.text, 'a letter is no declaration on the site').toContain('hai dichiarato di recedere')
  })

  test('has a day between the purchase and today', async () => {
    const id = await buy()
    const dayOf = (days: number) => new Date(server.clock.now() + days * DAY_MS).toISOString().slice(0, 10)
    for (const received_on of [dayOf(1), dayOf(-1)])
      expect((await withdrawByLetter(id, { received_on })).error).toEqual({
        error: 'invalid_input',
        fields: { received_on: 'out_of_range' },
      })
    expect((await withdrawByLetter(id, { received_on: dayOf(0) })).status).toBe(200)
    expect(
      server.sql('select withdrawn_at <= ? and withdrawn_at >= completed_at as fits from payments', server.clock.now()),
    ).toEqual([{ fits: 1 }])
  })

  test('leaves a refund that the provider made since then apart from its own', async () => {
    const id = await buy()
    server.clock.advance(DAY_MS)
    const received_on = today()
    server.clock.advance(DAY_MS)
    await refundAtSandbox(server, id, 100, 'there')
    server.clock.advance(1)
    await renewDesk()
    expect((await withdrawByLetter(id, { received_on, amount: 649 })).status).toBe(200)
    expect((await paymentOf(id))?.refund).toBeNull()
  })
})

describe('[DESK-12] goodwill', () => {
  test('is given once, also if it is sent again after its answer was lost', async () => {
    const body = { credits: 5, reason: 'A long outage', client_id: server.deps.newId() }
    const before = Number(credits())
    for (const _ of [1, 2])
      expect((await desk('money.goodwill', { params: { member: String(anna.id) }, body })).body).toEqual({
        waits: false,
      })
    expect(credits()).toBe(before + 5)
  })

  test('adds credits at once up to a limit in 30 days, whoever gives them', async () => {
    expect((await give(30)).body).toEqual({ waits: false })
    expect((await give(20)).body).toEqual({ waits: false })
    expect((await give(1)).body).toEqual({ waits: true })
    expect([credits(), (await money()).goodwill_left]).toEqual([50, 0])
    expect((await server.as(anna)('transactions.list', { query: {} })).body.entries[0]).toMatchObject({
      reason: 'goodwill',
      amount: 20,
    })
    server.clock.advance(31 * DAY_MS)
    server.sql(
      'update staff_sessions set expires_at = ?, last_seen_at = ?',
      server.clock.now() + DAY_MS,
      server.clock.now(),
    )
    expect((await money()).goodwill_left).toBe(50)
  })
})

describe('[DESK-12] a chargeback at the desk', () => {
  test('is decided by finance, stops or allows buying, and support may not decide', async () => {
    const id = await buy()
    await chooseAtSandbox(server, id, 'charged_back')
    expect(await money()).toMatchObject({ buying_stopped: true, payments: [{ chargeback: { decision: null } }] })
    const input = { params: { payment: id }, body: { decision: 'allow', reason: 'The bank erred' } } as const
    expect((await desk('money.decide_chargeback', input)).error?.error).toBe('role_required')
    for (let press = 0; press < 2; press += 1)
      expect((await finance('money.decide_chargeback', input)).status).toBe(200)
    expect(server.sql(`select count(*) as n from audit where act = 'payment.settle_chargeback'`)).toEqual([{ n: 1 }])
    expect((await orderCredits(server, anna)).status).toBe(201)
  })

  test('[DESK-12] one of two colleagues decides it: the other hears that it has changed, and can reverse what is on the page', async () => {
    const id = await buy()
    await chooseAtSandbox(server, id, 'charged_back')
    const decide = (decision: 'allow' | 'stop', seen: 'allow' | 'stop' | null) =>
      finance('money.decide_chargeback', {
        params: { payment: id },
        body: { decision, reason: 'The bank erred', seen },
      })
    const both = await Promise.all([decide('stop', null), decide('allow', null)])
    expect(both.map(({ error }) => error?.error ?? 'decided').toSorted()).toEqual(['changed_meanwhile', 'decided'])
    const [first, other] = both[0].status === 200 ? (['stop', 'allow'] as const) : (['allow', 'stop'] as const)
    expect((await decide(first, null)).status).toBe(200)
    expect((await money()).payments).toMatchObject([{ chargeback: { decision: first } }])
    expect((await decide(other, first)).status).toBe(200)
    expect((await money()).payments).toMatchObject([{ chargeback: { decision: other } }])
  })

  test('leaves nothing to refund: the bank has paid it back', async () => {
    const id = await buy()
    await chooseAtSandbox(server, id, 'charged_back')
    expect((await paymentOf(id))?.refund).toBeNull()
    for (const part of ['whole', 'amount'] as const)
      expect((await refund(id, part, 749)).error).toEqual({ error: 'not_found' })
    await runJobs(server)
    expect(await paidBack(id)).toBe(0)
  })
})

describe('[DESK-12] the month', () => {
  test('has gross, refunds, VAT, net and fees by country and currency, and as a CSV file', async () => {
    const id = await buy()
    await refund(id, 'amount', 100)
    await runJobs(server)
    await imported('S1', [`payment,${sandboxReference(id)},7.49,0.35`, 'payout,,7.14,'])
    const { rows, sums } = await month()
    expect(rows).toEqual([
      {
        country: 'IT',
        currency: 'EUR',
        vat_percentage: 22,
        payments: 1,
        gross: 749,
        refunds: -100,
        chargebacks: 0,
        vat: 117,
        net: 532,
        fees: 35,
      },
    ])
    expect(sums).toMatchObject([{ currency: 'EUR', gross: 749, fees: 35 }])
    const csv = await server.app.request('http://localhost/api/desk/money/2026-06/csv', {
      headers: { cookie: (await addTestStaff(server.deps, 'Fin', 'finance')).cookie },
    })
    expect(await csv.text()).toContain('2026-06,IT,EUR,22,1,7.49,-1.00,0.00,1.17,5.32,0.35')
  })

  test('a settlement that agrees has no difference', async () => {
    const id = await buy()
    expect(
      await imported('S1', [`payment,${sandboxReference(id)},7.49,0.35`, 'fee,,0,1.00', 'payout,,6.14,']),
    ).toMatchObject({ provider: 614, ledger: 614, difference: 0, fees: 135, differences: [] })
    expect((await month()).unsettled).toEqual([])
  })

  test('a refund made at the provider without a webhook is a difference, until the payment is read', async () => {
    const id = await buy()
    const reference = sandboxReference(id)
    await server.deps.payments.refund(reference, { amount: 749, currency: 'EUR' }, 'there')
    const rows = [`payment,${reference},7.49,0.35`, `refund,${reference},-7.49,0`, 'payout,,-0.35,']
    expect(await imported('S43', rows)).toMatchObject({
      provider: -35,
      ledger: 714,
      difference: -749,
      differences: [{ fault: 'not_booked', reference, payment: id, amount: -749 }],
    })
    await finance('money.read_payment', { params: { payment: id } })
    expect((await month()).settlements).toMatchObject([{ id: 'S43', difference: 0, differences: [] }])
  })

  test('a settlement with a chargeback that was won since has no difference, before and after it is paid out again', async () => {
    const id = await buy()
    await chooseAtSandbox(server, id, 'charged_back')
    server.clock.advance(1)
    await chooseAtSandbox(server, id, 'chargeback_won')
    const reference = sandboxReference(id)
    const rows = [`payment,${reference},7.49,0.35`, `chargeback,${reference},-7.49,0`, 'payout,,-0.35,']
    expect(await imported('S44', rows)).toMatchObject({ difference: 0, differences: [] })
    const later = [`chargeback,${reference},7.49,0`, 'payout,,7.49,']
    expect(await imported('S45', later)).toMatchObject({ difference: 0, differences: [] })
  })

  test('unknown payments, other amounts and a wrong sum are listed, each to the cent', async () => {
    const id = await buy()
    const found = await imported('S1', [
      `payment,${sandboxReference(id)},7.50,0`,
      'payment,tr_of_another_shop,5.00,0',
      'payout,,12.51,',
    ])
    expect(found.differences.map(({ fault, amount }) => [fault, amount])).toEqual([
      ['amount', 1],
      ['unknown_payment', 500],
      ['sum', 1],
    ])
    expect([found.ledger, found.provider]).toEqual([749, 1_251])
  })

  test('a settlement imported twice counts once, and an unreadable line is named', async () => {
    const id = await buy()
    const rows = [`payment,${sandboxReference(id)},7.49,0`, 'payout,,7.49,']
    await imported('S1', rows)
    expect(await imported('S1', rows)).toMatchObject({ lines: 1, difference: 0 })
    expect((await settlement('S2', ['payment,x,seven,0', 'payout,,7,'])).error).toEqual({
      error: 'settlement_unreadable',
      line: 1,
    })
  })

  test('unspent credits are those of the balances, with the price of the bought ones', async () => {
    await buy()
    await spend(6)
    await desk('money.goodwill', { params: { member: String(anna.id) }, body: { credits: 5, reason: 'Sorry' } })
    expect((await finance('money.unspent', { params: { month: '2026-06' } })).body).toMatchObject({
      credits: 14,
      bought: [{ currency: 'EUR', credits: 9, sold_for: 449 }],
      free: 5,
      goodwill: 5,
      old: 0,
    })
    server.clock.set('2026-07-10T12:00:00Z')
    // The last moment of the month, since the desk writes its day.
    expect((await unspentCredits(server.deps, '2026-06')).at).toBe(Date.parse('2026-07-01T00:00:00Z') - 1)
    server.clock.set('2029-07-10T12:00:00Z')
    expect(await unspentCredits(server.deps, '2029-06')).toMatchObject({ credits: 14, free: 5, old: 9 })
  })

  test('[DESK-12] unspent credits are read with the same statements for any number of members', async () => {
    await buy()
    const texts = await statementsOf(() => unspentCredits(server.deps, '2026-06'))
    for (const name of ['Dora', 'Emil', 'Fred']) await server.signUp(name)
    expect(await statementsOf(() => unspentCredits(server.deps, '2026-06'))).toHaveLength(texts.length)
  })
})
