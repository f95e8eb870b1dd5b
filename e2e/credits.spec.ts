/** Buying credits [PAY-5], by every outcome of the sandbox's page, and the screens before and after. */
import { expect, type Page } from 'playwright/test'
import { HOUR_MS } from '#contract/limits.ts'
import { expectAccessible } from './support/axe.ts'
import {
  bought,
  chooseMethod,
  choosePackage,
  decide,
  euros,
  goToPay,
  payButton,
  paymentHeading,
} from './support/buying.ts'
import { expectFitsSmallest } from './support/large-text.ts'
import { CARLO, join, logIn, person, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { composer, openChat } from './support/screens.ts'
import { anotherDevice, test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

test.use({ losesNetwork: true })

/** A newcomer has the time bonus: 25 % less. */
const FULL = 999
const REDUCED = 749

/** A payment counts as pending after this time without an outcome. */
const PENDING_AFTER_MS = 5_000

/** After a reload, the first press on the button only shows a disclosure that is not in the window [PAY-13]. */
const scrollToTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    scrollTo(0, 0)
  })

/** Moves the clock of the page past the time without an outcome, as soon as the page waits for one. */
const becomesPending = async (page: Page): Promise<void> => {
  await expect(page.getByRole('progressbar', { name: text('pay.progress') })).toBeVisible()
  await page.clock.fastForward(PENDING_AFTER_MS)
  await expect(paymentHeading(page, 'pay.pending')).toBeVisible()
}

test('[PAY-5][PAY-3][PAY-12][PAY-13] from a chat without credits to the packages, paid, and back to the chat', async ({
  browser,
  page,
  product,
  watch,
}) => {
  const [anna, carlo] = await Promise.all([join(product, person('Anna')), join(product, CARLO)])
  // Before the login: a device that still knows of credits would send the message, and show it as refused.
  product.data.giveCredits(carlo.id, -5)
  const me = await settleIn(page, CARLO)
  const elsewhere = await (await anotherDevice(browser, product, watch)).newPage()
  await logIn(elsewhere, CARLO)
  await expect(moneyLink(elsewhere)).toHaveAttribute('href', '/premium')

  await openChat(page, anna.id)
  await composer(page).fill('Ciao Anna')
  await page.getByRole('button', { name: text('chat.send'), exact: true }).click()
  await page
    .getByRole('link', { name: text('chat.getCredits') })
    .first()
    .click()
  await expect(page).toHaveURL('/credits')
  // Price, discount and disclosure are visible before the member can tap anything.
  const smallest = page.getByRole('radio', { name: /^15 / })
  await expect(smallest).toBeChecked()
  await expect(page.getByText(text('credits.fictionalTitle'), { exact: true })).toBeInViewport()
  await expect(page.getByRole('link', { name: pattern('credits.continue') })).toContainText(euros(REDUCED))
  await expect(page.locator('s').first()).toHaveText(euros(FULL))

  await choosePackage(page, 15)
  await expect(page.getByText(text('credits.fictionalTitle'), { exact: true })).toBeInViewport()
  await expect(page.getByRole('checkbox', { name: text('pay.remember') })).not.toBeChecked()
  await chooseMethod(page, 'method.creditcard')
  await expect(page).toHaveURL('/credits/15/creditcard')
  await goToPay(page)
  await expect(page.getByText(euros(REDUCED))).toBeVisible()
  await decide(page, 'paid')
  await expect(bought(page, 15)).toBeVisible()
  expect(product.data.creditsOf(me)).toBe(15)
  // Every open device shows Premium without a reload.
  await expect(moneyLink(page)).toHaveAttribute('href', '/credits')
  await expect(moneyLink(elsewhere)).toHaveAttribute('href', '/credits')
  await expect(page.getByRole('link', { name: text('pay.receipt') })).toHaveAttribute(
    'href',
    /\/transactions\/[\w-]{36}$/,
  )

  // The message that the purchase interrupted is still there.
  await expect(page.getByText(text('pay.waiting'))).toBeVisible()
  await expect(page.getByText('Ciao Anna')).toBeVisible()
  await page.getByRole('link', { name: text('pay.backToChat') }).click()
  await expect(page).toHaveURL(`/members/${anna.id}/chat`)
  await expect(composer(page)).toHaveValue('Ciao Anna')
})

