// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { LedgerEntry } from '#contract/entities/money.ts'
import { DAY_MS } from '#contract/limits.ts'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { now } from '../../ports/clock.ts'
import { t } from '../../state/i18n.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { setServerAhead, showTimesIn } from '../../testing/zone.ts'
import { aPayment, PAYMENT_ID } from '../credits/testing.ts'
import { InvoiceSheet } from './invoice-sheet.tsx'
import { TransactionsScreen } from './transactions-screen.tsx'

setUpScreens()

const me = aUser()
const INVOICE = {
  number: 'V-2026-000001',
  at: Date.UTC(2026, 11, 31, 23, 30),
  seller: DEFAULT_SITE_SETTINGS.company,
  buyer: { name: 'Anna', email: 'anna@example.test', country: 'IT' },
  credits: 15,
  net: 819,
  vat: 180,
  vat_percentage: 22,
  total: 999,
  currency: 'EUR',
}
beforeEach(() => enterAs(me))

/** A message to somebody in the ledger. */
const messageTo = (id: number, name: string, fictional: boolean): LedgerEntry => ({
  id,
  at: id,
  amount: -1,
  balance: 9,
  reason: 'message',
  payment_id: null,
  profile: { id, name, fictional },
})

const withdrawable = (credits_unspent: number, refund: number) => {
  const payment = aPayment({ status: 'completed' })
  const withdrawal = {
    until: now() + DAY_MS,
    possible: true,
    credits_unspent,
    credits_spent: 15 - credits_unspent,
    refund,
    declared_at: null,
  }
  return { payment, invoice: INVOICE, withdrawal }
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

describe('[PAY-11] transactions', () => {
  test('without an id are the list', async () => {
    const asked = answerCalls({})
    await showAt('/transactions', <TransactionsScreen me={me} id={undefined} />)
    expect(asked.map(({ name }) => name)).toEqual(['transactions.list'])
  })

  test('with an id are this one payment', async () => {
    const asked = answerCalls({})
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    expect(asked).toMatchObject([{ params: { id: PAYMENT_ID } }])
  })

  test.each([
    [undefined, 'Refund on its way', /will contact you to pay it back in another way/],
    [true, /will contact you to pay it back in another way/, /on its way|goes back the way you paid/],
  ])('a refund is on its way unless the provider has refused it (%s)', async (refund_refused, shown, hidden) => {
    const payment = aPayment({ status: 'refunded', ...(refund_refused && { refund_refused }) })
    const withdrawal = { until: 1, possible: false, credits_unspent: 15, credits_spent: 0, refund: 999, declared_at: 1 }
    answerCalls({ 'transactions.get': { payment, invoice: null, withdrawal } })
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    expect(await screen.findByText(shown)).toBeTruthy()
    expect(screen.queryByText(hidden)).toBeNull()
  })

  test.each([
    [2, 'The withdrawal period for this purchase ended'],
    [-2, 'No credits of this purchase are left'],
  ])('the period to withdraw ends by the clock of the server, which is %i days ahead', async (days, words) => {
    setServerAhead(days * DAY_MS)
    const until = now() + (days / 2) * DAY_MS
    const withdrawal = { until, possible: false, credits_unspent: 0, credits_spent: 15, refund: 0, declared_at: null }
    answerCalls({ 'transactions.get': { payment: aPayment(), invoice: null, withdrawal } })
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  })

  test('[PAY-1] the list has the balance of its entries, with the credits of messages that wait to be sent', async () => {
    const entry = { id: 1, at: 1, amount: 7, balance: 7, reason: 'signup', profile: null, payment_id: null } as const
    answerCalls({ 'transactions.list': { payments: [], entries: [entry], has_more: false } })
    await showAt('/transactions', <TransactionsScreen me={aUser({ credits: 5, credits_waiting: 2 })} id={undefined} />)
    expect(
      (await screen.findByRole('heading', { name: t('transactions.ledger') })).parentElement?.textContent,
    ).toContain(t('credits.count', { count: 7 }))
  })

  test('[SAFE-7] the list marks a fictional profile, and nobody else', async () => {
    const entries = [messageTo(2, 'Luna', true), messageTo(1, 'Martina', false)]
    answerCalls({ 'transactions.list': { payments: [], entries, has_more: false } })
    await showAt('/transactions', <TransactionsScreen me={me} id={undefined} />)
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent.includes(t('ui.fictional')))).toEqual([true, false])
  })

  test('the list names the day of a payment unless it is today by the clock of the server', async () => {
    setServerAhead(3 * DAY_MS)
    answerCalls({ 'transactions.list': { payments: [aPayment({ created_at: now() })], entries: [], has_more: false } })
    await showAt('/transactions', <TransactionsScreen me={me} id={undefined} />)
    expect((await screen.findByRole('link', { name: /credits/ })).textContent).toMatch(/20\d\d/)
  })

  test('a completed payment has its invoice, and the button to withdraw from it', async () => {
    const asked = answerCalls({ 'transactions.get': withdrawable(15, 999) })
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    expect(await screen.findByRole('region', { name: /V-2026-000001/ })).toBeDefined()
    // The sums are there before the button, and the second button confirms the amount that they said.
    const sums = screen.getByText(t('withdrawal.refund')).closest('dl')?.textContent
    expect(sums).toContain('€9.99')
    expect(sums).toContain(t('credits.count', { count: 15 }))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('withdrawal.start') })))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('withdrawal.confirm') })))
    expect(asked.find(({ name }) => name === 'transactions.withdraw')).toMatchObject({
      params: { id: PAYMENT_ID },
      body: { refund: 999 },
    })
  })

  test('a withdrawal can be left in two ways, and nothing is declared then', async () => {
    const asked = answerCalls({ 'transactions.get': withdrawable(15, 999) })
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    await screen.findByRole('button', { name: t('withdrawal.start') })
    for (const way of ['withdrawal.keep', 'ui.close'] as const) {
      await press(t('withdrawal.start'))
      expect(screen.getByText(t('withdrawal.dialogTitle'))).toBeDefined()
      await press(t(way))
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    expect(asked.map(({ name }) => name)).not.toContain('transactions.withdraw')
  })

  test('a withdrawal whose amount has changed shows the new one before it is declared, and then its receipt', async () => {
    answerCalls({ 'transactions.get': withdrawable(15, 999) })
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    await screen.findByRole('button', { name: t('withdrawal.start') })
    await press(t('withdrawal.start'))
    const changed = withdrawable(10, 666)
    answerCalls({ 'transactions.get': changed, 'transactions.withdraw': 'price_changed' })
    await press(t('withdrawal.confirm'))
    expect(await screen.findByText(t('withdrawal.changed'))).toBeDefined()
    const asked = answerCalls({
      'transactions.withdraw': { ...changed, withdrawal: { ...changed.withdrawal, possible: false, declared_at: 1 } },
    })
    await press(t('withdrawal.confirm'))
    expect(asked.find(({ name }) => name === 'transactions.withdraw')?.body).toEqual({ refund: 666 })
    expect(await screen.findByText(t('withdrawal.doneText', { amount: '€6.66' }))).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    [{ failure: 'discount_used' }, () => t('pay.discountTwice', { amount: '€9.99' })],
    [{ finding_out: true }, () => t('pay.findingOutText')],
  ] as const)('a payment that is not as the payer expects says so: %j', async (change, words) => {
    answerCalls({ 'transactions.get': { payment: aPayment(change), invoice: null, withdrawal: null } })
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    expect(await screen.findByText(words())).toBeDefined()
  })

  test.each([
    ['pending', `/credits/15/creditcard?payment=${PAYMENT_ID}`],
    ['failed', undefined],
  ] as const)('a payment that is %s continues at %s', async (status, path) => {
    answerCalls({ 'transactions.get': { payment: aPayment({ status }), invoice: null, withdrawal: null } })
    await showAt(`/transactions/${PAYMENT_ID}`, <TransactionsScreen me={me} id={PAYMENT_ID} />)
    await screen.findByRole('link', { name: t('transactions.back') })
    const next = screen.queryByRole('link', { name: t('transactions.goOn') })
    expect(next?.getAttribute('href')).toBe(path)
  })

  test('the invoice is printed at a tap', async () => {
    const print = vi.fn<() => void>()
    vi.stubGlobal('print', print)
    await showAt('/transactions', <InvoiceSheet invoice={INVOICE} />)
    await press(t('invoice.print'))
    expect(print).toHaveBeenCalledOnce()
  })

  test.each([
    ['list', undefined, 'transactions.list'],
    ['payment', PAYMENT_ID, 'transactions.get'],
  ] as const)('[SHELL-20] the %s that could not be loaded is asked for again at a tap', async (_, id, name) => {
    answerCalls({ [name]: 'server_error' })
    await showAt('/transactions', <TransactionsScreen me={me} id={id} />)
    const retry = await screen.findByRole('button', { name: t('ui.tryAgain') })
    const asked = answerCalls({})
    fireEvent.click(retry)
    expect(asked.map((one) => one.name)).toEqual([name])
  })

  test('credits that a won chargeback gave back are not called removed', async () => {
    const entry = { at: 1, reason: 'chargeback' as const, profile: null, payment_id: PAYMENT_ID }
    const entries = [
      { ...entry, id: 2, amount: 15, balance: 15 },
      { ...entry, id: 1, amount: -15, balance: 0 },
    ]
    answerCalls({ 'transactions.list': { payments: [], entries, has_more: false } })
    await showAt('/transactions', <TransactionsScreen me={me} id={undefined} />)
    expect(await screen.findByText(t('transactions.chargebackWon'))).toBeTruthy()
    expect(screen.getByText(t('transactions.chargeback'))).toBeTruthy()
  })

  test.each(['Europe/Rome', 'America/Los_Angeles'])(
    'an invoice has the day of its mail and of the books in %s',
    async (zone) => {
      showTimesIn(zone)
      const { at } = INVOICE
      const credit_notes = [
        { number: 'C-2026-000007', at, amount: -500, vat: -90 },
        { number: 'C-2026-000008', at, amount: 500, vat: 90 },
      ]
      await showAt('/transactions', <InvoiceSheet invoice={{ ...INVOICE, credit_notes }} />)
      expect(screen.getByRole('region', { name: /V-2026-000001/ }).textContent).toContain('December 31, 2026')
      const texts = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
      expect(texts.slice(-2)).toEqual([
        'Credit note C-2026-000007 of December 31, 2026, VAT −€0.90−€5.00',
        'Cancelled credit note C-2026-000008 of December 31, 2026, VAT €0.90€5.00',
      ])
    },
  )
})
