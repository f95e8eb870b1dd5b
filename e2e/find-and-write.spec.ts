/** From the filter to the first words: distance, online, with a photo, the live count, and the openers of an empty chat. */
import { expect, type Locator, type Page } from 'playwright/test'
import { join, person, settleIn } from './support/people.ts'
import { bubble, composer, heart, openChat } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'

/** A small town far from the members of the demo, so that every count is known. */
const TOWN = { country: 'NZ', countryregion: 'NZ-WKO', city: 'NZ-WKO/taupo' } as const
/** Between 50 and 100 km from there. */
const NEXT_TOWN = { ...TOWN, city: 'NZ-WKO/tokoroa' }

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: text('members.filter') })
const openFilter = (page: Page): Promise<void> =>
  page.getByRole('button', { name: text('members.filter'), exact: true }).click()
const PLURALS = ['members.showCount_zero', 'members.showCount_one'] as const
/** The button with the number that the filter finds. */
const show = (page: Page, count: number): Locator =>
  sheet(page).getByRole('button', { name: text(PLURALS[count] ?? 'members.showCount_other', { count }), exact: true })
/** The cards are those of these people, in any order. */
const expectCards = async (page: Page, names: readonly string[]): Promise<void> => {
  await expect(heart(page)).toHaveCount(names.length)
  for (const name of names)
    await expect(page.getByRole('button', { name: text('likes.like', { name }), exact: true })).toBeVisible()
}
const choose = (page: Page, word: string): Promise<void> => sheet(page).getByText(word, { exact: true }).click()

test.use({ sharedServer: true })

test(
  '[FIND-1][PROF-13] the filter counts while one chooses: distance, online, with a photo',
  { tag: '@long' },
  async ({ page, product }) => {
    const anna = person('Anna', TOWN)
    await join(product, anna)
    await join(product, person('Bruno', { ...TOWN, gender: 'male' }))
    await join(product, person('Clara', { ...TOWN }))
    await join(product, person('Dario', { ...NEXT_TOWN, gender: 'male' }))
    const joined = Date.now()
    await settleIn(page, anna)

    await test.step('the distance, counted before anything is applied', async () => {
      await openFilter(page)
      await choose(page, text('members.byPlace'))
      await page.setViewportSize({ width: 320, height: 568 })
      // Nothing shows below the button that stays in sight: the sheet's last pixels belong to its box.
      const isCovered = await sheet(page)
        .locator('[type=submit]')
        .last()
        .evaluate((button) => button.parentElement?.contains(document.elementFromPoint(160, innerHeight - 4)))
      expect(isCovered).toBe(true)
      await page.setViewportSize({ width: 390, height: 844 })
      await choose(page, text('members.distanceCity'))
      await expect(show(page, 2)).toBeVisible()
      await choose(page, '100 km')
      await show(page, 3).click()
      await expect(sheet(page)).toBeHidden()
      await expect(page).toHaveURL(/distance=100/)
      await expectCards(page, ['Bruno', 'Clara', 'Dario'])
      await expect(page.getByText(text('members.found_other', { count: 3 })).first()).toBeVisible()
    })

    await test.step('online', async () => {
      // The server writes five seconds after a request that the member was there, which would overwrite the next line.
      await expect.poll(() => Date.now() - joined, { timeout: 10_000 }).toBeGreaterThan(6_000)
      // Clara was here an hour ago, so she is not online.
      product.data.activeAt(product.data.memberOf('clara@example.test'), Date.now() - 3_600_000)
      await openFilter(page)
      await choose(page, text('members.distanceCity'))
      await sheet(page)
        .getByRole('switch', { name: text('ui.online') })
        .click()
      await show(page, 1).click()
      await expectCards(page, ['Bruno'])
    })

    await test.step('with a photo, which nobody here has', async () => {
      await openFilter(page)
      await sheet(page)
        .getByRole('switch', { name: text('ui.online') })
        .click()
      await expect(show(page, 2)).toBeVisible()
      await sheet(page)
        .getByRole('switch', { name: text('members.withPhoto') })
        .click()
      await expect(show(page, 0)).toBeVisible()
    })

    await test.step('a saved filter gets a name, and leads back to it', async () => {
      await sheet(page)
        .getByRole('button', { name: text('members.saveFilter'), exact: true })
        .click()
      await sheet(page).getByLabel(text('members.filterName')).fill('Vicino')
      await sheet(page)
        .getByRole('switch', { name: text('members.withPhoto') })
        .click()
      await expect(show(page, 2)).toBeVisible()
      await sheet(page).getByRole('button', { name: 'Vicino', exact: true }).click()
      await expect(show(page, 0)).toBeVisible()
    })
  },
)

test('[LIKE-9] an opener of an empty chat says why, fills the field, and sends nothing', async ({ page, product }) => {
  const [elena, fabio] = [person('Elena'), person('Fabio', { gender: 'male' })]
  await join(product, elena)
  const partner = (await join(product, fabio)).id
  const me = await settleIn(page, elena)
  await openChat(page, partner)
  const openers = page.getByRole('list', { name: text('icebreaker.title') }).getByRole('button')
  const words = text('opener.place', { city: 'Milano' })
  await expect(openers).toContainText([text('opener.sameCity', { city: 'Milano' }) + words])
  await openers.first().click()
  await expect(composer(page)).toHaveValue(words)
  await expect(composer(page)).toBeFocused()
  // The copy that flew there is gone.
  await expect(page.locator('body > [inert]')).toHaveCount(0)
  expect(product.data.messagesBetween(me, partner)).toEqual([])
  await page.getByRole('button', { name: text('chat.send'), exact: true }).click()
  await expect(bubble(page, words)).toBeVisible()
  await expect(openers).toHaveCount(0)
})
