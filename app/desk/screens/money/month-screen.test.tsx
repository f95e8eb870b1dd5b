// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { MoneyMonth, MonthRow, Settlement, UnspentCredits } from '#contract/desk/books.ts'
import { Frame } from '../../frame/frame.tsx'
import { answerCalls, atDesk, enterAs, press, savedFiles, showAt } from '../../testing/desk-page.tsx'
import { showTimesIn } from '../../../testing/zone.ts'
import { MonthScreen } from './month-screen.tsx'

const PAID_OUT = Date.UTC(2026, 9, 23)
const PAYMENT = '0b6e3c64-58a1-4b8f-9c56-2f6f6f0a8a11'

const row = (country: string, currency: string, own: Partial<MonthRow> = {}): MonthRow => ({
  country,
  currency,
  vat_percentage: 19,
  payments: 861,
  gross: 1_994_139,
  refunds: -47_982,
  chargebacks: -1_999,
  vat: 310_412,
  net: 1_633_746,
  fees: 49_443,
  ...own,
})

const settlement = (id: string, own: Partial<Settlement> = {}): Settlement => ({
  id,
  paid_out_at: PAID_OUT,
  currency: 'EUR',
  provider: 1_184_215,
  ledger: 1_184_215,
  difference: 0,
  fees: 4_000,
  lines: 300,
  differences: [],
  ...own,
})

const monthWith = (own: Partial<MoneyMonth> = {}): MoneyMonth => ({
  month: '2026-10',
  rows: [row('DE', 'EUR'), row('PL', 'PLN', { vat_percentage: 23, gross: 2_069_752 })],
  sums: [row('', 'EUR'), row('', 'PLN', { gross: 2_069_752 })],
  settlements: [],
  unsettled: [],
  ...own,
})

const UNSPENT: UnspentCredits = {
  at: Date.UTC(2026, 10) - 1,
  credits: 41_306,
  bought: [{ currency: 'EUR', credits: 40_000, sold_for: 1_694_011 }],
  free: 1_306,
  goodwill: 1_215,
  old: 0,
}

atDesk('finance', Date.UTC(2026, 10, 21, 14, 32))

const answers = (month: MoneyMonth) => ({
  'GET money/2026-10': () => ({ json: month }),
  'GET money/2026-10/unspent': () => ({ json: UNSPENT }),
  'GET money/2026-09': () => ({ json: monthWith({ month: '2026-09', rows: [], sums: [] }) }),
  'GET money/2026-09/unspent': () => ({ json: UNSPENT }),
})

const open = (path = '/money?month=2026-10') => {
  const location = showAt(path, <MonthScreen />)
  return location
}

test('[DESK-12] a month shows each country, and a sum for each currency of its own', async () => {
  answerCalls(answers(monthWith()))
  open()
  const table = await screen.findByRole('table', { name: 'By country and currency' })
  const germany = within(table).getByRole('row', { name: /^Germany/ })
  expect(germany.textContent).toBe('GermanyEUR86119,941.39−479.82−19.9919 %3,104.1216,337.46494.43')
  expect(within(table).getAllByRole('row', { name: /^Sum/ })).toHaveLength(2)
  expect(screen.getByText('€19,941.39')).toBeTruthy()
  // A phone draws no empty cell, so the next amounts would leave their places below those of the rows above.
  const cells = within(table)
    .getAllByRole('row')
    .flatMap((one) => [...one.children])
  expect(cells.filter(({ textContent }) => textContent === '')).toEqual([])
  expect(within(table).getByRole('row', { name: /^Sum PLN/ }).textContent).toContain('20,697.52')
})

test('[DESK-12] the unspent credits are those of the end of the month, with the price of the bought ones', async () => {
  answerCalls(answers(monthWith()))
  open()
  const box = (await screen.findByRole('heading', { name: 'Unspent credits, 31 Oct 2026' })).closest('section')
  expect(box?.textContent).toContain('40,000, sold for €16,940.11')
  expect(box?.textContent).toContain('Came free of charge1,306')
})

test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  '[DESK-12] the days of the books are those in UTC, at a desk in %s too',
  async (timeZone) => {
    showTimesIn(timeZone)
    answerCalls(answers(monthWith({ settlements: [settlement('S44')] })))
    open()
    expect(await screen.findByRole('heading', { name: 'Unspent credits, 31 Oct 2026' })).toBeTruthy()
    expect(screen.getByRole('row', { name: /^S44/ }).textContent).toContain('S4423 Oct 2026')
  },
)

