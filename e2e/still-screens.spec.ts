/**
 * Nothing on a screen moves while it loads [SHELL-20], in the windows that `crawl.spec.ts` does not load a page in: there members
 * are on a phone and visitors on a desktop, and `landers.spec.ts` has the landers.
 */
import { expect, type Page } from 'playwright/test'
import { memberPaths, visitorPaths } from './support/crawl-paths.ts'
import { expectNothingMoved, watchLoads } from './support/layout-shift.ts'
import { DEMO, logIn } from './support/people.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ sharedServer: true })

/** A fictional member of the seeded population. */
const FICTIONAL = 3

const open = async (page: Page, paths: readonly string[]): Promise<void> => {
  await watchLoads(page)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('main :is(h1, h2, article, form, p)').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText(text('ui.loading'))).toHaveCount(0)
    await expect(page.getByRole('progressbar', { name: text('ui.loading') })).toHaveCount(0)
    await expectNothingMoved(page, path)
  }
}

test.beforeEach(({ watch }) => {
  test.slow()
  watch.expectComplaints(NETWORK_COMPLAINTS)
})

test('[SHELL-20] nothing moves on the screens of members on a desktop', { tag: '@long' }, async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, DEMO.premium)
  const me = product.data.memberOf(DEMO.premium.email)
  const [partner = 0] = product.data.partnersOf(me)
  const [stranger = 0] = product.data.strangersTo(me)
  await open(page, memberPaths({ me, partner, stranger, fictional: FICTIONAL }))
})

test('[SHELL-20] nothing moves on the pages of visitors on a phone', { tag: '@long' }, async ({ page, product }) => {
  await open(page, visitorPaths(product.data.memberWithPhotos(2)))
})
