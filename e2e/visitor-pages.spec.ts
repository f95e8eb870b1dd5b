/** The server sends visitors' pages as HTML in their language; the app hydrates them instead of rendering them again [SITE-14]. */
import { expect, type Page } from 'playwright/test'
import { partOf } from './support/app-files.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlled } from './support/worker.ts'

test.use({ sharedServer: true })

/** `npm test` hydrates one page of the site and one page of text. */
const PAGES = [
  { path: '/', says: text('index.headline', {}, 'de'), tag: [] },
  { path: '/landers/maplanding', says: text('index.fictionTitle', {}, 'de'), tag: ['@long'] },
  { path: '/pages/terms', says: 'Visavis', tag: [] },
  { path: '/pricing', says: text('pricing.lead', {}, 'de'), tag: ['@long'] },
]

/** Notes what the document brought, and how far what is seen has moved. */
const watch = (): void => {
  const seen = { shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    // The DOM's types do not know layout shifts.
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const observer = new MutationObserver(() => {
    const main = document.querySelector<HTMLElement>('main')
    if (!main) return
    main.dataset['sent'] = 'by the server'
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)

test('[SITE-6] [SITE-7] [SITE-13] visitors’ pages can be read in German without any script', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  for (const { path, says } of PAGES) {
    const response = await page.goto(`${path}?lang=de`)
    expect(response?.status(), path).toBe(200)
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByText(says).first(), path).toBeVisible()
    await expect(page.getByText(/\{\{|\b(?:shell|index|lander|pricing|pages)\.[a-z]+[A-Z]?\w*\b/)).toHaveCount(0)
  }
  await context.close()
})

for (const { path, tag } of PAGES) {
  test(`[SITE-14] ${path} is hydrated without a change, and nothing jumps`, { tag }, async ({ page }) => {
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && origin !== new URL(page.url()).origin && page.url() !== 'about:blank')
        elsewhere.push(request.url())
    })
    await page.addInitScript(watch)
    await page.goto(`${path}?lang=de`)
    // The app has taken over: it fetches its worker after hydration.
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect(page.locator('main')).toHaveAttribute('data-sent', 'by the server')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    expect(await shiftOf(page)).toBeLessThan(0.05)
    expect(elsewhere).toEqual([])
  })
}

test('[SITE-14] the server’s HTML stays while the part that hydrates it is loading', async ({ page, product }) => {
  const part = product.gate.holdAnswers(`GET ${partOf('pages/page-screen.tsx')}`)
  await page.addInitScript(watch)
  await page.goto('/pages/terms?lang=de')
  await expect.poll(part.held).toBe(1)
  // The app runs, and its worker controls the page.
  await controlled(page)
  await expect(page.locator('main h2').first()).toBeVisible()
  part.release()
  await expect(page.locator('main h2').first()).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.05)
})

test('[SITE-2] the language in use is available offline, and so is one that the visitor switched to', async ({
  page,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await page.goto('/lang-config')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.getByRole('button', { name: 'Polski' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await page.context().setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('index.headline', {}, 'pl'))
})

test('[SITE-6] the server sends a lander as HTML, and a lander that was seen opens offline', async ({
  page,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await page.goto('/')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto('/landers/maplanding/milano')
  await expect(page.locator('#root')).toHaveAttribute('data-prerendered', 'it')
  const said = await page.getByRole('heading', { level: 1 }).innerText()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.goto('/landers/maplanding/milano')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(said)
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
})
