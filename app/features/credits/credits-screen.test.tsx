// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { User } from '#contract/entities/user.ts'
import { discountCode, setDiscountCode } from '../../state/discount-code.ts'
import { dayOf, moneyOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { clearMemberData } from '../../state/resource.ts'
import { aDiscountCode, aUser } from '../../testing/factories.ts'
import { stubIntersection } from '../../testing/elements.ts'
import { answerCalls, enterAs, place, setSite, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { DirectDebitScreen } from '../directdebit/directdebit-screen.tsx'
import { CreditsScreen } from './credits-screen.tsx'
import { PayScreen } from './pay-screen.tsx'
import { PremiumScreen } from './premium-screen.tsx'
import { PricingScreen } from './pricing-screen.tsx'
import { RepeatOrderScreen } from './repeat-order-screen.tsx'
import { storeUnknownPayment } from './purchase-storage.ts'
import { aPackage, aPayment, aPriceList, PAYMENT_ID } from './testing.ts'

setUpScreens()

const REPEAT = {
  offer: { package: aPackage(15, 999), method: 'creditcard', label: '•••• 4242' },
  finding_out: null,
} as const

const open = async (change: Partial<User>, offer: Parameters<typeof answerCalls>[0] = {}) => {
  const me = aUser(change)
  enterAs(me)
  const asked = answerCalls({ 'packages.get': aPriceList(), ...offer })
  await showAt('/credits', <CreditsScreen me={me} />)
  await screen.findByRole('radiogroup')
  return asked.map(({ name }) => name)
}
const rowPath = (name: string) => screen.queryByRole('link', { name: new RegExp(`^${name}`) })?.getAttribute('href')

const press = async (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const inDialog = (name: string) =>
  act(async () => void fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name })))

test('[PAY-6] [PAY-11] [PAY-13] one tap orders again, once the disclosure was on the screen', async () => {
  const see = stubIntersection()
  const me = aUser({ paid_user: true })
  enterAs(me)
  const asked = answerCalls({ 'packages.get': aPriceList(), 'payments.repeat_offer': REPEAT })
  await showAt('/credits/repeat-order', <RepeatOrderScreen me={me} />)
  const orders = () => asked.filter(({ name }) => name === 'payments.repeat')
  const button = await screen.findByRole('button', { description: t('pay.beginAtOnce') })
  fireEvent.click(button)
  expect(orders()).toEqual([])
  see(1)
  fireEvent.click(button)
  await waitFor(() => expect(orders()).toMatchObject([{ body: { package: '15', price: 999, currency: 'EUR' } }]))
})

test('[PAY-13] a first order, too, is sent only once the disclosure was on the screen', async () => {
  const see = stubIntersection()
  const me = aUser()
  enterAs(me)
  const asked = answerCalls({ 'packages.get': aPriceList() })
  await showAt('/credits/15/paypal', <PayScreen me={me} id="15" method="paypal" />)
  const orders = () => asked.filter(({ name }) => name === 'payments.create')
  const button = await screen.findByRole('button', { description: t('pay.beginAtOnce') })
  fireEvent.click(button)
  expect(orders()).toEqual([])
  see(1)
  fireEvent.click(button)
  await waitFor(() => expect(orders()).toMatchObject([{ body: { package: '15', price: 999, method: 'paypal' } }]))
})

describe('[PAY-13] the shop', () => {
  test.each([
    ['/credits', (me: User) => <CreditsScreen me={me} />],
    ['/premium', (me: User) => <PremiumScreen me={me} />],
  ])('of %s has the disclosure and says that nothing renews, with the packages', async (path, screenOf) => {
    const me = aUser()
    enterAs(me)
    answerCalls({ 'packages.get': aPriceList() })
    await showAt(path, screenOf(me))
    expect(await screen.findAllByRole('radio')).toHaveLength(4)
    expect(document.body.textContent).toContain(t('credits.fictionalText'))
    expect(document.body.textContent).toContain(t('credits.tickOnce', { count: 14 }))
  })
})

const next = () => screen.getByRole('link', { name: /€/ }).getAttribute('href')
const orderButton = () => screen.queryByRole('button', { description: t('pay.beginAtOnce') })
const pay = async () =>
  act(async () => void fireEvent.click(await screen.findByRole('button', { description: t('pay.beginAtOnce') })))

test('[PAY-2] the next step buys the package that was chosen', async () => {
  await open({})
  expect(next()).toBe('/credits/15')
  fireEvent.click(screen.getByRole('radio', { name: /^40 credits/ }))
  expect(next()).toBe('/credits/40')
})

