/**
 * Every route of the specification as people of seven languages meet it: the right status and language, a title, nothing
 * untranslated, nothing that scrolls sideways or does not fit its control at 320 px, no complaint of the browser, no request to another host. CI takes
 * German whole, the other languages by turns so that each visitor's page is seen in three, and two members; `E2E_CRAWL=full` takes everything.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { memberPaths, visitorPaths } from './support/crawl-paths.ts'
import { DEMO, logIn } from './support/people.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text, untranslatedIn } from './support/texts.ts'

test.use({ sharedServer: true })

type Role = 'visitor' | 'free' | 'premium'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
const SMALLEST = { width: 320, height: 640 }

const isFull = process.env['E2E_CRAWL'] === 'full'
const MEMBERS: [Locale, Role][] = isFull
  ? LOCALES.flatMap((locale): [Locale, Role][] => [
      [locale, 'free'],
      [locale, 'premium'],
    ])
  : [
      ['de', 'free'],
      ['pl', 'premium'],
    ]

/** German words are the longest, so that German sees every page. */
const WHOLE: Locale = 'de'
const OTHERS = LOCALES.filter((locale) => locale !== WHOLE)
/** With six other languages, two see each page. */
const TURNS = 3

const inTurn = (paths: readonly string[], locale: Locale): readonly string[] =>
  isFull || locale === WHOLE ? paths : paths.filter((_, index) => index % TURNS === OTHERS.indexOf(locale) % TURNS)

const visit = async (page: Page, path: string, locale: Locale): Promise<void> => {
  const response = await page.goto(path)
  expect.soft(response?.status(), path).toBe(200)
  await expect(page.locator('main :is(h1, h2, article, form, p)').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(text('ui.loading', {}, locale))).toHaveCount(0)
  await expect(page.getByRole('progressbar', { name: text('ui.loading', {}, locale) })).toHaveCount(0)
  await expect.soft(page.locator('html'), path).toHaveAttribute('lang', locale)
  expect.soft(await page.title(), path).toMatch(/\S.*Visavis|Visavis/)
  const words = await page.evaluate(() => `${document.title}\n${document.body.innerText}`)
  expect.soft(untranslatedIn(words, locale), path).toEqual([])
}

const fits = async (page: Page, path: string): Promise<void> => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  // A scroll bar makes the width smaller.
  expect.soft(overflow, `${path} at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0)
}

/** Controls whose words do not fit into them: no language's word may be cut off or stand over its neighbour. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, summary, label, [role=tab], [role=menuitem], h1, h2')]
      .filter((control) => control.checkVisibility() && control.clientWidth > 0)
      // A member's own long text is cut off with an ellipsis on purpose.
      .filter((control) => getComputedStyle(control).textOverflow !== 'ellipsis')
      .filter((control) => control.scrollWidth > control.clientWidth + 1)
      .map((control) => `${control.localName} "${control.innerText.slice(0, 60)}"`),
  )

const crawl = async (page: Page, paths: readonly string[], locale: Locale, isLookedAt: boolean): Promise<void> => {
  for (const path of paths) {
    await visit(page, path, locale)
    await fits(page, path)
    if (isLookedAt) {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect
        .soft(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`),
          path,
        )
        .toEqual([])
    }
    await page.setViewportSize(SMALLEST)
    await fits(page, path)
    expect.soft(await overflowing(page), `${path} at 320 px`).toEqual([])
    await page.setViewportSize(DESKTOP)
    await fits(page, path)
    await page.setViewportSize(PHONE)
  }
}

for (const locale of LOCALES) {
  test(`[SHELL-1][SITE-2][SAFE-5] pages of a visitor in ${locale}`, async ({ page, product, watch }) => {
    test.slow()
    watch.expectComplaints(NETWORK_COMPLAINTS)
    await page.context().addCookies([{ name: 'locale', value: locale, url: product.url }])
    const paths = inTurn(visitorPaths(product.data.memberWithPhotos(2)), locale)
    await crawl(page, paths, locale, locale === WHOLE || isFull)
  })
}

for (const [locale, role] of MEMBERS) {
  test(`[SHELL-1][SITE-2][SAFE-5] every page of a ${role} member in ${locale}`, async ({ page, product, watch }) => {
    test.slow()
    watch.expectComplaints(NETWORK_COMPLAINTS)
    const account = role === 'free' ? DEMO.free : DEMO.premium
    await logIn(page, account)
    await page.evaluate(async (language) => {
      await fetch('/api/user', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'x-request-type': 'client' },
        body: JSON.stringify({ language }),
      })
    }, locale)
    await page.context().addCookies([{ name: 'locale', value: locale, url: product.url }])
    const me = product.data.memberOf(account.email)
    const [partner = 0] = product.data.partnersOf(me)
    const [stranger = 0] = product.data.strangersTo(me)
    await crawl(page, memberPaths({ me, partner, stranger }), locale, locale === 'pl' || isFull)
  })
}
