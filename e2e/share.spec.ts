/** Content shared from other apps, and photos that are chosen but not sent, are never lost. */
import { expect, type Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './support/axe.ts'
import { rowsOf } from './support/device.ts'
import { DEMO, join, logIn, logOut, person, settleIn } from './support/people.ts'
import { pictures, type Picture } from './support/pictures.ts'
import { composer, openChat, photosShown, sentPhotos, write } from './support/screens.ts'
import { share } from './support/sharing.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'
import { controlled, controlWorker } from './support/worker.ts'

test.use({ losesNetwork: true })

const LIBRARY = 'input[type=file]:not([capture])'
const onePicture = async (): Promise<Picture> => {
  const [picture] = await pictures(1)
  if (!picture) throw new Error('No picture was made.')
  return picture
}
const shared = (page: Page) => page.getByRole('img', { name: pattern('shared.photo') })
const people = (page: Page) => page.getByRole('region', { name: text('shared.to') }).getByRole('button')
const preview = (page: Page) => page.getByRole('img', { name: text('chat.photoPreview') })
const sendButton = (page: Page) => page.getByRole('button', { name: text('chat.sendPhoto'), exact: true })
const nothing = (page: Page) => page.getByRole('heading', { name: text('shared.emptyTitle') })

/** Loaded and drawn. */
const seen = (page: Page, count: number) =>
  expect
    .poll(() =>
      preview(page).evaluateAll(
        (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
      ),
    )
    .toBe(count)

test(
  '[PWA-9][PWA-2][PROF-3][CHAT-5] a shared item lands once in the composer of the chosen chat, also offline and by keyboard alone',
  { tag: '@long' },
  async ({ context, page, product }) => {
    test.slow()
    const me = await settleIn(page, DEMO.premium)
    product.data.giveCredits(me, 20)

    await test.step('a file that is no photo is refused by name, and the others continue', async () => {
      const picture = await onePicture()
      const letter = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Anna') }
      const heic = {
        name: 'phone.heic',
        mimeType: 'image/heic',
        buffer: Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
      }
      const huge = { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 1) }
      await share(page, [letter, heic, huge])
      for (const [name, reason] of [
        ['letter.jpg', text('error.photo_type')],
        ['phone.heic', text('shared.heic')],
        ['huge.jpg', text('error.photo_too_large')],
      ] as const)
        await expect(page.getByRole('alert').filter({ hasText: name })).toContainText(reason)
      await expect(people(page)).toHaveCount(0)
      await expect(page.getByRole('button', { name: text('shared.toProfile_one') })).toHaveCount(0)

      await share(page, [letter, picture])
      await expect(page.getByRole('alert')).toHaveCount(1)
      await people(page).first().click()
      await page.waitForURL('**/chats/*')
      await seen(page, 1)
      await expect(page.getByText(pattern('shared.more_one'))).toHaveCount(0)
      await page.getByRole('button', { name: text('chat.photoRemove'), exact: true }).click()
      await expect.poll(() => rowsOf(page, me, 'drafts')).toEqual([])
    })

    await test.step('discarded it is gone from the device', async () => {
      await share(page, await pictures(3))
      await page.getByRole('button', { name: text('shared.remove', { number: 2 }), exact: true }).click()
      await expect(shared(page)).toHaveCount(2)
      await page.getByRole('button', { name: text('shared.discard'), exact: true }).click()
      await expect(page).toHaveURL('/chats')
      expect(await rowsOf(page, me, 'drafts')).toEqual([])
      expect(await rowsOf(page, me, 'blobs')).toEqual([])
    })

    await test.step('without a network it lands in the composer of the chosen chat, waits, and arrives once', async () => {
      const partner = product.data.partnersOf(me)[0] ?? 0
      const before = product.data.messagesFrom(me).length
      await opened(page, '/share')
      await openChat(page, partner)
      await composer(page).fill('begun before')
      await context.setOffline(true)
      await (await controlWorker(page)).stop()

      await share(page, await pictures(2), { text: 'from the sea' })
      await expect(page).toHaveURL('/share')
      await expect(shared(page)).toHaveCount(2)
      await photosShown(page.getByRole('region', { name: text('shared.what') }))
      await expect(page.getByText('from the sea')).toBeVisible()
      await page.reload()
      await expect(shared(page), 'a reload keeps it').toHaveCount(2)

      const name = product.data.nameOf(partner)
      const search = page.getByRole('searchbox', { name: text('shared.search') })
      if (await search.isVisible()) await search.fill(name.slice(0, 3).toLowerCase())
      await people(page).filter({ hasText: name }).first().dblclick()
      await page.waitForURL('**/chats/*')
      await expect(composer(page), 'a double tap adds it once').toHaveValue('begun before\nfrom the sea')
      await seen(page, 1)
      await expect(page.getByText(text('shared.more_one', { count: 1 }))).toBeVisible()
      expect(product.data.messagesFrom(me), 'nothing is sent by itself').toHaveLength(before)

      await tapsAtOnce(page, text('chat.sendPhoto'))
      await sendButton(page).click()
      await expect(sentPhotos(page).last()).toBeVisible()
      // The second one comes in its place.
      await seen(page, 1)
      await sendButton(page).click()
      await expect(preview(page)).toHaveCount(0)
      await expect.poll(() => rowsOf(page, me, 'drafts')).toEqual([])
      await expect.poll(async () => (await rowsOf(page, me, 'outbox')).length).toBe(2)

      await context.setOffline(false)
      await expect.poll(() => product.data.messagesFrom(me).length).toBe(before + 2)
      await expect.poll(() => rowsOf(page, me, 'outbox')).toEqual([])
      expect(product.data.messagesFrom(me)).toHaveLength(before + 2)
      await page.goto('/share')
      await expect(nothing(page), 'what has gone somewhere is not shared again').toBeVisible()
    })

    await test.step('the screen is accessible in both themes, fits 320 px, and works by keyboard alone', async () => {
      await page.setViewportSize({ width: 320, height: 640 })
      const letter = {
        name: 'a-letter-with-a-very-long-name-20261121.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.from('no'),
      }
      await share(page, [...(await pictures(2)), letter], { text: 'from the sea' })
      await expect(page.getByRole('alert')).toContainText(letter.name)
      await expect(shared(page)).toHaveCount(2)
      // Chromium gives new colours to rows outside the window (`content-visibility`) only once they are shown.
      await page.setViewportSize({ width: 320, height: 2_000 })
      await expectAccessibleInBothThemes(page, 'shared things', { within: 'main' })
      await page.setViewportSize({ width: 320, height: 640 })
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow).toBeLessThanOrEqual(0)

      await people(page).first().focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/chats/*')
      await expect(composer(page)).toHaveValue('from the sea')
      await seen(page, 1)
      await expect(sendButton(page)).toBeEnabled()
      await sendButton(page).press('Enter')
      await expect(composer(page), 'the button has gone, the focus has not').toBeFocused()
    })
  },
)

test(
  '[CHAT-2][PWA-1][PWA-12] a chosen photo outlives a reload, the worker and the network, and is there in every tab until it is sent',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const me = await settleIn(page, DEMO.premium)
    product.data.giveCredits(me, 20)
    const partner = product.data.partnersOf(me)[0] ?? 0
    const before = product.data.messagesFrom(me).length
    await openChat(page, partner)
    await page.locator(LIBRARY).setInputFiles(await onePicture())
    await seen(page, 1)
    await expect.poll(async () => (await rowsOf(page, me, 'drafts'))[0]?.['colours']).toBeTruthy()

    await context.setOffline(true)
    await (await controlWorker(page)).stop()
    await page.reload()
    await seen(page, 1)
    await write(page, 'words go first')
    await seen(page, 1)

    const other = await context.newPage()
    await openChat(other, partner)
    await seen(other, 1)
    await sendButton(other).click()
    await expect(preview(other)).toHaveCount(0)
    await expect(preview(page), 'sent in one tab it is gone from the other').toHaveCount(0)
    await page.reload()
    await expect(sentPhotos(page).last()).toBeVisible()
    await expect(preview(page)).toHaveCount(0)

    await context.setOffline(false)
    await expect.poll(() => product.data.messagesFrom(me).length).toBe(before + 2)
    await expect.poll(() => rowsOf(page, me, 'blobs')).toEqual([])
    expect(
      product.data.messagesBetween(me, partner).filter(({ sender, type }) => sender === me && type === 'photo'),
    ).not.toHaveLength(0)

    await page.locator(LIBRARY).setInputFiles(await onePicture())
    await seen(page, 1)
    await page.getByRole('button', { name: text('chat.photoRemove'), exact: true }).click()
    await expect.poll(() => rowsOf(page, me, 'drafts')).toEqual([])
    await page.reload()
    await expect(composer(page)).toBeVisible()
    await expect(preview(page)).toHaveCount(0)
  },
)

test(
  '[PWA-9][PWA-2][PROF-9] a photo for the profile waits for the network and outlives a page',
  { tag: '@long' },
  async ({ context, page, product }) => {
    await join(product, person('Dora'))
    const me = await settleIn(page, person('Dora'))

    await test.step('shared without a network it goes to the profile, where it waits for the network', async () => {
      await opened(page, '/share', '/profile')
      await context.setOffline(true)
      await share(page, [await onePicture()])
      await expect(page.getByText(text('shared.noChats'))).toBeVisible()
      await page.getByRole('button', { name: text('shared.toProfile_one') }).click()
      await expect(page).toHaveURL('/profile')
      await expect(page.locator('[data-photo]')).toHaveCount(1)
      expect(product.data.photosOf(me)).toHaveLength(0)
      await context.setOffline(false)
      await expect.poll(() => product.data.photosOf(me).length).toBe(1)
      await expect.poll(() => rowsOf(page, me, 'drafts')).toEqual([])
    })

    await test.step('one that is being prepared when the page goes is prepared by the next page', async () => {
      // Once, a worker that never answers.
      await page.addInitScript(() => {
        if (sessionStorage.getItem('silent') !== 'yes') return
        sessionStorage.setItem('silent', 'no')
        class Silent extends EventTarget {
          postMessage(): void {}
          terminate(): void {}
        }
        Object.assign(globalThis, { Worker: Silent })
      })
      await page.evaluate(() => sessionStorage.setItem('silent', 'yes'))
      await page.goto('/profile')
      await page.locator('input[type=file]').setInputFiles(await onePicture())
      await expect(page.getByText(text('photos.preparing'))).toBeVisible()
      await expect.poll(async () => (await rowsOf(page, me, 'drafts')).length).toBe(1)
      expect(product.data.photosOf(me)).toHaveLength(1)
      await page.reload()
      await expect.poll(() => product.data.photosOf(me).length).toBe(2)
      await expect(page.locator('[data-photo]')).toHaveCount(2)
      await expect.poll(() => rowsOf(page, me, 'drafts')).toEqual([])
    })
  },
)

test('[PWA-9][PWA-11] a photo shared by nobody waits for the login of one member; another member, or who logs in after a logout, never sees it', async ({
  page,
  product,
}) => {
  await Promise.all([join(product, person('Dora')), join(product, person('Emil', { gender: 'male' }))])
  // Only a worker takes what is shared.
  await page.goto('/')
  await controlled(page)
  await share(page, [await onePicture()])
  await expect(page.getByRole('heading', { name: text('shared.loginTitle') })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: text('shell.login'), exact: true })
    .click()
  await page.getByLabel(text('login.email')).fill(person('Dora').email)
  await page.getByLabel(text('login.password'), { exact: true }).fill(person('Dora').password)
  await page.getByRole('button', { name: text('login.submit'), exact: true }).click()
  await expect(page, 'back where it waits').toHaveURL('/share')
  await expect(shared(page)).toHaveCount(1)

  // The shared text is not sent.
  await logOut(page, { isAsked: true })
  await page.goto('/share')
  await expect(nothing(page)).toBeVisible()
  await logIn(page, person('Emil'))
  await page.goto('/share')
  await expect(nothing(page)).toBeVisible()
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  expect(databases.filter((name) => name?.startsWith('member-'))).toHaveLength(1)
})

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    '[PWA-9][PWA-13] the screen says that shared content did not arrive, and a device that stores nothing gets no requests',
    { tag: '@long' },
    async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/device')) asked.push(pathname)
      })
      await page.goto('/pages/faq')
      await share(page, [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(3 * 1024 * 1024, 7) }])
      await expect(page).toHaveURL('/share?lost=1')
      await expect(page.getByRole('heading', { name: text('shared.lostTitle') })).toBeVisible()
      await page.goto('/share')
      await expect(page.getByRole('heading', { name: text('shared.emptyTitle') })).toBeVisible()
      await page.goto('/notifications/device')
      await page.getByText(text('diagnostics.title'), { exact: true }).click()
      await expect(page.locator('pre')).toContainText(text('diagnostics.browser'))
      expect(asked).toEqual([])
    },
  )
})

/** All screens are on the device a little after the first visit; these are once they were opened. */
const opened = async (page: Page, ...paths: string[]): Promise<void> => {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  }
}

/** From now on every such button is tapped as soon as it is there, as the second of a double tap does it. */
const tapsAtOnce = (page: Page, name: string): Promise<void> =>
  page.evaluate((words) => {
    const find = () => [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === words)
    const known = new Set(find())
    new MutationObserver(() => {
      for (const button of find()) {
        if (!known.has(button)) button.click()
        known.add(button)
      }
    }).observe(document.body, { childList: true, subtree: true })
  }, name)
