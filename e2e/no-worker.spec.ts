/** A browser without service workers, or the first visit: everything still works, straight with the server. */
import { expect } from 'playwright/test'
import { join, logIn, person } from './support/people.ts'
import { bubble, heart, memberCard, memberCards, openChat, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ serviceWorkers: 'block' })

test('[PWA-1][FIND-1][LIKE-2][CHAT-1] search, like and chat work without a service worker', async ({
  page,
  product,
}) => {
  const someone = person('Carlo', { gender: 'male' })
  await join(product, someone)
  const anna = await join(product, person('Anna'))
  await logIn(page, someone)
  await expect(memberCards(page).first()).toBeVisible()

  await page.goto('/members?gender=female&country=IT')
  const button = heart(memberCard(page, anna.id))
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  const me = product.data.memberOf(someone.email)
  await expect.poll(() => product.data.likesFrom(me)).toEqual([anna.id])
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')

  await openChat(page, anna.id)
  await write(page, 'straight to the server')
  await expect(bubble(page, 'straight to the server')).toContainText(text('chat.stateSent'))
  expect(product.data.messagesFrom(me)).toHaveLength(1)

  await anna.say(me, 'and straight back')
  await expect(bubble(page, 'and straight back')).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker?.controller ?? null)).toBeNull()
})
