/** The frame around every screen: layouts, links, languages and errors. */
import { expect, type Locator, type Page } from 'playwright/test'
import { SMALLEST } from './support/large-text.ts'
import { DEMO, settleIn } from './support/people.ts'
import { chatRows, memberCards, thread } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ sharedServer: true })

const colourOf = (element: Locator): Promise<string> => element.evaluate((one) => getComputedStyle(one).color)

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

/** Presses a key until the focus leaves the page. @returns the controls that something covers while they have the focus */
const coveredBy = async (page: Page, key: string): Promise<string[]> => {
  const covered: string[] = []
  for (let pressed = 0; pressed < 100; pressed += 1) {
    await page.keyboard.press(key)
    const name = await page.evaluate(() => {
      const control = document.activeElement
      if (control === null || control === document.body) return 'left'
      const { left, top, width, height } = control.getBoundingClientRect()
      const isSeen = [0.1, 0.5, 0.9].some((part) => {
        const found = document.elementFromPoint(left + width / 2, top + height * part)
        return found !== null && (control.contains(found) || found.closest('label')?.contains(control) === true)
      })
      return isSeen ? null : control.closest('label, li, button, a, summary')?.textContent
    })
    if (name === 'left') break
    if (name != null) covered.push(name)
  }
  return covered
}

test('[SHELL-4][SHELL-10] an unknown route or parameter is 404, as a page and as the HTTP status; Italian first, English on request, remembered', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await page.setViewportSize(DESKTOP)
  await page.goto('/')
  await page.getByRole('link', { name: text('site.name') }).click()
  await expect(page).toHaveURL('/')
  await page.setViewportSize(PHONE)

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

test('[SHELL-6][SHELL-7][SHELL-8][SHELL-19][SHELL-21] one pane with tabs at the foot of a phone, where Back leads to where the member came from; two panes on a desktop', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  test.slow()
  await page.setViewportSize(PHONE)
  const me = await settleIn(page, DEMO.premium)

  await test.step('phone: one pane, tabs at the foot with their counts', async () => {
    const { unread_messages: unread, new_likes: newLikes } = product.data.countsOf(me)
    expect(unread, 'the demo member has something to read').toBeGreaterThan(0)
    const tabs = page.getByRole('navigation', { name: text('shell.navigation') })
    const chats = tabs.getByRole('link', { name: text('shell.chats') })
    await expect(chats).toContainText(String(unread))
    if (newLikes > 0)
      await expect(tabs.getByRole('link', { name: text('shell.likes') })).toContainText(String(newLikes))
    await expect(page).toHaveTitle(new RegExp(`^\\(${unread + newLikes}\\) `))
    await chats.click()
    await expect(chatRows(page).first()).toBeVisible()
    await chatRows(page).last().click()
    await expect(thread(page)).toBeVisible()
    await expect(chatRows(page).first(), 'the list gives way to the conversation').toBeHidden()
    await page.getByRole('link', { name: text('shell.backToChats') }).click()
    await expect(chatRows(page).first()).toBeVisible()
  })

  await test.step('phone: no control that gets the focus by keyboard is behind a bar', async () => {
    await page.setViewportSize(SMALLEST)
    await page.goto('/settings')
    await expect(page.getByRole('heading', { name: text('settings.accountTitle') })).toBeVisible()
    for (const key of ['Tab', 'Shift+Tab']) expect.soft(await coveredBy(page, key), key).toEqual([])
    const tabs = page.getByRole('navigation', { name: text('shell.navigation') })
    await expect(tabs).toBeInViewport()
    await page.setViewportSize({ width: 640, height: 200 })
    await expect(
      tabs,
      'above the keyboard of a phone on its side, the window belongs to the fields',
    ).not.toBeInViewport()
    await page.setViewportSize(PHONE)
  })

  await test.step('phone: colours of the system still show which of several is chosen', async () => {
    await page.goto('/members')
    await page.emulateMedia({ forcedColors: 'active' })
    const ways = page.getByRole('navigation', { name: text('members.ways') })
    const highlight = await page.evaluate(() => {
      const sample = document.body.appendChild(document.createElement('span'))
      sample.style.cssText = 'background: Highlight; forced-color-adjust: none'
      const { backgroundColor } = getComputedStyle(sample)
      sample.remove()
      return backgroundColor
    })
    await expect(ways.locator('[aria-current]')).toHaveCSS('background-color', highlight)
    await page.getByRole('link', { name: text('shell.likes') }).click()
    await expect(
      page.getByRole('main', { name: text('shell.likes') }),
      'a screen reader says where it is',
    ).toBeFocused()
    await page.goto('/credits')
    await expect(
      page
        .locator('label')
        .filter({ has: page.getByRole('radio') })
        .first(),
    ).toHaveCSS('border-width', '1px')
    await page.emulateMedia({ forcedColors: 'none' })
  })

  await test.step('phone: with more contrast, quiet text has the colour of all text', async () => {
    const quiet = page.locator('.muted').filter({ visible: true }).first()
    const ink = await colourOf(page.locator('body'))
    expect(await colourOf(quiet)).not.toBe(ink)
    await page.emulateMedia({ contrast: 'more' })
    expect(await colourOf(quiet)).toBe(ink)
    await page.emulateMedia({ contrast: 'no-preference' })
  })

  await test.step('back leads to where the member came from, and after a deep link to the screen around', async () => {
    await page.goto('/notifications/blocked')
    const back = page.getByRole('link', { name: text('ui.back'), exact: true })
    await back.click()
    await expect(page).toHaveURL('/notifications')
    await back.click()
    await expect(page, 'not down to the screen of the deep link again').toHaveURL('/profile')
    await page.goto('/chats')
    await chatRows(page).last().click()
    await expect(thread(page)).toBeVisible()
    const chat = page.url()
    await page.locator('header a[href^="/members/"]').filter({ visible: true }).click()
    await expect(page).toHaveURL(/\/members\/\d+$/)
    await back.click()
    await expect(page, 'not to the search').toHaveURL(chat)
    await page.getByRole('link', { name: text('shell.backToChats') }).click()
    await expect(page).toHaveURL('/chats')
  })

  await test.step('desktop: links in the bar, list beside a pane of at most 800 px', async () => {
    await page.setViewportSize(DESKTOP)
    const { unread_messages: unread } = product.data.countsOf(me)
    const links = page.getByRole('navigation', { name: text('shell.navigation') })
    const search = links.getByRole('link', { name: text('shell.search') })
    await links.getByRole('link', { name: text('shell.likes') }).click()
    await expect(search).not.toHaveAttribute('aria-current')
    const place = await search.boundingBox()
    await search.click()
    await expect(search).toHaveAttribute('aria-current', 'page')
    expect(await search.boundingBox(), 'the current link is as wide as before').toEqual(place)
    await memberCards(page).first().getByRole('link').click()
    await expect(search).toHaveAttribute('aria-current', 'true')
    expect(await search.boundingBox(), 'a bar without a title has its links in the same place').toEqual(place)
    for (const name of [text('shell.search'), text('shell.likes')])
      await expect(links.getByRole('link', { name })).toBeVisible()
    await expect(links.getByRole('link', { name: text('shell.chats') })).toContainText(String(unread))
    await links.getByRole('link', { name: text('shell.chats') }).click()
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
    await page.context().setOffline(true)
    await expect(page.getByText(text('shell.offline'))).toBeVisible()
    await expect(
      page.locator('main form [type="submit"]'),
      'the button of the filter is in the window, also below the line of a missing network',
    ).toBeInViewport({ ratio: 1 })
  })
})

