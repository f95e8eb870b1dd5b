/** Chat as a whole: gifts and photos, typing, deletion, what closes a conversation, and fictional profiles. */
import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './support/axe.ts'
import { signUpClient, type Client } from './support/client.ts'
import { rowsOf } from './support/device.ts'
import { CARLO, join, person, settleIn } from './support/people.ts'
import { pictures, type Picture } from './support/pictures.ts'
import type { Product } from './support/product.ts'
import {
  bubble,
  chatRow,
  composer,
  fromChatMenu,
  listening,
  openChat,
  photosShown,
  sendGift,
  sendPhoto,
  sentPhotos,
  thread,
  write,
} from './support/screens.ts'
import { pageOn, test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'

test.use({ losesNetwork: true })

const ANNA = person('Anna')
const FICTIONAL = 3

test('[CHAT-2][CHAT-3][PWA-2][CHAT-7] a gift and a photo show their price before, and arrive beside Hebrew words, also offline', async ({
  browser,
  context,
  page: carlo,
  product,
  watch,
}) => {
  const anna = await pageOn(browser, product, watch)
  const [annaId, carloId] = await both(product, anna, carlo)
  product.data.giveCredits(carloId, 11 - product.data.creditsOf(carloId))
  const picture = await onePicture()
  await openChat(carlo, annaId)
  await openChat(anna, carloId)

  await test.step('the price is said before anything is spent', async () => {
    await expect(carlo.getByText(text('chat.costs', { message: 1, photo: 2, gift: 3 }))).toBeVisible()
    await carlo.getByRole('button', { name: text('chat.sendGift'), exact: true }).click()
    await expect(carlo.getByRole('dialog')).toContainText(text('gift.cost_other', { count: 3 }))
    await carlo.keyboard.press('Escape')
    await expect(carlo.getByRole('dialog')).toHaveCount(0)
    expect(product.data.spentBy(carloId)).toBe(0)
  })

  await test.step('sent, and seen by the other', async () => {
    await sendGift(carlo, 'gift.rose')
    await expect(bubble(anna, text('chat.giftTheirs', { gift: text('gift.rose') }))).toBeVisible()
    await carlo.locator(LIBRARY).setInputFiles(picture)
    // A region for screen readers says it again.
    await expect(carlo.getByText(text('chat.photoReady_other', { count: 2 })).first()).toBeVisible()
    await carlo.getByRole('button', { name: text('chat.sendPhoto'), exact: true }).click()
    await expect(sentPhotos(anna)).toHaveCount(1)
    await photosShown(thread(anna).getByRole('listitem'))
    expect(product.data.spentBy(carloId)).toBe(5)
  })

  await test.step('nobody else has the photo', async () => {
    const source = (await sentPhotos(anna).getAttribute('src')) ?? ''
    expect((await anna.request.get(source)).status()).toBe(200)
    expect((await fetch(new URL(source, product.url))).status).not.toBe(200)
  })

  await test.step('written offline with a photo in between: all of it arrives, in order', async () => {
    await context.setOffline(true)
    const hebrew = 'לפני התמונה'
    await write(carlo, hebrew)
    // The speaker, for screen readers alone, is in another language and has no part in the direction.
    await expect(bubble(carlo, hebrew).getByText(hebrew)).toHaveCSS('direction', 'rtl')
    await sendPhoto(carlo, picture)
    await sendGift(carlo, 'gift.coffee')
    await expect(bubble(carlo, text('chat.giftMine', { gift: text('gift.coffee') }))).toContainText(
      text('ui.waitsForNetwork'),
    )
    await photosShown(thread(carlo).getByRole('listitem'))
    await context.setOffline(false)
    await expect(bubble(anna, text('chat.giftTheirs', { gift: text('gift.coffee') }))).toBeVisible()
    await expect(sentPhotos(anna)).toHaveCount(2)
    const kinds = product.data.messagesBetween(annaId, carloId).map(({ type }) => type)
    expect(kinds).toEqual(['gift', 'photo', 'text', 'photo', 'gift'])
    expect(product.data.spentBy(carloId)).toBe(11)
  })

  await test.step('not enough credits: nothing is sent and nothing is lost', async () => {
    // The server has the messages before the device has its answers, and the balance that they carry.
    await expect.poll(() => rowsOf(carlo, carloId, 'outbox')).toEqual([])
    await expect(carlo.getByText(text('chat.left_other', { count: 0 }))).toBeVisible()
    await composer(carlo).fill('words worth keeping')
    await carlo.getByRole('button', { name: text('chat.send'), exact: true }).click()
    await expect(carlo.getByRole('alert').filter({ hasText: text('chat.textStays') })).toBeVisible()
    await expect(carlo.getByRole('link', { name: text('chat.getCredits') })).toBeVisible()
    await expect(composer(carlo)).toHaveValue('words worth keeping')
    await carlo.reload()
    await expect(composer(carlo), 'a draft outlives the page').toHaveValue('words worth keeping')
    await carlo.locator(LIBRARY).setInputFiles(picture)
    await expect(carlo.getByText(text('chat.photoShort')).first(), 'said before it is tried').toBeVisible()
    await expect(carlo.getByRole('button', { name: text('chat.sendPhoto'), exact: true })).toHaveCount(0)
    await carlo.getByRole('button', { name: text('chat.sendGift'), exact: true }).click()
    await expect(carlo.getByRole('dialog')).toContainText(text('gift.short'))
    expect(product.data.messagesBetween(annaId, carloId)).toHaveLength(5)
    await carlo.keyboard.press('Escape')
  })

  await test.step('the partner sees typing live, until the composer is empty or the message is there', async () => {
    await listening(product, 2)
    const writes = carlo.getByRole('status').filter({ hasText: text('chat.typing', { name: 'Anna' }) })
    await composer(anna).fill('I am thinking about')
    await expect(writes).toBeVisible()
    const told = product.gate.passed(TYPING)
    await composer(anna).fill('')
    await expect.poll(() => product.gate.passed(TYPING), { message: 'told, not only forgotten' }).toBe(told + 1)
    await expect(writes).toHaveCount(0)
    await composer(anna).fill('then this')
    await expect(writes).toBeVisible()
    await anna.getByRole('button', { name: text('chat.send'), exact: true }).click()
    await expect(bubble(carlo, 'then this')).toBeVisible()
    await expect(writes).toHaveCount(0)
  })

  await test.step('a phone on its side with its keyboard open still shows a message', async () => {
    await anna.setViewportSize({ width: 320, height: 200 })
    const seen = () =>
      thread(anna).evaluate((list) => (list.closest('[class*="box"]') ?? list).getBoundingClientRect().height)
    await expect.poll(seen).toBeGreaterThan(60)
    await expect(bubble(anna, 'then this')).toBeInViewport()
  })
})

test('[CHAT-8] a deleted chat is gone at once, comes back by undo, then goes for good on every device of one side alone', async ({
  browser,
  page: phone,
  product,
  watch,
}) => {
  const [anna, carlo] = await Promise.all([join(product, ANNA), join(product, CARLO)])
  await carlo.say(anna.id, 'remember me')
  const sofa = await pageOn(browser, product, watch)
  await settleIn(phone, ANNA)
  await settleIn(sofa, ANNA)
  await Promise.all([phone.goto('/chats'), sofa.goto('/chats')])
  const conversation = between(anna.id, carlo.id)
  const remove = async (): Promise<void> => {
    await phone.getByRole('button', { name: text('chats.menu', { name: 'Carlo' }) }).click()
    await phone.getByRole('menuitem', { name: text('chats.delete'), exact: true }).click()
    await expect(chatRow(phone, conversation)).toHaveCount(0)
  }

  await remove()
  await phone.getByRole('button', { name: text('ui.undo'), exact: true }).click()
  await expect(chatRow(phone, conversation)).toContainText('remember me')
  await expect(chatRow(sofa, conversation)).toBeVisible()
  expect(product.gate.passed('DELETE /api/chat')).toBe(0)

  await remove()
  await expect(chatRow(sofa, conversation), 'held back for undo, then gone here, too').toHaveCount(0, {
    timeout: 30_000,
  })
  await phone.reload()
  await expect(phone.getByText(text('chats.emptyTitle'))).toBeVisible()
  const kept = await carlo.ask('messages.list', { params: { conversation }, query: {} })
  expect(kept.messages).toHaveLength(1)

  await carlo.say(anna.id, 'still there?')
  await expect(chatRow(sofa, conversation)).toContainText('still there?')
  await chatRow(sofa, conversation).click()
  await expect(bubble(sofa, 'still there?')).toBeVisible()
  await expect(thread(sofa).getByText('remember me')).toHaveCount(0)
})

test(
  '[CHAT-8] a deletion that the server refuses shows an alert and leaves the chat in the list',
  { tag: '@long' },
  async ({ page, product }) => {
    const [anna, carlo] = await Promise.all([join(product, ANNA), join(product, CARLO)])
    await carlo.say(anna.id, 'remember me')
    await settleIn(page, ANNA)
    await page.goto('/chats')
    const refused = product.gate.answerFor('DELETE /api/chat', 404, { error: 'not_found' })
    await page.getByRole('button', { name: text('chats.menu', { name: 'Carlo' }) }).click()
    await page.getByRole('menuitem', { name: text('chats.delete'), exact: true }).click()
    await expect.poll(refused.answered, { timeout: 30_000 }).toBeGreaterThan(0)
    await expect(page.getByRole('alert').filter({ hasText: /Carlo/ })).toBeVisible()
    await expect(chatRow(page, between(anna.id, carlo.id))).toContainText('remember me')
  },
)

test('[CHAT-9][CHAT-12][CHAT-15][CHAT-4][PAY-12] the third conversation of a free member needs Premium; a closed one says why', async ({
  page,
  product,
}) => {
  const [anna, bea, cleo, me] = await Promise.all([
    join(product, ANNA),
    join(product, person('Bea')),
    join(product, person('Cleo')),
    join(product, CARLO),
  ])
  const dora = await signUpClient(product.url, person('Dora'))
  await dora.say(me.id, 'hello, I am new')
  for (const partner of [anna, bea]) await me.say(partner.id, 'hello')
  await settleIn(page, CARLO)

  await test.step('the limit is said before a text is typed, with the way to Premium', async () => {
    await openChat(page, cleo.id)
    await expect(page.getByText(text('limit.reached'))).toBeVisible()
    await expect(composer(page)).toHaveCount(0)
    expect(product.data.spentBy(me.id)).toBe(2)
    await page.getByRole('link', { name: text('photo.premiumWay') }).click()
    await expect(page).toHaveURL('/premium')
    await page.goto(`/members/${cleo.id}`)
    await expect(page.getByText(text('limit.reached')), 'the profile says it, too').toBeVisible()
  })

  await test.step('a free member may answer in any conversation that a partner started', async () => {
    await cleo.say(me.id, 'and you?')
    await openChat(page, cleo.id)
    await write(page, 'fine')
    await expect(bubble(page, 'fine')).toContainText(pattern('chat.stateSent'))
  })

  await test.step('blocked by the partner', async () => {
    await openChat(page, anna.id)
    await expect(composer(page)).toBeVisible()
    await anna.ask('blocks.put', { params: { profile: String(me.id) } })
    await expect(page.getByText(text('closed.blocked', { name: 'Anna' }), { exact: true })).toBeVisible()
    await expect(composer(page)).toHaveCount(0)
    await page.goto(`/members/${anna.id}`)
    await expect(page.getByRole('heading', { name: text('closed.blocked', { name: 'Anna' }) })).toBeVisible()
    await expect(page.getByRole('heading', { name: pattern('ui.nameAge') })).toHaveCount(0)
  })

  await test.step('blocking the partner, and no more', async () => {
    await openChat(page, bea.id)
    await fromChatMenu(page, text('chat.block', { name: 'Bea' }))
    await expect(page.getByText(text('closed.blocking', { name: 'Bea' }))).toBeVisible()
    await expect.poll(() => isRefused(bea.say(me.id, 'hello?'))).toBe(true)
    await expectAccessible(page, 'a conversation with a blocked partner')
    await page.goto('/notifications/blocked')
    await expect(page.getByRole('link', { name: /^Bea/ })).toBeVisible()
    await expectAccessible(page, 'the list of blocked people')
    await openChat(page, bea.id)
    await page
      .locator('main')
      .getByRole('button', { name: text('chat.unblock', { name: 'Bea' }), exact: true })
      .click()
    await expect(composer(page)).toBeVisible()
  })

  await test.step('a partner who has not confirmed', async () => {
    await openChat(page, dora.id)
    await expect(page.getByText(text('closed.recipient_unconfirmed', { name: 'Dora' }))).toBeVisible()
  })
})

test('[CHAT-11][SAFE-7][CHAT-7] a fictional profile: the warning first, an answer marked as what it is, and the truth', async ({
  page,
  product,
}) => {
  await join(product, CARLO)
  const me = await settleIn(page, CARLO)
  await openChat(page, FICTIONAL)
  const warning = page.getByText(pattern('chat.fictionalText'))
  await expect(warning, 'before anything is spent').toBeVisible()
  await expect(page.getByRole('banner').or(page.locator('header')).getByText(text('ui.chatOnly')).first()).toBeVisible()
  const answers = (): { text: string }[] =>
    product.data.messagesBetween(me, FICTIONAL).filter(({ sender }) => sender === FICTIONAL)
  await listening(product, 1)
  await write(page, 'Ciao, come va?')
  await expect(page.getByRole('status').filter({ hasText: pattern('chat.typing') })).toBeVisible()
  await expect.poll(() => answers().length, { timeout: 40_000 }).toBe(1)
  await expect(bubble(page, answers()[0]?.text ?? '')).toBeVisible()

  await write(page, 'Ma sei una persona vera?')
  await expect.poll(() => answers().length, { timeout: 40_000 }).toBe(2)
  const truth = answers()[1]?.text ?? ''
  expect([text('fictional.truth1'), text('fictional.truth2')]).toContain(truth)
  await expect(bubble(page, truth)).toBeVisible()
  await expect(page.locator('header').getByText(text('ui.chatOnly')).first()).toBeVisible()
})

const TYPING = 'POST /api/typing'

const LIBRARY = 'input[type=file]:not([capture])'

const between = (one: number, other: number): string => `${Math.min(one, other)}-${Math.max(one, other)}`

const isRefused = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => false,
    () => true,
  )

const onePicture = async (): Promise<Picture> => {
  const [picture] = await pictures(1)
  if (!picture) throw new Error('No picture.')
  return picture
}

/** Anna and Carlo, each at a device. */
const both = async (product: Product, anna: Page, carlo: Page): Promise<[number, number]> => {
  const [one, other]: Client[] = await Promise.all([join(product, ANNA), join(product, CARLO)])
  await Promise.all([settleIn(anna, ANNA), settleIn(carlo, CARLO)])
  return [one?.id ?? 0, other?.id ?? 0]
}
