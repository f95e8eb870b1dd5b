/** Discount codes as a payer has them: by hand, by an address, refused with their reason, kept and taken off [PAY-7]. */
import { expect, type Locator, type Page } from 'playwright/test'
import { HOUR_MS } from '#contract/limits.ts'
import { DEMO, join, person, settleIn } from './support/people.ts'
import { REFUSED_AFTER_LOGOUT, test } from './support/test.ts'
import { text, type TextKey } from './support/texts.ts'

const GINA = person('Gina')

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: text('discount.enter') })
const enter = async (page: Page, code: string): Promise<void> => {
  await dialog(page).getByLabel(text('discount.code'), { exact: true }).fill(code)
  await dialog(page)
    .getByRole('button', { name: text('discount.apply'), exact: true })
    .click()
}
const remove = (page: Page, code: string): Locator =>
  page.getByRole('button', { name: text('discount.remove', { code }), exact: true })

test('[PAY-7] a good code changes the prices and survives a reload; each refusal has its own text at the field', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(/status of 4(04|09|10)/)
  product.data.addCode('HALF', 50)
  product.data.addCode('PAST', 50, { expires: Date.now() - HOUR_MS })
  product.data.addCode('ABROAD', 50, { country: 'DE' })
  product.data.addCode('LARGE', 50, { minimum: 1_500 })
  product.data.addCode('OFF', 50, { status: 'inactive' })
  product.data.addCode('LITTLE', 5)
  await join(product, GINA)
  await settleIn(page, GINA)
  await page.goto('/credits')
  await page.getByRole('button', { name: text('discount.enter'), exact: true }).click()
  const refusals: [string, TextKey][] = [
    ['', 'field.required'],
    ['nothing', 'error.discount_not_found'],
    ['off', 'error.discount_not_found'],
    ['past', 'error.discount_expired'],
    ['abroad', 'error.discount_country'],
    ['large', 'error.discount_minimum'],
  ]
  for (const [code, reason] of refusals) {
    await enter(page, code)
    const field = dialog(page).getByLabel(text('discount.code'), { exact: true })
    await expect(field).toHaveAccessibleDescription(text(reason))
    await expect(field).toBeFocused()
  }

  await enter(page, ' half ')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'HALF' })).toContainText('50%')
  const action = page.getByRole('link', { name: /15 .*\s€/ }).last()
  await expect(action).toContainText(/5,00\s€|4,99\s€/)
  await page.reload()
  await expect(action).toContainText(/5,00\s€|4,99\s€/)
  await remove(page, 'HALF').click()
  await expect(action).toContainText(/7,49\s€/)
  await page.reload()
  await expect(action).toContainText(/7,49\s€/)
  await expect(page.getByRole('button', { name: text('discount.enter'), exact: true })).toBeVisible()

  await test.step('a better discount stays in force, and the code’s row says so', async () => {
    await page.goto('/credits?code=little')
    await expect(page.getByRole('status').filter({ hasText: 'LITTLE' })).toContainText(text('discount.better'))
    await expect(page.getByRole('timer')).toBeVisible()
  })
})

test(
  '[PAY-7] a code in the address survives the login, and the logout removes it',
  { tag: '@long' },
  async ({ page, product, watch }) => {
    watch.expectComplaints(REFUSED_AFTER_LOGOUT)
    product.data.addCode('HALF', 50)
    await page.goto('/pricing?code=half')
    await page.waitForURL('**/pricing')
    await settleIn(page, DEMO.free)
    await page.goto('/credits')
    await expect(remove(page, 'HALF')).toBeVisible()
    // Wait for the screen's last request: the server would refuse it after the logout.
    const last = page.waitForResponse('**/api/decisions')
    await page.goto('/notifications')
    await last
    await page.getByRole('button', { name: new RegExp(`^${text('shell.logout')}`) }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(() => localStorage.getItem('discount-code'))).toBeNull()
  },
)
