/** Everything that opens over a screen: large text on the smallest phone, axe, the keyboard, and no motion [SHELL-19]. */
import { expect, type Page } from 'playwright/test'
import { expectAccessibleInBothThemes } from './support/axe.ts'
import { enlargeText, expectFits, SMALLEST } from './support/large-text.ts'
import { OPEN, OVERLAYS, type Overlay } from './support/overlays.ts'
import { DEMO, logIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { test } from './support/test.ts'
import { pattern } from './support/texts.ts'

test.use({ losesNetwork: true, sharedServer: true, viewport: SMALLEST, reducedMotion: 'reduce' })

const peopleOf = (product: Product): { partner: number; stranger: number; newcomer: number } => {
  const me = product.data.memberOf(DEMO.premium.email)
  const [partner = 0] = product.data.partnersOf(me)
  const stranger = product.data.strangersTo(me).find((one) => product.data.photosOf(one).length > 1) ?? 0
  return { partner, stranger, newcomer: stranger }
}

/** Escape closes what is open, and the focus is back at a control that the page shows. */
const closeByKey = async (page: Page, name: string): Promise<void> => {
  expect
    .soft(await page.evaluate((open) => document.activeElement?.closest(open) !== null, OPEN), `${name} has the focus`)
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect(page.locator(OPEN), name).toHaveCount(0)
  expect
    .soft(
      await page.evaluate(() => document.activeElement !== document.body && document.activeElement?.checkVisibility()),
      `the focus is back after ${name}`,
    )
    .toBe(true)
}

const look = async (page: Page, { name, path, open, stays }: Overlay, product: Product): Promise<void> => {
  const place = path(peopleOf(product))
  // An overlay that closed by the keyboard left the screen as it was, and a load costs more than a check.
  if (page.url() !== product.url + place) await page.goto(place)
  await open(page, (key) => pattern(key))
  if (!stays) await expect(page.locator(OPEN).first(), name).toBeVisible()
  // With reduced motion each animation lasts a millisecond.
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) > 10).length,
  )
  expect.soft(moving, `${name} does not move`).toBe(0)
  await expectFits(page, name)
  await expectAccessibleInBothThemes(page, name)
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  // The photo viewer fills the window.
  if (!stays && name !== 'photo-viewer')
    await expect
      .soft(page.locator(OPEN).last(), `${name} has a frame where shadows are gone`)
      .not.toHaveCSS('border-width', '0px')
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'none' })
  if (!stays) await closeByKey(page, name)
}

const overlaysOf = (viewer: Overlay['viewer']): Overlay[] =>
  OVERLAYS.filter((one) => one.viewer === viewer && one.form !== 'desktop')

test('[SHELL-19] all that opens over the pages of visitors fits, is accessible and closes by the keyboard', async ({
  page,
  product,
}) => {
  test.slow()
  await enlargeText(page)
  for (const overlay of overlaysOf('visitor')) await test.step(overlay.name, () => look(page, overlay, product))
})

test('[SHELL-19] all that opens over the screens of members fits, is accessible and closes by the keyboard', async ({
  page,
  product,
}) => {
  test.slow()
  await enlargeText(page)
  await logIn(page, DEMO.premium)
  for (const overlay of overlaysOf('member')) await test.step(overlay.name, () => look(page, overlay, product))
})

test('[SHELL-21] Back closes a sheet, a menu and the photo viewer, and then leaves the screen; Forward finds it closed', async ({
  page,
}) => {
  await logIn(page, DEMO.premium)
  const back = () => page.evaluate(() => history.back())
  await page.locator(`a[href^="/members/"]`).first().click()
  await page.waitForURL('**/members/*')
  const here = page.url()
  for (const name of ['profile-menu', 'report', 'photo-viewer', 'gift-from-profile']) {
    const overlay = OVERLAYS.find((one) => one.name === name)
    await overlay?.open(page, (key) => pattern(key))
    await expect(page.locator(OPEN).first(), name).toBeVisible()
    await back()
    await expect(page.locator(OPEN), name).toHaveCount(0)
    expect(page.url(), name).toBe(here)
  }
  await back()
  await page.waitForURL('**/members')
  await page.evaluate(() => history.forward())
  await page.waitForURL(here)
  await expect(page.getByRole('button', { name: pattern('profile.menu') }).first()).toBeVisible()
  await expect(page.locator(OPEN)).toHaveCount(0)
})
