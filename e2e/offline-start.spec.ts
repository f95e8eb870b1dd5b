/** The network fails after one visit: the next cold start shows everything that the visit showed. */
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { missingOf, secondStep, secondStepDone } from './support/app-files.ts'
import { DEMO, logIn, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, chatRows, countDrawn, memberCards, openChat, photosShown, saidIn, thread } from './support/screens.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'
import { controlled, controlWorker } from './support/worker.ts'

test.use({ losesNetwork: true })

type Outage = {
  name: string
  begin: (context: BrowserContext, product: Product) => Promise<void>
}

/** In this order the device is without a network from the first outage on, so that no step fills it again. */
const OUTAGES: Outage[] = [
  { name: 'the browser is offline', begin: (context) => context.setOffline(true) },
  {
    name: 'every connection is reset',
    begin: async (context, product) => {
      product.gate.set('down')
      await context.setOffline(false)
    },
  },
  {
    name: 'connections open and nothing ever comes',
    begin: async (_, product) => {
      product.gate.set('stall')
    },
  },
]

/** Content that a visit showed and that the cold start must show again. */
type Visit = { chats: number; partner: number; said: string[]; seen: number; likes: Record<string, number> }

test('[PWA-1] a cold start without a network shows what the visit showed, and opens every screen', async ({
  context,
  page,
  product,
}) => {
  const me = await settleIn(page, DEMO.premium)
  const visit = await lookAround(page, product, me)
  await context.setOffline(true)
  const cold = await coldStart(context, page)
  await seesAll(cold, visit)
  await opensAll(cold, [
    ...SCREENS.filter((path) => !SEEN.has(path)),
    `/likes/m/${visit.seen}`,
    `/chats/${Math.min(me, visit.partner)}-${Math.max(me, visit.partner)}`,
  ])

  product.gate.set('stall')
  // Before the worker is stopped: the switch waits for a worker that starts, and this one's script may never come.
  await context.setOffline(false)
  await seesChats(await coldStart(context, cold), visit)
})

test(
  '[PWA-1] a cold start shows what the visit showed while the network fails in any of three ways',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const me = await settleIn(page, DEMO.premium)
    const visit = await lookAround(page, product, me)
    let open = page
    for (const { name, begin } of OUTAGES)
      await test.step(name, async () => {
        await begin(context, product)
        open = await coldStart(context, open)
        await seesAll(open, visit)
      })
  },
)

test('[PWA-1] content that is missing offline comes with the network: a screen on the next visit, photos by themselves', async ({
  context,
  page,
  watch,
}) => {
  // Chromium logs the failed import that the error boundary catches.
  watch.expectComplaints(/dynamically imported module/)
  const me = await settleIn(page, DEMO.premium)
  const mine = page.locator(`main img[alt="${text('me.photo')}"]`)
  await page.goto('/profile')
  await expect(mine).toBeVisible()
  await context.setOffline(true)
  // A static page is cached only once it was read.
  await page.goto('/pages/faq')
  await expect(page.getByRole('heading', { name: text('shell.awayTitle') })).toBeVisible()
  await expect(page.locator('main')).not.toContainText('500')

  await page.evaluate((photos) => caches.delete(photos), `photos-${me}`)
  // The browser's HTTP cache must not answer for the deleted photo.
  await (await context.newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto('/profile')
  await expect(page.getByRole('img', { name: text('me.photo'), exact: true }), 'a letter').toBeVisible()
  await expect(mine).toHaveCount(0)
  await context.setOffline(false)
  await expect(mine).toBeVisible()

  await page.goto('/pages/faq')
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible()
})

test(
  '[PWA-1] a worker that is killed during the second step resumes it, and every screen opens',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const files = secondStep()
    // The worker fetches four files at a time and hangs on these four. No page asks for them by itself.
    const held = [1, 2, 3, 4]
      .map((part) => files[Math.floor((files.length * part) / 6)] ?? '')
      .map((path) => product.gate.holdAnswers(`GET ${path}`))
    await logIn(page, DEMO.premium)
    await controlled(page)
    await expect.poll(() => held.filter((one) => one.held() > 0).length).toBe(held.length)
    const worker = await controlWorker(page)
    await worker.stop()
    const missing = await missingOf(page, files)
    expect(missing.length).toBeGreaterThan(held.length)
    for (const { release } of held) release()

    await page.goto('/profile')
    await secondStepDone(page)
    await context.setOffline(true)
    await opensAll(await coldStart(context, page), SCREENS)
  },
)

