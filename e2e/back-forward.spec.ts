/** Back from another site: the browser restores the page from its back-forward cache, and the page has missed all events. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from 'playwright/test'
import { settleInAsCarlo } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, listening, openChat, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'

// Playwright switches the back-forward cache off.
test.use({ onDisk: true, withBackForwardCache: true })

/** Another site, on which a member ends up by a link. */
let elsewhere: Server
let address = ''

test.beforeAll(async () => {
  elsewhere = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>')
  })
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, '127.0.0.1', () => resolve())
  })
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`
})
test.afterAll(() => void elsewhere.close())

test('[CHAT-14][PWA-12] a page restored from the back-forward cache catches up on missed events and receives new ones', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(/request to 127\.0\.0\.1/)
  const anna = await inConversation(page, product)
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await page.goto(address)
  await listening(product, 0)
  await anna.say('while you were away')
  await page.goBack({ waitUntil: 'commit' })
  const why = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      notRestoredReasons?: unknown
    })[]
    return JSON.stringify(navigation?.notRestoredReasons)
  })
  expect(await page.evaluate(() => 'isSamePage' in globalThis), `restored: ${why}`).toBe(true)
  await expect(bubble(page, 'while you were away')).toBeVisible()
  await listening(product, 1)
  await anna.say('and now')
  await expect(bubble(page, 'and now')).toBeVisible()
  await write(page, 'I was elsewhere')
})

test('[PWA-11] a page that is restored after a logout on a stalled network shows nothing of the member', async ({
  context,
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(/request to 127\.0\.0\.1|Failed to load resource|net::ERR_|EventSource/)
  await inConversation(page, product)
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  await page.goto(address)
  const other = await context.newPage()
  await other.goto('/profile')
  // The device is wiped at once, and the server has not answered yet.
  const answers = product.gate.holdAnswers('GET /api/logout')
  await other.getByRole('button', { name: text('shell.logout') }).click()
  await expect(other).toHaveURL('/')
  await page.goBack({ waitUntil: 'commit' })
  await expect(bubble(page, 'hello')).toHaveCount(0, { timeout: 2_000 })
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  answers.release()
})

test(
  '[CHAT-14] a frozen tab shows messages that arrived meanwhile once the browser resumes it',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const anna = await inConversation(page, product)
    const session = await context.newCDPSession(page)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await anna.say('while you slept')
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await expect(bubble(page, 'while you slept')).toBeVisible()
    await listening(product, 1)
  },
)

const inConversation = async (page: Page, product: Product) => {
  const { anna, me } = await settleInAsCarlo(page, product)
  product.data.giveCredits(anna.id, 20)
  product.data.giveCredits(me, 20)
  await openChat(page, anna.id)
  await anna.say(me, 'hello')
  await expect(bubble(page, 'hello')).toBeVisible()
  await listening(product, 1)
  return { ...anna, say: (words: string) => anna.say(me, words) }
}
