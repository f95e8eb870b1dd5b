/** Writing without a network: everything arrives once, in order, paid for once, whatever happens on the way. */
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { rowsOf } from './support/device.ts'
import { DEMO, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, heart, memberCard, openChat, thread, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlled, controlWorker } from './support/worker.ts'

test.use({ losesNetwork: true })

const SEND = 'POST /api/messages'

/** Ten messages over three conversations, by turns: how many are written before one moves on. */
const TURNS = [2, 2, 1, 2, 1, 2] as const
const MESSAGES = 10
const LIKES = 3

type Plan = {
  me: number
  partners: number[]
  strangers: number[]
  /** Counts in the database before the test writes. */
  sentBefore: number
  debitsBefore: number
}

test('[PWA-2][CHAT-5] written offline, the tab closed, the worker killed: each arrives once', async ({
  context,
  page,
  product,
}) => {
  const plan = await begin(page, product)
  await context.setOffline(true)
  const written = await writeAll([page], plan)
  await likeStrangers(page, plan)

  const worker = await controlWorker(page)
  await worker.stop()
  await page.close()
  const later = await context.newPage()
  await openChat(later, plan.partners[0] ?? 0)
  await expect(bubble(later, written.get(plan.partners[0] ?? 0)?.at(-1) ?? '')).toContainText(
    text('ui.waitsForNetwork'),
  )
  expect(product.data.messagesFrom(plan.me).length, 'nothing has left the device').toBe(plan.sentBefore)

  await context.setOffline(false)
  await arrivedOnce(later, product, plan, written)
  await likesArrived(product, plan)
})

test(
  '[PWA-2][CHAT-5] written offline, and the browser loses its databases alone: each arrives once',
  { tag: '@long' },
  async ({ page, product }) => {
    const plan = await begin(page, product)
    // Not by the browser's own switch: a worker that is started while it changes may stay offline.
    product.gate.set('down')
    const written = await writeAll([page], plan)
    await likeStrangers(page, plan)
    await expect.poll(() => page.evaluate((name) => caches.has(name), `outbox-backup-${plan.me}`)).toBe(true)
    const worker = await controlWorker(page)
    // Chromium's command that clears the data of a site does not always end, so a page without the app deletes the databases.
    await page.goto('/mark.svg')
    await worker.stop()
    await page.evaluate(deleteDatabases)
    await worker.stop()

    product.gate.set('up')
    await openChat(page, plan.partners[0] ?? 0)
    await arrivedOnce(page, product, plan, written)
    await likesArrived(product, plan)
  },
)

test(
  '[PWA-2][CHAT-5] the answers lost after the server committed, twenty times: still once',
  { tag: '@long' },
  async ({ page, product }) => {
    const plan = await begin(page, product)
    product.gate.set('down')
    const written = await writeAll([page], plan)
    await likeStrangers(page, plan)
    const lost = product.gate.dropAnswers(SEND, 20 / MESSAGES)
    // The feed would tell the device that its messages arrived, and the device would not send again.
    const feed = product.gate.dropAnswers('GET /api/sync', Infinity)
    product.gate.set('up')
    await page.reload()
    await expect.poll(lost.dropped, { message: 'lost answers', timeout: 60_000 }).toBe(20)
    feed.stop()
    await arrivedOnce(page, product, plan, written)
    await likesArrived(product, plan)
  },
)

test(
  '[PWA-2][CHAT-5] the worker killed again and again while it sends: still once',
  { tag: '@long' },
  async ({ page, product }) => {
    const plan = await begin(page, product)
    product.gate.set('down')
    const written = await writeAll([page], plan)
    const worker = await controlWorker(page)
    // The server commits and answers; each worker dies before it reads an answer.
    const answers = product.gate.holdAnswers(SEND)
    product.gate.set('up')
    let seen = 0
    for (let round = 0; round < 3; round += 1) {
      await page.reload()
      await expect.poll(answers.held, { message: 'a message on its way' }).toBeGreaterThan(seen)
      // A request of the page may start the next worker at once.
      seen = answers.held()
      await worker.stop()
    }
    answers.release()
    await page.reload()
    await arrivedOnce(page, product, plan, written)
  },
)

test('[PWA-12][PWA-2] two tabs write offline: one of them sends, and each message leaves once', async ({
  context,
  page,
  product,
}) => {
  const plan = await begin(page, product)
  const second = await context.newPage()
  await second.goto('/chats')
  await controlled(second)
  product.gate.set('down')
  const written = await writeAll([page, second], plan)
  const before = product.gate.passed(SEND)
  product.gate.set('up')
  await Promise.all([page.reload(), second.reload()])
  await arrivedOnce(page, product, plan, written)
  expect(product.gate.passed(SEND) - before, 'requests for ten messages').toBe(MESSAGES)
  for (const tab of [page, second]) {
    await openChat(tab, plan.partners[0] ?? 0)
    await expect(thread(tab)).toBeVisible()
    for (const key of ['ui.waits', 'ui.waitsForNetwork'] as const)
      await expect(thread(tab).getByText(text(key))).toHaveCount(0)
  }
})

