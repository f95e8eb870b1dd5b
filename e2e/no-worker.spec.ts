/** A browser without service workers, or the first visit: everything still works, straight with the server. */
import { expect, type Page } from 'playwright/test'
import type { Client } from './support/client.ts'
import { stylesOf } from './support/app-files.ts'
import { CARLO, DEMO, join, logIn, person } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, heart, memberCard, memberCards, openChat, write } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { text } from './support/texts.ts'

test.use({ serviceWorkers: 'block' })

test('[PWA-1][FIND-1][LIKE-2][CHAT-1] search, like and chat work without a service worker', async ({
  page,
  product,
}) => {
  await join(product, CARLO)
  const anna = await join(product, person('Anna'))
  await logIn(page, CARLO)
  await expect(memberCards(page).first()).toBeVisible()

  await page.goto('/members?gender=female&country=IT')
  const button = heart(memberCard(page, anna.id))
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  const me = product.data.memberOf(CARLO.email)
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

const SEND = 'POST /api/messages'

test('[CHAT-5][PWA-3] without a service worker a message whose answer is lost is stored and charged once', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  const { me, anna } = await inConversation(page, product)
  const answers = product.gate.dropAnswers(SEND, 1)
  await write(page, 'the answer is lost')
  // The list has the message under its own id, so nothing is left to try again.
  await expect(bubble(page, 'the answer is lost')).toContainText(text('chat.stateSent'))
  expect(answers.dropped()).toBe(1)
  answers.stop()
  await page.reload()
  await openChat(page, anna.id)
  await expect(bubble(page, 'the answer is lost')).toHaveCount(1)
  expect(product.data.messagesFrom(me)).toHaveLength(1)
  expect(product.data.debitsOf(me)).toBe(1)
})

test('[PWA-3][CHAT-14] without a service worker what could not be sent survives a reload, and one tap sends it in order, once', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  const { me, anna } = await inConversation(page, product)
  const proxy = product.gate.answerFor(SEND, 502, {})
  await write(page, 'first words')
  await write(page, 'second words')
  for (const words of ['first words', 'second words'])
    await expect(bubble(page, words).getByRole('button', { name: text('chat.retry') })).toBeVisible()
  proxy.stop()
  await page.reload()
  await openChat(page, anna.id)
  const second = bubble(page, 'second words')
  await expect(bubble(page, 'first words').getByRole('button', { name: text('chat.retry') })).toBeVisible()
  expect(product.data.messagesFrom(me)).toEqual([])

  await second.getByRole('button', { name: text('chat.retry') }).click()
  await expect(second).toContainText(text('chat.stateSent'))
  expect(product.data.messagesFrom(me).map((message) => message.text)).toEqual(['first words', 'second words'])
  expect(product.data.debitsOf(me)).toBe(2)
})

test(
  '[PWA-3] without a service worker a message that an older version kept is sent once',
  { tag: '@long' },
  async ({ page, product }) => {
    const { me, anna } = await inConversation(page, product)
    const client_id = '0199aaaa-0000-7000-8000-00000000000a'
    const conversation = [me, anna.id].toSorted((one, other) => one - other).join('-')
    await page.evaluate(([key, row]) => localStorage.setItem(key, row), [
      `unsent:${me}:${client_id}`,
      JSON.stringify({
        type: 'text',
        text: 'kept before the update',
        client_id,
        conversation,
        sender: me,
        profile: anna.id,
        sent_at: Date.now(),
        state: 'sending',
        failure: null,
      }),
    ] as const)
    for (let visit = 0; visit < 2; visit += 1) {
      await page.reload()
      await expect(bubble(page, 'kept before the update')).toContainText(text('chat.stateSent'))
    }
    expect(product.data.messagesFrom(me)).toHaveLength(1)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsent:')))).toEqual([])
  },
)

test(
  '[LIKE-2] without a service worker a like shows at once, and a refused one is removed with the reason',
  { tag: '@long' },
  async ({ page, product, watch }) => {
    watch.expectComplaints(/status of 403/)
    const [me, anna] = await Promise.all([join(product, CARLO), join(product, person('Anna'))])
    await logIn(page, CARLO)
    await page.goto('/members?gender=female&country=IT')
    const button = heart(memberCard(page, anna.id))
    const line = `PUT /api/likes/${anna.id}`
    const answers = product.gate.holdAnswers(line)
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => answers.held()).toBe(1)
    answers.release()
    await expect.poll(() => product.data.likesFrom(me.id)).toEqual([anna.id])
    await button.click()
    await expect.poll(() => product.data.likesFrom(me.id)).toEqual([])

    const refusal = product.gate.answerFor(line, 403, { error: 'blocked', name: 'Anna' })
    await button.click()
    await expect(page.getByText(text('error.blocked', { name: 'Anna' }))).toBeVisible()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    refusal.stop()
  },
)

/** A member in the conversation with a partner, whose page has no service worker. */
const inConversation = async (page: Page, product: Product): Promise<{ me: number; anna: Client }> => {
  const [carlo, anna] = await Promise.all([join(product, CARLO), join(product, person('Anna'))])
  await logIn(page, CARLO)
  await openChat(page, anna.id)
  return { me: carlo.id, anna }
}

test('[PWA-1] a first visit to search asks for session, settings and results side by side', async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  const held = page.waitForRequest(/\/api\/user\b/)
  await page.route(/\/api\/(user|settings)\b/, async (route) => {
    await answered.promise
    await route.continue()
  })
  const settings = page.waitForRequest(/\/api\/settings\b/)
  const results = page.waitForResponse(/\/api\/members(\?|$)/)
  await page.goto('/members', { waitUntil: 'commit' })
  await Promise.all([held, settings])
  await (await results).finished()
  answered.resolve()
  await expect(memberCards(page).first()).toBeVisible()
})

test('[SHELL-16] a screen whose styles did not come has them with the network, also without a reload', async ({
  context,
  page,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  const styles = stylesOf('member-screens.ts')
  expect(styles).not.toEqual([])
  await page.route(
    ({ pathname }) => styles.includes(pathname),
    (route) => route.abort(),
  )
  await logIn(page, DEMO.premium)
  await expect(memberCards(page).first()).toBeVisible()
  await context.setOffline(true)
  const tabs = page.getByRole('navigation', { name: text('shell.navigation') })
  await tabs.getByRole('link', { name: text('shell.likes') }).click()
  await expect(page.getByRole('heading', { name: text('shell.awayTitle') })).toBeVisible()

  await page.unrouteAll()
  const came = Promise.all(styles.map((path) => page.waitForResponse((answer) => answer.url().endsWith(path))))
  await context.setOffline(false)
  await came
  await expect(page.getByRole('link', { name: text('likes.received') }).first()).toBeVisible()
})
