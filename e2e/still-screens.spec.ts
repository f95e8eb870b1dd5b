/**
 * Nothing on a screen moves while it loads [SHELL-20], in the windows that `crawl.spec.ts` does not load a page in: there members
 * are on a phone and visitors on a desktop, and `landers.spec.ts` has the landers.
 */
import type { Page } from 'playwright/test'
import { crawlPeople, memberPaths, visitorPaths } from './support/crawl-paths.ts'
import { expectNothingMoved, watchLoads } from './support/layout-shift.ts'
import { DEMO, logIn } from './support/people.ts'
import { openLoaded } from './support/screens.ts'
import { test } from './support/test.ts'

test.use({ losesNetwork: true, sharedServer: true })

const open = async (page: Page, paths: readonly string[]): Promise<void> => {
  await watchLoads(page)
  for (const path of paths) {
    await openLoaded(page, path)
    await expectNothingMoved(page, path)
  }
}

test.beforeEach(() => test.slow())

test('[SHELL-20] nothing moves on the screens of members on a desktop', { tag: '@long' }, async ({ page, product }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, DEMO.premium)
  const me = product.data.memberOf(DEMO.premium.email)
  await open(page, memberPaths(crawlPeople(product.data, me)))
})

test('[SHELL-20] nothing moves on the pages of visitors on a phone', { tag: '@long' }, async ({ page, product }) => {
  await open(page, visitorPaths(product.data.memberWithPhotos(2)))
})
