/**
 * Every route of the specification as people of seven languages meet it: the right status and language, a title, nothing
 * untranslated, nothing that moves while the page loads, nothing that scrolls sideways or does not fit its control at 320 px, no broken word
 * in a title and no hidden focus there, nothing that does not fit with text of 200 %, nothing that axe finds in light or dark colours, no
 * complaint of the browser, no request to another host.
 * One visit of a page checks all of this, because opening it costs as much as most checks.
 * CI sees the pages in German (three of the eight pages of prose), and those that look different to a free member; `npm run test:long` sees everything in all
 * languages, the landers and axe on a desktop included. `landers.spec.ts` opens each lander in CI, `still-screens.spec.ts` and
 * `large-text.spec.ts` have the variants that load in another window or with large text.
 */
import { expect, type Page } from 'playwright/test'
import { LOCALES, type Locale } from '#contract/locales.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe.ts'
import { crawlPeople, memberPaths, pathsOfFreeMembers, visitorPaths } from './support/crawl-paths.ts'
import { expectFitsSmallest, SMALLEST } from './support/large-text.ts'
import { expectNothingMoved, watchLoads } from './support/layout-shift.ts'
import { arriveLoggedIn, DEMO } from './support/people.ts'
import { openLoaded } from './support/screens.ts'
import { test } from './support/test.ts'
import { untranslatedIn } from './support/texts.ts'
import { controlled } from './support/worker.ts'

test.use({ losesNetwork: true, sharedServer: true })

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** German words are the longest, so German sees every page. */
const WHOLE: Locale = 'de'
const OTHERS = LOCALES.filter((locale) => locale !== WHOLE)

const isFull = process.env['E2E_CRAWL'] === 'full'
const ROLES = ['free', 'premium'] as const
const MEMBERS = (isFull ? LOCALES : [WHOLE]).flatMap((locale) => ROLES.map((role) => [locale, role] as const))

/** Without the long run, the other languages share the pages. */
const inTurn = (paths: readonly string[], locale: Locale): readonly string[] =>
  isFull || locale === WHOLE
    ? paths
    : paths.filter((_, index) => index % OTHERS.length === OTHERS.indexOf(locale) % OTHERS.length)

/** The error page is a screen too. The worker answers with the app, so its status is 200 here. */
const NOWHERE = '/nowhere'

const visit = async (page: Page, path: string, locale: Locale): Promise<void> => {
  expect.soft(await openLoaded(page, path, locale), path).toBe(200)
  await expect.soft(page.locator('html'), path).toHaveAttribute('lang', locale)
  await expect.soft(page, path).toHaveTitle(/^(?!Visavis$).+ · Visavis$/)
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

/** Controls whose words do not fit into them: no language's word may be cut off or cover its neighbour. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, summary, label, [role=tab], [role=menuitem], h1, h2')]
      .filter((control) => control.checkVisibility() && control.clientWidth > 0)
      // A member's own long text is cut off with an ellipsis on purpose.
      .filter((control) => getComputedStyle(control).textOverflow !== 'ellipsis')
      .filter((control) => control.scrollWidth > control.clientWidth + 1)
      .map((control) => `${control.localName} "${control.innerText.slice(0, 60)}"`),
  )

/** Titles with a word that is cut in two where a line ends. */
const brokenTitles = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('h1')]
      .filter((title) => title.checkVisibility() && title.clientWidth > 1)
      .flatMap((title) => [...title.childNodes].filter((node) => node instanceof Text))
      .flatMap((node) =>
        [...node.data.matchAll(/[\p{L}\p{M}]+/gu)].map(({ 0: word, index }) => ({ node, word, index })),
      )
      .filter(({ node, word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
      })
      .map(({ word }) => word),
  )

/**
 * Controls whose focus cannot be seen: a box that scrolls cuts off its ring, or a bar that stays in place covers it (WCAG 2.4.7, 2.4.11).
 * The page is where it was afterwards.
 */
const hiddenFocus = async (page: Page): Promise<string[]> => {
  // After a key the browser shows the focus of every control.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const parentsOf = (element: Element): Element[] =>
      element.parentElement ? [element.parentElement, ...parentsOf(element.parentElement)] : []
    const isCut = (control: HTMLElement): boolean => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control)
      if (outlineStyle === 'none') return false
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      const { top, bottom } = control.getBoundingClientRect()
      // Chromium leaves a control of a strip where a part of its width can be seen.
      return parentsOf(control)
        .filter((parent) => getComputedStyle(parent).overflowX === 'auto')
        .map((parent) => parent.getBoundingClientRect())
        .some((room) => top - ring < room.top - 1 || bottom + ring > room.bottom + 1)
    }
    /** A bar may cover the foot of a high card, not all but its edge. */
    const isCovered = (control: HTMLElement): boolean => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 22))
      const bar = hit && [hit, ...parentsOf(hit)].find((one) => /fixed|sticky/.test(getComputedStyle(one).position))
      return bar ? !bar.contains(control) : false
    }
    const { scrollY } = window
    const found = [
      ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, summary, textarea)'),
    ]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .flatMap((control) => {
        control.focus()
        if (document.activeElement !== control) return []
        const name = `${control.localName} "${control.innerText.slice(0, 40) || control.getAttribute('name')}"`
        return [...(isCut(control) ? [`ring of ${name}`] : []), ...(isCovered(control) ? [`${name} under a bar`] : [])]
      })
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    scrollTo(0, scrollY)
    return found
  })
}

