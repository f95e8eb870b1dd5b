// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Approval, DeskPayment, MemberMoney } from '#contract/desk/member-money.ts'
import { now } from '../../clock.ts'
import { Frame } from '../../frame/frame.tsx'
import { answerCalls, atDesk, enterAs, press, showAt } from '../../testing/desk-page.tsx'
import { showTimesIn } from '../../../testing/zone.ts'
import { toasts } from '../../toasts.ts'
import { MemberMoneyScreen } from './member-money-screen.tsx'

const NOW = Date.UTC(2026, 10, 21, 14, 32)
const PAYMENT = '0b6e3c64-58a1-4b8f-9c56-2f6f6f0a8a11'

const OFFER = {
  unspent: { amount: 2_879, credits: 72 },
  whole: { amount: 3_999, credits: 72 },
  most: 3_999,
  vat_percentage: 23,
  credit_note: 187,
}

const payment = (own: Partial<DeskPayment> = {}): DeskPayment => ({
  id: PAYMENT,
  status: 'completed',
  method: 'creditcard',
  country: 'IE',
  credits: 100,
  amount: 3_999,
  currency: 'EUR',
  vat: 748,
  vat_percentage: 23,
  discount: null,
  created_at: NOW - 1_000,
  completed_at: NOW,
  invoice: '2026/4512',
  refunded: 0,
  waiting: 0,
  refused_refunds: [],
  bookings: [],
  refund: OFFER,
  withdrawal: { until: NOW + 1_000_000, amount: 2_879, credits: 72 },
  chargeback: null,
  ...own,
})

const moneyWith = (own: Partial<MemberMoney> = {}): MemberMoney => ({
  member: { id: 48_816, name: 'Helen' },
  credits: 72,
  sums: [{ currency: 'EUR', paid: 5_998, refunded: 0, worth: 2_879 }],
  goodwill_left: 50,
  buying_stopped: false,
  approvals: [],
  second_person_over: 100,
  claim: null,
  payments: [payment()],
  ledger: [{ id: 9, at: NOW, reason: 'message', amount: -1, balance: 72 }],
  more: false,
  ...own,
})

atDesk('support', NOW)

const open = (): void => {
  showAt('/members/48816/money', <MemberMoneyScreen params={{ id: '48816' }} />)
}
const GET = 'GET members/48816/money'

test('[DESK-12] a member page of money shows payments, invoices, the ledger and the worth of unspent credits', async () => {
  answerCalls({ [GET]: () => ({ json: moneyWith() }) })
  open()
  const payments = await screen.findByRole('table', { name: 'Payments' })
  expect(within(payments).getAllByRole('row')[1]?.textContent).toContain('100 credits€39.99€7.48 (23 %)')
  expect(within(payments).getByText('Credit card')).toBeTruthy()
  expect(within(payments).getByText('2026/4512')).toBeTruthy()
  expect(screen.getByText('Paid €59.98, refunded €0.00, credits worth €28.79')).toBeTruthy()
  const ledger = screen.getByRole('table', { name: 'Ledger' })
  expect(within(ledger).getAllByRole('row')[1]?.textContent).toContain('Message−172')
})

test('[DESK-12] a payment with a chargeback or a refused refund to decide comes before newer ones', async () => {
  const open_chargeback = { amount: 3_999, at: NOW, decision: null, contest_by: null }
  const refused = { refund: null, amount: 100, at: NOW, reason: 'closed' }
  answerCalls({
    [GET]: () => ({
      json: moneyWith({
        payments: [
          payment({ id: 'a', invoice: 'newest' }),
          payment({ id: 'b', invoice: 'settled', chargeback: { ...open_chargeback, decision: 'allow' } }),
          payment({ id: 'c', invoice: 'refused', refused_refunds: [refused] }),
          payment({ id: 'd', invoice: 'charged back', chargeback: open_chargeback }),
        ],
      }),
    }),
  })
  open()
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Payments' })).getAllByRole('row')
  const invoices = ['newest', 'settled', 'refused', 'charged back']
  expect(rows.map(({ textContent }) => invoices.find((one) => textContent?.includes(`${one}Credit card`)))).toEqual([
    'refused',
    'charged back',
    'newest',
    'settled',
  ])
})

