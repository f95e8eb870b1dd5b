/** The installed app [PWA-9]: the browser may install it, the app offers it at a good moment, and by hand where it must. */
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './support/axe.ts'
import { CARLO, join, settleIn, settleInAsCarlo } from './support/people.ts'
import { bubble, chatRows, memberCards, openChat, write } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

const row = (page: Page) => page.getByRole('button', { name: text('shell.installApp') })
const offer = (page: Page) => page.getByText(text('install.offer', { site: 'Visavis' }))

test.describe('the browser', () => {
  // An incognito context cannot install, and Chromium crashes when asked to.
  test.use({ onDisk: true })

  test('[PWA-9] is the same app in every language', { tag: '@long' }, async ({ context, page, product }) => {
    await context.addCookies([{ name: 'locale', value: 'de', url: product.url }])
    await page.goto('/')
    const devtools = await context.newCDPSession(page)
    const { data, errors } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '')).toMatchObject({ id: '/', lang: 'de' })
    expect((await devtools.send('Page.getAppId')).appId).toBe(`${product.url}/`)
  })

  test('[PWA-9][PWA-8] finds nothing that keeps the app from being installed; installed, it opens in a window of its own with the badge', async ({
    context,
    page,
    product,
    watch,
  }) => {
    watch.expectComplaints(NETWORK_COMPLAINTS)
    const { anna, me } = await settleInAsCarlo(page, product)
    const manifestId = `${product.url}/`
    const devtools = await context.newCDPSession(page)
    const { url, errors } = await devtools.send('Page.getAppManifest')
    expect({ url, errors }).toEqual({ url: `${product.url}/manifest.webmanifest`, errors: [] })
    expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    expect((await devtools.send('Page.getAppId')).appId).toBe(manifestId)
    await devtools.send('PWA.install', { manifestId, installUrlOrBundleUrl: product.url })
    await devtools.send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' })
    const opening = context.waitForEvent('page')
    await devtools.send('PWA.launch', { manifestId })
    const app = await opening
    await app.waitForURL('**/members')
    expect(await app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    await app.goto('/notifications')
    await expect(app.getByText(text('settings.pushTitle'))).toBeVisible()
    await expect(row(app)).toHaveCount(0)
    await anna.say(me, 'hello there')
    await expect
      .poll(async () => (await devtools.send('PWA.getOsAppState', { manifestId })).badgeCount, { message: 'the badge' })
      .toBe(1)

    await test.step('a second tap on its icon keeps the current screen', async () => {
      await openChat(app, anna.id)
      const opened: string[] = []
      app.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname))
      await devtools.send('PWA.launch', { manifestId })
      await expect.poll(() => opened).toContain('/members')
      await expect(app).toHaveURL(`/members/${anna.id}/chat`)
      await expect(bubble(app, 'hello there')).toBeVisible()
    })
    await test.step('a shortcut opens its screen', async () => {
      await devtools.send('PWA.launch', { manifestId, url: `${product.url}/members?from=shortcut` })
      await expect(app).toHaveURL(/\/members\?/)
      await expect(memberCards(app).first()).toBeVisible()
      await devtools.send('PWA.launch', { manifestId, url: `${product.url}/chats` })
      await expect(app).toHaveURL('/chats')
      await expect(chatRows(app).first()).toBeVisible()
    })
    await devtools.send('PWA.uninstall', { manifestId })
  })
})

/**
 * Dispatches a stand-in for `beforeinstallprompt`, which Chromium does not fire in these tests. A prompt after a tap counts 1,
 * a prompt without a tap counts 100.
 */
const browserAsks = (page: Page, outcome: 'accepted' | 'dismissed'): Promise<boolean> =>
  page.evaluate((answer) => {
    const asked = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset['prompted'] = String(
          Number(document.documentElement.dataset['prompted'] ?? 0) + (navigator.userActivation.isActive ? 1 : 100),
        )
      },
      userChoice: Promise.resolve({ outcome: answer }),
    })
    dispatchEvent(asked)
    return asked.defaultPrevented
  }, outcome)

