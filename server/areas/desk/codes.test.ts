/** [DESK-14] Discount codes with campaign and revenue, at the desk. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import { addPayment } from '../../testing/money-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const REASON = 'autumn with the partner'
const FORM = {
  code: 'autumn20',
  value_percentage: 20,
  validity: 'once-per-user',
  last_day: '2026-12-31',
  country: null,
  currency: null,
  campaign: null,
  reason: REASON,
} as const

let server: TestServer
let mara: DeskCaller
beforeEach(async () => {
  server = await createTestServer({ start: '2026-11-01T10:00:00Z' })
  mara = deskOn(server.app, (await addTestStaff(server.deps, 'Mara', 'marketing')).cookie)
})
afterEach(() => server.close())

const add = (changes: object = {}) => mara('codes.add', { body: { ...FORM, ...changes } })
const codes = async () => (await mara('codes.list')).body.codes
const setStatus = (status: 'active' | 'inactive', code = 'AUTUMN20') =>
  mara('codes.status', { params: { code }, body: { status, reason: REASON } })

const addCampaign = async (): Promise<number> => {
  const { partner } = (await mara('partners.add', { body: { name: 'Nachtblog' } })).body
  const form = { name: 'Autumn', network: null, ref: 'blog', sub1: null, sub2: null, sub3: null, partner: partner.id }
  return (await mara('campaigns.add', { body: { ...form, cost_kind: 'none', cost: 0, currency: 'EUR' } })).body.id
}

/** Paid orders with the code, one of them refunded, one in another way, and one with a chargeback that was won. */
const BACK: Record<number, object> = {
  1: { refundedThere: 800 },
  2: { refundedOtherwise: 800 },
  3: { chargedBackThere: 800, chargedBackWon: 800 },
}
const pay = (count: number): void => {
  for (let order = 1; order <= count; order += 1)
    addPayment(server, 1, { amount: 800, discountCode: 'AUTUMN20', ...BACK[order] })
}

