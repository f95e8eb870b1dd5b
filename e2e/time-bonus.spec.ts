/** The time bonus with a clock that the test moves, and the discount that a newcomer sees: [PAY-8], [PAY-9], [SITE-13]. */
import { expect, type Locator, type Page } from 'playwright/test'
import { HOUR_MS, TIME_BONUS_MODAL_DELAY_MS, TIME_BONUS_MS } from '#contract/limits.ts'
import { clockOf } from '#contract/rules/time-bonus.ts'
import type { Client } from './support/client.ts'
import { expectFitsSmallest } from './support/large-text.ts'
import { join, ownUser, person, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { buy } from './support/buying.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

const GINA = person('Gina')
const SECOND_MS = 1_000

const timer = (page: Page): Locator => page.getByRole('timer')
const offer = (page: Page): Locator => page.getByRole('dialog', { name: pattern('discount.dialogTitle') })
const banner = (page: Page): Locator => page.getByRole('complementary', { name: text('discount.banner') })

test(
  '[PAY-8][PROF-3] its dialog opens after 40 s without credits; a dismissal or a payment ends it on every tab',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const { client } = await newcomer(product, { since: HOUR_MS, credits: 0 })
    await context.clock.install()
    await settleIn(page, GINA)
    const other = await context.newPage()
    await timed(other, () => other.goto('/chats'))
    await expect(other.getByRole('navigation').first()).toBeVisible()
    await timed(page, () => page.goto('/members'))
    await expect(page.getByRole('article').first()).toBeVisible()
    await context.clock.fastForward(TIME_BONUS_MODAL_DELAY_MS - 10 * SECOND_MS)
    await answered(page)
    await expect(offer(page)).toHaveCount(0)
    // The timer runs on across the screens of the area.
    await page
      .getByRole('link', { name: pattern('shell.likes') })
      .first()
      .click()
    await page.waitForURL('**/likes')
    await context.clock.fastForward(10 * SECOND_MS)
    await expect(offer(page)).toBeVisible()
    await expect(offer(page).getByRole('link', { name: text('discount.dialogGo') })).toHaveAttribute('href', '/credits')
    await expect(offer(page).getByRole('timer')).toHaveText(/^02:5\d:[0-5]\d$/)
    await expect(offer(other)).toBeVisible()
    await expectFitsSmallest(page, 'the offer in time')

    await offer(page)
      .getByRole('button', { name: text('discount.later') })
      .click()
    await expect(offer(page)).toHaveCount(0)
    await expect.poll(() => product.data.dismissalOf(client.id, 'time_bonus')).toBeGreaterThan(0)
    await expect(offer(other), 'it goes on the other tab, too').toHaveCount(0)

    for (const tab of [page, other]) {
      await timed(tab, () => tab.goto('/members'))
      await expect(tab.getByRole('article').first()).toBeVisible()
    }
    await context.clock.fastForward(5 * TIME_BONUS_MODAL_DELAY_MS)
    for (const tab of [page, other]) {
      await answered(tab)
      await expect(offer(tab)).toHaveCount(0)
    }

    await page.goto('/profile')
    await expect(page.getByText(text('photos.count', { count: 0, limit: 3 }))).toBeVisible()
    await other.goto('/credits')
    await expect(timer(other)).toBeVisible()
    await buy(product, client)
    await expect(timer(other)).toHaveCount(0)
    await expect(banner(other)).toHaveCount(0)
    await expect(page.getByText(text('photos.count', { count: 0, limit: 25 }))).toBeVisible()
  },
)

