/**
 * A push from the app's own switch to the screen it opens: encrypted, decrypted, shown by a notification service and tapped
 * there, so that the tap has the effects of a person's tap [PWA-7].
 */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as joined } from 'node:path'
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { persistentContext } from './support/chromium.ts'
import type { Client } from './support/client.ts'
import { startNotificationBus, type BusNotification, type NotificationBus } from './support/notification-bus.ts'
import { CARLO, join, logOut, person, type Person, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { test as base } from './support/push-service.ts'
import { bubble, listening } from './support/screens.ts'
import { PHONE } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlWorker } from './support/worker.ts'

const test = base.extend<{ bus: NotificationBus }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  bus: async ({}, use) => {
    const bus = await startNotificationBus()
    await use(bus)
    await bus.close()
  },
  browserEnv: async ({ bus }, use) => use({ DBUS_SESSION_BUS_ADDRESS: bus.address }),
})

test.use({ losesNetwork: true })
test.skip(process.platform !== 'linux', 'Elsewhere Chromium shows its notifications by other means than D-Bus.')
test.setTimeout(180_000)

test.describe('in one browser', () => {
  test.use({ onDisk: true })

  test('[PWA-7][PWA-2] a tap leads into the conversation, wherever the app is; a button does its work alone', async ({
    context,
    page,
    product,
    bus,
  }) => {
    const { me, anna, bert, conversation } = await prepare(context, page, product)
    // Details put a name into the push. Without an event stream the app is open, but nobody looks at it.
    await page.evaluate(chooseDetails)
    product.gate.answerFor('GET /api/events', 503, {})
    product.gate.set('down')
    product.gate.set('up')
    await listening(product, 0)
    await bert.ask('likes.put', { params: { profile: String(me) } })

    await test.step('the app is open: its window goes there, no other opens', async () => {
      await page.goto('/members')
      await anna.say(me, 'one')
      const shown = await notification(bus, 'Anna')
      expect(shown.body).toContain('one')
      expect(shown.buttons).toEqual([text('push.action_read'), text('push.action_reply')])
      await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
      const windows = context.pages().length
      bus.tap(shown)
      await expect(bubble(page, 'one')).toBeVisible()
      expect(pathOf(page)).toBe(conversation)
      expect(await page.evaluate(() => 'isSamePage' in globalThis), 'not loaded anew').toBe(true)
      expect(context.pages()).toHaveLength(windows)
    })

    await test.step('a conversation has one notification, which closes once the conversation is read', async () => {
      await page.goto('/members')
      await anna.say(me, 'two')
      await notification(bus, 'Anna')
      await anna.say(me, 'three')
      await expect.poll(() => bus.shown().map(({ body }) => body.includes('three'))).toEqual([true])
      await page.goto(conversation)
      await expect(bubble(page, 'three')).toBeVisible()
      await expect.poll(() => bus.shown()).toEqual([])
    })

    await test.step('"read" and "reply" need no window', async () => {
      await page.goto('/members')
      await anna.say(me, 'four')
      bus.tap(await notification(bus, 'Anna'), text('push.action_read'))
      await expect.poll(() => product.data.unreadOf(me)).toBe(0)
      await anna.say(me, 'five')
      bus.reply(await notification(bus, 'Anna'), 'on my way')
      await expect
        .poll(() => product.data.messagesFrom(me))
        .toContainEqual(expect.objectContaining({ text: 'on my way' }))
      await expect.poll(() => product.data.unreadOf(me)).toBe(0)
      expect(pathOf(page)).toBe('/members')
    })

    await test.step('"like" is a match, with no window either', async () => {
      bus.tap(await notification(bus, 'Bert'), text('push.action_like'))
      await expect.poll(() => product.data.likesFrom(me)).toEqual([bert.id])
      await expect.poll(() => product.data.countsOf(me)).toEqual({ unread_messages: 0, new_likes: 0 })
      expect(pathOf(page)).toBe('/members')
    })

    await test.step('a platform that brings the app to the front and says nothing', async () => {
      await inWorker(context, () => {
        const { WindowClient } = globalThis as unknown as { WindowClient: { prototype: { postMessage: () => void } } }
        WindowClient.prototype.postMessage = () => {}
      })
      await anna.say(me, 'six')
      bus.tap(await notification(bus, 'Anna'))
      await expect.poll(() => bus.shown()).toEqual([])
      expect(pathOf(page)).toBe('/members')
      // The platform only reports that the page is visible.
      await page.evaluate(() => {
        for (const state of ['hidden', 'visible']) {
          Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }
      })
      await expect(bubble(page, 'six')).toBeVisible()
    })

    // A page of the browser keeps it running without an open page of the app.
    await context.newPage()
    await page.close()

    await test.step('the app is closed: it opens there', async () => {
      await anna.say(me, 'seven')
      const opened = await opensBy(context, bus.tap, await notification(bus, 'Anna'))
      await expect(bubble(opened, 'seven')).toBeVisible()
      expect(pathOf(opened)).toBe(conversation)
      await opened.close()
    })

    await test.step('a platform that opens the first page instead', async () => {
      await inWorker(context, () => {
        const { clients } = globalThis as unknown as { clients: { openWindow: () => Promise<null> } }
        clients.openWindow = async () => null
      })
      await anna.say(me, 'eight')
      bus.tap(await notification(bus, 'Anna'))
      await expect.poll(() => bus.shown()).toEqual([])
      const started = await context.newPage()
      await started.goto('/members')
      await expect(bubble(started, 'eight')).toBeVisible()
      expect(pathOf(started)).toBe(conversation)
      // This happens once: the next start stays on the page that it opens.
      await started.goto('/members')
      expect(pathOf(started)).toBe('/members')
    })
  })

  test('[PWA-7][PWA-8][PWA-11] logged out, or somebody else: a generic notification that opens the start page, and no count', async ({
    context,
    page,
    product,
    bus,
  }) => {
    const { me, anna } = await prepare(context, page, product)
    const other = person('Dora')
    await join(product, other)
    const badge = await badgeOf(context, product)
    await page.close()
    await listening(product, 0)
    await inWorker(context, rememberPush)
    await anna.say(me, 'for nobody else')
    await notification(bus, 'Visavis')
    const push = await inWorker(context, rememberedPush)
    expect(JSON.stringify(push)).toContain('for nobody else')
    const later = await context.newPage()
    await later.goto('/members')
    await expect.poll(badge).toBe(1)

    const control = await controlWorker(later)
    await logOut(later)
    await expect.poll(() => bus.shown()).toEqual([])
    await expect.poll(badge).toBe(0)
    for (const account of [null, other] satisfies (Person | null)[]) {
      if (account) await settleIn(later, account)
      await later.goto('/pages/terms')
      await control.push(push)
      const generic = await notification(bus, text('push.hint_title'))
      expect(`${generic.title} ${generic.body}`).not.toMatch(/Anna|for nobody/)
      expect(generic.buttons).toEqual([])
      bus.tap(generic)
      await later.waitForURL(account ? '**/members**' : product.url)
      // The search may list Anna for whoever looks; her message is for nobody here.
      expect(await later.evaluate(() => document.body.innerText)).not.toContain('for nobody')
    }
  })
})

