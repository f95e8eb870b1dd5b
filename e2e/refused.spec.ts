/** A queued message that the server refuses stays with its reason and a next step, and blocks no other message. */
import { expect, type Page } from 'playwright/test'
import { CARLO, join, ownUser, person, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, chatRow, composer, openChat, thread, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'
import type { Client } from './support/client.ts'

test.use({ losesNetwork: true })

type Company = { me: number; writer: Client; anna: Client; bea: Client }

test('[PWA-3][CHAT-6] a refused message stays with its reason, blocks no other, and can be sent again, edited or discarded', async ({
  context,
  page,
  product,
}) => {
  test.slow()
  const { me, anna, bea } = await company(page, product)

  await test.step('without credits: a retry sends it after credits were added', async () => {
    await context.setOffline(true)
    // Open the chat first, so that no earlier request is still running.
    await openChat(page, anna.id)
    // Another device has spent the credits; this device still believes that it can pay.
    takeCredits(product, me, 0)
    await write(page, 'one too many')
    await openChat(page, bea.id)
    await write(page, 'also one too many')
    await context.setOffline(false)

    const refused = bubble(page, 'also one too many')
    await expect(refused).toContainText(pattern('error.not_enough_credits'))
    await expect(refused.getByRole('link', { name: text('chat.getCredits') })).toBeVisible()
    expect(product.data.messagesFrom(me)).toEqual([])

    product.data.giveCredits(me, 5)
    await refused.getByRole('button', { name: text('chat.retry') }).click()
    await expect(refused).toContainText(text('chat.stateSent'))
    await openChat(page, anna.id)
    await expect(bubble(page, 'one too many')).toContainText(pattern('error.not_enough_credits'))
    await bubble(page, 'one too many')
      .getByRole('button', { name: text('chat.retry') })
      .click()
    await expect(bubble(page, 'one too many')).toContainText(text('chat.stateSent'))
    expect(product.data.debitsOf(me)).toBe(2)
    expect(product.data.creditsOf(me)).toBe(3)
  })

  await test.step('it can be edited and sent as another', async () => {
    await context.setOffline(true)
    await openChat(page, anna.id)
    takeCredits(product, me, 1)
    await write(page, 'the one that can be paid')
    await write(page, 'first words')
    await context.setOffline(false)
    const refused = bubble(page, 'first words')
    await expect(refused).toContainText(pattern('error.not_enough_credits'))

    product.data.giveCredits(me, 1)
    await page.reload()
    await refused.getByRole('button', { name: text('chat.edit') }).click()
    await expect(composer(page)).toHaveValue('first words')
    await expect(thread(page).getByText(text('chat.getCredits'))).toHaveCount(0)
    await composer(page).fill('better words')
    await page.getByRole('button', { name: text('chat.send'), exact: true }).click()
    await expect(bubble(page, 'better words')).toContainText(text('chat.stateSent'))
    await expect(thread(page).getByText('first words')).toHaveCount(0)
    expect(product.data.messagesFrom(me).map((message) => message.text)).toEqual([
      'also one too many',
      'one too many',
      'the one that can be paid',
      'better words',
    ])
  })

  await test.step('to a partner who blocked the member: the list marks the conversation, no other waits, and it can be discarded, or sent again after the block', async () => {
    product.data.giveCredits(me, 5)
    await expect.poll(async () => (await ownUser(page)).credits).toBe(5)
    await context.setOffline(true)
    await openChat(page, anna.id)
    await write(page, 'into the void')
    await write(page, 'to be heard later')
    await openChat(page, bea.id)
    await write(page, 'to somebody who listens')
    await anna.ask('blocks.put', { params: { profile: String(me) } })
    await context.setOffline(false)

    await expect
      .poll(() => product.data.messagesFrom(me).map((message) => message.text))
      .toContain('to somebody who listens')
    await expect(bubble(page, 'to somebody who listens')).toContainText(text('chat.stateSent'))
    await page.goto('/chats')
    const conversation = `${Math.min(me, anna.id)}-${Math.max(me, anna.id)}`
    await expect(chatRow(page, conversation)).toContainText(text('chats.refused'))
    await openChat(page, anna.id)
    const refused = bubble(page, 'into the void')
    await expect(refused).toContainText(pattern('error.blocked'))
    await page.reload()
    await expect(refused, 'nothing vanishes').toBeVisible()
    await refused.getByRole('button', { name: text('chat.discard') }).click()
    await expect(refused).toHaveCount(0)
    await page.reload()
    await expect(page.getByText(text('closed.blocked', { name: 'Anna' }), { exact: true })).toBeVisible()
    await expect(page.getByText('into the void')).toHaveCount(0)

    const later = bubble(page, 'to be heard later')
    const retry = later.getByRole('button', { name: text('chat.retry') })
    await expect(later).toContainText(pattern('error.blocked'))
    await expect(retry).toHaveCount(0)
    await anna.ask('blocks.delete', { params: { profile: String(me) } })
    await retry.click()
    await expect(later).toContainText(text('chat.stateSent'))
  })
})

/** A member with five credits in the browser, and two to write to. */
const company = async (page: Page, product: Product): Promise<Company> => {
  const [writer, anna, bea] = await Promise.all([
    join(product, CARLO),
    join(product, person('Anna')),
    join(product, person('Bea')),
  ])
  const me = await settleIn(page, CARLO)
  for (const partner of [anna, bea]) await openChat(page, partner.id)
  return { me, writer, anna, bea }
}

/** Leaves the member this many credits. */
const takeCredits = (product: Product, me: number, left: number): void => {
  product.data.giveCredits(me, left - product.data.creditsOf(me))
}
