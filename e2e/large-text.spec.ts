/**
 * Screens that load on the smallest phone with the text at 200 %: nothing scrolls sideways, and no control is cut, covered or over
 * another. `npm test` checks the same on pages that are open already: `crawl.spec.ts` and `landers.spec.ts`.
 */
import { expect, type Page } from 'playwright/test'
import { memberPaths, visitorPaths } from './support/crawl-paths.ts'
import { enlargeText, expectFits, SMALLEST } from './support/large-text.ts'
import { DEMO, logIn } from './support/people.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ sharedServer: true, viewport: SMALLEST })

/** A fictional member of the seeded population. */
const FICTIONAL = 3

const walk = async (page: Page, paths: readonly string[]): Promise<void> => {
  await enlargeText(page)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('main :is(h1, h2, article, form, p)').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText(text('ui.loading'))).toHaveCount(0)
    await expect(page.getByRole('progressbar', { name: text('ui.loading') })).toHaveCount(0)
    await expectFits(page, path)
  }
}

test.beforeEach(({ watch }) => {
  test.slow()
  watch.expectComplaints(NETWORK_COMPLAINTS)
})

test(
  '[SHELL-19] the screens of members fit a small phone with text of 200 %',
  { tag: '@long' },
  async ({ page, product }) => {
    await logIn(page, DEMO.premium)
    const me = product.data.memberOf(DEMO.premium.email)
    const [partner = 0] = product.data.partnersOf(me)
    const [stranger = 0] = product.data.strangersTo(me)
    await walk(page, memberPaths({ me, partner, stranger, fictional: FICTIONAL }))
  },
)

test(
  '[SHELL-19] the pages of visitors fit a small phone with text of 200 %',
  { tag: '@long' },
  async ({ page, product }) => {
    await walk(page, visitorPaths(product.data.memberWithPhotos(2)))
  },
)
