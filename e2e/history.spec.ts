/** A history longer than a screen: where it opens, and that it pages back without a jump. */
import { expect, type Page } from 'playwright/test'
import { DAY_MS } from '#contract/limits.ts'
import { CARLO, join, person, settleIn } from './support/people.ts'
import { bubble, thread } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'

const ANNA = person('Anna')

test('[CHAT-10][CHAT-1] a long history opens at the first unread and pages back without a jump, up to what is too old', async ({
  page,
  product,
}) => {
  const [anna, carlo] = await Promise.all([join(product, ANNA), join(product, CARLO)])
  const [COUNT, OLD, UNREAD] = [420, 20, 45]
  const now = Date.now()
  product.data.giveHistory(
    anna.id,
    carlo.id,
    Array.from({ length: COUNT }, (_, index) => ({
      // The last of them are Carlo's, so that they can be unread.
      from: index >= COUNT - UNREAD || index % 2 === 0 ? carlo.id : anna.id,
      text: `line ${String(index).padStart(3, '0')}${' and so on'.repeat(index % 7)}`,
      at: index < OLD ? now - (200 - index) * DAY_MS : now - (COUNT - index) * 60_000,
    })),
    UNREAD,
  )
  await settleIn(page, ANNA)
  await page.goto(`/chats/${Math.min(anna.id, carlo.id)}-${Math.max(anna.id, carlo.id)}`)
  const line = (index: number) => bubble(page, `line ${String(index).padStart(3, '0')}`)
  await test.step('it opens at the first unread', async () => {
    await expect(thread(page).getByText(text('chat.unread'), { exact: true })).toBeInViewport()
    await expect(line(COUNT - UNREAD)).toBeInViewport()
  })

  await test.step('the page before comes without a jump', async () => {
    for (let pages = 0; pages < 3; pages += 1) {
      const before = await scrollUp(page)
      await expect.poll(() => firstLine(page), { message: 'an older page' }).toBeLessThan(before.first)
      const after = await topOf(page, before.known)
      expect(Math.abs(after - before.top), `line ${before.known} moved`).toBeLessThan(3)
    }
  })

  await test.step('messages that are too old are hidden, and a note says so', async () => {
    await expect
      .poll(
        async () => {
          await thread(page).evaluate((element) => element.scrollTo({ top: 0 }))
          return page.getByText(text('chat.olderHidden')).isVisible()
        },
        { timeout: 40_000 },
      )
      .toBe(true)
    await expect(line(OLD)).toBeVisible()
    await expect(line(OLD - 1)).toHaveCount(0)
  })
})

const LINE = /line (\d{3})/

/** Numbers of the lines in the document, and their positions in the window. */
const linesOf = (page: Page): Promise<{ number: number; top: number }[]> =>
  thread(page)
    .locator('li')
    .evaluateAll(
      (items, source) =>
        items.flatMap((item) => {
          const found = new RegExp(source).exec(item.textContent)?.[1]
          return found === undefined ? [] : [{ number: Number(found), top: item.getBoundingClientRect().top }]
        }),
      LINE.source,
    )

const firstLine = async (page: Page): Promise<number> => Math.min(...(await linesOf(page)).map(({ number }) => number))

const topOf = async (page: Page, known: number): Promise<number> =>
  (await linesOf(page)).find(({ number }) => number === known)?.top ?? Number.NaN

/** Scrolls near the beginning; @returns a line in view and its position before an older page can have arrived. */
const scrollUp = (page: Page): Promise<{ first: number; known: number; top: number }> =>
  thread(page).evaluate((box, source) => {
    box.scrollTo({ top: 250 })
    const lines = [...box.querySelectorAll('li')].flatMap((item) => {
      const found = new RegExp(source).exec(item.textContent)?.[1]
      return found === undefined ? [] : [{ number: Number(found), top: item.getBoundingClientRect().top }]
    })
    const known = lines.find(({ top }) => top > box.getBoundingClientRect().top)
    if (!known) throw new Error('No line is in view.')
    return { first: Math.min(...lines.map(({ number }) => number)), known: known.number, top: known.top }
  }, LINE.source)
