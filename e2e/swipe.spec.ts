/** The swipe game: by hand, keys and buttons, four likes a day, and without a network. */
import { expect, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from './support/axe.ts'
import { CARLO, join, settleIn } from './support/people.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

test.use({ losesNetwork: true })

/** Shares of the card's width: FAR is well above the distance of a swipe, SHORT well below. */
const FAR = 0.6
const SHORT = 0.12

test('[LIKE-5] mouse, keys and buttons swipe; a pass can be undone; after four likes the day is over', async ({
  page,
  product,
}) => {
  await join(product, CARLO)
  const me = await settleIn(page, CARLO)
  await test.step('the card shows its photos and details in place, by tap and by key, without a shift', async () => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const { dataset } = document.documentElement
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) dataset['moved'] = String(Number(dataset['moved'] ?? '0') + entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/swipe-game')
    const name = await onTop(page)
    const card = top(page)
    await expect(card.getByRole('button', { name: pattern('swipe.details') })).toBeVisible()

    await page.keyboard.press('ArrowUp')
    const details = card.getByRole('region', { name: pattern('swipe.details') })
    await expect(details.getByRole('heading', { name })).toBeInViewport()
    await expect(details.getByRole('button', { name: text('swipe.detailsClose') })).toBeFocused()
    await expectAccessible(page, 'the details of a card')
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(card.getByRole('button', { name: pattern('swipe.details') })).toBeFocused()

    await page.keyboard.press('ArrowLeft')
    await expect(top(page)).not.toHaveAccessibleName(name)
    await page.keyboard.press('u')
    await expect(top(page)).toHaveAccessibleName(name)
    await expect(left(page), 'an undone pass costs nothing').toHaveText(text('swipe.left_other', { count: 4, of: 4 }))
    expect(await page.evaluate(() => Number(document.documentElement.dataset['moved'] ?? '0'))).toBeLessThanOrEqual(
      0.02,
    )
  })

  await test.step('on its side, a phone has the buttons beside the card', async () => {
    await page.setViewportSize({ width: 667, height: 375 })
    await page.locator('[data-key="pass"]').click({ trial: true })
    await expect(page.locator('[data-key="like"]')).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => scrollY), 'without a scroll').toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
  })

  await expect(left(page)).toHaveText(text('swipe.left_other', { count: 4, of: 4 }))
  const choices = (): string[] => product.data.swipesOf(me).map(({ choice }) => choice)

  const first = await onTop(page)
  await drag(page, SHORT)
  await expect(top(page), 'a short way springs back').toHaveAccessibleName(first)
  await drag(page, FAR)
  await expect(top(page)).not.toHaveAccessibleName(first)
  await expect(left(page)).toHaveText(text('swipe.left_other', { count: 3, of: 4 }))

  const second = await onTop(page)
  await drag(page, -FAR)
  await expect(top(page)).not.toHaveAccessibleName(second)
  await page.getByRole('button', { name: text('swipe.undo'), exact: true }).click()
  await expect(top(page), 'the last pass is taken back').toHaveAccessibleName(second)
  await expect(page.getByRole('group', { name: text('title.swipe') }), 'the button is off').toBeFocused()

  await page.keyboard.press('ArrowLeft')
  await expect(top(page)).not.toHaveAccessibleName(second)
  await page.keyboard.press('Control+z')
  await expect(top(page)).toHaveAccessibleName(second)
  await page.keyboard.press('ArrowRight')
  await expect(left(page)).toHaveText(text('swipe.left_other', { count: 2, of: 4 }))

  const third = await onTop(page)
  await page.getByRole('button', { name: pattern('swipe.pass') }).click()
  await expect(top(page)).not.toHaveAccessibleName(third)
  await heartKey(page).click()
  await expect(left(page)).toHaveText(text('swipe.left_one', { count: 1, of: 4 }))
  // A swiped profile does not return.
  await expect.poll(choices).toEqual(['like', 'like', 'pass', 'like'])
  await page.reload()
  const fourth = await onTop(page)
  expect([first, second, third]).not.toContain(fourth)

  await heartKey(page).click()
  await expect(page.getByRole('heading', { name: text('swipe.over') })).toBeVisible()
  await expect.poll(() => product.data.likesFrom(me).length).toBe(4)
  await page.context().addCookies([{ name: 'locale', value: 'en', url: product.url }])
  await page.reload()
  await expect(
    page.getByRole('heading', { name: 'Out of swipes and likes for today, try tomorrow', exact: true }),
  ).toBeVisible()
  expect(choices()).toEqual(['like', 'like', 'pass', 'like', 'like'])
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true })

  test(
    '[LIKE-5][PWA-2] swipes made offline arrive once each, although their first answers are lost',
    { tag: '@long' },
    async ({ context, page, product }) => {
      await join(product, CARLO)
      const me = await settleIn(page, CARLO)
      await page.goto('/swipe-game')
      await expect(top(page)).toBeVisible()
      await context.setOffline(true)
      await expect(page.getByText(text('swipe.offline'))).toBeVisible()
      const seen: string[] = []
      for (const way of [FAR, -FAR, FAR]) {
        const name = await onTop(page)
        await swipe(page, way)
        await expect(top(page)).not.toHaveAccessibleName(name)
        seen.push(name)
      }
      await page.reload()
      expect(seen, 'swiped profiles do not return').not.toContain(await onTop(page))
      await expect(left(page)).toHaveText(text('swipe.left_other', { count: 2, of: 4 }))
      expect(product.data.swipesOf(me)).toEqual([])

      const lost = new Set<string>()
      const losing = product.gate.loseAnswers((line) => {
        if (!line.startsWith('PUT /api/swipe/') || lost.has(line)) return false
        lost.add(line)
        return true
      })
      await context.setOffline(false)
      await expect.poll(() => losing.lost(), { message: 'lost answers', timeout: 60_000 }).toBe(3)
      await expect.poll(() => product.data.swipesOf(me).map(({ choice }) => choice)).toEqual(['like', 'pass', 'like'])
      await expect(page.getByText(text('swipe.offline'))).toHaveCount(0)
      expect(product.data.likesFrom(me)).toHaveLength(2)
      await page.reload()
      await expect(left(page)).toHaveText(text('swipe.left_other', { count: 2, of: 4 }))
    },
  )
})

