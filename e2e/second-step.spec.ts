/** The app's second installation step over a bad line, and the part of it that is there first [PWA-15]. */
import { expect, type Page } from 'playwright/test'
import { seededRandom } from '../server/seed/random.ts'
import { missingOf, secondStep, secondStepDone } from './support/app-files.ts'
import { DEMO, settleIn } from './support/people.ts'
import { composer, memberCards, openChat } from './support/screens.ts'
import { test } from './support/test.ts'
import { controlWorker } from './support/worker.ts'

test.use({ losesNetwork: true })

const FAILING = 0.3
const HERE_MS = 120_000

/** Deletes these files from the cache, as if the device had never fetched them. */
const forgetFiles = async (page: Page, part: string): Promise<void> => {
  await page.evaluate(async (forgotten) => {
    const cache = await caches.open('files')
    for (const request of await cache.keys()) if (request.url.includes(forgotten)) await cache.delete(request)
  }, part)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

test(
  '[PWA-15] with 30 % of requests failing, the whole app is on the device within two minutes',
  { tag: '@long' },
  async ({ page, product }) => {
    test.setTimeout(HERE_MS + 90_000)
    await settleIn(page, DEMO.premium)
    const worker = await controlWorker(page)
    await forgetFiles(page, '/assets/')
    await worker.stop()
    const random = seededRandom(7)
    const faults = product.gate.loseFiles(() => random() < FAILING)
    // The next call of the page starts a worker, which fetches the missing files.
    await page.evaluate(() => fetch('/api/device', { headers: { 'x-request-type': 'client' } }).then(() => undefined))
    await expect.poll(() => missingOf(page, secondStep()), { timeout: HERE_MS }).toEqual([])
    expect(faults.lost()).toBeGreaterThan(3)
  },
)

test('[PWA-15] a conversation opens offline once its own parts are cached, long before the rest', async ({
  context,
  page,
  product,
}) => {
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  const worker = await controlWorker(page)
  const paths = secondStep()
  await forgetFiles(page, '/assets/')
  await worker.stop()
  // The gate passes only the first eight requests for files of the second step, and its list.
  let passed = 0
  const faults = product.gate.loseFiles((line) => {
    const place = paths.findIndex((path) => line === `GET ${path}`)
    if (place === -1 || place === paths.length - 1) return false
    passed += 1
    return passed > 8
  })
  await page.evaluate(() => fetch('/api/device', { headers: { 'x-request-type': 'client' } }).then(() => undefined))
  await expect.poll(async () => (await missingOf(page, paths)).length).toBeLessThanOrEqual(paths.length - 8)
  await context.setOffline(true)
  await openChat(page, partner)
  await expect(composer(page)).toBeVisible()
  faults.stop()
})

test('[PWA-1] files of the app that the browser has lost are fetched again with the next start, also by a worker that is awake', async ({
  context,
  page,
}) => {
  await settleIn(page, DEMO.premium)
  const installed = await page.evaluate(async () => {
    const names = await caches.keys()
    const precache = names.find((name) => name.includes('precache')) ?? ''
    const count = (await (await caches.open(precache)).keys()).length
    await Promise.all(names.map((name) => caches.delete(name)))
    return { precache, count }
  })
  await page.reload()
  await secondStepDone(page)
  await expect
    .poll(() => page.evaluate(async (name) => (await (await caches.open(name)).keys()).length, installed.precache), {
      message: 'the installed files',
    })
    .toBe(installed.count)
  await context.setOffline(true)
  await page.reload()
  await expect(memberCards(page).first()).toBeVisible()
})