test('[PAY-5][PAY-13][PAY-4][SHELL-20] offline nothing can be paid, a disclosure is seen first; cancelled, declined, abandoned, then paid', async ({
  context,
  page,
  product,
}) => {
  await page.clock.install()
  const me = await newcomer(page, product)

  await test.step('without a network the balance and the costs are visible, and paying says that it needs a network', async () => {
    await page.goto('/credits/15/creditcard')
    await expect(payButton(page)).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(text('pay.needsNetwork'))).toBeVisible()
    await payButton(page).click()
    await expect(payButton(page), 'nothing is queued').toBeVisible()
    await page.goto('/credits')
    await expect(page.getByText(text('credits.offline'))).toBeVisible()
    await expect(
      page.locator('#main').getByText(text('credits.balance_other', { count: 5 }), { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(text('credits.whatItBuys'))).toBeVisible()
    await expect(page.getByRole('link', { name: pattern('credits.continue') })).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByRole('link', { name: pattern('credits.continue') })).toBeVisible()
    expect(product.data.paymentsOf(me)).toEqual([])
  })

  await test.step('the first tap scrolls to a disclosure that was never in view, and buys nothing', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 240 })
    // Scroll straight to the foot of the page, as the End key does.
    await page.goto('/credits/15/paypal')
    await payButton(page).evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }))
    const note = page.getByText(text('credits.fictionalTitle'), { exact: true })
    await expect(note).not.toBeInViewport()
    await page.keyboard.press('End')
    // Chromium adds what is left of the key's smooth scroll to the one to the text.
    await expect
      .poll(() => page.evaluate(() => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight))
      .toBe(true)
    await payButton(page).evaluate((button) => button instanceof HTMLElement && button.click())
    await expect(note).toBeInViewport()
    await expect(page).toHaveURL('/credits/15/paypal')
    expect(product.data.paymentsOf(me)).toEqual([])
    await payButton(page).click()
    await expect(page).toHaveURL(/\/sandbox\//)
    if (size) await page.setViewportSize(size)
  })

  await test.step('a payer who comes back from the payment page can continue or cancel the pending payment', async () => {
    await page.goBack()
    await expect(page).toHaveURL(/\/credits\/15\/paypal\?payment=/)
    await becomesPending(page)
    await page.getByRole('link', { name: text('pay.goOn') }).click()
    await expect(page).toHaveURL(/\/sandbox\//)
    await page.goBack()
    await becomesPending(page)
    await page.getByRole('button', { name: text('pay.cancel') }).click()
    await expect(paymentHeading(page, 'pay.failed')).toBeVisible()
    await expect(page.getByText(text('pay.whyCancelled'))).toBeVisible()
    expect(product.data.paymentsOf(me)).toEqual([{ status: 'cancelled', amount: REDUCED }])
  })

  await test.step('declined: nothing is charged', async () => {
    await page.goto('/credits/40/creditcard')
    await goToPay(page)
    await decide(page, 'declined')
    await expect(paymentHeading(page, 'pay.failed')).toBeVisible()
    await expect(page.getByText(text('pay.whyDeclined'))).toBeVisible()
    await expect(page.getByText(text('pay.nothingCharged'))).toBeVisible()
    expect(product.data.creditsOf(me)).toBe(5)
  })

  await test.step('abandoned, then paid with another method, which is selected the next time', async () => {
    await page.getByRole('link', { name: text('pay.otherMethod') }).click()
    await expect(page).toHaveURL('/credits/40')
    await chooseMethod(page, 'method.postepay')
    await goToPay(page)
    await decide(page, 'cancelled')
    await expect(paymentHeading(page, 'pay.failed')).toBeVisible()
    await expect(page.getByText(text('pay.whyCancelled'))).toBeVisible()

    await page.getByRole('link', { name: text('pay.again', { method: text('method.postepay') }) }).click()
    await expect(page.getByRole('radio', { name: text('method.postepay'), exact: true })).toBeChecked()
    await goToPay(page)
    await decide(page, 'paid')
    await expect(bought(page, 40)).toBeVisible()
    await expect(
      page.getByText(text('pay.balance', { credits: text('credits.count_other', { count: 45 }) })),
    ).toBeVisible()
    expect(product.data.creditsOf(me)).toBe(45)

    await page.goto('/credits/15')
    await expect(page.getByRole('radio', { name: text('method.postepay'), exact: false })).toBeChecked()
  })
})

