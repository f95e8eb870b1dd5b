/** A new version comes while the app is open [PWA-10]: two builds, a real worker that waits and takes over. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { expectFitsSmallest } from './support/large-text.ts'
import { rowsOf } from './support/device.ts'
import { buildOf, makeNextBuild, type NextBuild } from './support/next-build.ts'
import { DEMO, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, composer, openChat, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlled } from './support/worker.ts'

// The server is down for a moment while it changes builds.
test.use({ losesNetwork: true })

const SEND = 'POST /api/messages'

let next: NextBuild
test.beforeAll(async () => {
  next = await makeNextBuild('b')
})
test.afterAll(() => next.remove())

const offer = (page: Page) => page.getByText(text('shell.newVersion'))
const take = (page: Page) => page.getByRole('button', { name: text('shell.loadNewVersion'), exact: true })

/** Deploys the next build, and makes the browser check for it as it does every hour. */
const deploy = async (product: Product, page: Page): Promise<void> => {
  await product.deploy(next.folder)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(offer(page)).toBeVisible()
}

const becomes = (page: Page, build: string): Promise<void> =>
  expect.poll(() => buildOf(page).catch(() => 'loading'), { message: 'the build that the page runs' }).toBe(build)

/** Navigates within the page like a link, without loading a document. */
const goTo = (page: Page, path: string): Promise<void> => page.evaluate((to) => history.pushState(null, '', to), path)

const sees = (page: Page, title: string): Promise<void> =>
  expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible()

test('[PWA-10] a new version is offered, not forced; a tap loads it; another tab keeps the old one until it reloads', async ({
  context,
  page,
  product,
}) => {
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  const other = await context.newPage()
  await other.goto('/chats')
  await controlled(other)
  await openChat(page, partner)
  await composer(page).fill('half a sentence')

  await deploy(product, page)
  await expectFitsSmallest(page, 'the offer of a new version')
  await expect(offer(other)).toBeVisible()
  await other.getByRole('button', { name: text('shell.later'), exact: true }).click()
  await expect(offer(other)).toHaveCount(0)
  // A reload does not load the new version, but as a new visit it shows the offer again.
  await other.reload()
  await expect(offer(other)).toBeVisible()
  expect([await buildOf(page), await buildOf(other)]).toEqual(['a', 'a'])

  // A request that the server never answers does not delay the version.
  const answers = product.gate.holdAnswers('GET /api/sync')
  await page.evaluate(async () => {
    await fetch('/api/device/sync', { method: 'POST', headers: { 'x-request-type': 'client' } })
  })
  await expect.poll(answers.held, { message: 'an open question' }).toBeGreaterThan(0)
  await take(page).click()
  await becomes(page, 'b')
  answers.release()
  await expect(composer(page)).toHaveValue('half a sentence')
  await expect(offer(page)).toHaveCount(0)

  const old = other.getByText(text('shell.oldVersion'))
  await expect(old).toBeVisible()
  // This tab has never loaded these parts of the old build: the server has one of them, the device the other.
  await goTo(other, '/pages/faq')
  await expect(other.locator('main h1')).toBeVisible()
  await context.setOffline(true)
  await goTo(other, '/transactions')
  await sees(other, text('title.transactions'))
  expect(await buildOf(other)).toBe('a')

  await context.setOffline(false)
  await other.getByRole('button', { name: text('shell.reload'), exact: true }).click()
  await becomes(other, 'b')
  await expect(old).toHaveCount(0)
})

test('[PWA-10][PWA-2] a new version accepted offline loses no queued write, and each arrives once', async ({
  context,
  page,
  product,
}) => {
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  await openChat(page, partner)
  await deploy(product, page)
  await context.setOffline(true)
  const words = ['waits for the update', 'and so does this']
  for (const one of words) await write(page, one)
  await take(page).click()
  await becomes(page, 'b')
  for (const one of words) await expect(bubble(page, one)).toContainText(text('ui.waitsForNetwork'))
  expect(sent(product, me, words)).toEqual([])

  await context.setOffline(false)
  await expect.poll(() => sent(product, me, words)).toEqual(words)
  await expect.poll(async () => (await rowsOf(page, me, 'outbox')).length).toBe(0)
  expect(sent(product, me, words)).toEqual(words)
})