test.each([
  ['that is being processed says so, with the way to it', aPayment({ status: 'pending' }), true],
  [
    'that the payer can still leave says nothing',
    aPayment({ status: 'pending', checkout_url: 'https://pay.test/1' }),
    false,
  ],
  ['that has ended says nothing', aPayment({ status: 'completed' }), false],
])('[PAY-5] an order beside a payment %s', async (_title, payment, isSaid) => {
  const me = aUser()
  enterAs(me)
  answerCalls({
    'packages.get': aPriceList(),
    'transactions.list': { payments: [payment], entries: [], has_more: false },
  })
  await showAt('/credits/15/paypal', <PayScreen me={me} id="15" method="paypal" />)
  await screen.findByRole('button', { description: t('pay.beginAtOnce') })
  const words = t('pay.alreadyPending', { amount: moneyOf(999, 'EUR'), day: dayOf(0) })
  // Above the methods: below them the button to buy covers it on a phone.
  expect(document.body.textContent.split(t('pay.how'))[0]?.includes(words)).toBe(isSaid)
  const way = screen.queryByRole('link', { name: t('transactions.goOn') })?.getAttribute('href')
  expect(way).toBe(isSaid ? `/transactions/${PAYMENT_ID}` : undefined)
})

test('[PAY-4] [PAY-13] the order has the method that was chosen, and stores it only once that was ticked', async () => {
  const see = stubIntersection()
  const me = aUser()
  enterAs(me)
  const asked = answerCalls({ 'packages.get': aPriceList() })
  await showAt('/credits/15/paypal', <PayScreen me={me} id="15" method="paypal" />)
  fireEvent.click(await screen.findByRole('radio', { name: t('method.creditcard') }))
  expect(place()).toBe('/credits/15/creditcard')
  cleanup()
  await showAt(place(), <PayScreen me={me} id="15" method="creditcard" />)
  see(1)
  answerCalls({ 'packages.get': aPriceList(), 'payments.create': 'payment_unavailable' })
  await pay()
  expect(screen.getByRole('alert').textContent).toBe(t('error.payment_unavailable'))
  fireEvent.click(screen.getByRole('checkbox', { name: t('pay.remember') }))
  const orders = answerCalls({ 'packages.get': aPriceList() })
  await pay()
  const bodies = orders.filter(({ name }) => name === 'payments.create').map(({ body }) => body)
  expect(bodies).toMatchObject([{ method: 'creditcard', remember: true }])
  expect(asked.filter(({ name }) => name === 'payments.create')).toEqual([])
})

test('[PAY-4] [PAY-10] direct debit leads to its form with the package, and without any method nothing can be ordered', async () => {
  const me = aUser()
  enterAs(me)
  answerCalls({ 'packages.get': aPriceList() })
  await showAt('/credits/15/directdebit', <PayScreen me={me} id="15" method="directdebit" />)
  const toForm = await screen.findByRole('link', { name: t('pay.toForm', { method: t('method.directdebit') }) })
  expect(toForm.getAttribute('href')).toBe('/directdebit?package=15')
  expect(orderButton()).toBeNull()
  cleanup()
  clearMemberData()
  answerCalls({ 'packages.get': aPriceList({ methods: [] }) })
  await showAt('/credits/15/paypal', <PayScreen me={me} id="15" method="paypal" />)
  expect(await screen.findByText(t('pay.noMethods'))).toBeDefined()
  expect(orderButton()).toBeNull()
})

test('[DESK-12] after a chargeback the prices, the order and the form of the direct debit say that nothing can be bought', async () => {
  const me = aUser()
  enterAs(me)
  answerCalls({ 'packages.get': aPriceList({ buying_stopped: true }) })
  const places = [
    ['/credits', <CreditsScreen key="shop" me={me} />],
    ['/credits/15/paypal', <PayScreen key="order" me={me} id="15" method="paypal" />],
    ['/directdebit', <DirectDebitScreen key="debit" me={me} />],
  ] as const
  for (const [path, shown] of places) {
    await showAt(path, shown)
    const note = await screen.findByText(t('error.buying_stopped'))
    const packages = screen.queryByRole('radiogroup', { name: t('credits.howMuch') })
    // On a phone the foot of the packages is below the window.
    expect([null, Node.DOCUMENT_POSITION_FOLLOWING]).toContain(packages && note.compareDocumentPosition(packages))
    expect(screen.getByRole('link', { name: t('footer.support') })).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Continue: / })).toBeNull()
    expect([orderButton(), ...screen.queryAllByRole('textbox')]).toEqual([null])
    cleanup()
  }
})

