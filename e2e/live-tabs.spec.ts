/** Several tabs of one browser: one live line for all, taken over when its tab goes. */
import { expect, type Page } from 'playwright/test'
import { join, person, settleIn, DEMO } from './support/people.ts'
import { bubble, listening, openChat } from './support/screens.ts'
import { test } from './support/test.ts'
import { pattern } from './support/texts.ts'
import { controlled } from './support/worker.ts'

/** How many live lines a tab has begun from now on. */
const linesOf = (page: Page): (() => number) => {
  let lines = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/events')) lines += 1
  })
  return () => lines
}

test('[PWA-12][CHAT-14][CHAT-7] one of two tabs has the event stream, the other gets every event from it, and takes over', async ({
  context,
  page,
  product,
}) => {
  const me = await settleIn(page, DEMO.premium)
  const partner = await join(product, person('Nora'))
  await partner.say(me, 'first')
  await openChat(page, partner.id)
  await expect(bubble(page, 'first')).toBeVisible()

  const second = await context.newPage()
  const lines = linesOf(second)
  await openChat(second, partner.id)
  await controlled(second)
  await listening(product, 1)
  await partner.say(me, 'second')
  for (const tab of [page, second]) await expect(bubble(tab, 'second')).toBeVisible()
  await partner.ask('typing.send', { body: { profile: me, typing: true } })
  for (const tab of [page, second]) await expect(tab.getByText(pattern('chat.typing')).first()).toBeVisible()
  expect(lines(), 'lines of the second tab').toBe(0)

  await page.close()
  await expect.poll(lines).toBe(1)
  await partner.say(me, 'third')
  await expect(bubble(second, 'third')).toBeVisible()
})