/** Screens of members that have another layout on a desktop. */
const isWide = (path: string): boolean =>
  /^\/(?:members|chats|likes|profile|notifications|credits|premium|transactions)\b/.test(path)

type Walk = {
  locale: Locale
  /** All checks; without it only those of words, widths and the loading. */
  isLookedAt: boolean
  /** The window that the pages load in. */
  loadsIn: typeof PHONE
}

/** @returns the title of each page */
const crawl = async (
  page: Page,
  paths: readonly string[],
  { locale, isLookedAt, loadsIn }: Walk,
): Promise<Map<string, string>> => {
  const titles = new Map<string, string>()
  await watchLoads(page)
  for (const path of paths) {
    await page.setViewportSize(loadsIn)
    await visit(page, path, locale)
    await expectNothingMoved(page, path)
    titles.set(path, await page.title())
    await page.setViewportSize(DESKTOP)
    await fits(page, path)
    if (isFull && isLookedAt && isWide(path)) await expectAccessible(page, `${path} on a desktop`)
    await page.setViewportSize(PHONE)
    await fits(page, path)
    if (isLookedAt) await expectAccessibleInBothThemes(page, path)
    await page.setViewportSize(SMALLEST)
    await fits(page, path)
    expect.soft(await overflowing(page), `${path} at 320 px`).toEqual([])
    expect.soft(await brokenTitles(page), `the title of ${path} at 320 px`).toEqual([])
    expect.soft(await hiddenFocus(page), `the focus on ${path} at 320 px`).toEqual([])
    if (isLookedAt) await expectFitsSmallest(page, `${path} with text of 200 %`)
  }
  return titles
}

/** Landers about one person may have the same title, signup has one title for everybody, and the terms have two addresses. */
const mayShareTitle = (path: string): boolean => /signup|landing|^\/terms/.test(path)

/** The pages of prose have one layout: the three longest stand for all eight. */
const isSeen = (path: string): boolean => isFull || !path.startsWith('/pages/') || /\/(?:faq|privacy|terms)$/.test(path)

const LANDERS_KIND = 'landers'
/** One test of all pages would take minutes. */
const KINDS: [string, (path: string) => boolean][] = [
  ['static pages', (path) => path.startsWith('/pages/')],
  [LANDERS_KIND, (path) => /^\/landers|\/landing/.test(path)],
  ['screens', (path) => !/^\/pages|^\/landers|\/landing/.test(path)],
]

for (const locale of LOCALES) {
  const isLookedAt = locale === WHOLE || isFull
  const kinds: typeof KINDS = isLookedAt ? KINDS : [['pages', () => true]]
  for (const [kind, isOfKind] of kinds)
    test(
      `[SHELL-1][SITE-2][SAFE-5]${isLookedAt ? '[SHELL-19]' : ''} ${kind} of a visitor in ${locale}`,
      { tag: kind === LANDERS_KIND || locale !== WHOLE ? '@long' : [] },
      async ({ page, product }) => {
        test.slow()
        await page.context().addCookies([{ name: 'locale', value: locale, url: product.url }])
        const paths = visitorPaths(product.data.memberWithPhotos(2))
        const all = [...paths, '/landers/maplanding', '/members/99999/landing', NOWHERE]
        const walk = { locale, isLookedAt, loadsIn: DESKTOP }
        const titles = await crawl(page, inTurn(all, locale).filter(isOfKind).filter(isSeen), walk)
        const own = [...titles].filter(([path]) => !mayShareTitle(path)).map(([, title]) => title)
        expect(new Set(own).size, 'each page has a title of its own').toBe(own.length)
      },
    )
}

for (const [locale, role] of MEMBERS) {
  const isLookedAt = role === 'premium' || isFull
  const parts: [string, (path: string) => boolean][] = isLookedAt
    ? [
        ['every wide page', isWide],
        ['every other page', (path) => !isWide(path)],
      ]
    : [['pages', () => true]]
  for (const [part, isOfPart] of parts)
    test(`[SHELL-1][SITE-2][SAFE-5]${isLookedAt ? '[SHELL-19]' : ''} ${part} of a ${role} member in ${locale}`, async ({
      page,
      product,
    }) => {
      test.slow()
      const account = DEMO[role]
      await arriveLoggedIn(page, account)
      await controlled(page)
      await page.evaluate(async (language) => {
        await fetch('/api/user', {
          method: 'PUT',
          headers: { 'content-type': 'application/json', 'x-request-type': 'client' },
          body: JSON.stringify({ language }),
        })
      }, locale)
      await page.context().addCookies([{ name: 'locale', value: locale, url: product.url }])
      const me = product.data.memberOf(account.email)
      const people = crawlPeople(product.data, me)
      const paths = isLookedAt ? memberPaths(people) : pathsOfFreeMembers(people)
      await crawl(page, paths.filter(isOfPart), { locale, isLookedAt, loadsIn: PHONE })
    })
}
