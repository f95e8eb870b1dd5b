/** A device stays up to date without events: by the page's timer, and by the browser's periodic sync. */
import { expect, type Page, type Request } from 'playwright/test'
import { DEMO, settleIn, settleInAsCarlo } from './support/people.ts'
import { rowsOf } from './support/device.ts'
import { test } from './support/test.ts'
import { controlled, controlWorker } from './support/worker.ts'
import { spyOnWorker } from './support/spy.ts'

const BYTES_MAX = 300

/** Without the event stream, only the timer makes requests. */
const withoutLine = (): void => {
  class Silent extends EventTarget {
    close(): void {}
  }
  Object.assign(window, { EventSource: Silent })
}

const asksOf = (page: Page): { asks: Request[]; others: () => string[] } => {
  const asks: Request[] = []
  const others: string[] = []
  page.context().on('request', (request) => {
    const { pathname } = new URL(request.url())
    // A request from the page to its worker never leaves the device.
    if (request.serviceWorker() === null) return
    if (pathname === '/api/sync') asks.push(request)
    else if (pathname.startsWith('/api/')) others.push(pathname)
  })
  return { asks, others: () => others }
}

for (const { name, isSubscribed, pauseMs, tag } of [
  { name: 'every 60 s', isSubscribed: false, pauseMs: 60_000, tag: [] },
  { name: 'every 300 s where pushes are on', isSubscribed: true, pauseMs: 300_000, tag: ['@long'] },
])
  test(
    `[PWA-4] user, chats and likes are refreshed after 5 s, then ${name}, by one request of under ${BYTES_MAX} bytes`,
    { tag },
    async ({ page }) => {
      await settleIn(page, DEMO.premium)
      await page.addInitScript(withoutLine)
      if (isSubscribed)
        await page.addInitScript(() => {
          // The stand-in reports a subscription; nothing else of it is used.
          PushManager.prototype.getSubscription = async () => ({ toJSON: () => ({}) }) as unknown as PushSubscription // only asked for being there
        })
      await page.clock.install()
      await page.goto('/chats')
      await controlled(page)
      await expect(page.locator('a[href^="/chats/"] time').first()).toBeVisible()
      const { asks, others } = asksOf(page)
      // No timer of the page has run yet, because its clock is paused.
      await page.clock.runFor(5_000)
      await expect.poll(() => asks.length).toBeGreaterThan(0)
      await Promise.all(asks.map((ask) => ask.response()))
      const before = asks.length
      const othersBefore = others().length
      await page.clock.runFor(pauseMs)
      await expect.poll(() => asks.length - before).toBe(1)
      const [ask] = asks.slice(-1)
      const answer = await ask?.response()
      expect(answer?.status()).toBe(204)
      const { responseBodySize, responseHeadersSize } = (await ask?.sizes()) ?? {}
      expect(responseBodySize).toBe(0)
      expect(responseHeadersSize).toBeGreaterThan(0)
      expect(responseHeadersSize).toBeLessThan(BYTES_MAX)
      expect(others().slice(othersBefore), 'nothing else is asked').toEqual([])
    },
  )

test('[PWA-4] a periodic sync without an open page of the app brings the device up to date and notifies nobody', async ({
  context,
  page,
  product,
  watch,
}) => {
  // `/robots.txt` names no icon, so Chromium asks for a favicon.
  watch.expectComplaints(/favicon/)
  const { anna, me } = await settleInAsCarlo(page, product)
  const worker = await controlWorker(page)
  const spy = await spyOnWorker(context, me)
  // This page of the site does not run the app.
  await page.goto('/robots.txt')
  await anna.say(me, 'while nobody looked')
  await worker.periodicSync('refresh')
  await expect
    .poll(async () => (await rowsOf(page, me, 'messages')).map(({ text }) => text))
    .toContain('while nobody looked')
  await expect.poll(async () => (await spy.badges()).at(-1)).toBe(1)
  expect(await spy.shown()).toEqual([])
})
