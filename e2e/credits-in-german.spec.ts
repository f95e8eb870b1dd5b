/** Buying in another language, the long one: price, disclosure, payment page and outcome, on a phone and on a desktop. */
import { expect } from 'playwright/test'
import { euros } from './support/buying.ts'
import { CARLO, join, settleIn } from './support/people.ts'
import { test } from './support/test.ts'
import { pattern, text, untranslatedIn } from './support/texts.ts'

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])
  test(
    `[PAY-5][PAY-13][SITE-2] refused, then bought in German, ${size.width} px wide`,
    { tag: '@long' },
    async ({ page, product }) => {
      const { id } = await join(product, CARLO)
      await settleIn(page, CARLO)
      await page.evaluate(async () => {
        await fetch('/api/user', {
          method: 'PUT',
          headers: { 'content-type': 'application/json', 'x-request-type': 'client' },
          body: JSON.stringify({ language: 'de' }),
        })
      })
      await page.context().addCookies([{ name: 'locale', value: 'de', url: product.url }])
      await page.setViewportSize(size)
      const before = product.data.creditsOf(id)
      const isGerman = async (): Promise<void> => {
        expect(untranslatedIn(await page.locator('body').innerText(), 'de')).toEqual([])
      }

      await page.goto('/credits/15/creditcard')
      await expect(page.getByText(text('credits.fictionalTitle', {}, 'de'), { exact: true })).toBeInViewport()
      await expect(page.getByText(euros(749, 'de')).first()).toBeVisible()
      await isGerman()
      for (const choice of ['declined', 'paid'] as const) {
        await page.getByRole('button', { name: pattern('pay.submitLabel', 'de') }).click()
        await expect(page).toHaveURL(/\/sandbox\//)
        await isGerman()
        await page.getByLabel(text(`sandbox.${choice}`, {}, 'de'), { exact: true }).check()
        await page.getByRole('button', { name: text('sandbox.do', {}, 'de'), exact: true }).click()
        if (choice === 'paid') break
        await expect(page.getByRole('heading', { name: text('pay.failed', {}, 'de'), exact: true })).toBeVisible()
        await isGerman()
        expect(product.data.creditsOf(id)).toBe(before)
        await page.goto('/credits/15/paypal')
      }
      const bought = text('pay.completed_other', { count: 15 }, 'de')
      await expect(page.getByRole('heading', { name: bought, exact: true })).toBeVisible()
      await isGerman()
      expect(product.data.creditsOf(id)).toBe(before + 15)
    },
  )
