// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Payment } from '#contract/entities/money.ts'
import { PAGE_PROGRESS_MS, PROGRESS_STEP_MS } from '#contract/limits.ts'
import { onLine } from '../../ports/page.ts'
import { t } from '../../state/i18n.ts'
import { putAnswer } from '../../state/resource.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt, type AskedCall } from '../../testing/screen-page.tsx'
import { drafts } from '../../state/drafts.ts'
import { PaymentScreen } from './payment-screen.tsx'
import { storeUnknownPayment } from './purchase-storage.ts'
import { aPayment, aPriceList, PAYMENT_ID } from './testing.ts'

setUpScreens()

const me = aUser({ id: 5, credits: 44 })
const OPEN_CHECKOUT = { checkout_url: 'https://pay.visavis.test/1' }

beforeEach(() => {
  vi.useFakeTimers()
  enterAs(me)
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = async (ms: number): Promise<void> => {
  vi.setSystemTime(Date.now() + ms)
  await act(() => vi.advanceTimersByTimeAsync(PROGRESS_STEP_MS))
}

/** Shows the screen after the time in which it only says that it is loading. */
const open = async (answer: Payment | 'network_unavailable' | 'not_found' | 'server_error'): Promise<AskedCall[]> => {
  const asked = answerCalls({
    'payments.get': typeof answer === 'string' ? answer : { payment: answer },
    'payments.cancel': { payment: aPayment({ status: 'cancelled' }) },
    'user.get': { user: me, counts: null },
  })
  await showAt(`/credits/15/creditcard?payment=${PAYMENT_ID}`, <PaymentScreen me={me} payment={PAYMENT_ID} pack="15" />)
  await pass(PAGE_PROGRESS_MS)
  return asked
}
const heading = (): string | null => screen.getByRole('heading').textContent
const cancel = () => screen.queryByRole<HTMLButtonElement>('button', { name: t('pay.cancel') })
const links = (): (string | null)[] => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

describe('[PAY-5] the status of a payment', () => {
  test('shows its progress while the provider may answer any moment', async () => {
    answerCalls({ 'payments.get': { payment: aPayment() } })
    await showAt('/credits/15', <PaymentScreen me={me} payment={PAYMENT_ID} pack="15" />)
    const progress = screen.getByRole<HTMLProgressElement>('progressbar')
    expect(screen.getByRole('status').textContent).toBe(t('pay.loading'))
    expect(progress.value).toBe(0)
    await pass(PAGE_PROGRESS_MS / 2)
    expect(progress.value).toBeGreaterThan(0.4)
  })

  test('a pending payment can be continued at the provider, or cancelled', async () => {
    const asked = await open(aPayment(OPEN_CHECKOUT))
    expect(heading()).toBe(t('pay.pending'))
    expect(links()).toEqual([OPEN_CHECKOUT.checkout_url, `/transactions/${PAYMENT_ID}`])
    const button = cancel()
    if (!button) throw new Error('no button')
    await act(async () => void fireEvent.click(button))
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(asked.at(-1)).toMatchObject({ name: 'payments.cancel', params: { id: PAYMENT_ID } })
    expect(screen.queryByText(t('pay.pending'))).toBeNull()
  })

  test('a payment that the payer has made can be neither continued nor cancelled', async () => {
    await open(aPayment())
    expect(heading()).toBe(t('pay.pending'))
    expect(cancel()).toBeNull()
    expect(links()).toEqual([`/transactions/${PAYMENT_ID}`])
  })

  test('without a network nothing can be cancelled', async () => {
    onLine.value = false
    await open(aPayment(OPEN_CHECKOUT))
    expect(cancel()?.disabled).toBe(true)
  })

  test('a completed payment shows the new balance, and the message that it interrupted', async () => {
    sessionStorage.setItem('credits-from', '/members/7/chat')
    drafts.write(me.id, '5-7', 'Ciao Martina')
    await open(aPayment({ status: 'completed' }))
    expect(document.body.textContent).toContain(t('credits.count', { count: 44 }))
    expect(document.body.textContent).toContain('Ciao Martina')
  })

  test.each(['failed', 'cancelled', 'expired', 'refunded', 'charged_back'] as const)(
    'a payment that ended as %s no longer says that it is processed',
    async (status) => {
      await open(aPayment({ status }))
      expect(screen.queryByText(t('pay.pending'))).toBeNull()
      expect(screen.queryByText(t('pay.loading'))).toBeNull()
      expect(heading()).not.toBe('')
    },
  )

  test.each(['failed', 'cancelled', 'expired'] as const)(
    'a payment that ended as %s says that nothing was charged, and offers another method and the same one',
    async (status) => {
      await open(aPayment({ status }))
      expect(heading()).toBe(t('pay.failed'))
      expect(screen.getByText(t('pay.nothingCharged'))).toBeDefined()
      expect(links()).toEqual(['/credits/15', '/credits/15/creditcard'])
    },
  )

  test('[PAY-6] a refused stored card leads to a card by hand, to PayPal and to the other methods', async () => {
    await open(aPayment({ status: 'failed', failure: 'recurring_failed', repeated: true }))
    expect(screen.getByText(t('pay.recurringFailed'))).toBeDefined()
    expect(links()).toEqual(['/credits/15/creditcard', '/credits/15/paypal', '/credits/15'])
  })

  test('[PAY-6] a refused stored method that is no card does not speak of a card, nor of PayPal where it is not offered', async () => {
    const refused = { status: 'failed', failure: 'recurring_failed', repeated: true } as const
    await open(aPayment({ ...refused, method: 'paypal' }))
    expect(screen.queryByText(t('pay.recurringFailed'))).toBeNull()
    expect(links()).toEqual(['/credits/15', '/credits/15/paypal'])
    cleanup()
    putAnswer('packages.get', { query: {} }, aPriceList({ methods: ['creditcard'] }))
    await open(aPayment(refused))
    expect(screen.queryByText(t('pay.recurringFailed'))).toBeNull()
    expect(links()).toEqual(['/credits/15/creditcard', '/credits/15'])
  })

  test('one with an unknown outcome offers nothing that could charge again', async () => {
    await open(aPayment({ finding_out: true }))
    expect(heading()).toBe(t('pay.findingOut'))
    expect(screen.queryByRole('button')).toBeNull()
    expect(links()).toEqual(['/transactions'])
  })

  test('[SHELL-20] the unknown outcome is shown offline too', async () => {
    storeUnknownPayment(aPayment({ finding_out: true }))
    onLine.value = false
    await open('network_unavailable')
    expect(heading()).toBe(t('pay.findingOut'))
    expect(document.body.textContent).toContain(t('pay.findingOutOffline'))
  })

  test.each([
    ['network_unavailable', 'pay.offline', '/transactions'],
    ['not_found', 'pay.unknown', '/credits'],
  ] as const)('[SHELL-20] %s has a screen of its own with a next step', async (answer, title, path) => {
    await open(answer)
    expect(heading()).toBe(t(title))
    expect(links()).toEqual([path])
  })

  test('[SHELL-20] a failed request says that the result is still to come, and that paying again is not needed', async () => {
    await open('server_error')
    expect(heading()).toBe(t('pay.unclear'))
    expect(screen.getByText(t('pay.unclearText'))).toBeDefined()
    expect(links()).toEqual(['/transactions'])
  })
})
