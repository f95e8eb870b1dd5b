/** The landers [SITE-6]: each opens with words and a title of its own, leads to signup, and fits and serves everybody. */
import { expect, type Locator, type Page, type Response } from 'playwright/test'
import { LANDERS, type LanderName } from '#contract/landers.ts'
import { LANDER_PAGES } from '../app/features/landers/landers.ts'
import { expectAccessible } from './support/axe.ts'
import { visitorPaths } from './support/crawl-paths.ts'
import { expectFitsSmallest, SMALLEST } from './support/large-text.ts'
import { expectNothingMoved, watchLoads } from './support/layout-shift.ts'
import { DEMO, fillAccount, join, logIn, person, WIDE_NAME } from './support/people.ts'
import type { Product } from './support/product.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { pattern, text, type TextKey } from './support/texts.ts'

test.use({ sharedServer: true })

const NAMES = Object.keys(LANDERS) as LanderName[]
const AGE = { age: 18 }
const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

const headline = (page: Page) => page.getByRole('heading', { level: 1 })
const wayIn = (page: Page) => page.locator('main a[href="/signup"]')

/** Opens a page. Its heading and title change once the texts have come and the app has hydrated the page. */
const open = async (page: Page, path: string, title: string): Promise<Response | null> => {
  const response = await page.goto(path)
  await expect(headline(page)).toHaveText(title)
  await expect(page).toHaveTitle(new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`))
  return response
}

/** The app has taken over the markup that came with the page: from now on it hears taps. */
const takenOver = (place: Locator): Promise<void> =>
  expect
    .poll(() => place.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** A drawing has its place before the words beside it arrive. The check deletes the words, so it comes last. */
const drawingKeepsItsPlace = async (page: Page, path: string): Promise<void> => {
  const place = () => page.locator('main section').first().locator('> :first-child').boundingBox()
  const before = await place()
  await page.evaluate(() => document.querySelector('main h1')?.parentElement?.remove())
  const without = await place()
  expect.soft([without?.x, without?.width], path).toEqual([before?.x, before?.width])
}

test('[SITE-6][SHELL-19][SHELL-20] every lander has its own title, moves nothing, is accessible, and fits 320 px with text of 200 %', async ({
  page,
  product,
}) => {
  test.slow()
  const paths = visitorPaths(product.data.memberWithPhotos(2)).filter((path) => path.startsWith('/landers/'))
  await watchLoads(page)
  for (const name of NAMES) {
    const words = LANDER_PAGES[name]
    const path = paths.find((one) => one.split('/')[2] === name) ?? ''
    await page.setViewportSize(DESKTOP)
    const response = await open(page, path, text(words.title))
    expect(response?.status(), name).toBe(200)
    await expectNothingMoved(page, path)
    await page.setViewportSize(PHONE)
    await expect(wayIn(page), name).toHaveCount(1)
    await expect(wayIn(page), name).toHaveText(text(words.action, AGE))
    await expect(wayIn(page), name).toBeInViewport()
    await expectAccessible(page, name)
    await page.setViewportSize(SMALLEST)
    expect(await sideways(page), name).toBe(0)
    await expectFitsSmallest(page, `${name} with text of 200 %`)
    await page.setViewportSize(DESKTOP)
    await drawingKeepsItsPlace(page, path)
  }
  await page.setViewportSize(PHONE)
  // The front page has a drawing beside its words too.
  await page.goto('/')
  await expect(headline(page)).toBeVisible()
  await page.setViewportSize(DESKTOP)
  await drawingKeepsItsPlace(page, '/')
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width })
  await page.goto('/landers/gallery')
  const frame = await page.getByText(text('lander.you'), { exact: true }).boundingBox()
  const words = await headline(page).boundingBox()
  expect((frame?.y ?? 0) + (frame?.height ?? 0), 'the empty frame is whole on a low wall').toBeLessThan(words?.y ?? 0)
  await page.setViewportSize(PHONE)
  await wayIn(page).click()
  await expect(page).toHaveURL(/\/signup$/)
})

test(
  '[SITE-6] [SHELL-13] on a desktop it leads to the signup dialog; members are redirected to search',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, '/landers/maplanding', text('lander.mapHeadline'))
    await wayIn(page).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(/maplanding$/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await logIn(page, DEMO.free)
    await page.goto('/landers/maplanding')
    await expect(page).toHaveURL(/\/members/)
  },
)

test(
  '[SITE-6] [SHELL-4] a slug names a place where it is one, is shown nowhere else, and is 404 where it is none',
  { tag: '@long' },
  async ({ page, watch }) => {
    watch.expectComplaints(NETWORK_COMPLAINTS)
    await open(page, '/landers/maplanding/milano', text('lander.mapHeadline'))
    await expect(page.getByText(text('lander.around', { place: 'Milano' }))).toBeVisible()
    await open(page, '/landers/gallery/spring-campaign', text('lander.galleryHeadline'))
    await expect(page.getByText(text('index.fictionTitle'))).toBeVisible()
    await expect(page.locator('body')).not.toContainText(/spring/i)
    for (const path of ['/landers/adultonly/milano', '/landers/gallery/a%20b', '/landers/nowhere']) {
      expect((await page.request.get(path)).status(), path).toBe(404)
      await page.goto(path)
      await expect(page.getByRole('heading', { name: text('error.not_found') })).toBeVisible()
    }
  },
)

const closed = (route: { fulfill: (answer: { status: number; json: unknown }) => Promise<void> }) =>
  route.fulfill({ status: 403, json: { error: 'search_closed' } })

const LOOKS: [string, TextKey][] = [
  ['landing', 'lander.seatHeadline'],
  ['landing2', 'lander.wordsHeadline'],
  ['landing3/spring', 'lander.linesHeadline'],
]

test('[SITE-6] [SAFE-7] [SHELL-19] [SHELL-20] a member who may be seen is shown, a fictional one with the mark; nothing moves, and it fits', async ({
  page,
  product,
}) => {
  await watchLoads(page)
  const people = await seenBy(page, product)
  for (const [look, title] of LOOKS) {
    for (const id of people) {
      await page.setViewportSize(DESKTOP)
      await page.goto(`/members/${id}/${look}`)
      const name = await nameOf(page, id)
      await expect(headline(page)).toHaveText(pattern(title))
      await expect(headline(page)).toContainText(name)
      const mark = page.locator('section').first().getByText(text('ui.fictional'), { exact: true })
      await expect(mark).toHaveCount(product.data.isFictional(id) ? 1 : 0)
      await expect(wayIn(page)).toHaveCount(1)
      await expectNothingMoved(page, `${look} of ${id}`)
      await page.setViewportSize(PHONE)
      expect(await sideways(page)).toBe(0)
      await expectFitsSmallest(page, `${look} of ${id} with text of 200 %`)
    }
  }
})

test.describe('a member with a long name', () => {
  // The other tests count the members.
  test.use({ sharedServer: false })

  test('[SITE-6] [SHELL-19] is shown on landers and above the signup, which fit the smallest phone', async ({
    page,
    product,
  }) => {
    const { id } = await join(product, person('Anna', { name: WIDE_NAME }))
    for (const look of [...LOOKS.map(([path]) => path), 'signup']) {
      await page.goto(`/members/${id}/${look}`)
      await expect(page.getByRole('main').getByText(WIDE_NAME).first()).toBeVisible()
      await expectFitsSmallest(page, `${look} of a long name`)
    }
  })
})

test.describe('a site that hides members from visitors', () => {
  // `page.route` replaces the server's answers, and it does not see the requests of a worker.
  test.use({ serviceWorkers: 'block' })

  test(
    '[SITE-6] [SITE-13] a lander shows members only if visitors may see them, and leaves no gap otherwise',
    { tag: '@long' },
    async ({ page, watch }) => {
      await page.goto('/landers/gallery')
      await expect(page.getByRole('heading', { name: text('index.people') })).toBeVisible()
      watch.expectComplaints(NETWORK_COMPLAINTS)
      await page.route('**/api/members?*', closed)
      await page.route('**/api/members', closed)
      await page.goto('/landers/collagelanding')
      await expect(headline(page)).toHaveText(text('lander.collageHeadline'))
      await expect(page.getByText(text('index.fictionTitle'))).toBeVisible()
      await expect(page.getByRole('heading', { name: text('index.people') })).toHaveCount(0)
    },
  )

  test(
    '[SITE-6] the lander of a member whom visitors may not see is a general lander, never an error',
    { tag: '@long' },
    async ({ page, watch }) => {
      watch.expectComplaints(NETWORK_COMPLAINTS)
      for (const [look] of LOOKS) {
        await open(page, `/members/99999/${look}`, text('lander.nobodyHeadline'))
        await expect(wayIn(page)).toHaveCount(1)
      }
      await page.goto('/members/99999/signup')
      await expect(page.getByRole('heading', { name: text('whom.title') })).toBeVisible()
      await page.route('**/api/members/1', closed)
      await open(page, '/members/1/landing2', text('lander.nobodyHeadline'))
    },
  )
})

test(
  '[SITE-6] [ACC-1] a message chosen on a lander is filled in at signup',
  { tag: '@long' },
  async ({ page, product }) => {
    const id = (await seenBy(page, product))[0] ?? 0
    await page.goto(`/members/${id}/landing2`)
    const name = await nameOf(page, id)
    await page.getByRole('button', { name: text('lander.wordsTea') }).click()
    await wayIn(page).click()
    await fillAccount(page, person('Gino', { gender: 'male' }))
    await expect(page.getByLabel(text('signup.message', { name }))).toHaveValue(text('lander.wordsTea'))
    expect(await page.evaluate(() => sessionStorage.getItem('return-place'))).toBe(`/members/${id}`)
    await page.goto(`/members/${id}/signup`)
    await expect(page.getByText(text('lander.signupBack', { name }))).toBeVisible()
    await expect(page.getByLabel(text('signup.message', { name }))).toHaveValue(text('lander.wordsTea'))
  },
)

test(
  '[SITE-6] [LIKE-5] the cards answer to keys and buttons, the icons to a tap, the scene to its button',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/landers/tinderswipe')
    await expect(headline(page)).toHaveText(text('lander.swipeHeadline'))
    const deck = page.getByRole('group', { name: text('lander.swipeGroup') })
    await takenOver(deck.getByRole('button', { name: text('lander.swipeYes'), exact: true }))
    await deck.getByRole('button', { name: text('lander.swipeYes'), exact: true }).click()
    for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key)
    await expect(deck.getByText(text('lander.swipeDone_other', { count: 3 }))).toBeVisible()

    await page.goto('/landers/iconslanding')
    await takenOver(page.getByRole('button', { name: text('lander.iconMusic'), exact: true }))
    for (const icon of ['lander.iconMusic', 'lander.iconCoffee'] as const)
      await page.getByRole('button', { name: text(icon), exact: true }).click()
    await expect(page.getByText(text('lander.iconsChosen', { list: 'Musica e caffè' }))).toBeVisible()

    await page.goto('/landers/video')
    await takenOver(page.getByRole('button', { name: text('lander.pause') }))
    await page.getByRole('button', { name: text('lander.pause') }).click()
    await expect(page.getByRole('button', { name: text('lander.play') })).toBeVisible()
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
    await expect.poll(moving).toBe(0)
  },
)

/** A real member and a fictional one, as the search shows them to visitors. */
const seenBy = async (page: Page, { data }: Product): Promise<number[]> => {
  const answer = await page.request.get('/api/members', { headers: HEADERS })
  const { results } = (await answer.json()) as { results: { id: number }[] }
  const ids = results.map(({ id }) => id)
  return [ids.find((id) => !data.isFictional(id)), ids.find((id) => data.isFictional(id))].filter(
    (id) => id !== undefined,
  )
}

const nameOf = async (page: Page, id: number): Promise<string> => {
  const answer = await page.request.get(`/api/members/${id}`, { headers: HEADERS })
  return ((await answer.json()) as { profile: { name: string } }).profile.name
}

const HEADERS = { accept: 'application/json' }