test.each(['B', 'its button'])(
  '[DESK-12] a difference of a settlement is shown to the cent, and %s asks the provider about its payment',
  async (by) => {
    const refund = { fault: 'not_booked' as const, reference: 'tr_19377', payment: PAYMENT, amount: -3_999 }
    let month = monthWith({
      settlements: [settlement('S44'), settlement('S43', { difference: -3_999, differences: [refund] })],
      unsettled: [{ currency: 'EUR', amount: 443_144, payments: 190 }],
    })
    const requests = answerCalls({
      ...answers(month),
      'GET money/2026-10': () => ({ json: month }),
      [`POST payments/${PAYMENT}/read`]: () => {
        month = monthWith({ settlements: [settlement('S44'), settlement('S43')] })
        return { json: {} }
      },
    })
    open()
    expect(await screen.findByText('1 difference')).toBeTruthy()
    const line = screen.getByRole('row', { name: /^S43/ })
    expect(line.textContent).toContain('−39.99')
    expect(line.textContent).toContain('Not in our books')
    expect(screen.getByText('1 of 2 agree')).toBeTruthy()
    expect(screen.getByText('190 sales of this month are in no settlement yet: €4,431.44')).toBeTruthy()
    if (by === 'B') await press('b')
    else fireEvent.click(within(line).getByRole('button', { name: 'Ask the provider' }))
    expect(requests.some(({ method, path }) => method === 'POST' && path === `payments/${PAYMENT}/read`)).toBe(true)
    await vi.waitFor(() => expect(screen.getAllByText('To the cent')).toHaveLength(2))
  },
)

test('[DESK-12] [ shows the month before, ] never goes past the current one, and D downloads the CSV', async () => {
  const requests = answerCalls({ ...answers(monthWith()), 'GET money/2026-10/csv': () => ({ json: null }) })
  const location = open()
  await screen.findByText('Germany')
  const saved = savedFiles()
  await press('d')
  expect(requests.at(-1)?.path).toBe('money/2026-10/csv')
  await vi.waitFor(() => expect(saved).toEqual(['money-2026-10.csv']))
  await press('[')
  expect(location.history.at(-1)).toBe('/money?month=2026-09')
  expect(await screen.findByRole('heading', { name: 'No payments in September 2026' })).toBeTruthy()
  await press(']')
  await press(']')
  expect(location.history.at(-1)).toBe('/money')
  await press(']')
  expect(location.history.at(-1)).toBe('/money')
})

test('[DESK-12] a settlement that cannot be read names its line and keeps the text', async () => {
  const requests = answerCalls({
    ...answers(monthWith()),
    'POST settlements': () => ({ status: 422, json: { error: 'settlement_unreadable', line: 3 } }),
  })
  open()
  await screen.findByText('Germany')
  await press('i')
  const field = await screen.findByLabelText('Lines')
  fireEvent.change(field, { target: { value: 'settlement,paid_out' } })
  fireEvent.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText(/look at line 3/)).toBeTruthy()
  expect(requests.at(-1)?.body).toEqual({ text: 'settlement,paid_out' })
  expect(field).toHaveProperty('value', 'settlement,paid_out')
})

test('[DESK-12] a file of settlements is sent by Ctrl Enter, and the month is read again', async () => {
  const requests = answerCalls({
    ...answers(monthWith()),
    'POST settlements': () => ({ json: { settlements: [settlement('S44')] } }),
  })
  open()
  await screen.findByText('Germany')
  fireEvent.click(screen.getByRole('button', { name: 'Import settlement' }))
  const file = new File(['settlement,paid_out\nS44'], 'S44.csv', { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('File of the settlement'), { target: { files: [file] } })
  await vi.waitFor(() => expect(screen.getByLabelText('Lines')).toHaveProperty('value', 'settlement,paid_out\nS44'))
  await press('Enter', { ctrlKey: true })
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'settlement,paid_out\nS44' })
  await vi.waitFor(() => expect(requests.filter(({ path }) => path === 'money/2026-10')).toHaveLength(2))
})

test('[DESK-12] a month that cannot be loaded says so and is requested again', async () => {
  let isDown = true
  answerCalls({
    ...answers(monthWith()),
    'GET money/2026-10': () => (isDown ? { status: 500, json: { error: 'server_error' } } : { json: monthWith() }),
  })
  open()
  const alert = await screen.findByRole('alert')
  isDown = false
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Germany')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[DESK-2] a moderator reads that money belongs to other roles, and nothing is requested', async () => {
  await enterAs('moderator')
  const requests = answerCalls({})
  showAt('/money', <Frame />)
  expect(await screen.findByRole('heading', { name: 'The page Money is not for your role' })).toBeTruthy()
  expect(requests.filter(({ path }) => path.startsWith('money'))).toEqual([])
})
