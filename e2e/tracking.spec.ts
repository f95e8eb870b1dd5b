/** A visitor's traffic source is stored after consent, and not before [SITE-9]. */
import { expect, type Page } from 'playwright/test'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'

const question = (page: Page) => page.getByRole('region', { name: text('tracking.title') })
const storedSource = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'trafficsource')?.value

test('[SITE-9] a partner’s link is asked about; a no stores nothing, and is not asked about again; a yes is stored', async ({
  page,
}) => {
  await page.goto('/?ref=friend')
  await expect(question(page)).toBeVisible()
  expect(await storedSource(page)).toBeUndefined()
  await expect(page.getByRole('link', { name: text('index.signup') }).first()).toBeInViewport()
  await question(page)
    .getByRole('button', { name: text('tracking.no') })
    .click()
  await expect(question(page)).toHaveCount(0)
  await page.goto('/landers/maplanding?ref=other')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  expect(await storedSource(page)).toBeUndefined()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/?ref=friend')
  await question(page)
    .getByRole('button', { name: text('tracking.yes') })
    .click()
  await expect.poll(() => storedSource(page)).toBe('ref=friend')
})