test('[SHELL-19] a phone on its side has no words, icons or fields behind its notch, and shows a face beside the words', async ({
  context,
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await settleIn(page, DEMO.premium)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: 47, right: 47 } })
  for (const path of ['/members', '/members/6', '/members/1/chat', '/chats']) {
    await page.goto(path)
    await expect(page.locator('main svg').first()).toBeVisible()
    const behind = await page.locator('header, main').evaluateAll((parts) =>
      parts
        .flatMap((part) => [...part.querySelectorAll('svg, h1, textarea')])
        // A strip scrolls under the notch.
        .filter((part) => getComputedStyle(part.closest('ul') ?? part).overflowX !== 'auto')
        .map((part) => part.getBoundingClientRect())
        .filter(({ width, left, right }) => width > 1 && (left < 47 || right > innerWidth - 47)),
    )
    expect(behind, path).toEqual([])
  }
  await page.goto('/members/6')
  const photo = await page.locator('[data-shared-photo]').first().boundingBox()
  const name = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((photo?.x ?? 0) + (photo?.width ?? 0)).toBeLessThanOrEqual(name?.x ?? 0)
})

test('[FIND-2][SHELL-19] people who come below the view on a desktop scroll nothing', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await settleIn(page, DEMO.premium)
  await page.goto('/members?gender=both')
  const scrolled = () => page.evaluate(() => window.scrollY)
  await expect(memberCards(page)).toHaveCount(24)
  await page.mouse.move(900, 400)
  await page.mouse.wheel(0, 500)
  await expect.poll(scrolled).toBe(500)
  await page.mouse.wheel(0, 300)
  await expect.poll(() => memberCards(page).count()).toBeGreaterThan(24)
  // The browser moves an anchor back in the frame after the new rows.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(await scrolled()).toBe(800)
})

test('[SHELL-19] with the colours of the system, the current place is marked in the tabs, the bar, the rail and the list', async ({
  page,
}) => {
  await settleIn(page, DEMO.premium)
  await page.emulateMedia({ forcedColors: 'active' })
  const expectMarked = async (path: string, current: number): Promise<void> => {
    const places = page.locator('nav, main ul').locator('a[aria-current]').filter({ visible: true })
    await expect(places, path).toHaveCount(current)
    for (const place of await places.all()) await expect(place, path).not.toHaveCSS('border-left-style', 'none')
  }
  await page.goto('/chats')
  await expect(page.locator('nav a[aria-current]:visible')).not.toHaveCSS('border-top-style', 'none')
  await page.setViewportSize(DESKTOP)
  await chatRows(page).first().click()
  await expectMarked('/chats', 2)
  await page.goto('/credits')
  await expectMarked('/credits', 1)
})

test('[SHELL-19] with wide letters, words and lines no name of a person is cut on the smallest phone', async ({
  page,
}) => {
  await page.setViewportSize(SMALLEST)
  await settleIn(page, DEMO.premium)
  for (const path of ['/members', '/likes', '/chats']) {
    await page.goto(path)
    const names = page.locator('main article a, main li .name')
    await expect(names.first()).toBeVisible()
    const cut = await names.evaluateAll((all) => {
      const spacing = new CSSStyleSheet()
      spacing.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
      )
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing]
      return all
        .flatMap((name) => [name, ...name.querySelectorAll<HTMLElement>('span:not(:has(img))')])
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent)
    })
    expect(cut, path).toEqual([])
  }
})
