/** Notifications offered where they make sense [PWA-5]: after a message, after a match, by a tap, never on load. */
import { expect, type Page } from 'playwright/test'
import { settleInAsCarlo } from './support/people.ts'
import { test } from './support/push-service.ts'
import { bubble, openChat, write } from './support/screens.ts'
import { text } from './support/texts.ts'

test.use({ losesNetwork: true, onDisk: true })

const turnOn = (page: Page) => page.getByRole('button', { name: text('alert.pushAction') })
const afterMessage = (page: Page) => page.getByText(text('offer.pushAfterMessage'))

const toChats = (page: Page) => page.getByRole('link', { name: text('shell.backToChats') }).click()

/** Counts how often the browser was asked for its permission. */
const countAsking = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = () => {
      const { dataset } = document.documentElement
      dataset['asked'] = String(Number(dataset['asked'] ?? 0) + (navigator.userActivation.isActive ? 1 : 100))
      return ask()
    }
  })
const asked = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset['asked'])

test('[PWA-5] the offer appears after a message was sent, not before; a tap on it turns notifications on', async ({
  context,
  page,
  product,
}) => {
  await context.grantPermissions(['notifications'], { origin: product.url })
  await countAsking(page)
  const { anna } = await settleInAsCarlo(page, product)
  await openChat(page, anna.id)
  await expect(page.getByRole('textbox')).toBeVisible()
  await expect(turnOn(page)).toHaveCount(0)
  await write(page, 'Ciao Anna')
  await expect(bubble(page, 'Ciao Anna')).toContainText(text('chat.stateSent'))
  await expect(afterMessage(page), 'not in the conversation').toHaveCount(0)
  await toChats(page)
  await expect(afterMessage(page)).toBeVisible()
  expect(await asked(page), 'not asked by itself').toBeUndefined()
  await turnOn(page).click()
  await expect(page.getByText(text('signup.pushIsOn'))).toBeVisible()
  await expect(afterMessage(page)).toHaveCount(0)
  expect(await asked(page), 'asked once, by a tap').toBe('1')
  await page.goto('/notifications')
  await expect(page.getByText(text('settings.pushOn'))).toBeVisible()
})

test(
  '[PWA-5] a declined offer does not return, neither after a reload nor in lists; the settings still have the switch',
  { tag: '@long' },
  async ({ context, page, product }) => {
    await context.grantPermissions(['notifications'], { origin: product.url })
    const { anna, me } = await settleInAsCarlo(page, product)
    await openChat(page, anna.id)
    await write(page, 'Ciao Anna')
    await toChats(page)
    await expect(afterMessage(page)).toBeVisible()
    await page.getByRole('button', { name: text('alert.dismiss') }).press('Enter')
    await expect(afterMessage(page)).toHaveCount(0)
    await expect(page.getByRole('main'), 'by keys one goes on in the screen').toBeFocused()
    await anna.say(me, 'Ciao Carlo')
    // The refusal is stored with the account and is not only a pause, so another device does not ask either.
    await page.evaluate(() => localStorage.removeItem('offers'))
    await page.reload()
    await page.getByRole('main').getByRole('link', { name: 'Anna' }).click()
    await write(page, 'Come va?')
    await toChats(page)
    // Without the pause the app makes another offer: installing.
    await expect(page.getByText(text('install.offer', { site: 'Visavis' }))).toBeVisible()
    await expect(afterMessage(page)).toHaveCount(0)
    await page.goto('/members')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(turnOn(page)).toHaveCount(0)
    await page.goto('/notifications')
    await expect(page.getByText(text('settings.pushOff'))).toBeVisible()
  },
)

test(
  '[PWA-5] a match offers notifications in its dialog, and closing the dialog does not prompt the browser',
  { tag: '@long' },
  async ({ context, page, product }) => {
    await context.grantPermissions(['notifications'], { origin: product.url })
    await countAsking(page)
    const { anna, me } = await settleInAsCarlo(page, product)
    await anna.ask('likes.put', { params: { profile: String(me) } })
    await page.goto(`/members/${anna.id}`)
    await page
      .getByRole('button', { name: text('likes.like', { name: 'Anna' }) })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: text('match.title') })
    await expect(dialog.getByText(text('offer.pushAfterMatch'))).toBeVisible()
    await dialog.getByRole('button', { name: text('alert.pushAction') }).click()
    await expect(dialog.getByText(text('signup.pushIsOn'))).toBeVisible()
    expect(await asked(page)).toBe('1')
  },
)
