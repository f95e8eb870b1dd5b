/** Campaigns: the members they brought, their cost and their return [DESK-14]. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CampaignForm } from '#contract/desk/campaigns.ts'
import { SqliteSession } from '../../db/sqlite-session.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import type { CampaignRow } from './campaign-queries.ts'

const AT = Date.parse('2026-03-10T12:00:00Z')
const SPAN = { from: '2026-03-01', to: '2026-03-31' }
const FORM: CampaignForm = {
  name: 'Spring',
  network: 'ads',
  ref: null,
  sub1: null,
  sub2: null,
  sub3: null,
  partner: null,
  cost_kind: 'none',
  cost: 0,
  currency: 'EUR',
}

let server: TestServer
let mia: DeskCaller
let cookie: string
beforeEach(async () => {
  server = await createTestServer()
  const staff = await addTestStaff(server.deps, 'Mia', 'marketing')
  mia = deskOn(server.app, staff.cookie)
  cookie = staff.cookie
})
afterEach(() => server.close())

let next = 0
const join = (tracking: Record<string, string>, { count = 1, confirmed = true, at = AT } = {}): number[] =>
  Array.from({ length: count }, () => {
    next += 1
    const id = 1_000 + next
    server.sql(
      `insert into users (id, email, password_hash, status, language, signup_at, tracking) values (?, ?, '', ?, 'en', ?, ?)`,
      id,
      `m${id}`,
      confirmed ? 'active' : 'not_confirmed',
      at,
      JSON.stringify(tracking),
    )
    return id
  })
const pay = (
  ids: readonly number[],
  amount: number,
  { back = 0, code = null as string | null, currency = 'EUR' } = {},
) => {
  for (const id of ids)
    server.sql(
      `insert into payments (id, user_id, status, provider, method, country, credits, amount, currency, vat_percentage, created_at,
        changed_at, completed_at, refunded_there, discount_code)
        values (?, ?, 'completed', 'sandbox', 'paypal', 'IT', 15, ?, ?, 22, 0, 0, ?, ?, ?)`,
      `p${(next += 1)}`,
      id,
      amount,
      currency,
      AT,
      back,
      code,
    )
}
const add = async (own: Partial<CampaignForm> = {}) =>
  (await mia('campaigns.add', { body: { ...FORM, ...own } })).body.id
const give = (campaign: number, seen: number | null) =>
  mia('campaigns.code', { params: { code: 'FREE' }, body: { campaign, seen } })
const numbers = async () => (await mia('campaigns.list', { query: SPAN })).body.campaigns[0]?.numbers

describe('[DESK-14] a campaign', () => {
  test('has the members of its link and no others: a field left out fits every value', async () => {
    join({ network: 'ads', ref: 'x1', sub1: 'a' }, { count: 12 })
    join({ network: 'ads', sub1: 'b' }, { count: 11, confirmed: false })
    join({ network: 'mail' }, { count: 20 })
    join({ network: 'ads' }, { count: 15, at: Date.parse('2026-04-01T00:00:00Z') })
    join({}, { count: 20 })
    const id = await add()
    expect(await numbers()).toMatchObject({ signups: 23, confirmed: 12 })
    await mia('campaigns.change', { params: { id: String(id) }, body: { ...FORM, sub1: 'a' } })
    expect(await numbers()).toMatchObject({ signups: 12, confirmed: 12 })
  })

  test.each([
    ['none', 0, null, null, null],
    ['total', 5_000, 5_000, 250, 3],
    ['per_signup', 200, 4_000, 200, 3.75],
    ['per_confirmed', 500, 6_000, 300, 2.5],
  ] as const)(
    'with a cost of kind %s has its cost, cost per signup and return',
    async (cost_kind, cost, all, each, back) => {
      const buyers = join({ network: 'ads' }, { count: 12 })
      join({ network: 'ads' }, { count: 8, confirmed: false })
      pay(buyers, 1_500, { back: 250 })
      await add({ cost_kind, cost })
      expect(await numbers()).toMatchObject({
        signups: 20,
        buyers: 12,
        revenue: [{ currency: 'EUR', amount: 15_000 }],
        cost: all,
        cost_per_signup: each,
        return_on_cost: back,
      })
    },
  )

  test('counts payments with its codes, each payment once', async () => {
    const id = await add()
    server.sql(
      `insert into discount_codes (code, value_percentage, currency, status, validity, campaign) values ('SPRING', 10, 'EUR', 'active', 'once', null)`,
    )
    expect((await mia('campaigns.code', { params: { code: 'SPRING' }, body: { campaign: id } })).status).toBe(200)
    const own = join({ network: 'ads' }, { count: 10 })
    const others = join({}, { count: 10 })
    pay(own, 1_000, { code: 'SPRING' })
    pay(others, 2_000, { code: 'SPRING' })
    expect(await numbers()).toMatchObject({ code_uses: 20, revenue: [{ amount: 30_000 }] })
    expect((await mia('campaigns.list', { query: SPAN })).body.campaigns[0]?.codes).toEqual(['SPRING'])
  })

  test('with fewer than ten members shows no number and no money of them', async () => {
    pay(join({ network: 'ads' }, { count: 9 }), 1_000)
    await add({ cost_kind: 'per_signup', cost: 100 })
    expect(await numbers()).toMatchObject({
      signups: null,
      confirmed: null,
      buyers: null,
      revenue: [],
      cost: null,
      cost_per_signup: null,
      return_on_cost: null,
    })
  })

  test('shows no sum of a currency in which fewer than ten members paid, and no return from it', async () => {
    const buyers = join({ network: 'ads' }, { count: 12 })
    pay(buyers, 1_000)
    // However often one member pays.
    for (let order = 0; order < 12; order += 1) pay(buyers.slice(0, 1), 4_000, { currency: 'PLN' })
    const id = await add({ cost_kind: 'total', cost: 4_000 })
    expect(await numbers()).toMatchObject({ revenue: [{ currency: 'EUR', amount: 12_000 }], return_on_cost: 3 })
    const form = { ...FORM, cost_kind: 'total', cost: 4_000, currency: 'PLN' } as const
    await mia('campaigns.change', { params: { id: String(id) }, body: form })
    expect(await numbers()).toMatchObject({ buyers: 12, cost: 4_000, return_on_cost: null })
    await mia('campaigns.change', { params: { id: String(id) }, body: { ...form, currency: 'GBP' } })
    expect(await numbers()).toMatchObject({ return_on_cost: 0 })
  })

  test('has a name of its own, and each change is in the audit', async () => {
    const id = await add()
    expect((await mia('campaigns.add', { body: FORM })).error).toEqual({ error: 'name_taken' })
    expect((await mia('campaigns.add', { body: { ...FORM, name: 'Other', partner: 9 } })).error).toEqual({
      error: 'not_found',
    })
    await mia('campaigns.change', { params: { id: String(id) }, body: { ...FORM, cost_kind: 'total', cost: 900 } })
    expect(server.sql(`select act, subject from audit where act like 'campaign.%' order by id`)).toEqual([
      { act: 'campaign.add', subject: id },
      { act: 'campaign.change', subject: id },
    ])
  })

  test('that a colleague has changed since it was read is not overwritten, and a repeated change is one change', async () => {
    const id = await add()
    const change = (own: Partial<CampaignForm>, seen: CampaignForm) =>
      mia('campaigns.change', { params: { id: String(id) }, body: { ...FORM, ...own, seen } })
    expect((await change({ cost_kind: 'total', cost: 900 }, FORM)).status).toBe(200)
    expect((await change({ name: 'Autumn' }, FORM)).error).toEqual({ error: 'changed_meanwhile' })
    expect((await change({ cost_kind: 'total', cost: 900 }, FORM)).status).toBe(200)
    expect((await mia('campaigns.list', { query: SPAN })).body.campaigns).toMatchObject([{ name: 'Spring', cost: 900 }])
    expect(server.sql(`select count(*) as count from audit where act = 'campaign.change'`)).toEqual([{ count: 1 }])
  })

  test('does not take a code that a colleague has given to another one meanwhile', async () => {
    const [spring, autumn] = [await add(), await add({ name: 'Autumn' })]
    server.sql(
      `insert into discount_codes (code, value_percentage, status, validity) values ('FREE', 10, 'active', 'unlimited')`,
    )
    expect((await give(autumn, null)).status).toBe(200)
    expect((await give(spring, null)).error).toEqual({ error: 'changed_meanwhile' })
    expect((await give(autumn, null)).status, 'sent again').toBe(200)
    expect((await give(spring, autumn)).status).toBe(200)
    expect(server.sql(`select count(*) as count from audit where act = 'code.change'`)).toEqual([{ count: 2 }])
  })

  test('is a line of the file, whose export is in the audit', async () => {
    pay(join({ network: 'ads' }, { count: 10 }), 1_000)
    await add({ cost_kind: 'total', cost: 5_000 })
    const search = new URLSearchParams(SPAN).toString()
    const answer = await server.app.request(`http://localhost/api/desk/campaigns/csv?${search}`, {
      headers: { cookie },
    })
    expect((await answer.text()).split('\r\n')).toEqual([
      'campaign,network,ref,sub1,sub2,sub3,clicks,signups,confirmed,buyers,revenue,code_uses,cost,currency,cost_per_click,cost_per_signup,cost_per_purchase,return',
      'Spring,ads,,,,,0,10,10,10,100.00 EUR,0,50.00,EUR,,5.00,5.00,2',
      '',
    ])
    expect(server.sql(`select count(*) as count from audit where act = 'report.export'`)).toEqual([{ count: 1 }])
  })
})

test.skipIf(isPostgres)(
  '[DESK-14] the revenue of a campaign and the uses of its codes are found by indexes, not among all payments',
  async () => {
    const campaign = await add({ network: 'ads', ref: 'spring' })
    const row = server.sql('select * from campaigns where id = ?', campaign)[0]
    const prepare = vi.spyOn(SqliteSession.prototype, 'prepareQuery')
    const { campaigns } = server.deps.read
    await campaigns.revenue(row as CampaignRow, 0, AT)
    await campaigns.codeUses(campaign, 0, AT)
    const queries = prepare.mock.calls.map(([query]) => query)
    prepare.mockRestore()
    expect(queries).toHaveLength(2)
    for (const { sql, params } of queries) {
      const plan = server.sql(`explain query plan ${sql}`, ...params).map(({ detail }) => String(detail))
      expect(plan.filter((step) => /^SCAN p\b/.test(step))).toEqual([])
      expect(plan).toContainEqual(expect.stringContaining('payments_discount (discount_code=?)'))
    }
  },
)
