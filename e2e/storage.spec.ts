/** A device that runs full: photos make room, the queue stays, the member hears of it and can help; and what the app says of itself. */
import { expect, type Page } from 'playwright/test'
import { rowsOf } from './support/device.ts'
import { DEMO, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, composer, openChat, photosShown, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

test.use({ losesNetwork: true })

test.beforeEach(() => {
  test.slow()
})

/**
 * The site's quota while a device has room, in bytes. Chromium uses a cached quota for databases, for up to half a minute; only a
 * write that is larger than the cached rest makes it look again. With a small quota from the start, such a write is small enough.
 */
const ROOMY = 48 * 1024 * 1024

type Quota = {
  /** Limits the quota, and waits until the device is full. @param isFull how the test sees it */
  runFull: (options?: { quotaSize?: number; isFull?: () => Promise<boolean> }) => Promise<void>
  giveRoom: () => Promise<void>
}

/** Call it before the app's first write. */
const limitQuota = async (page: Page, product: Product): Promise<Quota> => {
  // The override lasts as long as the session.
  const session = await page.context().newCDPSession(page)
  const setQuota = (quotaSize: number) =>
    session.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize })
  await setQuota(ROOMY)
  return {
    runFull: async ({ quotaSize = 1, isFull = () => isRefused(page) } = {}) => {
      await setQuota(quotaSize)
      await expect.poll(isFull, { message: 'a full device', timeout: 60_000 }).toBe(true)
    },
    giveRoom: async () => void (await setQuota(ROOMY)),
  }
}

/** Whether a write to a database of the test fails that is larger than all room of the device. */
const isRefused = (page: Page): Promise<boolean> =>
  page.evaluate(
    (size) =>
      new Promise<boolean>((resolve) => {
        const opening = indexedDB.open('probe')
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('probe'))
        opening.addEventListener('error', () => resolve(true))
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('probe', 'readwrite')
          const end = (refused: boolean): void => {
            opening.result.close()
            resolve(refused)
          }
          writing.addEventListener('complete', () => end(false))
          writing.addEventListener('abort', () => end(true))
          writing.objectStore('probe').put('x'.repeat(size), 'x')
        })
      }),
    ROOMY,
  )

const usedOn = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0)

const photosOn = (page: Page, me: number): Promise<string[]> =>
  page.evaluate(
    async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
    `photos-${me}`,
  )

/** Caches large photos: the small ones take less than the files of the browser's databases grow by themselves, about 70 kB. */
const cacheInFull = async (page: Page, me: number): Promise<void> => {
  const paths = [...new Set((await photosOn(page, me)).map((path) => path.replace(/[^/]+$/, 'full')))]
  await page.evaluate((wanted) => Promise.all(wanted.map((path) => fetch(path))), paths)
  await expect.poll(() => photosOn(page, me), { message: 'large photos' }).toEqual(expect.arrayContaining(paths))
}

/** Logged in, with photos seen and one message waiting. */
const begin = async (page: Page, product: Product): Promise<{ me: number; partner: number; quota: Quota }> => {
  const quota = await limitQuota(page, product)
  const me = await settleIn(page, DEMO.free)
  product.data.giveCredits(me, 20)
  const partner = product.data.partnersOf(me)[0] ?? 0
  await page.goto('/members')
  await photosShown(page.locator('main'))
  await expect.poll(async () => (await photosOn(page, me)).length, { message: 'photos kept' }).toBeGreaterThan(5)
  await cacheInFull(page, me)
  await openChat(page, partner)
  await page.context().setOffline(true)
  await write(page, 'written while there was room')
  await expect(bubble(page, 'written while there was room')).toContainText(text('ui.waitsForNetwork'))
  return { me, partner, quota }
}

const fullLine = (page: Page) => page.getByText(text('shell.storageFull'))

const openScreen = async (page: Page): Promise<void> => {
  await page.goto('/notifications/device')
  await expect(page.getByRole('heading', { name: text('storage.keptTitle') })).toBeVisible()
}