test('[PAY-5] pending survives a reload and an app opened without a network, and hears by itself that it was paid', async ({
  context,
  page,
  product,
}) => {
  await page.clock.install()
  const me = await newcomer(page, product)
  await page.goto('/credits/15/paypal')
  await goToPay(page)
  const sandbox = page.url()
  await decide(page, 'pending')
  await expect(page).toHaveURL(/\/credits\/15\/paypal\?payment=/)
  await becomesPending(page)
  await page.reload()
  await becomesPending(page)
  expect(product.data.creditsOf(me)).toBe(5)

  await context.setOffline(true)
  await page.reload()
  await expect(paymentHeading(page, 'pay.offline')).toBeVisible()
  await context.setOffline(false)
  await becomesPending(page)

  const bank = await context.newPage()
  await bank.goto(sandbox)
  await decide(bank, 'paid_later')
  await expect(bought(page, 15)).toBeVisible()
  expect(product.data.creditsOf(me)).toBe(20)
  await page.bringToFront()

  // A chargeback takes the credits and Premium away.
  await bank.goto(sandbox)
  await decide(bank, 'charged_back')
  await expect.poll(() => product.data.creditsOf(me)).toBe(5)
  await page.reload()
  await expect(paymentHeading(page, 'pay.chargedBack')).toBeVisible()
  await expect(moneyLink(page)).toHaveAttribute('href', '/premium')
})

test('[PAY-5][PAY-13] a lost answer and impatient fingers make one payment; another price is asked about', async ({
  page,
  product,
}) => {
  const me = await newcomer(page, product)
  await page.goto('/credits/15/creditcard')
  await expect(payButton(page)).toContainText(euros(REDUCED))
  await test.step('another method changes the address, and leaves the focus and the page where they are', async () => {
    await page.evaluate(() => {
      scrollTo(0, 200)
    })
    const transfer = page.getByRole('radio', { name: text('method.sct') })
    await transfer.check()
    await expect(page).toHaveURL('/credits/15/sct')
    await expect(transfer).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(200)
    await page.getByRole('radio', { name: text('method.creditcard') }).check()
    await expect(page).toHaveURL('/credits/15/creditcard')
    await scrollToTop(page)
  })
  // The time bonus ends while the payer still reads the page.
  product.data.signedUpAt(me, Date.now() - 5 * HOUR_MS)
  await payButton(page).click()
  const note = page.getByRole('alert').filter({ hasText: euros(FULL) })
  await expect(note).toContainText(euros(REDUCED))
  await expect(note).toBeInViewport()
  await expect(payButton(page)).toContainText(euros(FULL))
  expect(product.data.paymentsOf(me)).toEqual([])

  const lost = product.gate.dropAnswers('POST /api/payments', 50)
  await scrollToTop(page)
  await page.reload()
  await payButton(page).click()
  await expect(page.getByText(text('pay.unsure')).or(page.getByText(text('pay.needsNetwork')))).toBeVisible()
  lost.stop()
  await payButton(page).dblclick()
  await expect(page).toHaveURL(/\/sandbox\//)
  await decide(page, 'paid')
  await expect(bought(page, 15)).toBeVisible()
  expect(product.data.creditsOf(me)).toBe(20)
  expect(product.data.paymentsOf(me)).toEqual([{ status: 'completed', amount: FULL }])
})

test(
  '[PAY-6] one tap pays with the stored method; if that fails, the card is entered by hand; a deleted method is gone',
  { tag: '@long' },
  async ({ page, product }) => {
    const me = await newcomer(page, product)
    await buyAndRemember(page, 'paid')

    await page.goto('/credits')
    await page.getByRole('link', { name: text('credits.repeat') }).click()
    await expect(page).toHaveURL('/credits/repeat-order')
    await expect(page.getByText(text('credits.fictionalTitle'), { exact: true })).toBeInViewport()
    const order = page.getByRole('button', { name: pattern('repeat.submitLabel') })
    await expect(order).toContainText(euros(FULL))
    await order.click()
    await expect(bought(page, 15)).toBeVisible()
    expect(product.data.creditsOf(me)).toBe(35)

    await page.goto('/credits/repeat-order')
    await page.getByRole('button', { name: text('repeat.forget') }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectFitsSmallest(page, 'forgetting a method')
    await dialog.getByRole('button', { name: text('repeat.forget') }).click()
    await expect(page.getByRole('heading', { name: text('repeat.none') })).toBeVisible()

    await buyAndRemember(page, 'paid_fails')
    await page.goto('/credits/repeat-order')
    await order.click()
    await expect(page.getByText(text('pay.recurringFailed'))).toBeVisible()
    await page.getByRole('link', { name: text('pay.cardByHand') }).click()
    await expect(page).toHaveURL('/credits/15/creditcard')
    await expect(payButton(page)).toBeVisible()
    expect(product.data.creditsOf(me)).toBe(50)
  },
)

test(
  '[PAY-6] a repeat order leads the payer to the bank’s page if the bank asks for a confirmation',
  { tag: '@long' },
  async ({ page, product }) => {
    const me = await newcomer(page, product)
    await buyAndRemember(page, 'paid_asks')
    await page.goto('/credits/repeat-order')
    await page.getByRole('button', { name: pattern('repeat.submitLabel') }).click()
    await expect(page).toHaveURL(/\/sandbox\//)
    expect(product.data.creditsOf(me)).toBe(20)
    await decide(page, 'paid')
    await expect(bought(page, 15)).toBeVisible()
    expect(product.data.creditsOf(me)).toBe(35)
  },
)

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('[PAY-5][SHELL-8] from Get Premium to the receipt, by keyboard', { tag: '@long' }, async ({ page, product }) => {
    const me = await newcomer(page, product)
    await page
      .getByRole('banner')
      .getByRole('link', { name: pattern('shell.getPremium') })
      .click()
    await expect(page).toHaveURL('/premium')
    await page.getByRole('radio', { name: /^15 / }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^40 / })).toBeChecked()
    await page.getByRole('link', { name: pattern('credits.continue') }).press('Enter')
    await expect(page).toHaveURL('/credits/40')
    await expect(page.getByText(text('credits.fictionalTitle'), { exact: true })).toBeInViewport()
    await payButton(page).press('Enter')
    await decide(page, 'paid')
    await expect(bought(page, 40)).toBeVisible()
    expect(product.data.creditsOf(me)).toBe(45)
    await page.getByRole('link', { name: text('pay.receipt') }).press('Enter')
    await expect(page).toHaveURL(/\/transactions\/[\w-]{36}$/)
  })
})

