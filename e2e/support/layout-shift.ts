/** Layout shifts of a page that no tap has caused [SHELL-20]. */
import { expect, type Page } from 'playwright/test'

/** The most that may move, as the share of the window times the distance (Core Web Vitals count 0.1 as good). */
const MOVES_AT_MOST = 0.02

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

/** Adds up what moves. It runs in the page, so it uses nothing from outside itself. */
const addUp = (isFromStart: boolean): void => {
  window.movedShare = 0
  window.movedParts = []
  const { pathname } = location
  new PerformanceObserver((list) => {
    // A screen that leads on to another one, such as the finished signup to search, gives way to it with another frame.
    if (isFromStart && location.pathname !== pathname) return
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
  }).observe({ type: 'layout-shift', buffered: isFromStart })
}

/** Watches each document that the page opens later, from its first frame. */
export const watchLoads = (page: Page): Promise<unknown> => page.addInitScript(addUp, true)

/** Watches the open document from now on. */
export const watchFromNow = (page: Page): Promise<void> => page.evaluate(addUp, false)

/**
 * Judge before the test resizes the window or changes the colours: that moves parts too.
 * @param what names the screen in a failure
 * @param atMost the share of the window times the distance
 */
export const expectNothingMoved = async (page: Page, what: string, atMost = MOVES_AT_MOST): Promise<void> => {
  const [share, parts] = await page.evaluate(() => [
    window.movedShare ?? Number.NaN,
    (window.movedParts ?? []).join('\n'),
  ])
  expect.soft(share, `${what}\n${parts}`).toBeLessThanOrEqual(atMost)
}