const SCREENS = [
  '/',
  '/members',
  '/chats',
  '/likes',
  '/likes/sent',
  '/likes/matches',
  '/profile',
  '/credits',
  '/premium',
  '/pricing',
  '/transactions',
  '/notifications',
  '/swipe-game',
  '/match-finder',
  '/complaints',
  '/lang-config',
  '/signup-matches',
  '/activate/done',
]

/** Screens that `seesAll` opens. */
const SEEN = new Set(['/members', '/chats', '/likes/sent', '/likes/matches'])

/** Stops the worker and closes the page. @returns a new page */
const coldStart = async (context: BrowserContext, page: Page): Promise<Page> => {
  await (await controlWorker(page)).stop()
  await page.close()
  return context.newPage()
}

const seesAll = async (page: Page, visit: Visit): Promise<void> => {
  await seesChats(page, visit)
  await seesLikes(page, visit)
  await seesProfile(page, visit.seen)
  await seesSearch(page)
}

const opensAll = async (page: Page, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    await page.goto(path)
    await expect(
      page.locator('main :is(h1, h2, article, li, form)').filter({ visible: true }).first(),
      path,
    ).toBeVisible()
    for (const failure of [text('error.server_error'), text('error.not_found')])
      await expect(page.getByText(failure, { exact: true }), `${path} shows no failure`).toHaveCount(0)
  }
}

const lookAround = async (page: Page, product: Product, me: number): Promise<Visit> => {
  await page.goto('/members?gender=both')
  await photosShown(memberCards(page).locator('..'))
  const seen = product.data.strangersTo(me)[0] ?? 0
  await page.goto(`/members/${seen}`)
  await photosShown(page.locator('main'))

  await page.goto('/chats')
  const [partner = 0] = product.data.partnersOf(me)
  const chats = await countDrawn(chatRows(page))
  await openChat(page, partner)
  await expect(thread(page).getByRole('listitem').first()).toBeVisible()
  const said = await saidIn(page)

  const likes: Record<string, number> = {}
  for (const type of ['received', 'sent', 'matches']) {
    await page.goto(`/likes/${type}`)
    await expect(memberCards(page).first()).toBeVisible()
    likes[type] = await memberCards(page).count()
  }
  return { chats, partner, said, seen, likes }
}

const seesChats = async (page: Page, { chats, partner, said }: Visit): Promise<void> => {
  await page.goto('/chats')
  await expect(chatRows(page)).toHaveCount(chats)
  await photosShown(page.locator('main'))
  await openChat(page, partner)
  await expect(bubble(page, said.at(-1) ?? '').first()).toBeVisible()
  expect(await saidIn(page)).toEqual(said)
  // A conversation that was never opened on this device has its messages too.
  await page.goto('/chats')
  await chatRows(page).last().click()
  await expect(thread(page).getByRole('listitem').first()).toBeVisible()
}

const seesLikes = async (page: Page, { likes }: Visit): Promise<void> => {
  for (const [type, count] of Object.entries(likes)) {
    await page.goto(`/likes/${type}`)
    await expect(memberCards(page)).toHaveCount(count)
    await photosShown(page.locator('main'))
  }
}

const seesProfile = async (page: Page, seen: number): Promise<void> => {
  await page.goto(`/members/${seen}`)
  await photosShown(page.locator('main'))
}

/** [FIND-7]: from the profiles the device holds, with how old they are, and filtered here. */
const seesSearch = async (page: Page): Promise<void> => {
  await page.goto('/members?gender=both')
  await expect(page.getByText(pattern('members.heldFrom'))).toBeVisible()
  const everyone = await countDrawn(memberCards(page))
  await photosShown(page.locator('main'))
  // A search that was never made online.
  await page.goto('/members?gender=both&ages=18-27')
  await expect(page.getByText(pattern('members.heldFrom'))).toBeVisible()
  const some = await countDrawn(memberCards(page))
  expect(some).toBeGreaterThan(0)
  expect(some).toBeLessThan(everyone)
}
