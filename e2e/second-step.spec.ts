/** The app's second installation step over a bad line, and a part of it that is missing without a network [PWA-15]. */
import { expect, type Page } from 'playwright/test'
import { missingOf, secondStep, wholeAppHere } from './support/app-files.ts'
import { DEMO, settleIn } from './support/people.ts'
import { composer, openChat } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'
import { randomBy } from './support/weather.ts'
import { controlWorker } from './support/worker.ts'

const FAILING = 0.3
const HERE_MS = 120_000

/** As if the second step had not begun on this device. */
const forgetFiles = (page: Page, isForgotten: string): Promise<void> =>
  page.evaluate(async (part) => {
    const cache = await caches.open('files')
    for (const request of await cache.keys()) if (request.url.includes(part)) await cache.delete(request)
  }, isForgotten)

test('[PWA-15] with 30 % of requests failing, the whole app is on the device within two minutes', async ({
  page,
  product,
  watch,
}) => {
  test.setTimeout(HERE_MS + 90_000)
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await settleIn(page, DEMO.premium)
  const worker = await controlWorker(page)
  await forgetFiles(page, '/assets/')
  await worker.stop()
  const random = randomBy(7)
  const faults = product.gate.loseFiles(() => random() < FAILING)
  // The next call of the page starts a worker, which goes on with what is missing.
  await page.evaluate(() => fetch('/api/device', { headers: { 'x-request-type': 'client' } }).then(() => undefined))
  await expect.poll(() => missingOf(page, secondStep()), { timeout: HERE_MS }).toEqual([])
  expect(faults.lost()).toBeGreaterThan(10)
})

test('[PWA-15] a sheet that is not on the device says so over the open conversation, and comes with the network', async ({
  context,
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  await openChat(page, partner)
  await wholeAppHere(page)
  await forgetFiles(page, 'gift-picker')
  await context.setOffline(true)
  await composer(page).fill('half a sentence')
  await page.getByRole('button', { name: text('chat.sendGift'), exact: true }).click()
  const note = page.getByRole('dialog', { name: text('shell.partMissing') })
  await expect(note).toBeVisible()
  await expect(composer(page)).toHaveValue('half a sentence')

  await context.setOffline(false)
  await expect(note).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(composer(page)).toHaveValue('half a sentence')
})

test('[PWA-15] a conversation opens without a network once its own parts are here, long before the rest', async ({
  context,
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  const worker = await controlWorker(page)
  const paths = secondStep()
  await forgetFiles(page, '/assets/')
  await worker.stop()
  // Of the second step nothing passes but the first files on its list, and the texts.
  let passed = 0
  const faults = product.gate.loseFiles((line) => {
    const place = paths.findIndex((path) => line === `GET ${path}`)
    if (place === -1 || place === paths.length - 1) return false
    passed += 1
    return passed > 30
  })
  await page.evaluate(() => fetch('/api/device', { headers: { 'x-request-type': 'client' } }).then(() => undefined))
  await expect.poll(async () => (await missingOf(page, paths)).length).toBeLessThanOrEqual(paths.length - 30)
  await context.setOffline(true)
  await openChat(page, partner)
  await expect(composer(page)).toBeVisible()
  faults.stop()
})