const kept = (page: Page, key: Parameters<typeof text>[0]) =>
  page
    .locator('dl > div')
    .filter({ hasText: text(key) })
    .locator('dd')

test('[PWA-13] a full device deletes photos before it refuses a message, and an emptied one starts over', async ({
  page,
  product,
}) => {
  const { me, partner, quota } = await begin(page, product)

  await test.step('photos make room for a message', async () => {
    const before = await photosOn(page, me)
    const messages = (await rowsOf(page, me, 'messages')).length
    const waiting = (await rowsOf(page, me, 'outbox')).length
    const haveGone = async (): Promise<boolean> => (await photosOn(page, me)).length < before.length
    await quota.runFull({
      // Less than is used, by a part of the photos' bytes.
      quotaSize: (await usedOn(page)) - 10_000,
      // The app may be the first to meet the quota, since it writes by itself while a message waits.
      isFull: async () => (await isRefused(page)) || (await haveGone()),
    })
    await write(page, 'written on a full device')
    await expect(bubble(page, 'written on a full device')).toContainText(text('ui.waitsForNetwork'))
    expect(await haveGone(), 'photos went').toBe(true)
    expect((await rowsOf(page, me, 'messages')).length, 'messages did not').toBe(messages)
    expect(await rowsOf(page, me, 'outbox')).toHaveLength(waiting + 1)
    await quota.giveRoom()
    await page.context().setOffline(false)
    await expect
      .poll(() => product.data.messagesFrom(me).map(({ text: said }) => said), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(['written while there was room', 'written on a full device']))
  })

  await test.step('a device that stays full tells the member and keeps text and queue; freeing room by hand helps', async () => {
    await page.context().setOffline(true)
    await write(page, 'waits on a full device')
    await expect(bubble(page, 'waits on a full device')).toContainText(text('ui.waitsForNetwork'))
    const waiting = (await rowsOf(page, me, 'outbox')).length
    await quota.runFull()
    await composer(page).fill('finds no room')
    await page.getByRole('button', { name: text('chat.send'), exact: true }).click()
    await expect(bubble(page, 'finds no room')).toContainText(text('error.storage_full'))
    await expect(fullLine(page)).toBeVisible()
    expect(await rowsOf(page, me, 'outbox'), 'the queue').toHaveLength(waiting)

    // The note survives a reload, and the screen that it links to explains it.
    await page.getByRole('link', { name: text('shell.storageAction') }).click()
    await expect(page).toHaveURL('/notifications/device')
    await expect(page.getByText(text('storage.full'))).toBeVisible()
    await expect(kept(page, 'storage.waiting')).toHaveText(String(waiting))
    await quota.giveRoom()
    await page.getByRole('button', { name: text('storage.free') }).click()
    await expect(
      page.getByText(pattern('storage.freed')).or(page.getByText(text('storage.freedNothing'))),
    ).toBeVisible()
    await expect(fullLine(page)).toHaveCount(0)
    await expect(page.getByText(text('storage.full'))).toHaveCount(0)

    await openChat(page, partner)
    await page
      .getByRole('button', { name: pattern('chat.retry') })
      .first()
      .click()
    await expect(bubble(page, 'finds no room')).toContainText(text('ui.waitsForNetwork'))
    await page.context().setOffline(false)
    await expect
      .poll(() => product.data.messagesFrom(me).filter(({ text: said }) => said === 'finds no room').length, {
        timeout: 30_000,
      })
      .toBe(1)
  })

  await test.step('cleared by the browser it starts over without harm to the member', async () => {
    const conversations = (await rowsOf(page, me, 'conversations')).length
    const session = await page.context().newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', {
      origin: new URL(page.url()).origin,
      storageTypes: 'indexeddb,cache_storage',
    })
    await openChat(page, partner)
    await write(page, 'after the clearing')
    await expect
      .poll(() => product.data.messagesFrom(me).some(({ text: said }) => said === 'after the clearing'))
      .toBe(true)
    await expect.poll(async () => (await rowsOf(page, me, 'conversations')).length).toBe(conversations)
  })
})