test('[PAY-5] [PAY-6] a payment with an unknown outcome takes the place of another order, also without a network', async () => {
  const me = aUser({ paid_user: true })
  enterAs(me)
  const show = async (offer: CallAnswer<'payments.repeat_offer'> | 'network_unavailable') => {
    cleanup()
    clearMemberData()
    answerCalls({ 'packages.get': aPriceList(), 'payments.repeat_offer': offer })
    await showAt('/credits/repeat-order', <RepeatOrderScreen me={me} />)
    await act(async () => {})
    return [rowPath(t('transactions.goOn')), screen.queryByRole('button', { name: t('repeat.forget') }) !== null]
  }
  const unknown = `/transactions/${PAYMENT_ID}`
  expect(await show(REPEAT)).toEqual([undefined, true])
  expect(await show({ offer: REPEAT.offer, finding_out: PAYMENT_ID })).toEqual([unknown, false])
  storeUnknownPayment(aPayment({ finding_out: true }))
  expect(await show('network_unavailable')).toEqual([unknown, false])
  storeUnknownPayment(aPayment())
  expect(await show('network_unavailable')).toEqual([undefined, false])
})

test('[PAY-5] a payment whose outcome nobody knows says so, and leads to that payment instead of a second one', async () => {
  const see = stubIntersection()
  const me = aUser({ credits: 5 })
  enterAs(me)
  const answers = { 'packages.get': aPriceList() }
  answerCalls({ ...answers, 'payments.create': 'network_unavailable' })
  await showAt('/credits/15/paypal', <PayScreen me={me} id="15" method="paypal" />)
  await screen.findByRole('radiogroup')
  see(1)
  await pay()
  expect(screen.getByRole('alert').textContent).toBe(t('pay.unsure'))
  answerCalls({ ...answers, 'payments.create': { error: 'payment_unknown', payment: PAYMENT_ID } })
  await pay()
  expect(screen.getByRole('alert').textContent).toContain(t('error.payment_unknown'))
  expect(rowPath(t('transactions.goOn'))).toBe(`/transactions/${PAYMENT_ID}`)
  const asked = answerCalls(answers)
  await act(async () => enterAs({ ...me, credits: 20 }))
  await pay()
  expect(screen.getByRole('alert').textContent).toBe(t('pay.haveMore', { credits: t('credits.count', { count: 20 }) }))
  expect(asked.map(({ name }) => name)).not.toContain('payments.create')
})

