/** A device stays up to date without events: by the page's timer, and by the browser's periodic sync. */
import { expect, type Page, type Request } from 'playwright/test'
import { DEMO, join, person, settleIn } from './support/people.ts'
import { rowsOf } from './support/device.ts'
import { test } from './support/test.ts'
import { controlled, controlWorker } from './support/worker.ts'
import { spyOnWorker } from './support/spy.ts'

const BYTES_MAX = 300

/** Without a live line nothing but the timer asks. */
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
    // What the page asks its worker never leaves the device.
    if (request.serviceWorker() === null) return
    if (pathname === '/api/sync') asks.push(request)
    else if (pathname.startsWith('/api/')) others.push(pathname)
  })
  return { asks, others: () => others }
}

for (const { name, isSubscribed, pauseMs } of [
  { name: 'every 60 s', isSubscribed: false, pauseMs: 60_000 },
  { name: 'every 300 s where pushes are on', isSubscribed: true, pauseMs: 300_000 },
])
  test(`[PWA-4] user, chats and likes are refreshed after 5 s, then ${name}, by one request of under ${BYTES_MAX} bytes`, async ({
    page,
  }) => {
    await settleIn(page, DEMO.premium)
    await page.addInitScript(withoutLine)
    if (isSubscribed)
      await page.addInitScript(() => {
        // The stand-in says that there is one; nothing is asked of it.
        PushManager.prototype.getSubscription = async () => ({ toJSON: () => ({}) }) as unknown as PushSubscription
      })
    await page.clock.install()
    await page.goto('/chats')
    await controlled(page)
    await expect(page.locator('a[href^="/chats/"] time').first()).toBeVisible()
    const { asks, others } = asksOf(page)
    // Nothing of the page's own timers has run: its clock stands still.
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
  })

test('[PWA-4] woken by the browser now and then, with no page of the app open, the worker brings the device up to date and notifies nobody', async ({
  context,
  page,
  product,
  watch,
}) => {
  // Of the page that is none of the app's.
  watch.expectComplaints(/favicon/)
  const someone = person('Carlo', { gender: 'male' })
  const [, anna] = await Promise.all([join(product, someone), join(product, person('Anna'))])
  const me = await settleIn(page, someone)
  const worker = await controlWorker(page)
  const spy = await spyOnWorker(context, me)
  // On a page of the site that is none of the app's.
  await page.goto('/robots.txt')
  await anna.say(me, 'while nobody looked')
  await worker.periodicSync('refresh')
  await expect
    .poll(async () => (await rowsOf(page, me, 'messages')).map(({ text }) => text))
    .toContain('while nobody looked')
  await expect.poll(async () => (await spy.badges()).at(-1)).toBe(1)
  expect(await spy.shown()).toEqual([])
})
