/** Transactions, invoice and withdrawing from a purchase, as its buyer does it [PAY-1], [PAY-11]. */
import { expect, type Locator, type Page } from 'playwright/test'
import { DAY_MS } from '#contract/limits.ts'
import type { Client } from './support/client.ts'
import { expectFitsSmallest } from './support/large-text.ts'
import { mailWith } from './support/inbox.ts'
import { join, person, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { buy } from './support/buying.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

test.use({ losesNetwork: true })

const GINA = person('Gina')
/** An amount as the browser formats it, with any kind of space before the sign. */
const euros = (amount: string): RegExp => new RegExp(`${amount}\\s€`)

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true })

test('[PAY-1][PAY-11][ACC-12][SHELL-20] transactions, invoice and withdrawal: what comes back is shown, confirmed, and paid back once', async ({
  context,
  page,
  product,
  watch,
}) => {
  test.slow()
  watch.expectComplaints(/status of 409/)
  const { client, payment, me } = await buyer(page, product)

  await test.step('the deletion dialog says what becomes of the credits, and where to withdraw', async () => {
    await page.goto('/notifications')
    await page.getByRole('button', { name: new RegExp(`^${text('settings.delete')}`) }).click()
    const dialog = page.getByRole('dialog', { name: text('settings.deleteQuestion') })
    await expect(dialog).toContainText(text('settings.deleteCredits_other', { count: 14 }))
    await dialog.getByRole('link', { name: text('settings.deleteToTransactions') }).click()
    await page.waitForURL('**/transactions')
  })

  await test.step('without a network it says so, and shows everything once it is back', async () => {
    await context.setOffline(true)
    await page.goto('/transactions')
    await expect(page.getByRole('heading', { name: text('transactions.offlineTitle') })).toBeVisible()
    await expect(page.getByText(text('transactions.offlineText'))).toBeVisible()
    await context.setOffline(false)
    await expect(region(page, text('transactions.payments')).getByRole('link')).toHaveCount(1)
    // An id that is not this member's payment.
    await page.goto(`/transactions/${payment.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`)
    await expect(page.getByRole('heading', { name: text('transactions.unknown') })).toBeVisible()
  })

  await test.step('after its time withdrawing is over, and the page says since when; the invoice stays', async () => {
    const paidAt = Date.now()
    product.data.paidAt(payment, Date.now() - 20 * DAY_MS)
    await page.goto(`/transactions/${payment}`)
    const withdrawal = region(page, text('withdrawal.heading'))
    await expect(withdrawal).toContainText(pattern('withdrawal.over'))
    await expect(withdrawal.getByRole('button')).toHaveCount(0)

    const invoice = page.getByRole('region', { name: pattern('invoice.heading') })
    await expect(invoice).toContainText(text('invoice.seller'))
    await expect(invoice).toContainText(GINA.email)
    await expect(invoice).toContainText(euros('7,49'))
    await page.emulateMedia({ media: 'print' })
    await expect(invoice).toBeVisible()
    await expect(withdrawal, 'on paper the invoice is all there is').toBeHidden()
    await expect(page.getByRole('navigation').first()).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    product.data.paidAt(payment, paidAt)
  })

  await test.step('every entry says what it was for; withdrawing shows what comes back, is confirmed, and done once', async () => {
    // The member has 5 welcome credits and 15 bought ones. This and the message below leave 12, so 3 bought ones are spent.
    const anna = await join(product, person('Anna'))
    spendTo(product, me, 13)
    await page.goto('/transactions')
    const payments = region(page, text('transactions.payments'))
    await expect(payments.getByRole('link')).toHaveCount(1)
    await expect(payments).toContainText(text('transactions.completed'))
    const ledger = region(page, text('transactions.ledger'))
    const entries = ledger.getByRole('listitem')
    await expect(entries).toHaveCount(3)
    // Another device spends a credit while the page is open.
    await client.say(anna.id, 'One credit for you')
    await expect(entries).toHaveCount(4)
    await expect(entries.filter({ hasText: text('transactions.messageTo', { name: 'Anna' }) })).toContainText(/[-−]1/)
    await expect(entries.filter({ hasText: text('transactions.purchase') })).toContainText('+15')
    await expect(entries.filter({ hasText: text('transactions.signup') })).toContainText('+5')

    await payments.getByRole('link').click()
    await page.waitForURL(`**/transactions/${payment}`)
    const withdrawal = region(page, text('withdrawal.heading'))
    await expect(withdrawal).toContainText(text('credits.count_other', { count: 12 }))
    await expect(withdrawal).toContainText(text('credits.count_other', { count: 3 }))
    // 12/15 of 7.49 €; half a cent is rounded in the member's favour.
    await expect(withdrawal).toContainText(euros('5,99'))
    await button(withdrawal, text('withdrawal.start')).click()
    const dialog = page.getByRole('dialog', { name: text('withdrawal.dialogTitle') })
    await expect(dialog).toContainText(GINA.email)
    await expect(dialog).toContainText(euros('7,49'))
    await expect(dialog).toContainText(euros('5,99'))
    await expectFitsSmallest(page, 'the withdrawal')

    // Another device spends one more credit meanwhile: a withdrawal must not use a sum that the member did not see.
    await client.say(anna.id, 'And another one')
    await button(dialog, text('withdrawal.confirm')).click()
    await expect(dialog.getByRole('alert')).toContainText(text('withdrawal.changed'))
    await expect(dialog).toContainText(euros('5,49'))
    expect(product.data.creditsOf(me)).toBe(11)
    await button(dialog, text('withdrawal.confirm')).click()

    await expect(withdrawal.getByRole('status')).toContainText(pattern('withdrawal.done'))
    await expect(dialog).toHaveCount(0)
    await expect(button(withdrawal, text('withdrawal.start'))).toHaveCount(0)
    await expect(page.getByRole('list', { name: text('transactions.history') })).toContainText(
      text('transactions.refunded'),
    )
    expect(product.data.creditsOf(me)).toBe(0)
    const mail = await mailWith(product, GINA.email, pattern('mail.withdrawal.subject'))
    expect(mail.text).toMatch(euros('5,49'))

    await page.reload()
    await expect(withdrawal.getByRole('status')).toContainText(pattern('withdrawal.done'))
    await page.goto('/transactions')
    await expect(entries.filter({ hasText: text('transactions.refund') })).toContainText(/[-−]11/)
    await expect(payments).toContainText(text('transactions.refunded'))
  })
})

/** A member with the 5 credits of the signup who has just bought 15 more, at the price of the time bonus. */
const buyer = async (page: Page, product: Product): Promise<{ client: Client; me: number; payment: string }> => {
  const client = await join(product, GINA)
  const me = await settleIn(page, GINA)
  const { payment_id: payment } = await buy(product, client)
  await expect.poll(() => product.data.creditsOf(me)).toBe(20)
  return { client, me, payment }
}

/** Leaves the member this many credits. */
const spendTo = (product: Product, me: number, left: number): void => {
  product.data.giveCredits(me, left - product.data.creditsOf(me))
}
