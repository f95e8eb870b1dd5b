/** Nothing on a screen moves while it loads: each screen is opened by its address, on a phone and on a desktop. */
import { expect, type Page } from 'playwright/test'
import { memberPaths, visitorPaths } from './support/crawl-paths.ts'
import { DEMO, logIn } from './support/people.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ sharedServer: true })

/** The most that may move, as the share of the window times the distance (Core Web Vitals count 0.1 as good). */
const MOVES_AT_MOST = 0.02
/** A fictional member of the seeded population. */
const FICTIONAL = 3
/** `npm test` opens each screen in one of the two windows. */
const WINDOWS = [
  { name: 'a phone', viewport: { width: 390, height: 844 }, membersTag: [], visitorsTag: ['@long'] },
  { name: 'a desktop', viewport: { width: 1280, height: 800 }, membersTag: ['@long'], visitorsTag: [] },
]

declare global {
  interface Window {
    movedShare?: number
    /** The parts that moved, each with its box before and after. */
    movedParts?: string[]
  }
}

type LayoutShift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Adds up what moves without a tap being the cause, from the first frame of each document. */
const watchMoves = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.movedShare = 0
    window.movedParts = []
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput) continue
        window.movedShare = (window.movedShare ?? 0) + value
        for (const { node, previousRect, currentRect } of sources) {
          const [before, after] = [previousRect, currentRect].map(({ x, y, width, height }) =>
            [x, y, width, height].map(Math.round).join(' '),
          )
          const part = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName
          window.movedParts?.push(`${part} ${before} → ${after}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The share of the window that moved, and what moved. */
const moved = (page: Page): Promise<[number, string]> =>
  page.evaluate(() => [window.movedShare ?? Number.NaN, (window.movedParts ?? []).join('\n')])

const open = async (page: Page, paths: readonly string[]): Promise<void> => {
  await watchMoves(page)
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('main :is(h1, h2, article, form, p)').filter({ visible: true }).first()).toBeVisible()
    await expect(page.getByText(text('ui.loading'))).toHaveCount(0)
    await expect(page.getByRole('progressbar', { name: text('ui.loading') })).toHaveCount(0)
    const [share, parts] = await moved(page)
    expect.soft(share, `${path}\n${parts}`).toBeLessThanOrEqual(MOVES_AT_MOST)
  }
}

for (const { name, viewport, membersTag, visitorsTag } of WINDOWS)
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test(
      '[SHELL-20] nothing moves on the screens of members',
      { tag: membersTag },
      async ({ page, product, watch }) => {
        test.slow()
        watch.expectComplaints(NETWORK_COMPLAINTS)
        await logIn(page, DEMO.premium)
        const me = product.data.memberOf(DEMO.premium.email)
        const [partner = 0] = product.data.partnersOf(me)
        const [stranger = 0] = product.data.strangersTo(me)
        await open(page, memberPaths({ me, partner, stranger, fictional: FICTIONAL }))
      },
    )

    test(
      '[SHELL-20] nothing moves on the pages of visitors',
      { tag: visitorsTag },
      async ({ page, product, watch }) => {
        test.slow()
        watch.expectComplaints(NETWORK_COMPLAINTS)
        await open(page, visitorPaths(product.data.memberWithPhotos(2)))
      },
    )
  })

test.describe('a document that arrives in pieces', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('[SHELL-20] a drawing has its place before the words beside it have arrived', async ({ page, product }) => {
    const fronts = visitorPaths(product.data.memberWithPhotos(2)).filter(
      (path) => path === '/' || path.startsWith('/landers/'),
    )
    expect(fronts.length).toBeGreaterThan(10)
    const places = () => page.locator('main section').first().locator('> :first-child').boundingBox()
    for (const path of fronts) {
      await page.goto(path)
      await expect(page.locator('main h1')).toBeVisible()
      const before = await places()
      await page.evaluate(() => document.querySelector('main h1')?.parentElement?.remove())
      const without = await places()
      expect.soft([without?.x, without?.width], path).toEqual([before?.x, before?.width])
    }
  })
})
