/** The server sends the front page as HTML; the app hydrates it instead of rendering it again. */
import { expect, type Locator } from 'playwright/test'
import { expectNothingMoved, watchLoads } from './support/layout-shift.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ sharedServer: true })

test('[SITE-14] the front page works before any script; another screen shows a frame until its script runs, and says so when it does not come', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('index.headline'))
  await expect(page.getByRole('link', { name: text('shell.login') }).first()).toBeVisible()
  const announced = await page
    .locator('head')
    .evaluate((head) =>
      [...head.querySelectorAll('link[as=image], script[type=module]')].map((element) =>
        element.matches('script') ? 'script' : 'picture',
      ),
    )
  expect(announced, 'small pictures do not wait for the large script').toEqual(['picture', 'picture', 'script'])
  await page.getByRole('link', { name: text('index.signup') }).click()
  await expect(page).toHaveURL(/\/signup$/)
  // A screen that only scripts can show begins with the bar and the sign that it loads.
  await expect(page.locator('#root')).toContainText(text('ui.loading'))
  await expect(page.locator('#root svg')).toBeInViewport()
  const late = page.getByText(text('shell.late'))
  await expect(late).toBeHidden()
  const delay = await late.evaluate((line) => line.getAnimations()[0]?.effect?.getTiming().delay)
  expect(delay).toBe(12_000)
  await late.evaluate((line) => line.getAnimations()[0]?.finish())
  await expect(late).toBeInViewport()
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: text('shell.reload') }).click()
  await loaded
  await expect(page).toHaveURL(/\/signup$/)
  await context.close()
})

/** The area of its lines in square pixels, as the browser counts it for the largest paint. */
const areaOfText = (place: Locator): Promise<number> =>
  place.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { width, height } = range.getBoundingClientRect()
    return width * height
  })

test('[PWA-15] the app hydrates the front page: no element is replaced, nothing jumps, no stylesheet is loaded twice', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      const heading = document.querySelector('h1')
      if (!heading) return
      heading.dataset['sent'] = 'by the server'
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await watchLoads(page)
  const headline = page.getByRole('heading', { level: 1 })
  // The font comes after the first paint, as it does over a slow line.
  let withoutFont = 0
  await page.route(/\.woff2$/, async (route) => {
    await expect(headline).toBeVisible()
    withoutFont = await areaOfText(headline)
    await route.continue()
  })
  // The app asks who is there once it has hydrated the page.
  const session = page.waitForResponse(/\/api\/user\b/)
  await page.goto('/')
  await (await session).finished()
  await page.evaluate(() => document.fonts.ready)
  expect(await page.evaluate(() => document.fonts.check('650 64px Petrona'))).toBe(true)
  await expect(page.getByRole('link', { name: text('shell.login') }).first()).toBeVisible()
  await expectNothingMoved(page, 'the front page', 0.001)
  // A text that grows counts as a new largest paint, which the font alone would bring seconds later.
  expect(withoutFont).toBeGreaterThanOrEqual(await areaOfText(headline))
  await expect(headline).toHaveAttribute('data-sent', 'by the server')
  const again = await page.evaluate(async () => {
    const inside = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
    // The files that the page prefetches for the worker's installation have other links.
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])')].map(
      ({ href }) => href,
    )
    const texts = await Promise.all(sheets.map(async (sheet) => (await (await fetch(sheet)).text()).trim()))
    return sheets.filter((_, index) => inside.includes(texts[index] ?? ''))
  })
  expect(again).toEqual([])
})

test('[PWA-1] the worker is registered before the shell’s script has come, and the page fetches beside it all that it will install', async ({
  context,
  page,
  product,
  request,
}) => {
  const shellsScript = Promise.withResolvers<void>()
  await page.route(/\/assets\/index-[\w-]+\.js$/, async (route) => {
    await shellsScript.promise
    await route.continue()
  })
  const registered = context.waitForEvent('serviceworker')
  await page.goto('/', { waitUntil: 'commit' })
  await registered
  shellsScript.resolve()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  const worker = await (await request.get(`${product.url}/sw.js`)).text()
  const installed = [...worker.matchAll(/\{"revision":null,"url":"([^"]+)"\}/g)].map(([, path]) => `/${path}`)
  expect(installed.length).toBeGreaterThan(10)
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  // On a busy machine the worker is active before the page has run its script.
  await expect.poll(fetched).toEqual(expect.arrayContaining(installed))
})

test('[PWA-1] the installing worker finds its documents in the HTTP cache, so that it waits for no request', async ({
  page,
  product,
}) => {
  const passed = (): number[] =>
    ['GET /', 'GET /index.html', 'HEAD /index.html'].map((request) => product.gate.passed(request))
  const before = passed()
  // On a slow line the shell's script, which makes the page fetch them, comes before the worker's.
  const workersScript = product.gate.holdAnswers('GET /sw.js')
  await page.goto('/')
  await expect.poll(() => product.gate.passed('GET /index.html')).toBe((before[1] ?? 0) + 1)
  workersScript.release()
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active)
  expect(passed().map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 0])
})

test('[PWA-17] the shell and its scripts are written so that Chromium keeps their compiled code', async ({
  product,
  request,
}) => {
  const read = async (path: string): Promise<string> => (await request.get(product.url + path)).text()
  const shell = await read('/index.html')
  const scripts = [...shell.matchAll(/="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts.length).toBeGreaterThan(2)
  const at = (rel: string, script: string): number => shell.indexOf(`<link rel="${rel}" crossorigin href="${script}">`)
  for (const script of scripts.slice(1)) {
    expect(at('preload" as="script', script), script).toBeGreaterThan(0)
    expect(at('modulepreload', script), script).toBeGreaterThan(at('preload" as="script', script))
  }
  for (const script of scripts) expect(await read(script), script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