test(
  '[SHELL-4][SHELL-19][SITE-13] every screen of buying: unknown ones are 404, axe finds nothing, 320 px are enough',
  { tag: '@long' },
  async ({ page, product }) => {
    test.slow()
    await page.setViewportSize({ width: 320, height: 568 })
    const look = async (path: string): Promise<void> => {
      await page.goto(path)
      await expect(page.getByText(text('credits.fictionalTitle'), { exact: true })).toBeVisible()
      await expect(page.getByText(/€/).first()).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expectAccessible(page, path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect.soft(overflow, path).toBeLessThanOrEqual(0)
    }
    for (const path of ['/pricing', '/premium']) await look(path)
    await newcomer(page, product)
    for (const path of ['/credits', '/credits/15', '/premium', '/pricing']) await look(path)
    for (const path of ['/credits/41', '/credits/15/shells', '/transactions/7']) {
      await page.goto(path)
      await expect(page.getByText('404')).toBeVisible()
    }
    expect((await page.request.get(`${product.url}/credits/15/shells`)).status()).toBe(404)
    expect((await page.request.get(`${product.url}/credits/15/paypal`)).status()).toBe(200)
  },
)

/** Buys 15 credits by card, and stores the card for repeat orders. */
const buyAndRemember = async (page: Page, choice: Parameters<typeof decide>[1]): Promise<void> => {
  await page.goto('/credits/15/creditcard')
  await page.getByRole('checkbox', { name: text('pay.remember') }).check()
  await goToPay(page)
  await decide(page, choice)
  await expect(bought(page, 15)).toBeVisible()
}

const newcomer = async (page: Page, product: Product): Promise<number> => {
  await join(product, CARLO)
  return settleIn(page, CARLO)
}

/** Credits for a member who pays, the way to Premium for everyone else. A payment's screen has a link to the packages before it. */
const moneyLink = (page: Page) => page.getByRole('banner').locator('a[href="/credits"], a[href="/premium"]').last()
