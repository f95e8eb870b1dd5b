/** The frame as visitors meet it: the foot of the page, languages by country, the questions at the entry and about a traffic source. */
import { expect, type Page } from 'playwright/test'
import { LOCALES } from '#contract/locales.ts'
import { DEMO, settleIn } from './support/people.ts'
import { chatRows } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlled } from './support/worker.ts'

test.use({ sharedServer: true })

const DESKTOP = { width: 1280, height: 800 }

const foot = (page: Page) => page.getByRole('contentinfo')
const logo = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Visavis' })
const language = (page: Page) => page.getByRole('button', { name: text('shell.language') })

test('[SHELL-12] the foot of the page has every link, also in the server’s HTML; English shows the US footer', async ({
  page,
}) => {
  await test.step('a finger hits each link, however short its word', async () => {
    await page.goto('/pricing?lang=de')
    await expect(foot(page).getByRole('link', { name: text('footer.pricing', {}, 'de') })).toBeVisible()
    const links = foot(page).getByRole('link').filter({ visible: true })
    const sides = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect()).flatMap(({ width, height }) => [width, height]),
    )
    expect(Math.min(...sides)).toBeGreaterThanOrEqual(44)
  })

  await test.step('every link', async () => {
    await page.goto('/pricing')
    const links = ['terms', 'privacy', 'pricing', 'complaints', 'faq', 'support'] as const
    for (const name of links)
      await expect(foot(page).getByRole('link', { name: text(`footer.${name}`), exact: true })).toBeVisible()
    const more = (['cookies', 'returns', 'ban'] as const).map((name) =>
      foot(page)
        .getByRole('link', { name: text(`footer.${name}`), exact: true })
        .filter({ visible: true }),
    )
    for (const link of more) await expect(link).toHaveCount(0)
    await foot(page).getByText(text('footer.more')).click()
    for (const link of more) await expect(link).toHaveCount(1)
    await expect(foot(page)).toContainText(text('footer.disclaimer', { age: 18 }))
    await page.setViewportSize(DESKTOP)
    for (const link of more) await expect(link).toHaveCount(1)
    await expect(foot(page).getByText(text('footer.more'))).toBeHidden()
    for (const [name, path] of [
      ['terms', '/pages/terms'],
      ['support', '/pages/service'],
      ['returns', '/pages/return-policy'],
    ] as const) {
      await foot(page)
        .getByRole('link', { name: text(`footer.${name}`), exact: true })
        .filter({ visible: true })
        .click()
      await expect(page).toHaveURL(path)
    }
  })

  await test.step('it is in the page before any script has come', async () => {
    for (const path of ['/', '/pricing', '/pages/terms']) {
      const html = await (await page.request.get(`${path}?lang=pl`)).text()
      const [footer = ''] = /<footer[^]*<\/footer>/.exec(html) ?? []
      expect(footer, path).toContain(text('footer.terms', {}, 'pl'))
      expect(footer, path).toContain(text('footer.disclaimer', { age: 18 }, 'pl'))
    }
  })

  await test.step('English shows the US footer, other languages do not', async () => {
    await page.goto('/?lang=en')
    await expect(foot(page)).toContainText(text('footer.us2257', {}, 'en'))
    await expect(foot(page)).toContainText(text('footer.usPrivacy', {}, 'en'))
    await expect(foot(page)).toContainText('Dublin')
    await page.goto('/?lang=it')
    await expect(foot(page)).toContainText(text('footer.disclaimer', { age: 18 }))
    await expect(foot(page)).not.toContainText('2257')
  })
})

test.describe('the country of the visitor', () => {
  // Only the page's requests carry the country header; a worker's requests would not.
  test.use({ serviceWorkers: 'block' })

  test('[SHELL-10][SITE-4][SITE-5] the menu of languages offers those of the country; a visitor from Germany gets one warning of what this place is, and may leave', async ({
    page,
    context,
  }) => {
    await test.step('the menu of languages offers what is spoken there, and the way to all seven', async () => {
      await page.setExtraHTTPHeaders({ 'x-country': 'BE' })
      await page.goto('/')
      // In one task, as the keys of a fast typist come before the event that says the menu is open.
      const focused = await language(page).evaluate((button: HTMLElement) => {
        button.click()
        return document.activeElement?.role
      })
      expect(focused).toBe('menuitemradio')
      const offered = page.getByRole('menuitemradio')
      // Dutch, French and German are Belgium's; Italian is in use, and the browser's.
      await expect(offered).toHaveText(['Italiano', 'Deutsch', 'Français', 'Nederlands'])
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/lang-config')
      const all = page.getByRole('list', { name: text('title.lang') }).getByRole('button')
      await expect(all).toHaveCount(7)
      await expect(all.first()).toContainText(text('lang.current'))
    })

    await test.step('countries without the rule show no question at the entry', async () => {
      await page.setExtraHTTPHeaders({ 'x-country': 'IT' })
      const settings = page.waitForResponse(/api\/settings/)
      await page.goto('/')
      expect((await settings).ok()).toBe(true)
      await expect(foot(page)).toBeVisible()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })

    await test.step('a visitor from Germany is warned once, and may leave', async () => {
      await page.setExtraHTTPHeaders({ 'x-country': 'DE' })
      await page.goto('/')
      const dialog = page.getByRole('dialog', { name: text('entry.heading') })
      await expect(dialog).toBeVisible()
      await expect(dialog.getByRole('button', { name: text('entry.enter', { age: 18 }) })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: text('entry.leave') }).click()
      // A page that shows nobody, where nothing is asked.
      await expect(page).toHaveURL('/pages/service')
      await expect(dialog).toHaveCount(0)
      await page.goBack()
      await dialog.getByRole('button', { name: text('entry.enter', { age: 18 }) }).click()
      await expect(dialog).toHaveCount(0)
      expect(await page.evaluate(() => Number(localStorage.getItem('entry-warning-at')))).toBeGreaterThan(
        1_700_000_000_000,
      )
      const again = await context.newPage()
      await again.setExtraHTTPHeaders({ 'x-country': 'DE' })
      await again.goto('/')
      await expect(again.getByText(text('index.lookAround'))).toBeVisible()
      await expect(again.getByRole('dialog')).toHaveCount(0)
    })
  })
})

