/** The frame around every screen: layouts, links, languages, errors, and that everybody can use it. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'
import { DEMO, logIn, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { chatRows, memberCards, thread } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
const SMALLEST = { width: 320, height: 640 }

const VISITOR_SCREENS = [
  '/',
  '/members',
  '/signup',
  '/login',
  '/premium',
  '/lang-config',
  '/activate/done',
  '/activate/error',
  '/nowhere',
]

const memberScreens = (product: Product, me: number): string[] => {
  const partner = product.data.partnersOf(me)[0] ?? 0
  const stranger = product.data.strangersTo(me)[0] ?? 0
  return [
    '/members?gender=both',
    `/members/${stranger}`,
    `/members/${stranger}/chat`,
    `/members/${partner}/chat`,
    // A fictional one, with its warning.
    '/members/3/chat',
    '/swipe-game',
    '/chats',
    '/likes',
    '/likes/sent',
    '/likes/matches',
    '/profile',
    '/notifications/blocked',
    '/notifications/device',
    '/settings',
    '/credits',
    '/premium',
  ]
}

/** The screen stands: its own content, no skeleton any more. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.locator('main :is(h1, h2, article, form, p)').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(text('ui.loading'))).toHaveCount(0)
}

test('[SHELL-4] an unknown route or parameter is 404, as a page and as the HTTP status', async ({ page, watch }) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  for (const path of ['/nowhere', '/members/abc', '/likes/nonsense', '/chats/7']) {
    // As whoever has no service worker gets it: a crawler, a first visit.
    expect((await page.request.get(path)).status(), path).toBe(404)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: text('error.not_found') })).toBeVisible()
    await expect(page.locator('main')).toContainText('404')
    await page.locator('main').getByRole('link').click()
    await expect(page).toHaveURL('/')
  }
  expect((await page.request.get('/members')).status()).toBe(200)
})

test('[SHELL-6][SHELL-7][SHELL-8] phone: one pane, tabs at the foot with their counts', async ({ page, product }) => {
  await page.setViewportSize(PHONE)
  const me = await settleIn(page, DEMO.premium)
  const { unread_messages: unread, new_likes: newLikes } = product.data.countsOf(me)
  expect(unread, 'the demo member has something to read').toBeGreaterThan(0)
  const tabs = page.getByRole('navigation', { name: text('shell.navigation') })
  const chats = tabs.getByRole('link', { name: text('shell.chats') })
  await expect(chats).toContainText(String(unread))
  if (newLikes > 0) await expect(tabs.getByRole('link', { name: text('shell.likes') })).toContainText(String(newLikes))
  await expect(page).toHaveTitle(new RegExp(`^\\(${unread + newLikes}\\) `))
  await chats.click()
  await expect(chatRows(page).first()).toBeVisible()
  await chatRows(page).last().click()
  await expect(thread(page)).toBeVisible()
  await expect(chatRows(page).first(), 'the list gives way to the conversation').toBeHidden()
  await page.getByRole('link', { name: text('chat.back') }).click()
  await expect(chatRows(page).first()).toBeVisible()
})

test('[SHELL-6][SHELL-7][SHELL-8] desktop: links in the bar, list beside a pane of at most 800 px', async ({
  page,
  product,
}) => {
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  await page.getByRole('link', { name: text('site.name') }).click()
  await expect(page).toHaveURL('/')
  const me = await settleIn(page, DEMO.premium)
  const { unread_messages: unread } = product.data.countsOf(me)
  const links = page.getByRole('navigation', { name: text('shell.navigation') })
  for (const name of [text('shell.search'), text('shell.likes')])
    await expect(links.getByRole('link', { name })).toBeVisible()
  await expect(links.getByRole('link', { name: text('shell.messages') })).toContainText(String(unread))
  await links.getByRole('link', { name: text('shell.messages') }).click()
  await expect(chatRows(page).first()).toBeVisible()
  await chatRows(page).last().click()
  await expect(thread(page)).toBeVisible()
  await expect(chatRows(page).first()).toBeVisible()
  const messages = await thread(page).getByRole('list').first().boundingBox()
  expect(messages?.width).toBeLessThanOrEqual(800)
  await page.setViewportSize({ ...DESKTOP, width: 991 })
  await expect(chatRows(page).first()).toBeHidden()
  await page.setViewportSize(DESKTOP)
  await page.getByRole('link', { name: text('site.name') }).click()
  await expect(page).toHaveURL(/\/members/)
})

test('[SHELL-10] Italian first, English on request, remembered for the next visit', async ({ page, product }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'it')
  await expect(page.getByRole('link', { name: text('shell.login') }).first()).toBeVisible()
  await page.getByRole('button', { name: text('shell.language') }).click()
  await page.getByRole('menuitem', { name: text('shell.allLanguages') }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByRole('link', { name: text('shell.login', {}, 'en') }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: text('shell.login', {}, 'en') }).first()).toBeVisible()
  const answer = await page.request.get(product.url)
  expect(await answer.text()).toContain('lang="en"')
})

test('[SHELL-19][SAFE-5] axe finds nothing on any screen', async ({ page, product, watch }) => {
  test.slow()
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await everyScreen(page, product, async (path) => {
    const found = await new AxeBuilder({ page }).analyze()
    expect.soft(namesOf(found), path).toEqual([])
  })
})

test('[SHELL-19] in the dark every screen has the contrast it needs', async ({ page, product, watch }) => {
  test.slow()
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await everyScreen(page, product, async (path) => {
    const found = await new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']).analyze()
    expect.soft(namesOf(found), path).toEqual([])
  })
})

/** Those of visitors and of a member on a phone, and the first few on a desktop. */
const everyScreen = async (page: Page, product: Product, look: (path: string) => Promise<void>): Promise<void> => {
  const lookAt = async (paths: string[]): Promise<void> => {
    for (const path of paths) {
      await open(page, path)
      await look(path)
    }
  }
  await lookAt(VISITOR_SCREENS)
  await logIn(page, DEMO.premium)
  const screens = memberScreens(product, product.data.memberOf(DEMO.premium.email))
  await lookAt(screens)
  await page.setViewportSize(DESKTOP)
  await lookAt(screens.slice(0, 5))
}

type Found = Awaited<ReturnType<AxeBuilder['analyze']>>

const namesOf = ({ violations }: Found): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)

test('[SHELL-19] nothing scrolls sideways at 320 px, in Italian and English', async ({ page, product, watch }) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await page.setViewportSize(SMALLEST)
  const fits = async (path: string): Promise<void> => {
    await open(page, path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(overflow, path).toBe(0)
  }
  for (const path of VISITOR_SCREENS) await fits(path)
  await logIn(page, DEMO.premium)
  await expect(memberCards(page).first()).toBeVisible()
  const paths = memberScreens(product, product.data.memberOf(DEMO.premium.email))
  for (const path of paths) await fits(path)
  await page.context().addCookies([{ name: 'locale', value: 'en', url: product.url }])
  for (const path of paths) await fits(path)
})