describe('[PAY-7] a discount code', () => {
  afterEach(() => setDiscountCode(null))
  const HALF = {
    discountcode: aDiscountCode({ code: 'HALF' }),
    time_bonus: { isVisible: false, ends_at: null },
    price_rises_at: null,
  }

  test.each([
    ['with the packages', (me: User) => <CreditsScreen me={me} />],
    ['before the payment', (me: User) => <PayScreen me={me} id="15" method="paypal" />],
    ['at another order', (me: User) => <RepeatOrderScreen me={me} />],
  ])('counts for the prices from its entry to its removal, %s', async (_, screenOf) => {
    const me = aUser({ paid_user: true })
    enterAs(me)
    const asked = answerCalls({
      'packages.get': aPriceList(),
      'payments.repeat_offer': REPEAT,
      'discountcode.get': HALF,
    })
    await showAt('/credits', screenOf(me))
    await screen.findByRole('button', { name: t('discount.enter') })
    await press(t('discount.enter'))
    await inDialog(t('ui.close'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await press(t('discount.enter'))
    fireEvent.change(screen.getByLabelText(t('discount.code')), { target: { value: 'half' } })
    await inDialog(t('discount.apply'))
    const remove = await screen.findByRole('button', { name: t('discount.remove', { code: 'HALF' }) })
    expect(asked.findLast(({ name }) => name === 'packages.get')?.query).toBe('code=HALF')
    fireEvent.click(remove)
    expect([discountCode.value, await screen.findByRole('button', { name: t('discount.enter') })]).toMatchObject([
      null,
      {},
    ])
  })
})

test('[SHELL-20] prices that could not be loaded are asked for again at a tap', async () => {
  const me = aUser()
  enterAs(me)
  answerCalls({ 'packages.get': 'server_error' })
  await showAt('/credits', <CreditsScreen me={me} />)
  const retry = await screen.findByRole('button', { name: t('ui.tryAgain') })
  const asked = answerCalls({ 'packages.get': aPriceList() })
  fireEvent.click(retry)
  expect(asked.map(({ name }) => name)).toEqual(['packages.get'])
  expect(await screen.findAllByRole('radio')).toHaveLength(4)
})

describe('[SITE-13] a visitor', () => {
  const WELCOME = {
    discountcode: aDiscountCode({ code: 'WELCOME' }),
    time_bonus: { isVisible: false, ends_at: null },
    price_rises_at: null,
  }

  test.each([
    ['/premium', <PremiumScreen key="premium" me={null} />, /€9\.99/],
    ['/pricing', <PricingScreen key="pricing" me={null} />, /€9\.99/],
  ] as const)('sees on %s every price and the discount of the first purchase', async (path, shown, price) => {
    answerCalls({ 'packages.get': aPriceList(), 'discountcode.get': WELCOME })
    await showAt(path, shown)
    expect(await screen.findByText(price)).toBeDefined()
    expect(await screen.findByRole('complementary', { name: t('discount.banner') })).toBeDefined()
  })

  test('reads on the page about Premium that nothing renews, and the claim with its source', async () => {
    setSite({ premium_claim: { percentage: 46, source: 'Our own count of 2025' } })
    await showAt('/premium', <PremiumScreen me={null} />)
    expect(screen.getByText(t('premium.noRenewal'))).toBeDefined()
    // [PAY-14]
    expect(screen.getByRole('figure').textContent).toContain('Our own count of 2025')
  })
})

test('[PAY-6] the stored method is forgotten only after a question, and a refusal leaves it', async () => {
  const me = aUser({ paid_user: true })
  enterAs(me)
  const offered = { 'packages.get': aPriceList(), 'payments.repeat_offer': REPEAT }
  const asked = answerCalls({ ...offered, 'payments.forget_method': 'server_error' })
  const forgets = () => asked.filter(({ name }) => name === 'payments.forget_method').length
  await showAt('/credits/repeat-order', <RepeatOrderScreen me={me} />)
  await screen.findByRole('button', { name: t('repeat.forget') })
  for (const way of ['ui.cancel', 'ui.close'] as const) {
    await press(t('repeat.forget'))
    await inDialog(t(way))
    expect([screen.queryByRole('dialog'), forgets()]).toEqual([null, 0])
  }
  await press(t('repeat.forget'))
  expect(within(screen.getByRole('dialog')).getAllByRole('button').at(-1)?.textContent).toBe(t('repeat.forget'))
  await inDialog(t('repeat.forget'))
  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toContain(t('error.server_error'))
  await inDialog(t('ui.cancel'))
  await press(t('repeat.forget'))
  expect(within(screen.getByRole('dialog')).queryByRole('alert'), 'the error of before').toBeNull()
  answerCalls({ ...offered, 'payments.forget_method': {}, 'payments.repeat_offer': { offer: null, finding_out: null } })
  await inDialog(t('repeat.forget'))
  expect(await screen.findByRole('heading', { name: t('repeat.none') })).toBeDefined()
})

describe('[PAY-2] the screen of the credits', () => {
  test('shows the balance, the packages, and the way to past transactions', async () => {
    await open({ credits: 17 })
    expect(document.body.textContent).toContain(t('credits.count', { count: 17 }))
    expect(screen.getAllByRole('radio')).toHaveLength(4)
    expect(rowPath(t('credits.transactions'))).toBe('/transactions')
  })

  test('[PAY-6] offers a member who has paid the same order again, by the stored method', async () => {
    const asked = await open({ paid_user: true }, { 'payments.repeat_offer': REPEAT })
    expect(asked).toContain('payments.repeat_offer')
    expect((await screen.findByText(/4242/)).closest('a')?.getAttribute('href')).toBe('/credits/repeat-order')
  })

  test('[PAY-6] asks for no stored method of a member who has never paid', async () => {
    expect(await open({ paid_user: false })).not.toContain('payments.repeat_offer')
    expect(rowPath(t('credits.repeat'))).toBeUndefined()
  })

  test('[CHAT-4] says when this address got its free credits before', async () => {
    await open({})
    expect(screen.queryByText(t('signup.noGift'))).toBeNull()
    cleanup()
    await open({ free_credits_before: true })
    expect(screen.getByText(t('signup.noGift'))).toBeDefined()
  })
})

test('[SAFE-8] a suspended member reads on the credits that the account is suspended, and not that something failed', async () => {
  const me = aUser()
  enterAs(me)
  answerCalls({ 'packages.get': 'account_suspended' })
  await showAt('/credits', <CreditsScreen me={me} />)
  expect(await screen.findByText(t('error.account_suspended'))).toBeDefined()
})

test('[PAY-13] a package that is not on the list cannot be ordered', async () => {
  const me = aUser()
  enterAs(me)
  answerCalls({ 'packages.get': aPriceList() })
  await showAt('/credits/41', <PayScreen me={me} id="41" method={null} />)
  expect(await screen.findByText(t('shell.notFoundText'))).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
