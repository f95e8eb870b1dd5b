/** A push without room for its message, opened without a network [PWA-14]. */
import { expect } from 'playwright/test'
import { expectAccessible } from './support/axe.ts'
import { rowsOf } from './support/device.ts'
import { DEMO, join, person, settleIn } from './support/people.ts'
import { bubble, openChat } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlWorker } from './support/worker.ts'

test.use({ losesNetwork: true })

test('[PWA-14] it opens on the conversation and says that a message waits for the network, until the message is there', async ({
  context,
  page,
  product,
}) => {
  const writer = await join(product, person('Writer', { gender: 'male' }))
  const me = await settleIn(page, DEMO.premium)
  const card = await page.evaluate(async (id) => {
    const answer = await fetch(`/api/members/${id}`, { headers: { 'x-request-type': 'client' } })
    return ((await answer.json()) as { profile: unknown }).profile
  }, writer.id)
  const conversation = [me, writer.id].toSorted((one, other) => one - other).join('-')
  const worker = await controlWorker(page)
  await context.setOffline(true)
  // An event stream that is open already survives this, and would bring the message.
  product.gate.set('down')
  product.gate.set('up')
  // Until the writer's own connections, which were cut as well, have been noticed.
  await expect.poll(() => isReached(product.url)).toBe(true)
  await writer.say(me, 'ñ'.repeat(1_990))
  const [meta] = await rowsOf(page, me, 'meta')
  await worker.push({
    web_push: 8030,
    notification: {
      title: 'Visavis',
      body: 'Writer',
      lang: 'it',
      tag: `chat-${conversation}`,
      navigate: `${product.url}/chats/${conversation}`,
      data: {
        member: me,
        seq: Number(meta?.['seq']) + 1,
        counts: { unread_messages: 1, new_likes: 0 },
        message: null,
        chat: null,
        profile: card,
      },
    },
  })
  await expect
    .poll(async () => (await rowsOf(page, me, 'conversations')).some((row) => row['conversation'] === conversation))
    .toBe(true)

  await page.goto('/chats')
  const row = page.locator(`a[href="/chats/${conversation}"]`)
  await expect(row).toContainText(text('chat.incoming'))
  await openChat(page, writer.id)
  await expect(page.getByRole('heading', { name: text('chat.incoming') })).toBeVisible()
  await expect(page.getByText(text('chat.firstTitle'))).toHaveCount(0)
  await expect(page.getByRole('button', { name: text('icebreaker.open') })).toHaveCount(0)
  await expectAccessible(page, 'a conversation whose message waits for the network')

  await context.setOffline(false)
  await expect(bubble(page, 'ñ'.repeat(50))).toBeVisible()
  await expect(page.getByText(text('chat.incoming'))).toHaveCount(0)
  await page.goto('/chats')
  await expect(row).toContainText('ñ')
})

const isReached = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