test(
  '[PWA-1][PWA-7] after the browser was killed, a tap shows the new message with no network, and nothing of it was asked for',
  { tag: '@long' },
  async ({ product, pushService, bus, watch }) => {
    const folder = await mkdtemp(joined(tmpdir(), 'visavis-profile-'))
    const start = () =>
      persistentContext({
        folder,
        extraArgs: pushService.args,
        env: { ...(process.env as Record<string, string>), DBUS_SESSION_BUS_ADDRESS: bus.address },
        baseURL: product.url,
        viewport: PHONE,
        locale: 'it-IT',
      })
    const first = await start()
    watch.over(first.context)
    const { me, anna, conversation } = await prepare(first.context, await first.context.newPage(), product)
    // Chromium writes whom it takes pushes for every ten seconds, and its cookies every thirty.
    const written = (name: string) =>
      expect.poll(() => readFile(joined(folder, 'Default', name), 'latin1').catch(() => ''), { timeout: 60_000 })
    await written('Preferences').toContain(`${new URL(product.url).host}/#`)
    await written('Cookies').toContain('session')
    await kill(folder)
    await first.close().catch(() => {})

    const second = await start()
    watch.over(second.context)
    await second.context.grantPermissions(['notifications'], { origin: product.url })
    await listening(product, 0)
    await anna.say(me, 'while you were gone')
    const shown = await notification(bus, text('push.hint_title'))
    const refused = product.gate.recordRefused()
    product.gate.set('down')
    await second.context.addInitScript(notePainted, 'while you were gone')
    const opened = await opensBy(second.context, bus.tap, shown)
    await expect(bubble(opened, 'while you were gone')).toBeVisible()
    expect(pathOf(opened)).toBe(conversation)
    // `notePainted` puts the time into the page, whose global object has no type for it.
    const paintedAt = await opened.evaluate(() => (globalThis as unknown as { paintedAt: number }).paintedAt)
    const before = refused.filter(({ at }) => at <= paintedAt).map(({ line }) => line)
    // The browser looks for a newer worker and the manifest by itself; the app, beside all that it does, for what is newer,
    // and it says of what it is about to paint that it is read.
    const read = `PUT /api${conversation}/read`
    const beside = new Set(['GET /sw.js', 'GET /manifest.webmanifest', 'GET /api/sync', 'GET /api/events', read])
    expect(before.filter((line) => !beside.has(line))).toEqual([])
    await second.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  },
)

