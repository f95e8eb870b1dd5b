/** The main job: two people who do not know each other sign up, find, like and write to each other. */
import { expect, type Page } from 'playwright/test'
import { MINUTE_MS } from '#contract/limits.ts'
import { activationLink, ownUser, person, PASSWORD, settleIn, signUp } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, chatRow, composer, heart, memberCard, openChat, saidIn, thread, write } from './support/screens.ts'
import { anotherDevice, test } from './support/test.ts'
import { pattern, text } from './support/texts.ts'
import { controlled } from './support/worker.ts'

/** Signs up by hand and follows the link in the mail. */
const arrive = async (page: Page, product: Product, name: string, gender: 'male' | 'female'): Promise<number> => {
  const someone = person(name, { gender })
  await signUp(page, someone)
  await page.goto(await activationLink(product, someone.email))
  await page.getByRole('button', { name: text('mail.activation.button') }).click()
  await expect(page).toHaveURL(/\/activate\/done\b/)
  await expect(page.getByRole('heading', { name: text('activate.here', { name }) })).toBeVisible()
  await controlled(page)
  return product.data.memberOf(someone.email)
}

test('[FIND-1][LIKE-2][LIKE-4][CHAT-1][CHAT-14][SHELL-8][SHELL-17] from a visitor to a conversation, whose unread messages are counted and cleared on every device', async ({
  browser,
  page: anna,
  product,
  watch,
}) => {
  test.slow()
  const carloDevice = await anotherDevice(browser, product, watch)
  const carlo = await carloDevice.newPage()
  const annaId = await arrive(anna, product, 'Anna', 'female')
  const carloId = await arrive(carlo, product, 'Carlo', 'male')

  await test.step('Carlo finds Anna by filter, and only where she belongs', async () => {
    await carlo.goto('/members?gender=female&country=IT&region=IT-25&ages=30-40')
    await expect(memberCard(carlo, annaId)).toBeVisible()
    await carlo.goto('/members?gender=male&country=IT')
    await expect(carlo.getByRole('list', { name: text('members.results') })).toBeAttached()
    await expect(memberCard(carlo, annaId)).toHaveCount(0)
    await carlo.goto('/members?gender=female&country=IT')
  })

  await test.step('Carlo likes Anna; it is new to her until she opens his profile', async () => {
    await anna.goto('/likes')
    await heart(memberCard(carlo, annaId)).click()
    await expect(memberCard(anna, carloId)).toContainText(text('ui.new'))
    await expect(anna).toHaveTitle(/^\(1\) /)
    await memberCard(anna, carloId).getByRole('link').click()
    await expect(anna.getByRole('heading', { name: pattern('ui.nameAge') })).toBeVisible()
    await expect(anna).not.toHaveTitle(/^\(/)
    await anna.goto('/likes')
    await expect(memberCard(anna, carloId)).not.toContainText(text('ui.new'))
  })

  await test.step('Anna likes Carlo: a match on both sides', async () => {
    await carlo.goto('/likes/matches')
    await expect(carlo.getByText(text('likes.noMatches'))).toBeVisible()
    await heart(memberCard(anna, carloId)).click()
    await expect(anna.getByRole('dialog', { name: text('match.title') })).toBeVisible()
    await anna.keyboard.press('Escape')
    await expect(memberCard(carlo, annaId)).toBeVisible()
    for (const [page, other] of [
      [anna, carloId],
      [carlo, annaId],
    ] as const) {
      await page.goto('/likes/matches')
      await expect(memberCard(page, other)).toBeVisible()
    }
  })

  await test.step('they write to each other, live, each in their order', async () => {
    await openChat(anna, carloId)
    await openChat(carlo, annaId)
    const begunAt = Date.now()
    for (const words of ['Ciao Anna', 'due', 'tre', 'quattro']) {
      await composer(carlo).fill(words)
      await carlo.getByRole('button', { name: text('chat.send'), exact: true }).click()
      await expect(bubble(anna, words)).toBeVisible()
    }
    // Each waited for the one before: asking now and then, as a page does, brings two of them in a minute.
    expect(Date.now() - begunAt).toBeLessThan(MINUTE_MS)
    await write(anna, 'Ciao Carlo')
    await expect(bubble(carlo, 'Ciao Carlo')).toBeVisible()
    const said = ['Ciao Anna', 'due', 'tre', 'quattro', 'Ciao Carlo']
    for (const page of [anna, carlo]) await expect.poll(() => saidIn(page)).toEqual(said)
    await expect(bubble(carlo, 'quattro')).toContainText(text('chat.stateRead'))
    expect(product.data.debitsOf(carloId)).toBe(4)
  })

  await test.step('an unread message is counted on every device, and reading it clears the count on every device', async () => {
    const sofaDevice = await anotherDevice(browser, product, watch)
    const sofa = await sofaDevice.newPage()
    await settleIn(sofa, { email: person('Anna').email, password: PASSWORD })
    const conversation = `${Math.min(annaId, carloId)}-${Math.max(annaId, carloId)}`
    await anna.goto('/chats')

    product.data.giveCredits(carloId, 2)
    await expect.poll(async () => (await ownUser(carlo)).credits).toBe(3)
    await openChat(carlo, annaId)
    for (const words of ['cinque', 'sei']) await write(carlo, words)
    for (const page of [anna, sofa]) {
      await expect(page).toHaveTitle(/^\(2\) /)
      const tabs = page.getByRole('navigation', { name: text('shell.navigation') })
      await expect(tabs.getByRole('link', { name: text('shell.chats') })).toContainText('2')
    }
    await expect(chatRow(anna, conversation)).toContainText('sei')
    await expect(bubble(carlo, 'sei')).toContainText(text('chat.stateDelivered'))

    await chatRow(anna, conversation).click()
    await expect(thread(anna)).toBeVisible()
    for (const page of [anna, sofa]) await expect(page).not.toHaveTitle(/^\(/)
    await expect(bubble(carlo, 'sei')).toContainText(text('chat.stateRead'))
    expect(product.data.unreadOf(annaId)).toBe(0)
    await sofaDevice.close()
  })
  await carloDevice.close()
})