test(
  '[PWA-13] a full device with a network shows the server’s data, and sends messages without the queue',
  { tag: '@long' },
  async ({ page, product }) => {
    const quota = await limitQuota(page, product)
    const me = await settleIn(page, DEMO.free)
    const stranger = product.data.strangersTo(me)[0] ?? 0
    await quota.runFull()
    await page.goto(`/members/${stranger}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/members')
    await expect(page.getByRole('article').first()).toBeVisible()
    await openChat(page, product.data.partnersOf(me)[0] ?? 0)
    await write(page, 'past the device')
    await expect
      .poll(() => product.data.messagesFrom(me).some(({ text: said }) => said === 'past the device'))
      .toBe(true)
    await quota.giveRoom()
  },
)

test(
  '[PWA-13] the screen shows offline what is stored; a tap deletes photos and other copies, but no queued write',
  { tag: '@long' },
  async ({ page, product }) => {
    const { me } = await begin(page, product)
    await page.goto('/notifications')
    await page.getByRole('link', { name: pattern('storage.row') }).click()
    await expect(kept(page, 'storage.conversations')).toHaveText(
      String((await rowsOf(page, me, 'conversations')).length),
    )
    await expect(kept(page, 'storage.messages')).toHaveText(String((await rowsOf(page, me, 'messages')).length))
    const waiting = (await rowsOf(page, me, 'outbox')).length
    expect(waiting).toBeGreaterThan(0)
    await expect(kept(page, 'storage.waiting')).toHaveText(String(waiting))
    await expect(kept(page, 'storage.photos')).toHaveText(/^\d+ · \d+(,\d)? (kB|MB|byte)$/)
    await expect(kept(page, 'storage.files')).toHaveText(/^\d+ · /)
    await expect(page.getByText(text('storage.freeOffline'))).toBeVisible()
    const profiles = (await rowsOf(page, me, 'profiles')).length
    await page.getByRole('button', { name: text('storage.free') }).click()
    await expect(page.getByText(pattern('storage.freed'))).toBeVisible()
    await expect(kept(page, 'storage.photos')).toHaveText('0')
    expect((await rowsOf(page, me, 'profiles')).length).toBeLessThan(profiles)
    expect(await rowsOf(page, me, 'outbox')).toHaveLength(waiting)
    // Offline the screen does not offer to delete everything, because the chats would be empty.
    await page.getByText(text('storage.all')).click()
    await expect(page.getByText(text('storage.allOffline'))).toBeVisible()
    await expect(page.getByRole('button', { name: text('storage.allDo') })).toHaveCount(0)
  },
)

test(
  '[PWA-13] a member can delete all downloads, and the device fetches them again',
  { tag: '@long' },
  async ({ page }) => {
    const me = await settleIn(page, DEMO.free)
    const before = (await rowsOf(page, me, 'conversations')).length
    await openScreen(page)
    await page.getByText(text('storage.all')).click()
    await page.getByRole('button', { name: text('storage.allDo') }).click()
    await expect(page.getByText(text('storage.allDone'))).toBeVisible()
    await expect.poll(async () => (await rowsOf(page, me, 'conversations')).length).toBe(before)
    await expect(kept(page, 'storage.conversations')).toHaveText(String(before))
  },
)

type PersistWindow = { persistAsked: number }

/** Counts requests for persistent storage, and answers them. */
const countAsking = async (page: Page, { isFirefox = false, answer = true } = {}): Promise<void> => {
  await page.addInitScript(
    ([firefox, kept]) => {
      const here = window as unknown as PersistWindow // This script adds the fields.
      here.persistAsked = Number(sessionStorage.getItem('asked') ?? 0)
      let isKept = false
      navigator.storage.persisted = async () => isKept
      navigator.storage.persist = async () => {
        here.persistAsked += 1
        sessionStorage.setItem('asked', String(here.persistAsked))
        isKept = kept
        return kept
      }
      const { supports } = CSS
      if (firefox) CSS.supports = (...given: [string]) => given[0] === '-moz-appearance' || supports.apply(CSS, given)
    },
    [isFirefox, answer] as const,
  )
}

const asked = (page: Page): Promise<number> => page.evaluate(() => (window as unknown as PersistWindow).persistAsked) // `countAsking` has added it.

test(
  '[PWA-13] persistent storage is requested after the first message, never on load',
  { tag: '@long' },
  async ({ page, product }) => {
    await countAsking(page)
    const me = await settleIn(page, DEMO.free)
    await page.goto('/members')
    await openScreen(page)
    expect(await asked(page)).toBe(0)
    await openChat(page, product.data.partnersOf(me)[0] ?? 0)
    expect(await asked(page)).toBe(0)
    await write(page, 'worth keeping')
    await expect.poll(() => asked(page)).toBe(1)
    await write(page, 'and more')
    await expect.poll(() => product.data.messagesFrom(me).some(({ text: said }) => said === 'and more')).toBe(true)
    expect(await asked(page)).toBe(1)
  },
)

test(
  '[PWA-13] a browser that prompts for persistent storage does so only after a tap; a refusal is shown',
  { tag: '@long' },
  async ({ page, product }) => {
    await countAsking(page, { isFirefox: true, answer: false })
    const me = await settleIn(page, DEMO.free)
    await openChat(page, product.data.partnersOf(me)[0] ?? 0)
    await write(page, 'no question now')
    await expect
      .poll(() => product.data.messagesFrom(me).some(({ text: said }) => said === 'no question now'))
      .toBe(true)
    expect(await asked(page)).toBe(0)
    await openScreen(page)
    await page.getByRole('button', { name: text('storage.keep') }).click()
    await expect(page.getByText(text('storage.keepRefused'))).toBeVisible()
    expect(await asked(page)).toBe(1)
  },
)

const MARK = 'Zanzibar'

test(
  '[PWA-13] diagnostics are one text to copy, without personal data',
  { tag: '@long' },
  async ({ page, context, product }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { me, partner } = await begin(page, product)
    await composer(page).fill(`${MARK} is what I wrote`)
    await page.getByRole('button', { name: text('chat.send'), exact: true }).click()
    await expect(bubble(page, MARK)).toContainText(text('ui.waitsForNetwork'))
    await openScreen(page)
    await page.getByText(text('diagnostics.title'), { exact: true }).click()
    await page.getByRole('button', { name: text('diagnostics.copy') }).click()
    await expect(page.getByText(text('diagnostics.copied'))).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').filter((line) => line.startsWith('- messages.send · queued · '))).toHaveLength(2)
    expect(copied).toMatch(new RegExp(`${text('diagnostics.worker')}: [0-9a-f]{8}\n`))
    expect(copied).toContain(`${text('diagnostics.connection')}: ${text('diagnostics.no')}`)
    expect(copied).toMatch(new RegExp(`${text('diagnostics.features')}: .*locks, sync`))

    const own = await page.evaluate(async () => {
      const { user } = (await (await fetch('/api/user', { headers: { 'x-request-type': 'client' } })).json()) as {
        user: { email: string; profile: { name: string; city: string | null } }
      }
      return [user.email, user.profile.name, user.profile.city ?? user.email]
    })
    const ids = (await rowsOf(page, me, 'outbox')).map(({ id }) => String(id))
    for (const personal of [MARK, 'written while', ...own, ...ids, `${me}-`, `-${partner}`, 'https://'])
      expect(copied, personal).not.toContain(personal)
    expect(copied).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  },
)

test(
  '[PWA-13] without a clipboard the text is selected, so that the member can copy it',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
    })
    await settleIn(page, DEMO.free)
    await openScreen(page)
    await page.getByText(text('diagnostics.title'), { exact: true }).click()
    await page.getByRole('button', { name: text('diagnostics.copy') }).click()
    await expect(page.getByText(text('diagnostics.select'))).toBeVisible()
    expect(await page.evaluate(() => getSelection()?.toString())).toContain(text('diagnostics.browser'))
  },
)