test('[PWA-10][CHAT-5] a new version never starts during a flush: it waits until the messages in flight have arrived', async ({
  page,
  product,
}) => {
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  await openChat(page, partner)
  await deploy(product, page)
  const answers = product.gate.holdAnswers(SEND)
  await write(page, 'on its way')
  await expect.poll(answers.held, { message: 'a message on its way' }).toBe(1)
  await take(page).click()
  await expect(page.locator('button[aria-busy=true]')).toBeDisabled()
  // The waiting worker queues for the lock of the worker that sends.
  await expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name)))
    .toContain(`outbox-${me}`)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)).toBe('installed')
  expect(await buildOf(page)).toBe('a')

  answers.release()
  await becomes(page, 'b')
  await expect(bubble(page, 'on its way')).not.toContainText(text('ui.waitsForNetwork'))
  expect(sent(product, me, ['on its way'])).toEqual(['on its way'])
  expect(product.gate.passed(SEND)).toBe(1)
})

test(
  '[PWA-10] back after a year: the old app works with the new server, says so, and loads what it lacks',
  { tag: '@long' },
  async ({ context, page, product, watch }) => {
    // The server answers a missing script with text, and Chromium complains of its MIME type.
    watch.expectComplaints(/MIME type/)
    const me = await settleIn(page, DEMO.premium)
    const [partner = 0] = product.data.partnersOf(me)
    await context.newPage()
    await page.close()
    await product.kill()
    // Remove the old build's assets, so that the server cannot serve them any more.
    await rm(join(product.dataDir, 'assets'), { recursive: true })
    await product.deploy(next.folder)

    const back = await context.newPage()
    await openChat(back, partner)
    expect(await buildOf(back)).toBe('a')
    await expect(offer(back)).toBeVisible()
    await write(back, 'long time no see')
    await expect.poll(() => sent(product, me, ['long time no see'])).toHaveLength(1)

    // The device never cached this part, and the server lost it: the page loads the new version by itself and says why.
    await goTo(back, '/pages/faq')
    await becomes(back, 'b')
    await expect(back.getByText(text('shell.loadedAnew'))).toBeVisible()
    await expect(back.locator('main h1')).toBeVisible()
    await openChat(back, partner)
    await expect(bubble(back, 'long time no see')).toBeVisible()
  },
)

test(
  '[PWA-10] a tab hidden for five minutes loads the new version by itself, but never over typed text',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const me = await settleIn(page, DEMO.premium)
    const [partner = 0] = product.data.partnersOf(me)
    const other = await context.newPage()
    await openChat(other, partner)
    await deploy(product, page)
    await expect(offer(other)).toBeVisible()
    await composer(other).fill('half a sentence')
    await composer(other).blur()
    await context.clock.install()
    await hideAll([page, other])
    const pass = (minutes: number): Promise<void> => context.clock.fastForward(minutes * 60_000)
    await pass(4)
    expect([await buildOf(page), await buildOf(other)]).toEqual(['a', 'a'])
    await pass(1)
    // A request of those minutes may be under way. The page then tries again after five minutes more.
    const tried = async (): Promise<string> => {
      const build = await buildOf(page).catch(() => 'loading')
      if (build === 'a') await pass(5)
      return build
    }
    await expect.poll(tried, { intervals: [2000] }).toBe('b')
    await expect(other.getByText(text('shell.oldVersion'))).toBeVisible()
    await pass(30)
    expect(await buildOf(other)).toBe('a')
    await expect(composer(other)).toHaveValue('half a sentence')
    // With an empty composer there is no text to lose.
    await composer(other).fill('')
    await composer(other).blur()
    await pass(5)
    await becomes(other, 'b')
  },
)

/** Makes all tabs report that they are hidden, also after a reload, because a headless browser cannot hide a tab. */
const hideAll = async (tabs: Page[]): Promise<void> => {
  for (const tab of tabs)
    await tab.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
  for (const worker of tabs[0]?.context().serviceWorkers() ?? [])
    await worker.evaluate(() => {
      const { WindowClient: client } = globalThis as unknown as { WindowClient: { prototype: object } }
      Object.defineProperty(client.prototype, 'visibilityState', { get: () => 'hidden' })
    })
}

/** The texts among these that the server has stored from a member, duplicates included. */
const sent = (product: Product, member: number, words: string[]): string[] =>
  product.data
    .messagesFrom(member)
    .map(({ text: said }) => said)
    .filter((said) => words.includes(said))