test('[DESK-4] the money of a member shows who of the colleagues works on it, as long as they do', async () => {
  const until = NOW + 240_000
  answerCalls({ [GET]: () => ({ json: moneyWith({ claim: { staff: 4, name: 'Marek Nowak', until } }) }) })
  open()
  expect(await screen.findByText('Marek · 4:00')).toBeTruthy()
  await act(async () => (now.value = until))
  expect(screen.queryByText(/^Marek/)).toBeNull()
})

test('[DESK-12] a refund shows its credit note first, and sends the amount that was on screen', async () => {
  const requests = answerCalls({
    [GET]: () => ({ json: moneyWith() }),
    [`POST payments/${PAYMENT}/refund`]: () => ({ json: { waits: false } }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('Next credit note187')
  expect(dialog.textContent).toContain('Net−€23.41')
  expect(dialog.textContent).toContain('VAT 23 %−€5.38')
  fireEvent.click(within(dialog).getByRole('radio', { name: /^Another amount/ }))
  const amount = within(dialog).getByLabelText('Amount in EUR')
  for (const [typed, fault] of [
    ['', null],
    ['10,', null],
    ['40.00', 'Out of range'],
    ['1.234,50', 'Not valid'],
  ] as const) {
    fireEvent.change(amount, { target: { value: typed } })
    const shown = within(dialog).queryByText(/^(?:Out of range|Not valid)$/)?.textContent ?? null
    expect([typed, shown]).toEqual([typed, fault])
  }
  expect(within(dialog).getByRole('button', { name: 'Refund' })).toHaveProperty('disabled', true)
  fireEvent.change(amount, { target: { value: '10,5' } })
  fireEvent.change(within(dialog).getByLabelText(/^Note/), { target: { value: ' Charged twice ' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Refund €10.50' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = requests.find(({ method }) => method === 'POST')
  expect(sent?.body).toEqual({
    part: 'amount',
    amount: 1_050,
    most: 3_999,
    reason: 'withdrawal',
    note: 'Charged twice',
    client_id: expect.any(String),
  })
})

test('[DESK-12] a payment that changed meanwhile is not refunded, the dialog says so, and the next one has the new amount', async () => {
  let unspent = { amount: 2_879, credits: 72 }
  answerCalls({
    [GET]: () => ({ json: moneyWith({ payments: [payment({ refund: { ...OFFER, unspent } })] }) }),
    [`POST payments/${PAYMENT}/refund`]: () => {
      unspent = { amount: 1_200, credits: 30 }
      return { status: 409, json: { error: 'changed_meanwhile' } }
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  fireEvent.click(screen.getByRole('button', { name: 'Refund €28.79' }))
  expect(await screen.findByText(/A colleague has changed this meanwhile/)).toBeTruthy()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
  fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
  await screen.findByRole('button', { name: 'Refund €12.00' })
})

test('[DESK-12] a chargeback that a colleague has won meanwhile is read again, and nothing is left to decide', async () => {
  await enterAs('finance')
  let decision: 'won' | null = null
  const chargeback = () => ({ at: NOW, amount: 3_999, decision, contest_by: null })
  answerCalls({
    [GET]: () => ({
      json: moneyWith({ payments: [payment({ refund: null, withdrawal: null, chargeback: chargeback() })] }),
    }),
    [`POST payments/${PAYMENT}/chargeback`]: () => {
      decision = 'won'
      return { status: 409, json: { error: 'not_possible' } }
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Stop buying' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Three chargebacks' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stop buying' }))
  expect(await screen.findByText('Chargeback, won')).toBeTruthy()
  expect(within(dialog).getByRole('alert').textContent).toBe('This is not possible in the present state.')
})

const noteOfRefund = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  return within(screen.getByRole('dialog')).getByLabelText<HTMLTextAreaElement>(/^Note/)
}

test('[DESK-1] the note of a refund that was not sent is in its field again after the next login', async () => {
  const replies = {
    [GET]: () => ({ json: moneyWith() }),
    [`POST payments/${PAYMENT}/refund`]: () => ({ json: { waits: false } }),
  }
  answerCalls(replies)
  open()
  fireEvent.change(await noteOfRefund(), { target: { value: 'Charged twice' } })
  // The end of the session takes the screen away.
  cleanup()
  open()
  expect((await noteOfRefund()).value).toBe('Charged twice')
  fireEvent.click(screen.getByRole('button', { name: 'Refund €28.79' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await noteOfRefund()).value).toBe('')
})

test('[DESK-12] + gives goodwill credits with a reason, and more than the limit waits', async () => {
  let left = 50
  let isDown = true
  const requests = answerCalls({
    [GET]: () => ({ json: moneyWith({ goodwill_left: left }) }),
    'POST members/48816/goodwill': () => {
      if (isDown) return { status: 500, json: { error: 'server_error' } }
      left = 0
      return { json: { waits: false } }
    },
  })
  open()
  await screen.findByRole('table', { name: 'Payments' })
  await press('+')
  const dialog = screen.getByRole('dialog')
  const posts = () =>
    requests.filter(({ method }) => method === 'POST').map(({ body }) => body as { client_id: string })
  const give = async (credits: string): Promise<void> => {
    const before = posts().length
    fireEvent.change(within(dialog).getByLabelText('Credits'), { target: { value: credits } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Give goodwill credits' }))
    await vi.waitFor(() => expect(posts()).toHaveLength(before + 1))
  }
  for (const blank of ['', ' ']) {
    const reason = `The chat was down for a day${blank}`
    fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: reason } })
    await give('5')
    await within(dialog).findByRole('alert')
  }
  isDown = false
  await give('10')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posts()[2]).toEqual({
    credits: 10,
    reason: 'The chat was down for a day',
    client_id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  })
  // An answer may have been lost: the same request has the same id, also with a blank more, and a changed one another.
  const [first, second, changed] = posts().map(({ client_id }) => client_id)
  expect([second === first, changed === first]).toEqual([true, false])
  await screen.findByText('Goodwill credits without a second person')
  await vi.waitFor(() => expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2))
  await press('+')
  expect(screen.getByRole('dialog').textContent).toContain('0 more credits go at once. More than that waits')
})

test('[DESK-16] an empty field of a refused form is missing, and a filled one says what is wrong with it', async () => {
  const refusal = { error: 'invalid_input', fields: { credits: 'out_of_range', reason: 'too_short' } }
  answerCalls({
    [GET]: () => ({ json: moneyWith() }),
    'POST members/48816/goodwill': () => ({ status: 400, json: refusal }),
  })
  open()
  await screen.findByRole('table', { name: 'Payments' })
  await press('+')
  const dialog = screen.getByRole('dialog')
  const send = within(dialog).getByRole('button', { name: 'Give goodwill credits' })
  fireEvent.click(send)
  expect(await within(dialog).findAllByText('Missing')).toHaveLength(2)
  fireEvent.change(within(dialog).getByLabelText('Credits'), { target: { value: '900' } })
  fireEvent.click(send)
  expect(await within(dialog).findByText('Out of range')).toBeTruthy()
  expect(within(dialog).getAllByText('Missing')).toHaveLength(1)
})

test('[DESK-12] finance decides a chargeback with a reason, and support only sees it', async () => {
  const chargeback = { at: NOW, amount: 3_999, decision: null, contest_by: null }
  const requests = answerCalls({
    [GET]: () => ({
      json: moneyWith({ buying_stopped: true, payments: [payment({ refund: null, withdrawal: null, chargeback })] }),
    }),
    [`POST payments/${PAYMENT}/chargeback`]: () => ({ json: {} }),
  })
  open()
  expect(await screen.findByText('Chargeback, undecided')).toBeTruthy()
  expect(screen.getByText('After a chargeback this member cannot buy.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Allow buying' })).toBeNull()
  cleanup()
  await enterAs('finance')
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Allow buying' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'The bank made a mistake' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Allow buying' }))
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      seen: null,
      decision: 'allow',
      reason: 'The bank made a mistake',
    }),
  )
})

const request: Approval = {
  id: 5,
  kind: 'refund',
  payment: PAYMENT,
  amount: 12_000,
  currency: 'EUR',
  credits: 0,
  reason: 'Charged three times',
  by: { id: 2, name: 'Sam' },
  at: NOW,
  decided: null,
}

test("[DESK-12] a colleague's request for money is allowed with a reason, and one's own is not", async () => {
  const requests = answerCalls({
    [GET]: () => ({ json: moneyWith({ approvals: [request, { ...request, id: 6, by: { id: 1, name: 'Orla' } }] }) }),
    'POST approvals/5/decide': () => ({ json: {} }),
  })
  open()
  const box = (await screen.findByRole('heading', { name: 'Second person' })).closest('section')
  const [theirs, own] = within(box ?? document.body).getAllByRole('listitem')
  expect(theirs?.textContent).toContain('Refund of €120.00')
  expect(own?.textContent).toContain('Your own request')
  expect(within(own ?? document.body).queryByRole('button')).toBeNull()
  fireEvent.click(within(theirs ?? document.body).getByRole('button', { name: 'Allow' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'I checked the three charges' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Allow' }))
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
      path: 'approvals/5/decide',
      body: { approved: true, reason: 'I checked the three charges' },
    }),
  )
})

test('[DESK-12] a request for money is refused with a reason, and waits no longer', async () => {
  let decided: Approval['decided'] = null
  const requests = answerCalls({
    [GET]: () => ({ json: moneyWith({ approvals: [{ ...request, decided }] }) }),
    'POST approvals/5/decide': () => {
      decided = { approved: false, by: 'Orla', at: NOW, reason: 'One charge was right' }
      return { json: {} }
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Refuse' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'One charge was right' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Refuse' }))
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      approved: false,
      reason: 'One charge was right',
    }),
  )
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull())
})