const top = (page: Page): Locator => page.locator('[data-role="top"]')

const left = (page: Page): Locator => page.getByText(pattern('swipe.left'))

const heartKey = (page: Page): Locator => page.locator('[data-key="like"]')

/** Name and age on the top card. */
const onTop = async (page: Page): Promise<string> => {
  await expect(top(page)).toBeVisible()
  return (await top(page).getAttribute('aria-label')) ?? ''
}

type DragPath = { x: number; y: number; by: number }

const wayOf = async (page: Page, share: number): Promise<DragPath> => {
  const box = await top(page).boundingBox()
  if (!box) throw new Error('No card is on top.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, by: box.width * share }
}

const STEPS = 8

/** Drags the card to the right for a positive share of its width, else to the left. */
const drag = async (page: Page, share: number): Promise<void> => {
  const { x, y, by } = await wayOf(page, share)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: STEPS })
  // Pause before the release, so that the distance decides and not the speed.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const start = performance.now()
        const look = (now: number): void => void (now - start > 120 ? resolve(null) : requestAnimationFrame(look))
        requestAnimationFrame(look)
      }),
  )
  await page.mouse.up()
}

const swipe = async (page: Page, share: number): Promise<void> => {
  const { x, y, by } = await wayOf(page, share)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x, y }])
  for (let step = 1; step <= STEPS; step += 1) await touch('touchMove', [{ x: x + (by * step) / STEPS, y }])
  await touch('touchEnd', [])
  await session.detach()
}
