/** Likes that come by themselves, matches, openers; and several tabs of one browser. */
import { expect, type Page } from 'playwright/test'
import type { Locale } from '#contract/locales.ts'
import { expectFitsSmallest, SMALLEST } from './support/large-text.ts'
import { CARLO, join, person, settleIn, WIDE_NAME } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, chatRow, composer, heart, listening, memberCard, openChat } from './support/screens.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

test.use({ losesNetwork: true })

const ANNA = person('Anna')

test('[LIKE-6][LIKE-7][LIKE-3][LIKE-2] t=1 lets a like pop up, from a marked fictional profile; a match is titled New like and leads to the first message', async ({
  page,
  product,
}) => {
  const [anna, bea] = await Promise.all([
    join(product, { ...ANNA, name: WIDE_NAME }),
    join(product, person('Bea')),
    join(product, CARLO),
  ])
  const me = await settleIn(page, CARLO)
  await inEnglish(page, product)
  const dialog = page.getByRole('dialog', { name: 'New like', exact: true })

  await test.step('a like pops up, and the address forgets that it was asked for', async () => {
    expect(product.data.likesOf(me)).toEqual([])
    await page.goto('/likes?t=1')
    await expect(page).toHaveURL('/likes')
    await expect(dialog).toBeVisible()
    const [liker = 0] = product.data.likesOf(me)
    expect(product.data.isFictional(liker), 'nobody real is made to like').toBe(true)
    await expect(dialog).toContainText(text('ui.chatOnly', {}, 'en'))
    await dialog.getByRole('button', { name: text('match.later', {}, 'en') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(memberCard(page, liker), 'the likes were asked for again').toContainText(text('ui.new', {}, 'en'))
    await expectUncoveredInFrench(page, product, liker)
  })

  await test.step('a match closes on a click, and its button leads to the first message', async () => {
    for (const woman of [anna, bea]) await woman.ask('likes.put', { params: { profile: String(me) } })
    await page.goto('/likes')
    await heart(memberCard(page, anna.id), 'en').click()
    await expect(dialog).toContainText(text('match.mutual', {}, 'en'))
    await expectFitsSmallest(page, 'a match')
    await dialog.getByText(text('match.both', { name: WIDE_NAME }, 'en')).click()
    await expect(dialog).toHaveCount(0)
    await heart(memberCard(page, bea.id), 'en').click()
    await expect(dialog).toContainText('Bea')
    await dialog.getByRole('button', { name: text('profile.write', { name: 'Bea' }, 'en'), exact: true }).click()
    await expect(page).toHaveURL(/\/chats?\b|\/chat$/)
    await expect(page.getByRole('textbox', { name: text('chat.writeTo', { name: 'Bea' }, 'en') })).toBeVisible()
    expect(product.data.likesFrom(me).toSorted((one, other) => one - other)).toEqual(
      [anna.id, bea.id].toSorted((one, other) => one - other),
    )
  })

  await test.step('the corners of a button cut no letter of a long name', async () => {
    await page.setViewportSize(SMALLEST)
    await page.goto(`/members/${anna.id}`)
    const write = page.getByRole('link', { name: text('profile.write', { name: WIDE_NAME }, 'en'), exact: true })
    await expect(write).toBeVisible()
    expect(await write.evaluate(lettersOutside)).toEqual([])
    await expectFitsSmallest(page, 'the profile of a long name')
  })
})

test('[LIKE-9] an opener goes into the message and not to the other', { tag: '@long' }, async ({ page, product }) => {
  const [anna] = await Promise.all([join(product, ANNA), join(product, CARLO)])
  const me = await settleIn(page, CARLO)
  await openChat(page, anna.id)
  await page.getByRole('button', { name: text('icebreaker.open'), exact: true }).click()
  const dialog = page.getByRole('dialog', { name: text('icebreaker.title') })
  await dialog.getByRole('button', { name: text('icebreaker.3'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(composer(page)).toHaveValue(text('icebreaker.3'))
  await expect(composer(page)).toBeFocused()
  expect(product.data.messagesFrom(me)).toEqual([])
  await page.getByRole('button', { name: text('chat.send'), exact: true }).click()
  await expect(bubble(page, text('icebreaker.3'))).toContainText(pattern('chat.stateSent'))
})

test(
  '[PWA-12][CHAT-7] three tabs have one event stream, all hear of everything, and another takes over',
  { tag: '@long' },
  async ({ context, page, product }) => {
    const [anna] = await Promise.all([join(product, ANNA), join(product, CARLO)])
    const me = await settleIn(page, CARLO)
    const tabs = [page, await context.newPage(), await context.newPage()]
    const conversation = `${Math.min(me, anna.id)}-${Math.max(me, anna.id)}`
    for (const tab of tabs) await tab.goto('/chats')
    await anna.say(me, 'to all tabs')
    for (const tab of tabs) await expect(chatRow(tab, conversation)).toContainText('to all tabs')
    await listening(product, 1)
    await anna.ask('typing.send', { body: { profile: me, typing: true } })
    for (const tab of tabs) await expect(chatRow(tab, conversation)).toContainText(text('chat.typingShort'))
    await anna.ask('typing.send', { body: { profile: me, typing: false } })

    for (const [closed, rest] of [
      [tabs[0], tabs.slice(1)],
      [tabs[1], tabs.slice(2)],
    ] as const) {
      await closed?.close()
      // One of the remaining tabs has taken over.
      await listening(product, 1)
      const words = `with ${rest.length} left`
      await anna.say(me, words)
      for (const tab of rest) await expect(chatRow(tab, conversation)).toContainText(words)
      await listening(product, 1)
    }
  },
)

const inLanguage = (page: Page, product: Product, value: Locale): Promise<void> =>
  page.context().addCookies([{ name: 'locale', value, url: product.url }])

const inEnglish = (page: Page, product: Product): Promise<void> => inLanguage(page, product, 'en')

/** French has the longest word for a new like. On the smallest phone the heart must not lie over it. */
const expectUncoveredInFrench = async (page: Page, product: Product, liker: number): Promise<void> => {
  const size = page.viewportSize()
  await page.setViewportSize(SMALLEST)
  await inLanguage(page, product, 'fr')
  await page.reload()
  const card = memberCard(page, liker)
  const [mark, button] = [card.getByText(text('ui.new', {}, 'fr'), { exact: true }), heart(card, 'fr')]
  await expect(mark).toBeVisible()
  const edges = await Promise.all([
    mark.evaluate((element) => element.getBoundingClientRect().right),
    button.evaluate((element) => element.getBoundingClientRect().left),
  ])
  expect(edges[0]).toBeLessThanOrEqual(edges[1])
  await inEnglish(page, product)
  await page.reload()
  if (size) await page.setViewportSize(size)
}

/** Corners of the text's lines that lie outside the rounded corners of its control. It runs in the page. */
const lettersOutside = (control: Element): [number, number][] => {
  const text = document.createRange()
  text.selectNodeContents(control)
  const box = control.getBoundingClientRect()
  const round = Math.min(Number.parseFloat(getComputedStyle(control).borderRadius), box.width / 2, box.height / 2)
  return [...text.getClientRects()]
    .flatMap(({ left, right, top, bottom }): [number, number][] => [
      [left, top],
      [right, top],
      [left, bottom],
      [right, bottom],
    ])
    .filter(([x, y]) => {
      const across = Math.max(0, box.left + round - x, x - box.right + round)
      const along = Math.max(0, box.top + round - y, y - box.bottom + round)
      return Math.hypot(across, along) > round
    })
}