describe('[DESK-14] codes', () => {
  test('a code is added with its campaign, and the list names campaign, partner, uses, revenue and end', async () => {
    const campaign = await addCampaign()
    expect((await add({ campaign })).status).toBe(200)
    pay(12)
    const [added] = server.sql(`select "after" from audit where act = 'code.add'`)
    expect(JSON.parse(String(added?.['after']))).toMatchObject({ code: 'AUTUMN20', value_percentage: 20, campaign })
    expect((await mara('codes.list')).body.campaigns).toEqual([{ id: campaign, name: 'Autumn' }])
    expect(await codes()).toEqual([
      {
        code: 'AUTUMN20',
        value_percentage: 20,
        status: 'active',
        validity: 'once-per-user',
        expires: Date.parse('2027-01-01T00:00:00Z'),
        country: null,
        currency: null,
        is_personal: false,
        campaign: { id: campaign, name: 'Autumn', partner: 'Nachtblog' },
        uses: 12,
        revenue: [{ currency: 'EUR', amount: 8_000 }],
      },
    ])
  })

  test('[DESK-13] a few uses are hidden with their revenue, since they could point at a person', async () => {
    await add()
    expect((await codes())[0]).toMatchObject({ uses: 0, revenue: [] })
    pay(9)
    expect((await codes())[0]).toMatchObject({ uses: null, revenue: [] })
    // One use more, in another currency: neither sum is one of ten uses.
    addPayment(server, 1, { amount: 900, currency: 'PLN', discountCode: 'AUTUMN20' })
    expect((await codes())[0]).toMatchObject({ uses: 10, revenue: [] })
    pay(1)
    expect((await codes())[0]).toMatchObject({ uses: 11, revenue: [{ currency: 'EUR' }] })
  })

  test.each([
    [{ code: 'x' }, 'code'],
    [{ code: 'welcome25' }, 'code'],
    [{ code: 'timebonus25' }, 'code'],
    [{ value_percentage: 0 }, 'value_percentage'],
    [{ country: 'JP' }, 'country'],
    [{ currency: 'JPY' }, 'currency'],
    [{ last_day: '2026-10-31' }, 'last_day'],
    // A payment of nothing is accepted by no provider, and JavaScript reads this day as 3 March.
    [{ value_percentage: 100 }, 'value_percentage'],
    [{ last_day: '2027-02-31' }, 'last_day'],
    [{ reason: 'short' }, 'reason'],
  ])('a code with %j is refused by its field, and nothing is added', async (changes, field) => {
    const { error } = await add(changes)
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
    expect(await codes()).toEqual([])
    expect(server.sql('select * from audit')).toEqual([])
  })

  test('a code without an end is added for one country and one currency of those that the list offers', async () => {
    const { countries, currencies } = (await mara('codes.list')).body
    expect([countries, currencies]).toEqual([
      server.deps.settings().countries,
      [...new Set(Object.values(server.deps.settings().currencies))],
    ])
    const own = { country: countries[0] ?? null, currency: currencies[0] ?? null }
    expect((await add({ ...own, last_day: null })).status).toBe(200)
    expect(await codes()).toMatchObject([{ ...own, expires: null }])
  })

  test('the same code is not added twice, and a missing campaign is refused', async () => {
    await add()
    expect((await add({ value_percentage: 90 })).error?.error).toBe('name_taken')
    expect((await add({ code: 'OTHER', campaign: 99 })).error?.error).toBe('not_found')
    expect((await codes()).map(({ value_percentage }) => value_percentage)).toEqual([20])
  })

  test('a code ends and counts again; a second colleague who is too late hears so, and each act is in the audit', async () => {
    const hints: string[] = []
    server.deps.bus.openDesk(
      (hint) => hints.push(hint),
      () => undefined,
    )
    await add()
    expect((await setStatus('inactive')).status).toBe(200)
    expect((await setStatus('inactive')).error?.error).toBe('changed_meanwhile')
    expect((await codes())[0]?.status).toBe('inactive')
    expect((await setStatus('active')).status).toBe(200)
    expect((await setStatus('active', 'NONE')).error?.error).toBe('not_found')
    const [active, inactive] = ['active', 'inactive'].map((status) => JSON.stringify({ code: 'AUTUMN20', status }))
    expect(server.sql(`select staff, act, "before", "after", reason from audit order by id`)).toEqual([
      { staff: 1, act: 'code.add', before: null, after: expect.stringContaining('"AUTUMN20"'), reason: REASON },
      { staff: 1, act: 'code.change', before: active, after: inactive, reason: REASON },
      { staff: 1, act: 'code.change', before: inactive, after: active, reason: REASON },
    ])
    expect(hints).toEqual(['codes', 'codes', 'codes'])
  })

  test('the list comes as CSV with a line for each currency, which the audit notes', async () => {
    await add({ campaign: await addCampaign() })
    pay(12)
    for (let order = 0; order < 10; order += 1)
      addPayment(server, 1, { amount: 900, currency: 'PLN', discountCode: 'AUTUMN20' })
    await add({ code: 'UNUSED', last_day: null })
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const response = await server.app.request('http://localhost/api/desk/codes/csv', { headers: { cookie } })
    expect(await response.text()).toBe(
      [
        'code,percent,status,validity,ends,campaign,partner,uses,currency,revenue',
        'AUTUMN20,20,active,once-per-user,2026-12-31,Autumn,Nachtblog,22,EUR,8000',
        'AUTUMN20,20,active,once-per-user,2026-12-31,Autumn,Nachtblog,22,PLN,9000',
        'UNUSED,20,active,once-per-user,,,,0,,',
        '',
      ].join('\r\n'),
    )
    expect(server.sql(`select "after" from audit where act = 'report.export'`)).toEqual([
      { after: '{"report":"codes"}' },
    ])
  })
})
