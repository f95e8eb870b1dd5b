import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { Unreachable } from '../server-api.ts'
import { subscriptionTo, type Worker } from '../testing/browser.ts'
import { memberWorld, restarted, stateOf, visitorWorld, type World } from '../testing/world.ts'
import { sendSubscription } from './push-subscription.ts'

const ONE = subscriptionTo('https://push.example.test/1')
const TWO = subscriptionTo('https://push.example.test/2')

const post = (worker: Worker, subscription: unknown) => worker.call('POST', '/api/user?push=1', { subscription })

const pushState = async (worker: Worker) => ((await worker.call('GET', '/api/device')).json as { push?: boolean }).push

/** A world where the member has turned on notifications on a page of this device. */
const pushedWorld = async (): Promise<World> => {
  const world = await memberWorld()
  await world.worker.call('GET', '/api/settings')
  world.browser.subscription = ONE
  await post(world.worker, ONE)
  return world
}

test.each([DAY_MS, -DAY_MS])(
  '[PWA-5] a subscription is sent again after a day, or when the clock is set back by one; not before (%i ms)',
  async (change) => {
    const { server, browser, worker } = await pushedWorld()
    await sendSubscription(worker.device)
    expect(server.subscriptions).toEqual([ONE])
    browser.clock += change
    await sendSubscription(worker.device)
    await sendSubscription(worker.device)
    expect(server.subscriptions).toEqual([ONE, ONE])
  },
)

test('[PWA-5] a subscription that the server refuses does not count as turned on', async () => {
  const { server, worker } = await memberWorld()
  server.broken.set('user.push', { status: 400, body: { error: 'invalid_input' } })
  await post(worker, ONE)
  expect(await pushState(worker)).toBe(false)
})

test('[PWA-5] a replaced subscription is sent to the server, later if not at once', async () => {
  const { server, browser, worker } = await pushedWorld()
  browser.subscription = TWO
  browser.network = 'down'
  await expect(sendSubscription(worker.device)).rejects.toBeInstanceOf(Unreachable)
  browser.network = 'up'
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([ONE, TWO])
})

test('[PWA-5] a lost subscription is created again, unless the member revoked the permission', async () => {
  const { server, browser, worker } = await pushedWorld()
  browser.subscription = null
  await sendSubscription(worker.device)
  expect(browser.subscription).toEqual(ONE)
  browser.subscription = null
  browser.allowsPush = false
  await sendSubscription(worker.device)
  expect(server.subscriptions.at(-1)).toBeNull()
  expect(await pushState(worker)).toBe(false)
  browser.allowsPush = true
  await sendSubscription(worker.device)
  // The member has not turned notifications on again.
  expect(browser.subscription).toBeNull()
})

test('[PWA-5] a subscription is sent again after the same member’s session has ended', async () => {
  const { server, browser, worker } = await pushedWorld()
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await pushState(worker)).toBe(false)
  await worker.login(1)
  expect(server.subscriptions).toEqual([ONE, ONE])
  expect(await pushState(worker)).toBe(true)
})

test('[PWA-5] a session whose subscription was not sent gets no pushes', async () => {
  const { worker } = await pushedWorld()
  expect(await pushState(worker)).toBe(true)
  await worker.device.sessions.shell.update((shell) => ({ ...shell, push: shell.push && { ...shell.push, epoch: -1 } }))
  expect(await pushState(worker)).toBe(false)
})

test('[PWA-11] another member on the device gets no pushes before they turn them on', async () => {
  const { server, browser, worker } = await pushedWorld()
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  await worker.login(2)
  browser.subscription = ONE
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([ONE])
  expect(await pushState(worker)).toBe(false)
  await post(worker, ONE)
  expect(await pushState(worker)).toBe(true)
})

test('[PWA-5] notifications that were turned off offline stay off', async () => {
  const world = await pushedWorld()
  world.browser.network = 'down'
  expect((await post(world.worker, null)).json).toEqual({ error: 'network_unavailable' })
  world.browser.subscription = null
  world.browser.network = 'up'
  const worker = await restarted(world)
  await sendSubscription(worker.device)
  expect(world.server.subscriptions).toEqual([ONE])
  expect(world.browser.subscription).toBeNull()
})

test('[PWA-5] a subscription of a version that stored no member belongs to the current member', async () => {
  const { server, browser, worker } = await pushedWorld()
  await worker.device.sessions.shell.update((shell) => ({ ...shell, push: undefined }))
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([ONE, ONE])
  await worker.device.sessions.shell.update((shell) => ({ ...shell, push: undefined }))
  browser.subscription = null
  await sendSubscription(worker.device)
  // No subscription is created.
  expect(browser.subscription).toBeNull()
})

test('[PWA-5] no subscription is renewed while nobody is logged in', async () => {
  const { server, browser, worker } = visitorWorld()
  await worker.call('GET', '/api/settings')
  browser.subscription = ONE
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([])
})

test('[PWA-5] notifications that only a captive portal has confirmed are not on', async () => {
  const world = await memberWorld()
  world.server.broken.set('user.push', { status: 200, body: '<html>Accept our terms</html>' })
  const answer = await post(world.worker, ONE)
  expect(answer).toMatchObject({ status: 503, json: { error: 'network_unavailable' } })
  expect(await stateOf(world)).toMatchObject({ push: false, connection: 'offline' })
})
