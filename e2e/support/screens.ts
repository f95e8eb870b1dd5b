/** Locators and actions for the screens, which find things by the text that a person reads. */
import { expect, type Locator, type Page } from 'playwright/test'
import type { Locale } from '#contract/locales.ts'
import { STREAM } from './gate.ts'
import type { Picture } from './pictures.ts'
import type { Product } from './product.ts'
import { pattern, text, type TextKey } from './texts.ts'

/** Opens the conversation with someone and waits for the composer, or for the reason why there is none. */
export const openChat = async (page: Page, partner: number): Promise<void> => {
  await page.goto(`/members/${partner}/chat`)
  await expect(page.getByRole('link', { name: text('shell.backToChats') })).toBeAttached()
}

/** Waits for this many event streams: typing is not sent later, and a member without a stream gets a push instead. */
export const listening = (product: Product, count: number): Promise<void> =>
  expect.poll(() => product.gate.open(STREAM), { message: 'live lines' }).toBe(count)

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: pattern('chat.writeTo') })

/** Writes a message and waits until the conversation shows it. */
export const write = async (page: Page, words: string): Promise<void> => {
  await composer(page).fill(words)
  await page.getByRole('button', { name: text('chat.send'), exact: true }).click()
  await expect(bubble(page, words)).toBeVisible()
}

export const thread = (page: Page): Locator => page.getByRole('region', { name: pattern('chat.messages') })

/** One message of the open conversation, with its state. */
export const bubble = (page: Page, words: string): Locator =>
  thread(page).getByRole('listitem').filter({ hasText: words })

/** Texts in the open conversation, oldest first, without text for screen readers only. */
export const saidIn = async (page: Page): Promise<string[]> => {
  const paragraphs = await thread(page).locator('li p[dir=auto]').all()
  return Promise.all(
    paragraphs.map((paragraph) =>
      paragraph.evaluate((element) =>
        [...element.childNodes]
          .filter((node) => !(node instanceof Element && node.classList.contains('vh')))
          .map((node) => node.textContent)
          .join(''),
      ),
    ),
  )
}

export const chatRows = (page: Page): Locator =>
  page.locator('a[href^="/chats/"]').filter({ has: page.locator('time') })

export const chatRow = (page: Page, conversation: string): Locator => page.locator(`a[href="/chats/${conversation}"]`)

export const memberCards = (page: Page): Locator => page.getByRole('article')

/** @returns the number of rows or cards, once the list has drawn those below the screen (`app/ui/first-rows.ts`) */
export const countDrawn = async (items: Locator): Promise<number> => {
  await expect(items.first()).toBeVisible()
  await expect(items.page().locator('main ul[aria-busy="true"]')).toHaveCount(0)
  return items.count()
}

export const memberCard = (page: Page, member: number): Locator =>
  memberCards(page).filter({ has: page.locator(`a[href$="/${member}"]`) })

export const heart = (place: Page | Locator, locale: Locale = 'it'): Locator =>
  place.getByRole('button', { name: pattern('likes.like', locale) })

/** Waits until every photo in view has pixels. */
export const photosShown = async (place: Locator): Promise<void> => {
  const photos = place.locator('img')
  await expect(photos.first()).toBeVisible()
  await expect
    .poll(
      () =>
        photos.evaluateAll((images) =>
          images
            .filter((image) => image instanceof HTMLImageElement)
            // Photos below the window load lazily.
            .filter((image) => image.getBoundingClientRect().top < innerHeight)
            .every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
        ),
      { message: 'photos with pixels' },
    )
    .toBe(true)
}

/** Takes a photo from the library into the composer; a second tap sends it, after the composer showed its price. */
export const sendPhoto = async (page: Page, picture: Picture): Promise<void> => {
  await page.locator('input[type=file]:not([capture])').setInputFiles(picture)
  await page.getByRole('button', { name: text('chat.sendPhoto'), exact: true }).click()
  await expect(page.getByRole('button', { name: text('chat.sendPhoto'), exact: true })).toHaveCount(0)
}

export const sendGift = async (page: Page, gift: TextKey): Promise<void> => {
  await page.getByRole('button', { name: text('chat.sendGift'), exact: true }).click()
  const picker = page.getByRole('dialog')
  await picker.getByText(text(gift), { exact: true }).click()
  await picker.getByRole('button', { name: text('gift.send', { gift: text(gift) }), exact: true }).click()
  await expect(picker).toHaveCount(0)
}

/** Photos in the open conversation. */
export const sentPhotos = (page: Page): Locator => thread(page).getByRole('listitem').locator('img[alt]:not([alt=""])')

/** Chooses an entry of the open conversation's menu. */
export const fromChatMenu = async (page: Page, words: string): Promise<void> => {
  await page
    .getByRole('button', { name: pattern('chats.menu') })
    .last()
    .click()
  await page.getByRole('menuitem', { name: words, exact: true }).click()
}

/** Opens a path and waits until its screen has loaded. @returns the HTTP status */
export const openLoaded = async (page: Page, path: string, locale?: Locale): Promise<number | undefined> => {
  const response = await page.goto(path)
  await expect(page.locator('main :is(h1, h2, article, form, p)').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(text('ui.loading', {}, locale))).toHaveCount(0)
  await expect(page.getByRole('progressbar', { name: text('ui.loading', {}, locale) })).toHaveCount(0)
  return response?.status()
}