test(
  '[PAY-8] counts down each second, zero-padded, and is gone after four hours, also after sleep',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const { end } = await newcomer(product, { since: 3 * HOUR_MS })
    await context.clock.install()
    // Only the page's clock moves here: it would learn from the server's answers that it is wrong.
    await context.addInitScript(() => {
      // eslint-disable-next-line typescript/unbound-method -- `call` binds it
      const { get } = Headers.prototype
      Headers.prototype.get = function (name) {
        return name === 'date' ? null : get.call(this, name)
      }
    })
    await settleIn(page, GINA)
    await page.goto('/credits')
    await expect(timer(page)).toHaveText(/^00:5\d:[0-5]\d$/)
    await context.clock.pauseAt(end - 600_000 - 1)
    await expect(timer(page)).toHaveText(clockOf(600_001))
    expect(clockOf(600_001)).toBe('00:10:01')
    await context.clock.runFor(2)
    await expect(timer(page)).toHaveText('00:10:00')
    for (const shown of ['00:09:59', '00:09:58', '00:09:57']) {
      await context.clock.runFor(SECOND_MS)
      await expect(timer(page)).toHaveText(shown)
    }
    // Nobody is read the seconds out.
    await expect(timer(page)).toHaveAttribute('aria-live', 'off')

    // The lid is closed and opened again: one tick, not six hundred.
    await context.clock.fastForward(590_000)
    await expect(timer(page)).toHaveText('00:00:07')
    await context.clock.runFor(7 * SECOND_MS)
    await expect(timer(page)).toHaveCount(0)
    await expect(banner(page)).toHaveCount(0)
  },
)

test(
  '[PAY-8] its dialog stays away with credits left, and waits while another dialog is open',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const { client } = await newcomer(product, { since: HOUR_MS })
    await context.clock.install()
    const me = await settleIn(page, GINA)
    await timed(page, () => page.goto('/members'))
    await expect(page.getByRole('article').first()).toBeVisible()
    await context.clock.fastForward(2 * TIME_BONUS_MODAL_DELAY_MS)
    await answered(page)
    await expect(offer(page)).toHaveCount(0)

    product.data.giveCredits(me, -product.data.creditsOf(client.id))
    // The page that opens next begins with the balance of the device.
    await expect.poll(async () => (await ownUser(page)).credits).toBe(0)
    await timed(page, () => page.reload())
    await page
      .getByRole('button', { name: text('members.filter') })
      .first()
      .click()
    const filter = page.getByRole('dialog', { name: text('members.filter') })
    await expect(filter).toBeVisible()
    await context.clock.fastForward(2 * TIME_BONUS_MODAL_DELAY_MS)
    await answered(page)
    await expect(offer(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(filter).toHaveCount(0)
    await context.clock.fastForward(5 * SECOND_MS)
    await expect(offer(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(offer(page)).toHaveCount(0)
  },
)

test(
  '[SITE-13][PAY-9] a visitor sees what a newcomer gets in search, premium and pricing, and can put it aside',
  { tag: '@long' },
  async ({ page }) => {
    for (const path of ['/members', '/premium', '/pricing']) {
      await page.goto(path)
      await expect(banner(page)).toContainText(pattern('discount.firstPurchase'))
      await expect(banner(page).getByRole('link', { name: text('index.signup') })).toBeVisible()
      await expect(timer(page)).toHaveCount(0)
    }
    await banner(page)
      .getByRole('button', { name: text('discount.hide') })
      .click()
    await expect(banner(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await answered(page)
    await expect(banner(page)).toHaveCount(0)
  },
)

type Newcomer = { since: number; credits?: number }

/** A member who signed up `since` ms ago; with `credits`, their balance is set to that. */
const newcomer = async (product: Product, { since, credits }: Newcomer): Promise<{ client: Client; end: number }> => {
  const client = await join(product, GINA)
  const at = Date.now() - since
  product.data.signedUpAt(client.id, at)
  if (credits !== undefined) product.data.giveCredits(client.id, credits - product.data.creditsOf(client.id))
  return { client, end: at + TIME_BONUS_MS }
}

/**
 * Opens a page and waits until the dialog's timer runs. The app starts it late, and asks for the device's state right after;
 * a clock that is moved before that moves past nothing.
 */
const timed = async (page: Page, open: () => Promise<unknown>): Promise<void> => {
  const started = page.waitForRequest('**/api/device')
  await open()
  await started
}

/** Waits for two requests behind the page's own ones, so that those are answered by now. */
const answered = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn += 1) await (await fetch('/api/discountcode')).text()
  })
}
