/** The movement between two screens as the browser runs it, and its absence with reduced motion. */
import { expect, type Locator, type Page } from 'playwright/test'
import { DEMO, settleIn } from './support/people.ts'
import { countDrawn, memberCards } from './support/screens.ts'
import { test } from './support/test.ts'

test.use({ sharedServer: true })

/** @returns a function that reads the widths which copies of photos had when their movement began from now on */
const watchMoves = async (page: Page): Promise<() => Promise<number[]>> => {
  const widths = await page.evaluateHandle(() => {
    const found: number[] = []
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLImageElement && node.matches('[data-moves]'))
          found.push(node.getBoundingClientRect().width)
    }).observe(document.body, { childList: true })
    return found
  })
  return () => widths.jsonValue()
}

const widthOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.width ?? Number.NaN

test(
  '[SHELL-19] the photo of a card grows into the profile, and Back shrinks it again',
  { tag: '@long' },
  async ({ page }) => {
    await settleIn(page, DEMO.premium)
    await page.goto('/members')
    const link = memberCards(page).first().locator('a[href^="/members/"]').first()
    const photo = page.locator('[data-shared-photo]')
    const copy = page.locator('[data-moves]')
    const small = await widthOf(link)
    const openProfile = async (): Promise<void> => {
      await link.click()
      await expect(photo).toBeVisible()
    }
    // The first profile has no data yet: it shows the photo of the card.
    const moves = await watchMoves(page)
    await openProfile()
    expect((await moves())[0]).toBeCloseTo(small, -1)
    await expect(copy).toHaveCount(0)
    const large = await widthOf(photo)
    expect(large).toBeGreaterThan(1.5 * small)
    await page.goBack()
    await expect(link).toBeVisible()
    expect((await moves())[1]).toBeGreaterThanOrEqual(large - 1)
    await expect(copy).toHaveCount(0)
    await openProfile()
    expect(await moves()).toHaveLength(3)
    // A tap does not wait for the movement.
    await page.goBack()
    await expect(link).toBeVisible()
    expect(await moves()).toHaveLength(4)
    await expect(copy).toHaveCount(0)
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
