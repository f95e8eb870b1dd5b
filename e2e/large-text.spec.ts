/**
 * Screens that load on the smallest phone with the text at 200 %: nothing scrolls sideways, and no control is cut, covered or over
 * another. `npm test` checks the same on pages that are open already: `crawl.spec.ts` and `landers.spec.ts`.
 */
import type { Page } from 'playwright/test'
import { crawlPeople, memberPaths, visitorPaths } from './support/crawl-paths.ts'
import { enlargeText, expectFits, SMALLEST } from './support/large-text.ts'
import { DEMO, logIn } from './support/people.ts'
import { openLoaded } from './support/screens.ts'
import { test } from './support/test.ts'

test.use({ losesNetwork: true, sharedServer: true, viewport: SMALLEST })

const walk = async (page: Page, paths: readonly string[]): Promise<void> => {
  await enlargeText(page)
  for (const path of paths) {
    await openLoaded(page, path)
    await expectFits(page, path)
  }
}

test.beforeEach(() => test.slow())

test(
  '[SHELL-19] the screens of members fit a small phone with text of 200 %',
  { tag: '@long' },
  async ({ page, product }) => {
    await logIn(page, DEMO.premium)
    const me = product.data.memberOf(DEMO.premium.email)
    await walk(page, memberPaths(crawlPeople(product.data, me)))
  },
)

test(
  '[SHELL-19] the pages of visitors fit a small phone with text of 200 %',
  { tag: '@long' },
  async ({ page, product }) => {
    await walk(page, visitorPaths(product.data.memberWithPhotos(2)))
  },
)
