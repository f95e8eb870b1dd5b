// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setDiscountCode } from '../../state/discount-code.ts'
import { t } from '../../state/i18n.ts'
import { aDiscountCode, aUser } from '../../testing/factories.ts'
import { defineOnElements, stubIntersection } from '../../testing/elements.ts'
import { putAnswer } from '../../state/resource.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { PayScreen } from './pay-screen.tsx'
import { aPackage, aPriceList } from './testing.ts'

const scrolledTo: (string | null)[] = []
setUpScreens()
defineOnElements({
  scrollIntoView: {
    value(this: HTMLElement) {
      scrolledTo.push(this.textContent)
    },
  },
})

const me = aUser()
let see: (share: number) => void = () => {}
beforeEach(() => {
  scrolledTo.length = 0
  enterAs(me)
  see = stubIntersection()
})

const open = () => showAt('/credits/15', <PayScreen me={me} id="15" method="creditcard" />)
const tapBuy = async (price: string) => {
  const credits = t('credits.count', { count: 15 })
  const button = await screen.findByRole('button', { name: t('pay.submitLabel', { price, credits }) })
  see(1)
  await act(async () => void fireEvent.click(button))
}

test.each(['discount_used', 'rate_limited'] as const)(
  '[PAY-5] a tap that buys nothing scrolls to the reason, which a phone has below its list of methods: %s',
  async (error) => {
    answerCalls({ 'packages.get': aPriceList(), 'payments.create': error })
    await open()
    await tapBuy('€9.99')
    await vi.waitFor(() => expect(scrolledTo).toEqual([t(`error.${error}`)]))
  },
)

test('[PAY-7] a code that has ended while its price was on the screen goes with its price, and its row says why', async () => {
  const code = aDiscountCode({ code: 'HALF', value_percentage: 50 })
  const reduced = aPriceList({ packages: [aPackage(15, 999, 499)], discount: code })
  const noBonus = { isVisible: false, ends_at: null }
  const active = { discountcode: code, time_bonus: noBonus, price_rises_at: null }
  answerCalls({ 'packages.get': reduced, 'discountcode.get': active })
  setDiscountCode('HALF')
  await open()
  await screen.findByRole('button', { name: /€4\.99/ })
  await screen.findByText(/HALF.*50/)
  putAnswer('packages.get', { query: {} }, aPriceList())
  answerCalls({
    'packages.get': 'discount_expired',
    'discountcode.get': 'discount_expired',
    'payments.create': 'discount_expired',
  })
  await tapBuy('€4.99')
  await screen.findByRole('button', { name: /€9\.99/ })
  await waitFor(() => expect(screen.getAllByText(t('error.discount_expired'))).toHaveLength(2))
  setDiscountCode(null)
})