type PushSetup = { me: number; anna: Client; bert: Client; conversation: string }

/** A member who has turned pushes on in the settings, and two other members. */
const prepare = async (context: BrowserContext, page: Page, product: Product): Promise<PushSetup> => {
  await context.grantPermissions(['notifications'], { origin: product.url })
  await join(product, CARLO)
  const anna = await join(product, person('Anna'))
  const bert = await join(product, person('Bert', { gender: 'male' }))
  product.data.giveCredits(anna.id, 20)
  const me = await settleIn(page, CARLO)
  await page.goto('/notifications')
  await page.getByRole('button', { name: text('settings.pushTurnOn'), exact: true }).click()
  await expect(page.getByText(text('settings.pushOn'))).toBeVisible()
  return { me, anna, bert, conversation: `/chats/${Math.min(me, anna.id)}-${Math.max(me, anna.id)}` }
}

const chooseDetails = async (): Promise<void> => {
  await fetch('/api/notifications', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-request-type': 'client' },
    body: JSON.stringify({ push_details: true }),
  })
}

/** The server delays the notification of a like, because the liker may take it back. */
const TEST_TIMEOUT_MS = 40_000

/** Waits for the notification whose title contains this. */
const notification = async (bus: NotificationBus, title: string): Promise<BusNotification> => {
  const find = (): BusNotification | undefined => bus.shown().find((shown) => shown.title.includes(title))
  await expect
    .poll(() => find() !== undefined, { message: `a notification of ${title}`, timeout: TEST_TIMEOUT_MS })
    .toBe(true)
  const found = find()
  if (!found) throw new Error('It has just gone.')
  return found
}

const opensBy = async (context: BrowserContext, tap: NotificationBus['tap'], shown: BusNotification): Promise<Page> => {
  const opening = context.waitForEvent('page')
  tap(shown)
  return opening
}

/** Installs the app. @returns a function that reads the badge count of its icon from the system */
const badgeOf = async (context: BrowserContext, product: Product): Promise<() => Promise<number>> => {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const manifestId = `${product.url}/`
  await session.send('PWA.install', { manifestId, installUrlOrBundleUrl: `${product.url}/members` })
  return async () => (await session.send('PWA.getOsAppState', { manifestId })).badgeCount
}

const pathOf = (page: Page): string => new URL(page.url()).pathname

const inWorker = async <Result>(context: BrowserContext, run: () => Result): Promise<Result> => {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  return worker.evaluate<Result>(run)
}

const rememberPush = (): void => {
  addEventListener('push', (event) => {
    const { data } = event as unknown as { data: { json: () => unknown } }
    Object.assign(globalThis, { remembered: data.json() })
  })
}

const rememberedPush = (): unknown => (globalThis as { remembered?: unknown }).remembered

/** Records when these words were first painted. */
const notePainted = (words: string): void => {
  new MutationObserver((_, observer) => {
    if (document.body === null || !document.body.innerText.includes(words)) return
    observer.disconnect()
    requestAnimationFrame(() => Object.assign(globalThis, { paintedAt: Date.now() }))
  }).observe(document, { childList: true, subtree: true })
}

/** Kills the browser like a system that is short of memory, without a graceful end. */
const kill = async (folder: string): Promise<void> => {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.includes(`--user-data-dir=${folder}`)) process.kill(Number(pid), 'SIGKILL')
  }
}