/** How often the app prompted; 100 or more means a prompt without a tap. */
const prompted = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['prompted'])

/** Stores visits on earlier days. It runs once and not at every load. */
const cameBefore = (page: Page, days: number): Promise<void> =>
  page.evaluate((before) => {
    localStorage.setItem('offers', JSON.stringify({ declined: [], offered: 0, days: before, day: 'another' }))
  }, days)

const declines = (page: Page): Promise<number> =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('offers') ?? '{}') as { declined: number[] }).declined.length)

const withoutPush = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
  })

test(
  '[PWA-9] installing is offered on the third day, not before; declined, it stays away and can still be found',
  { tag: '@long' },
  async ({ page, product }) => {
    await join(product, CARLO)
    await settleIn(page, CARLO)
    await cameBefore(page, 1)
    await page.reload()
    expect(await browserAsks(page, 'accepted'), 'the browser’s own bar stays away').toBe(true)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(offer(page)).toHaveCount(0)

    await cameBefore(page, 2)
    await page.goto('/chats')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(offer(page), 'not before the browser would').toHaveCount(0)
    await browserAsks(page, 'accepted')
    await expect(offer(page)).toBeVisible()
    expect(await prompted(page)).toBeUndefined()
    await page.getByRole('button', { name: text('alert.dismiss') }).click()
    await expect(offer(page)).toHaveCount(0)
    expect(await declines(page)).toBe(1)

    await page.reload()
    await browserAsks(page, 'accepted')
    await page.goto('/notifications')
    await browserAsks(page, 'accepted')
    await row(page).click()
    const dialog = page.getByRole('dialog', { name: text('shell.installApp') })
    await dialog.getByRole('button', { name: text('install.action'), exact: true }).click()
    await expect(page.getByText(text('install.done'))).toBeVisible()
    expect(await prompted(page), 'asked once, by a tap').toBe('1')
    await page.goto('/chats')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await browserAsks(page, 'accepted')
    await expect(offer(page)).toHaveCount(0)
  },
)

test(
  '[PWA-9] a tap on the offer opens the browser’s prompt, and a no there declines the offer',
  { tag: '@long' },
  async ({ context, page, product }) => {
    // This browser cannot notify, so the app offers installing.
    await withoutPush(context)
    const { anna } = await settleInAsCarlo(page, product)
    await openChat(page, anna.id)
    await browserAsks(page, 'dismissed')
    await expect(offer(page)).toHaveCount(0)
    await write(page, 'Ciao Anna')
    await page.getByRole('link', { name: text('shell.backToChats') }).click()
    await expect(offer(page)).toBeVisible()
    await page.getByRole('button', { name: text('install.action'), exact: true }).click()
    await expect(offer(page)).toHaveCount(0)
    expect(await prompted(page)).toBe('1')
    expect(await declines(page)).toBe(1)
  },
)

// Safari on an iPhone notifies only from the installed app. Here the user agent is the only other difference.
test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
  })

  test(
    '[PWA-9][PWA-5] the way is shown in pictures, without a network too; and that pushes need it',
    { tag: '@long' },
    async ({ context, page, product, watch }) => {
      watch.expectComplaints(NETWORK_COMPLAINTS)
      await withoutPush(context)
      await join(product, CARLO)
      await settleIn(page, CARLO)
      await context.setOffline(true)
      await page.goto('/notifications')
      await expect(page.getByText(text('install.pushFirst'))).toBeVisible()
      await page.getByRole('button', { name: text('install.show'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: text('shell.installApp') })
      await expect(
        dialog.getByRole('listitem').filter({ has: page.locator('svg[viewBox="0 0 288 104"]') }),
      ).toHaveCount(3)
      await expect(dialog.getByText(text('install.iosChoose', { choice: text('install.addToHome') }))).toBeVisible()
      await expect(dialog.getByText(text('install.iosPush'))).toBeAttached()
      await expectAccessibleInBothThemes(page, 'the steps of the installation', { within: 'dialog' })
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await context.setOffline(false)
    },
  )
})
