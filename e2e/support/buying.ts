/** Buying, as a person does it (packages, method, the sandbox's page, and what the screens then say) and by calls. */
import { expect, type Locator, type Page } from 'playwright/test'
import type { Payment } from '#contract/entities/money.ts'
import type { Locale } from '#contract/locales.ts'
import { newClientId, type Client } from './client.ts'
import type { Product } from './product.ts'
import { pattern, text, type TextKey } from './texts.ts'

/** The payer's choice on the sandbox's page. */
export type PayerChoice =
  | 'paid'
  | 'paid_later'
  | 'paid_asks'
  | 'paid_fails'
  | 'declined'
  | 'insufficient_funds'
  | 'cancelled'
  | 'pending'
  | 'charged_back'

export const euros = (cents: number, locale: Locale = 'it'): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(cents / 100)

export const payButton = (page: Page): Locator => page.getByRole('button', { name: pattern('pay.submitLabel') })

/** From the packages to the last step before the payment page. */
export const choosePackage = async (page: Page, credits: number): Promise<void> => {
  await page.getByRole('radio', { name: new RegExp(`^${text('credits.count_other', { count: credits })}`) }).check()
  await page.getByRole('link', { name: pattern('credits.continue') }).click()
  await expect(page).toHaveURL(new RegExp(`/credits/${credits}$`))
}

export const chooseMethod = (page: Page, method: TextKey): Promise<void> =>
  page.getByRole('radio', { name: text(method), exact: true }).check()

/** Taps the pay button and waits for the sandbox's page. */
export const goToPay = async (page: Page): Promise<void> => {
  await payButton(page).click()
  await expect(page).toHaveURL(/\/sandbox\//)
}

export const decide = async (page: Page, choice: PayerChoice): Promise<void> => {
  await page.getByLabel(text(`sandbox.${choice}`), { exact: true }).check()
  await page.getByRole('button', { name: text('sandbox.do'), exact: true }).click()
}

/** The heading with the status of a payment. */
export const paymentHeading = (
  page: Page,
  key: 'pay.pending' | 'pay.failed' | 'pay.offline' | 'pay.chargedBack',
): Locator => page.getByRole('heading', { name: text(key), exact: true })

export const bought = (page: Page, credits: number): Locator =>
  page.getByRole('heading', { name: text('pay.completed_other', { count: credits }), exact: true })

/** Buys from beside the browser, at the price as it is. @param pack a package, named by its credits */
export const buy = async (product: Product, client: Client, pack = '15'): Promise<Payment> => {
  const { packages } = await client.ask('packages.get', { query: {} })
  const wanted = packages.find(({ id }) => id === pack)
  if (!wanted) throw new Error(`There is no package ${pack}.`)
  const { price, currency } = wanted
  const order = {
    client_id: newClientId(),
    package: pack,
    price,
    currency,
    method: 'creditcard',
    remember: false,
  } as const
  const { payment } = await client.ask('payments.create', { body: order })
  await atSandbox(product, payment, 'paid')
  return payment
}

/** Chooses on the sandbox's payment page. */
const atSandbox = async (product: Product, { checkout_url: page }: Payment, outcome: string): Promise<void> => {
  if (page === null) throw new Error('The payment leads to no page.')
  const response = await fetch(new URL(page, product.url), {
    method: 'POST',
    headers: { origin: product.url },
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
  if (response.status !== 303) throw new Error(`The sandbox answered ${response.status} ${await response.text()}`)
}
