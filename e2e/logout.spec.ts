/** Logging out leaves nothing of a member on the device, with or without a network. */
import { expect, type BrowserContext, type Page } from 'playwright/test'
import { leftoversOn } from './support/device.ts'
import { expectFitsSmallest } from './support/large-text.ts'
import { CARLO, DEMO, join, logIn, logOut, person, settleIn, settleInAsCarlo } from './support/people.ts'
import { bubble, chatRows, composer, memberCards, openChat, photosShown, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'
import { controlWorker } from './support/worker.ts'

test.use({ losesNetwork: true })

test('[PWA-11][SHELL-14] logout leaves nothing of the member on the device, and a second member there sees nothing of the first', async ({
  context,
  page,
  product,
}) => {
  const [second, third] = [person('Dora'), person('Emil', { gender: 'male' })]
  await join(product, second)
  const emil = await join(product, third)
  await context.grantPermissions(['notifications'], { origin: product.url })
  const me = await settleIn(page, DEMO.premium)
  await page.goto('/chats')
  await photosShown(page.locator('main'))
  const paths = await photoPaths(page)
  expect(paths.length).toBeGreaterThan(2)
  const [partner = 0] = product.data.partnersOf(me)
  await openChat(page, partner)
  await composer(page).fill('a draft of my own')
  await page.goto('/members?gender=both&ages=20-60')
  await expect(memberCards(page).first()).toBeVisible()
  await page.evaluate(async () => (await navigator.serviceWorker.ready).showNotification('Anna'))

  const before = await leftoversOn(page)
  expect(before.databases).toContain(`member-${me}`)
  expect(before.cookies).toContain('session')
  const traces = await tracesOf(page, me)
  expect(traces.length).toBeGreaterThan(5)
  const browserCache = await httpCacheOf(context)
  // The worker keeps photos in a cache of its own, so a logout without a network leaves nothing behind either.
  expect(await browserCache.holds(paths), 'shown through the worker').toEqual([])
  await browserCache.fill(paths)
  expect(await browserCache.holds(paths), 'fetched by a page without a worker').toEqual(paths)

  // An answer for the first member is still in flight while the second one logs in.
  const late = product.gate.holdAnswers('GET /api/likes')
  await page.evaluate(() => {
    void fetch('/api/likes').catch(() => {})
  })
  await logOut(page, { isAsked: true })

  await test.step('nothing of the member is in a database, a cache, a cookie or a notification', async () => {
    await expect(page.getByRole('link', { name: text('shell.login') }).first()).toBeVisible()
    await expect.poll(async () => (await leftoversOn(page)).databases).not.toContain(`member-${me}`)
    const after = await leftoversOn(page)
    expect(after.cookies).not.toContain('session')
    expect(after.notifications).toEqual([])
    expect(Object.keys(after.caches).filter((name) => name.startsWith('photos-') && !name.endsWith('visitor'))).toEqual(
      [],
    )
    const everything = JSON.stringify([after, await everyRow(page)])
    for (const trace of traces) expect(everything, `nothing of "${trace}"`).not.toContain(trace)
  })

  await test.step('no photo can be read from the HTTP cache of the browser', async () => {
    await expect.poll(() => browserCache.holds(paths), { message: 'after the logout' }).toEqual([])
    await context.setOffline(true)
    for (const path of paths) await expect(browserCache.open(path)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
    await context.setOffline(false)
  })

  await test.step('a second member sees nothing of the first', async () => {
    late.release()
    const dora = await settleIn(page, second)
    await emil.say(dora, 'hello Dora')
    await page.goto('/chats')
    await expect(chatRows(page)).toHaveCount(1)
    await context.setOffline(true)
    for (const path of ['/chats', '/likes', '/likes/sent', '/likes/matches', '/profile']) {
      await page.goto(path)
      // On a phone the bar has the title of some screens.
      await expect(page.locator(':is(h1, h2):visible').first()).toBeVisible()
      const shown = await page.locator('body').innerText()
      for (const trace of traces) expect(shown, `${path} without "${trace}"`).not.toContain(trace)
    }
    const left = await leftoversOn(page)
    expect(left.databases.filter((name) => name.startsWith('member-'))).toEqual([`member-${dora}`])
    const rows = JSON.stringify(await everyRow(page))
    for (const trace of traces) expect(rows, `nothing of "${trace}"`).not.toContain(trace)
  })
})

test('[PWA-11] logout works offline, also as an address, and asks first when writes wait', async ({
  context,
  page,
  product,
}) => {
  const { anna, me } = await settleInAsCarlo(page, product)
  await openChat(page, anna.id)
  const session = (await context.cookies()).find(({ name }) => name === 'session')
  await context.setOffline(true)
  await openChat(page, anna.id)
  await write(page, 'never to be sent')

  await page.goto('/profile')
  await page.getByRole('button', { name: text('shell.logout') }).click()
  const question = page.getByRole('dialog', { name: pattern('logout.title') })
  await expect(question).toBeVisible()
  await expectFitsSmallest(page, 'the question at the logout')
  await question.getByRole('button', { name: text('logout.stay') }).click()
  await openChat(page, anna.id)
  await expect(bubble(page, 'never to be sent')).toBeVisible()

  // Typed as an address, which the worker answers.
  await page.goto('/api/logout')
  await question.getByRole('button', { name: text('logout.anyway') }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(async () => (await leftoversOn(page)).databases).not.toContain(`member-${me}`)
  // A restarted worker does not restore the member.
  await (await controlWorker(page)).stop()
  await page.goto('/chats')
  await expect(page.getByRole('heading', { name: text('shell.membersOnlyTitle') })).toBeVisible()
  await expect(page.getByText('Anna')).toHaveCount(0)

  await context.setOffline(false)
  await page.goto('/')
  await expect.poll(async () => (await leftoversOn(page)).cookies).not.toContain('session')
  const asked = await fetch(`${product.url}/api/user`, {
    headers: { cookie: `session=${session?.value ?? ''}`, 'x-request-type': 'client' },
  })
  expect(((await asked.json()) as { user: unknown }).user, 'the server has ended the session').toBeNull()
  expect(product.data.messagesFrom(me)).toEqual([])
  await logIn(page, CARLO)
})

test(
  '[PWA-11][ACC-16] a session that is ended elsewhere leaves no photo in the HTTP cache',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const someone = person('Carla')
    const elsewhere = await join(product, someone)
    await settleIn(page, someone)
    await page.goto('/members?gender=both&ages=20-60')
    await photosShown(page.locator('main'))
    const paths = await photoPaths(page)
    const browserCache = await httpCacheOf(context)
    await browserCache.fill(paths)
    expect(await browserCache.holds(paths)).toEqual(paths)
    await elsewhere.ask('sessions.end_others', {})
    await page.goto('/chats')
    await expect(page.getByRole('heading', { name: text('shell.membersOnlyTitle') })).toBeVisible()
    await expect.poll(() => browserCache.holds(paths)).toEqual([])
  },
)

const photoPaths = (page: Page): Promise<string[]> =>
  page
    .locator('img[src*="/photos/"]')
    .evaluateAll((images) => [
      ...new Set(images.map((image) => new URL(image.getAttribute('src') ?? '', location.href).pathname)),
    ])

/**
 * The HTTP cache as somebody at this device reads it: past the worker. It is read in a tab of its own that does not run the
 * app, whose own requests must not go past the worker.
 */
const httpCacheOf = async (context: BrowserContext) => {
  const tab = await context.newPage()
  await tab.goto('/robots.txt')
  const devtools = await context.newCDPSession(tab)
  await devtools.send('Network.enable')
  await devtools.send('Network.setBypassServiceWorker', { bypass: true })
  const ask = async (paths: readonly string[], cache: RequestCache): Promise<string[]> => {
    const found = await tab.evaluate(
      ([wanted, mode]) =>
        Promise.all(
          wanted.map((path) =>
            fetch(path, { cache: mode, mode: 'same-origin' }).then(
              async (response) => (response.ok && (await response.blob()).size > 0 ? [path] : []),
              () => [],
            ),
          ),
        ),
      [paths, cache] as const,
    )
    return found.flat()
  }
  return {
    fill: (paths: readonly string[]) => ask(paths, 'default'),
    holds: (paths: readonly string[]) => ask(paths, 'only-if-cached'),
    open: (path: string) => tab.goto(path),
  }
}

/** Words that give this member away: their address and name, and what was said to them. */
const tracesOf = (page: Page, me: number): Promise<string[]> =>
  page.evaluate(async (id) => {
    const rows = await new Promise<{ text: string }[]>((resolve) => {
      const opening = indexedDB.open(`member-${id}`)
      opening.addEventListener('success', () => {
        const asking = opening.result.transaction('messages').objectStore('messages').getAll()
        asking.addEventListener('success', () => {
          resolve(asking.result)
          opening.result.close()
        })
      })
    })
    const response = await fetch('/api/user', { headers: { 'x-request-type': 'client' } })
    const { user } = (await response.json()) as { user: { email: string; profile: { name: string } } }
    return [user.email, ...rows.map(({ text }) => text)]
  }, me)

/** Every row of every database of the site. */
const everyRow = (page: Page): Promise<unknown[]> =>
  page.evaluate(async () => {
    const found: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => resolve(opening.result))
      })
      for (const store of db.objectStoreNames)
        found.push(
          await new Promise((resolve) => {
            const asking = db.transaction(store).objectStore(store).getAll()
            asking.addEventListener('success', () => resolve([name, store, asking.result]))
          }),
        )
      db.close()
    }
    return found
  })
