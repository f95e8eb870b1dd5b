/** Direct debit, as its payer goes through it: the form, the code of the SMS, the bank; and each refusal at its place. */
import { execFile } from 'node:child_process'
import { join as pathOf } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './support/axe.ts'
import { join, logIn, person } from './support/people.ts'
import type { Product } from './support/product.ts'
import { codeTo } from './support/inbox.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

const ANNA = person('Anna')
const IBAN = 'IT60 X054 2811 1010 0000 0123 456'
const PHONE = '+393471234567'
/** Chromium logs this message for every refused request. */
const REFUSALS = /Failed to load resource: the server responded with a status of 4\d\d/

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const sendCode = (page: Page) => button(page, text('directdebit.sendCode')).click()

const desk = (product: Product, ...words: string[]) =>
  promisify(execFile)(process.execPath, [pathOf(import.meta.dirname, '../scripts/desk.ts'), ...words], {
    env: { ...process.env, DATA_DIR: product.dataDir },
  })

const fillForm = async (page: Page, iban = IBAN): Promise<void> => {
  await field(page, text('directdebit.holder')).fill('Anna Rossi')
  await field(page, text('directdebit.iban')).fill(iban)
  await field(page, text('directdebit.street')).fill('Via Roma')
  await field(page, text('directdebit.houseNumber')).fill('7')
  await field(page, text('directdebit.zip')).fill('20121')
  await field(page, text('directdebit.city')).fill('Milano')
  await field(page, text('directdebit.phone')).fill('347 123 4567')
}

/** Axe finds nothing, and nothing is wider than the screen. */
const isFine = async (page: Page): Promise<void> => {
  await expectAccessibleInBothThemes(page, 'the form')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

const bought = ({ data }: Product): number => data.paymentsMade()

test(
  '[PAY-10][PAY-13][SHELL-19] form, code, the bank, credits; a wrong code, and reloads on the way',
  { tag: '@long' },
  async ({ page, product, watch }) => {
    watch.expectComplaints(REFUSALS)
    await join(product, ANNA)
    await logIn(page, ANNA)
    await page.goto('/credits/15/directdebit')
    await page.getByRole('link', { name: pattern('pay.toForm') }).click()
    await page.waitForURL('**/directdebit?package=15')
    // Price, disclosure and mandate are visible before the form asks for anything.
    for (const key of ['credits.fictionalTitle', 'directdebit.mandateTitle'] as const)
      await expect(page.getByText(text(key)).first()).toBeVisible()

    await fillForm(page)
    await field(page, text('directdebit.iban')).fill('')
    await field(page, text('directdebit.iban')).pressSequentially('it60x0542811101000000123456')
    await expect(field(page, text('directdebit.iban'))).toHaveValue(IBAN)
    await page.reload()
    await expect(field(page, text('directdebit.city'))).toHaveValue('Milano')
    await expect(field(page, text('directdebit.iban'))).toHaveValue('')
    await expect(page.getByText(text('directdebit.ibanAgain'))).toBeVisible()
    await field(page, text('directdebit.iban')).fill(IBAN)
    const stored = await page.evaluate(() =>
      [sessionStorage, localStorage].map((store) => JSON.stringify(store)).join(''),
    )
    expect(stored).toContain('Milano')
    expect(stored.replaceAll(' ', '')).not.toContain('IT60X05')
    await sendCode(page)

    await expect(page.getByRole('heading', { name: text('directdebit.codeTitle') })).toBeFocused()
    await expect(page.getByText(/^DD-\d{6}-[2-9A-Z]{8}$/)).toBeVisible()
    await isFine(page)
    const code = await codeTo(product, PHONE)
    expect(bought(product)).toBe(0)
    await field(page, text('directdebit.code')).fill(code === '000000' ? '000001' : '000000')
    await button(page, pattern('directdebit.confirm')).click()
    await expect(page.getByText(text('error.sms_code_invalid'))).toBeVisible()
    await expect(field(page, text('directdebit.code'))).toBeFocused()
    expect(bought(product)).toBe(0)

    // A phone may discard the page while its owner reads the SMS.
    await page.reload()
    await expect(page.getByText(/IT60 •••• 3456/)).toBeVisible()
    await field(page, text('directdebit.code')).fill(code)
    await button(page, pattern('directdebit.confirm')).click()
    await page.waitForURL('**/credits/15/directdebit?payment=*')
    await expect(page.getByText(text('pay.pending'))).toBeVisible()
    await expect(page.getByRole('heading', { name: pattern('pay.completed') })).toBeVisible({ timeout: 60_000 })
    expect(bought(product)).toBe(1)
    await page.goto('/directdebit?package=15')
    await expect(field(page, text('directdebit.city'))).toHaveValue('')
  },
)

test(
  '[PAY-10] a blocked account shows an error at the IBAN and a link to another method',
  { tag: '@long' },
  async ({ page, product, watch }) => {
    watch.expectComplaints(REFUSALS)
    const { stdout } = await desk(product, 'block-iban', IBAN)
    expect(stdout).toContain('Blocked.')
    await join(product, ANNA)
    await logIn(page, ANNA)
    await page.goto('/directdebit?package=15')
    await fillForm(page)
    await sendCode(page)
    const iban = field(page, text('directdebit.iban'))
    await expect(iban).toBeFocused()
    await expect(iban).toHaveAccessibleDescription(new RegExp(text('error.iban_blocked')))
    await expect(iban).toHaveValue(IBAN)
    await expect(field(page, text('directdebit.street'))).toHaveValue('Via Roma')
    await expect(page.getByRole('link', { name: text('pay.otherMethod') })).toHaveAttribute('href', '/credits/15')
    await desk(product, 'unblock-iban', IBAN)
    await sendCode(page)
    await expect(page.getByRole('heading', { name: text('directdebit.codeTitle') })).toBeVisible()
  },
)

test(
  '[PAY-10][SHELL-19][SHELL-20] an invalid field shows its error; without a network nothing typed is lost',
  { tag: '@long' },
  async ({ context, page, product, watch }) => {
    watch.expectComplaints(REFUSALS)
    watch.expectComplaints(NETWORK_COMPLAINTS)
    await join(product, ANNA)
    await logIn(page, ANNA)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/directdebit?package=40')
    await fillForm(page, 'IT60 X054 2811 1010 0000 0123 457')
    await field(page, text('directdebit.phone')).fill('02 1234 5678')
    await sendCode(page)
    await expect(page.getByText(text('field.iban_invalid'))).toBeVisible()
    await expect(page.getByText(text('field.phone_invalid'))).toBeVisible()
    await isFine(page)
    await context.setOffline(true)
    await expect(page.getByText(text('pay.needsNetwork'))).toBeVisible()
    await expect(button(page, text('directdebit.sendCode'))).toBeDisabled()
    await field(page, text('directdebit.city')).press('Enter')
    await expect(field(page, text('directdebit.city'))).toHaveValue('Milano')
    await context.setOffline(false)
    await expect(page.getByText(text('pay.needsNetwork'))).toBeHidden()
    await field(page, text('directdebit.iban')).fill(IBAN)
    await field(page, text('directdebit.phone')).fill('347 123 4567')
    await sendCode(page)
    await expect(page.getByRole('heading', { name: text('directdebit.codeTitle') })).toBeVisible()
    await isFine(page)
    await codeTo(product, PHONE)
    await button(page, text('directdebit.change')).click()
    await expect(field(page, text('directdebit.iban'))).toHaveValue(IBAN)
  },
)
