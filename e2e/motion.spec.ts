/** The movement between two screens as the browser runs it, and its absence with reduced motion. */
import { expect, type Locator, type Page } from 'playwright/test'
import { DEMO, settleIn } from './support/people.ts'
import { countDrawn, memberCards } from './support/screens.ts'
import { test } from './support/test.ts'

test.use({ sharedServer: true })

/** Collects the pseudo-elements that a view transition moves from now on. @returns a function that reads them */
const watchTransitions = async (page: Page): Promise<() => Promise<string[]>> => {
  const moved = await page.evaluateHandle(() => {
    const names = new Set<string>()
    const frame = (): void => {
      for (const { effect } of document.getAnimations())
        if (effect instanceof KeyframeEffect && effect.pseudoElement) names.add(effect.pseudoElement)
      requestAnimationFrame(frame)
    }
    frame()
    return names
  })
  return () => moved.evaluate((names) => [...names].filter((name) => name.startsWith('::view-transition')))
}

/** Only with the photo of both screens does the group around them move: one alone fades. */
const GROUP = '::view-transition-group(shared-photo)'

test(
  '[SHELL-19] the photo of a card grows into the profile, and Back shrinks it again',
  { tag: '@long' },
  async ({ page }) => {
    await settleIn(page, DEMO.premium)
    await page.goto('/members')
    const link = memberCards(page).first().locator('a[href^="/members/"]').first()
    const photo = page.locator('[data-shared-photo]')
    const openProfile = async (): Promise<void> => {
      await link.click()
      await expect(photo).toBeVisible()
    }
    // The first profile has no data yet: it shows the photo of the card.
    const first = await watchTransitions(page)
    await openProfile()
    await expect.poll(first).toContain(GROUP)
    await page.goBack()
    await expect(link).toBeVisible()
    // A tap during a movement ends it, and then only fades.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    const there = await watchTransitions(page)
    await openProfile()
    await expect.poll(there).toContain(GROUP)
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    const back = await watchTransitions(page)
    await page.goBack()
    await expect(link).toBeVisible()
    await expect.poll(back).toContain(GROUP)
  },
)

test('[FIND-1] Back returns to the card that was tapped, although cards far from the view are not laid out', async ({
  page,
}) => {
  await settleIn(page, DEMO.premium)
  // Its cards are smaller than the height that stands for a card which has not been laid out.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/members')
  const cards = memberCards(page)
  const tapped = cards.nth((await countDrawn(cards)) - 3)
  await tapped.scrollIntoViewIfNeeded()
  const link = tapped.getByRole('link')
  const path = await link.getAttribute('href')
  // Cards that come near the view while the page scrolls take their true height.
  await expect(link).toBeInViewport()
  const before = await topOf(tapped)
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await page.goBack()
  const again = cards.filter({ has: page.locator(`a[href="${path}"]`) })
  await expect.poll(() => topOf(again)).toBeCloseTo(before, -1)
})

const topOf = (place: Locator): Promise<number> => place.evaluate((element) => element.getBoundingClientRect().top)

test('[SHELL-19] with reduced motion the colours of a changed theme are there at once', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/premium')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await page.evaluate(() => document.getAnimations().filter((one) => one instanceof CSSTransition).length)).toBe(
    0,
  )
})
