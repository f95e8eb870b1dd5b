/** A push from the server through push service and Chromium's decryption to the device, notification and badge. */
import { expect, type Page } from 'playwright/test'
import { settleInAsCarlo } from './support/people.ts'
import { test } from './support/push-service.ts'
import { bubble, listening, openChat } from './support/screens.ts'
import { spyOnWorker } from './support/spy.ts'

test.use({ losesNetwork: true, onDisk: true })

test('[PWA-6][PWA-8] a pushed message is on the device before its notification shows', async ({
  context,
  page,
  product,
  pushService,
}) => {
  await context.grantPermissions(['notifications'], { origin: product.url })
  const { anna, me } = await settleInAsCarlo(page, product)
  await subscribe(page)
  const spy = await spyOnWorker(context, me)

  // While the member looks at the page, the event stream delivers the message and no push is sent.
  await openChat(page, anna.id)
  await listening(product, 1)
  await anna.say(me, 'you are looking')
  await expect(bubble(page, 'you are looking')).toBeVisible()

  // A page of the browser keeps it running without an open page of the app.
  await context.newPage()
  await expect.poll(() => product.data.unreadOf(me)).toBe(0)
  await page.close()
  await listening(product, 0)
  await anna.ask('likes.put', { params: { profile: String(me) } })
  await anna.say(me, 'you are away')
  await expect.poll(async () => (await spy.shown()).some(({ held }) => held.includes('you are away'))).toBe(true)
  const shown = await spy.shown()
  expect(shown.every(({ held }) => held.includes('you are looking'))).toBe(true)
  const words = JSON.stringify(shown.map(({ title, body }) => [title, body]))
  expect(words, 'discreet').not.toContain('you are away')
  // One unread message and one new like: the server's total.
  expect(product.data.unreadOf(me)).toBe(1)
  await expect.poll(async () => (await spy.badges()).at(-1)).toBe(2)

  // Without a network the conversation shows the message.
  await context.setOffline(true)
  const later = await context.newPage()
  await openChat(later, anna.id)
  await expect(bubble(later, 'you are away')).toBeVisible()
  expect(pushService.accepted(), 'pushes while away, none while looking').toBe(1)
})

/** As the app will do it on a tap [PWA-5]: subscribe, and tell the server. */
const subscribe = async (page: Page): Promise<void> => {
  const status = await page.evaluate(async () => {
    const settings = (await (await fetch('/api/settings')).json()) as { settings: { push_public_key: string } }
    const registration = await navigator.serviceWorker.ready
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: settings.settings.push_public_key,
    })
    const answer = await fetch('/api/user?push=1', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-type': 'client' },
      body: JSON.stringify({ subscription: subscription.toJSON() }),
    })
    return `${answer.status} ${await answer.text()}`
  })
  expect(status).toBe('200 {}')
}