test.describe('with every page closed', () => {
  test.use({ onDisk: true })

  test('[PWA-2] a message written offline is delivered when the network is back, with no page open', async ({
    context,
    page,
    product,
  }) => {
    const plan = await begin(page, product)
    await context.setOffline(true)
    const written = await writeAll([page], plan)
    // This page keeps the browser running; no page of the site is open.
    await context.newPage()
    await page.close()
    await context.setOffline(false)
    await expect
      .poll(() => product.data.messagesFrom(plan.me).length - plan.sentBefore, { timeout: 30_000 })
      .toBe(MESSAGES)
    await arrivedOnce(await reopened(context), product, plan, written)
  })
})

const reopened = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage()
  await page.goto('/chats')
  return page
}

/** Logs in, sees the people of the search once, and picks whom to write to and whom to like. */
const begin = async (page: Page, product: Product): Promise<Plan> => {
  const me = await settleIn(page, DEMO.premium)
  const partners = product.data.partnersOf(me).slice(0, 3)
  expect(partners).toHaveLength(3)
  await page.goto('/members?gender=both')
  const strangers = product.data.strangersTo(me)
  const shown: number[] = []
  await expect
    .poll(async () => {
      shown.length = 0
      for (const id of strangers) if (shown.length < LIKES && (await memberCard(page, id).count()) === 1) shown.push(id)
      return shown.length
    })
    .toBe(LIKES)
  return {
    me,
    partners,
    strangers: shown,
    sentBefore: product.data.messagesFrom(me).length,
    debitsBefore: product.data.debitsOf(me),
  }
}

/** @returns what was written to each partner, in order */
const writeAll = async (pages: Page[], { me, partners }: Plan): Promise<Map<number, string[]>> => {
  const written = new Map(partners.map((partner) => [partner, [] as string[]]))
  let count = 0
  for (const [turn, messages] of TURNS.entries()) {
    const partner = partners[turn % partners.length] ?? 0
    const page = pages[turn % pages.length]
    if (!page) continue
    // Chromium handles a tap in a tab behind another one only after a second or two.
    if (pages.length > 1) await page.bringToFront()
    await openChat(page, partner)
    for (let index = 0; index < messages; index += 1) {
      count += 1
      const words = `offline message ${String(count).padStart(2, '0')}`
      await write(page, words)
      await expect(bubble(page, words)).toContainText(text('ui.waitsForNetwork'))
      written.get(partner)?.push(words)
    }
  }
  const [page] = pages
  if (page)
    await expect
      .poll(async () => (await rowsOf(page, me, 'outbox')).filter((row) => kindOf(row) === 'messages.send').length)
      .toBe(MESSAGES)
  return written
}

const likesArrived = (product: Product, { me, strangers }: Plan): Promise<void> =>
  expect.poll(() => strangers.filter((id) => product.data.likesFrom(me).includes(id)).length).toBe(LIKES)

const likeStrangers = async (page: Page, { me, strangers }: Plan): Promise<void> => {
  await page.goto('/members?gender=both')
  for (const id of strangers) {
    const button = heart(memberCard(page, id))
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  }
  await expect
    .poll(async () => (await rowsOf(page, me, 'outbox')).filter((row) => kindOf(row) === 'likes.put').length)
    .toBe(LIKES)
}

/** Runs in the page. */
const deleteDatabases = async (): Promise<void> => {
  for (const { name } of await indexedDB.databases())
    await new Promise<void>((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name ?? '')
      deletion.addEventListener('success', () => resolve())
      deletion.addEventListener('error', () => reject(new Error(`${name} stays`)))
    })
}

const kindOf = (row: Record<string, unknown>): string => (row['write'] as { kind: string }).kind

/** Every message is with the server once, in the order of writing within its conversation, and paid for once. */
const arrivedOnce = async (
  page: Page,
  product: Product,
  { me, debitsBefore }: Plan,
  written: Map<number, string[]>,
): Promise<void> => {
  const arrived = (partner: number): string[] =>
    product.data
      .messagesFrom(me)
      .filter(({ partner: to, text: words }) => to === partner && words.startsWith('offline message'))
      .map(({ text: words }) => words)
  await expect
    .poll(() => [...written.keys()].flatMap(arrived).length, { message: 'all messages to arrive', timeout: 60_000 })
    .toBeGreaterThanOrEqual(MESSAGES)
  // The device hears the answers after the server has them.
  await expect.poll(async () => (await rowsOf(page, me, 'outbox')).length, { timeout: 60_000 }).toBe(0)
  for (const [partner, words] of written) expect(arrived(partner)).toEqual(words)
  expect(product.data.debitsOf(me) - debitsBefore).toBe(MESSAGES)
}