test('[SITE-2] a language that fails to load leaves the old one in use, and a note says so', async ({
  page,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  await page.goto('/lang-config')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.context().setOffline(true)
  const polish = page.getByRole('button', { name: 'Polski' })
  await expect(polish).toContainText(text('lang.notHere'))
  await expect(page.getByRole('button', { name: 'Italiano' })).not.toContainText(text('lang.notHere'))
  await polish.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(text('shell.languageFailed'))).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'it')
  expect(await page.evaluate(() => document.cookie)).not.toContain('locale=pl')
})

test(
  '[SHELL-18] a page with `lb` in its address says each time that it is put out of sight',
  { tag: '@long' },
  async ({ page }) => {
    const hide = (state: string): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    await page.goto('/?lb=1')
    await expect(page.getByText(text('index.lookAround'))).toBeVisible()
    const beacon = page.waitForRequest((request) => request.url().endsWith('/api/page-hidden.php'))
    await hide('hidden')
    const sent = await beacon
    expect([sent.method(), (await sent.response())?.status()]).toEqual(['POST', 200])
  },
)

test('[SHELL-5] a screen that breaks says so with a way home, tells the log once, and shows no stack', async ({
  page,
  watch,
}) => {
  watch.expectComplaints(/broken on purpose|Failed to load/)
  const told: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/failures')) told.push(request.postData() ?? '')
  })
  // This screen calls a browser function that throws here.
  await page.addInitScript(() => {
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get: () => {
        throw new Error('broken on purpose')
      },
    })
  })
  await page.goto('/pricing')
  await expect(page.getByRole('heading', { name: text('error.server_error') })).toBeVisible()
  await expect(page.locator('main')).toContainText('500')
  await expect(page.locator('main')).not.toContainText('broken on purpose')
  await expect.poll(() => told).toEqual([JSON.stringify({ message: 'Error: broken on purpose' })])
  await expect(page.locator('main').getByRole('link', { name: text('shell.goHome') })).toHaveAttribute('href', '/')
})

test('[SHELL-4][SHELL-12] a members-only page makes no request for a visitor; members have no footer, but its links in Me', async ({
  page,
}) => {
  // Chromium logs every refused request, and `watch` fails the test for it.
  await page.goto('/')
  await controlled(page)
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: text('shell.membersOnlyTitle') })).toBeVisible()

  await settleIn(page, DEMO.premium)
  await page.goto('/chats')
  await expect(chatRows(page).first()).toBeVisible()

  await page.goto('/profile')
  await page.getByText(text('footer.help'), { exact: true }).click()
  await expect(page.getByRole('link', { name: text('footer.terms'), exact: true })).toBeVisible()
  await expect(foot(page)).toHaveCount(0)
  await page.getByRole('button', { name: text('shell.logout') }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: text('shell.membersOnlyTitle') })).toBeVisible()
})

const trackingQuestion = (page: Page) => page.getByRole('region', { name: text('tracking.title') })
const storedSource = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'trafficsource')?.value

test('[SITE-9] a partner’s link is asked about; a no stores nothing, and is not asked about again; a yes is stored', async ({
  page,
}) => {
  await page.goto('/?ref=friend')
  await expect(trackingQuestion(page)).toBeVisible()
  expect(await storedSource(page)).toBeUndefined()
  await expect(page.getByRole('link', { name: text('index.signup') }).first()).toBeInViewport()
  await trackingQuestion(page)
    .getByRole('button', { name: text('tracking.no') })
    .click()
  await expect(trackingQuestion(page)).toHaveCount(0)
  await page.goto('/landers/maplanding?ref=other')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(trackingQuestion(page)).toHaveCount(0)
  expect(await storedSource(page)).toBeUndefined()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/?ref=friend')
  await trackingQuestion(page)
    .getByRole('button', { name: text('tracking.yes') })
    .click()
  await expect.poll(() => storedSource(page)).toBe('ref=friend')
})

test('[SHELL-19] in the dark a box to tick has the ground of a field, not the grey of a browser', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/complaints')
  const [field, box] = [page.getByRole('textbox').first(), page.getByRole('checkbox').first()]
  const ground = await field.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(box).toHaveCSS('background-color', ground)
  await box.check()
  await expect(box).not.toHaveCSS('background-color', ground)
})

test('[SHELL-19] the bar of a visitor is one row on a phone of 360 px, in every language', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const locale of LOCALES)
    for (const path of ['/members', '/premium', '/pricing']) {
      await page.goto(`${path}?lang=${locale}`)
      const login = page.getByRole('banner').getByRole('link', { name: text('shell.login', {}, locale) })
      const [mark, button] = await Promise.all([logo(page).boundingBox(), login.boundingBox()])
      expect.soft(button?.y, `${path} in ${locale}`).toBeLessThan((mark?.y ?? 0) + (mark?.height ?? 0))
    }
})