test('[DESK-12] older entries of the ledger come by a button, and the newest again', async () => {
  const requests = answerCalls({ [GET]: () => ({ json: moneyWith({ more: true }) }) })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Older entries' }))
  await vi.waitFor(() => expect(requests.at(-1)?.path).toBe('members/48816/money?before=9'))
  fireEvent.click(await screen.findByRole('button', { name: 'Newest entries' }))
  await vi.waitFor(() => expect(requests.at(-1)?.path).toBe('members/48816/money'))
})

test('[DESK-12] Ctrl Enter sends a refund', async () => {
  const requests = answerCalls({
    [GET]: () => ({ json: moneyWith() }),
    [`POST payments/${PAYMENT}/refund`]: () => ({ json: { waits: false } }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  await press('Enter', { ctrlKey: true })
  await vi.waitFor(() => expect(requests.at(-2)).toMatchObject({ method: 'POST', body: { amount: 2_879 } }))
})

test('[DESK-12] a refund over the limit says before and after that a second person has to allow it', async () => {
  answerCalls({
    [GET]: () => ({ json: moneyWith({ second_person_over: 20 }) }),
    [`POST payments/${PAYMENT}/refund`]: () => ({ json: { waits: true } }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('Refunds over €20.00 in 30 days wait until a second person allows them.')
  fireEvent.click(within(dialog).getByRole('button', { name: /^Refund €/ }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(toasts.value.map(({ text }) => text)).toContain('Nothing was given yet: a second person has to allow it.')
})

test('[DESK-12] finance notes until when a chargeback can be contested', async () => {
  await enterAs('finance')
  const chargeback = { at: NOW, amount: 3_999, decision: null, contest_by: null }
  const requests = answerCalls({
    [GET]: () => ({ json: moneyWith({ payments: [payment({ refund: null, withdrawal: null, chargeback })] }) }),
    [`POST payments/${PAYMENT}/chargeback/contest`]: () => ({ json: {} }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Contest' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Last day to contest'), { target: { value: '2026-12-01' } })
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'The log shows 90 messages' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Contest' }))
  await vi.waitFor(() =>
    expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
      contest_by: Date.parse('2026-12-01T23:59:59Z'),
      reason: 'The log shows 90 messages',
    }),
  )
})

test('[DESK-12] finance enters that a chargeback is won, and nothing is left to decide then', async () => {
  await enterAs('finance')
  let decision: 'won' | null = null
  const chargeback = { at: NOW, amount: 3_999, contest_by: null }
  const shown = () => {
    const status = decision === null ? 'charged_back' : 'completed'
    return payment({ status, refund: null, withdrawal: null, chargeback: { ...chargeback, decision } })
  }
  const entry = { id: 10, at: NOW, reason: 'chargeback' as const, amount: 72, balance: 72 }
  const requests = answerCalls({
    [GET]: () => ({ json: moneyWith({ payments: [shown()], ledger: [entry] }) }),
    [`POST payments/${PAYMENT}/chargeback/won`]: () => {
      decision = 'won'
      return { json: {} }
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Won' }))
  const dialog = screen.getByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Paid out on 3 December' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Won' }))
  expect(await screen.findByText('Chargeback, won')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Paid out on 3 December' })
  for (const name of ['Won', 'Contest', 'Allow buying', 'Stop buying'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.getByText('Given back after a chargeback')).toBeTruthy()
})

test('[PAY-11] [DESK-12] a withdrawal by letter is entered after its period, with the day on which it was received', async () => {
  const withdrawal = { until: NOW - 1, amount: 2_879, credits: 72 }
  const requests = answerCalls({
    [GET]: () => ({ json: moneyWith({ payments: [payment({ withdrawal })] }) }),
    [`POST payments/${PAYMENT}/withdraw`]: () =>
      requests.length < 3 ? { status: 409, json: { error: 'withdrawal_over' } } : { json: {} },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('A declaration that came in time still counts')
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'A letter' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('the period for a withdrawal had ended')
  fireEvent.change(within(dialog).getByLabelText('Day of receipt'), { target: { value: '2026-11-20' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { amount: 2_879, note: 'A letter' },
    { amount: 2_879, note: 'A letter', received_on: '2026-11-20' },
  ])
})

test('[DESK-12] the last day to contest is the one that was chosen, east of Greenwich too', async () => {
  showTimesIn('Europe/Rome')
  const chargeback = { at: NOW, amount: 3_999, decision: null, contest_by: Date.parse('2026-12-01T23:59:59Z') }
  answerCalls({
    [GET]: () => ({ json: moneyWith({ payments: [payment({ refund: null, withdrawal: null, chargeback })] }) }),
  })
  open()
  expect(await screen.findByText(/1 Dec 2026/)).toBeTruthy()
})

test('[DESK-12] a member without purchases says so, and a failed request can be repeated', async () => {
  let isDown = true
  answerCalls({
    [GET]: () =>
      isDown
        ? { status: 500, json: { error: 'server_error' } }
        : { json: moneyWith({ payments: [], ledger: [], sums: [] }) },
  })
  open()
  const alert = await screen.findByRole('alert')
  isDown = false
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('This member has bought nothing.')).toBeTruthy()
})

test("[DESK-2] a moderator reads that a member's money belongs to other roles, and nothing is requested", async () => {
  await enterAs('moderator')
  const requests = answerCalls({})
  showAt('/members/48816/money', <Frame />)
  expect(await screen.findByRole('heading', { name: 'The page Money is not for your role' })).toBeTruthy()
  expect(requests.filter(({ path }) => path.includes('money'))).toEqual([])
})

test('[DESK-12] a refund that the provider refused shows its reason, and finance notes that it was paid in another way', async () => {
  await enterAs('finance')
  const refused = [{ refund: null, amount: 2_879, at: NOW, reason: 'Mollie answered 422 about amount' }]
  const requests = answerCalls({
    [GET]: () => ({
      json: moneyWith({ payments: [payment({ status: 'refunded', refund: null, refused_refunds: refused })] }),
    }),
    [`POST payments/${PAYMENT}/refund/settle`]: () => ({ json: {} }),
  })
  open()
  expect(await screen.findByText('Refund of €28.79 refused: Mollie answered 422 about amount')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Paid in another way' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('You have paid back €28.79 yourself')
  fireEvent.change(within(dialog).getByLabelText('Reason'), { target: { value: 'Transfer of 16 June' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Paid in another way' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    refund: null,
    answer: 'otherwise',
    reason: 'Transfer of 16 June',
  })
})
