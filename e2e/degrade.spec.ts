/**
 * Browsers without some feature: a member can log in, read, write, receive and log out, and each message arrives once.
 * `npm test` runs the last feature of a private window, which lacks the most; `npm run test:long` runs all.
 */
import { expect, type BrowserContext, type Page } from 'playwright/test'
import type { Client } from './support/client.ts'
import { LACKS_OF_PAGE, LACKS_OF_STORAGE, LACKS_OF_WORKER, removeFeature, type Lack } from './support/lacks.ts'
import { CARLO, join, logIn, logOut, person } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, chatRows, openChat, write } from './support/screens.ts'
import { anotherDevice, test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlled } from './support/worker.ts'

const GROUPS: [string, readonly Lack[]][] = [
  ['[PWA-2][PWA-5][PWA-12] a worker that nothing wakes or informs', LACKS_OF_WORKER],
  ['[PWA-1][PWA-13] a private window', LACKS_OF_STORAGE],
  ['[PWA-8][SHELL-17] optional features of a page', LACKS_OF_PAGE],
]

const IN_NPM_TEST = LACKS_OF_STORAGE.at(-1)

for (const [group, lacks] of GROUPS)
  for (const lack of lacks)
    test(
      `${group}: without ${lack.what} a conversation goes both ways, each message once`,
      { tag: lack === IN_NPM_TEST ? [] : '@long' },
      async ({ browser, product, watch }) => {
        // The server refuses requests that began before the logout and reach it afterwards.
        watch.expectComplaints(/status of 403 .*\/api\/(?:chats|likes|events)\)/)
        const [carlo, anna] = await Promise.all([join(product, CARLO), join(product, person('Anna'))])
        await anna.say(carlo.id, 'a word of before')
        if (lack.complaint) watch.expectComplaints(lack.complaint)
        const context = await anotherDevice(browser, product, watch)
        await removeFeature(context, product.url, lack)
        await converse(context, product, { me: carlo.id, anna, lack })
        await context.close()
      },
    )

type Talk = { me: number; anna: Client; lack: Lack }

const [mine, hers] = ['written without it', 'answered without it']

const converse = async (context: BrowserContext, product: Product, { me, anna, lack }: Talk) => {
  const page = await context.newPage()
  await logIn(page, CARLO)
  if (lack.hasWorker) await controlled(page)
  await page.goto('/chats')
  await expect(chatRows(page)).toHaveCount(1)
  await openChat(page, anna.id)
  await expect(bubble(page, 'a word of before')).toBeVisible()

  await write(page, mine)
  await expect(bubble(page, mine)).not.toContainText(text('ui.waitsForNetwork'))
  const arrived = () => product.data.messagesFrom(me).filter(({ text: words }) => words === mine).length
  await expect.poll(arrived).toBe(1)

  await anna.say(me, hers)
  await hears(page, hers)
  await page.reload()
  for (const words of [mine, hers]) await expect(bubble(page, words)).toHaveCount(1)
  expect(arrived()).toBe(1)
  expect(await isControlled(page), 'a worker answers').toBe(lack.hasWorker)

  if (LACKS_OF_STORAGE.includes(lack)) await readsOfDevice(page)
  await logOut(page)
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: text('shell.membersOnlyTitle') })).toBeVisible()
}

/** Reads the diagnostics of the device, which must open even if the browser stores little or nothing. */
const readsOfDevice = async (page: Page): Promise<void> => {
  await page.goto('/notifications/device')
  await page.getByText(text('diagnostics.title'), { exact: true }).click()
  await expect(page.getByRole('button', { name: text('diagnostics.copy'), exact: true })).toBeVisible()
}

/** Waits for a message on the event stream; a browser without EventSource gets the message by a reload. */
const hears = async (page: Page, words: string): Promise<void> => {
  if (!(await page.evaluate(() => 'EventSource' in globalThis))) await page.reload()
  await expect(bubble(page, words)).toBeVisible()
}

const isControlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean((navigator as Partial<Navigator>).serviceWorker?.controller))
