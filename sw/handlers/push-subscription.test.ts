import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { Unreachable } from '../server-api.ts'
import { subscriptionTo, type Worker } from '../testing/browser.ts'
import { memberWorld, restarted, visitorWorld, type World } from '../testing/world.ts'
import { sendSubscription } from './push-subscription.ts'

const ONE = subscriptionTo('https://push.example.test/1')
const TWO = subscriptionTo('https://push.example.test/2')

const post = (worker: Worker, subscription: unknown) => worker.call('POST', '/api/user?push=1', { subscription })

const pushState = async (worker: Worker) => ((await worker.call('GET', '/api/device')).json as { push?: boolean }).push

/** Turned on by the member on a page of this device. */
const pushedWorld = async (): Promise<World> => {
  const world = await memberWorld()
  await world.worker.call('GET', '/api/settings')
  world.browser.subscription = ONE
  await post(world.worker, ONE)
  return world
}

test('[PWA-5] a subscription is told again after a day, not before', async () => {
  const { server, browser, worker } = await pushedWorld()
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([ONE])
  browser.clock += DAY_MS
  await sendSubscription(worker.device)
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([ONE, ONE])
})

test('[PWA-5] a subscription the browser has replaced reaches the server, later if not now', async () => {
  const { server, browser, worker } = await pushedWorld()
  browser.subscription = TWO
  browser.network = 'down'
  await expect(sendSubscription(worker.device)).rejects.toBeInstanceOf(Unreachable)
  browser.network = 'up'
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([ONE, TWO])
})

test('[PWA-5] one that the browser has lost is made anew, unless the member takes it back', async () => {
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
  // Nobody has tapped.
  expect(browser.subscription).toBeNull()
})

test('[PWA-5] the same member, logged in again after the server had ended their session, is told of anew', async () => {
  const { server, browser, worker } = await pushedWorld()
  browser.jar.member = null
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect(await pushState(worker)).toBe(false)
  await worker.login(1)
  expect(server.subscriptions).toEqual([ONE, ONE])
  expect(await pushState(worker)).toBe(true)
})

test('[PWA-5] a session that the server was not told of yet gets no pushes, whoever it is', async () => {
  const { worker } = await pushedWorld()
  expect(await pushState(worker)).toBe(true)
  await worker.device.sessions.shell.update((shell) => ({ ...shell, push: shell.push && { ...shell.push, epoch: -1 } }))
  expect(await pushState(worker)).toBe(false)
})

test('[PWA-11] another member of the device gets no pushes before they want them', async () => {
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

test('[PWA-5] turned off without a network is off', async () => {
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

test('[PWA-5] one of a version that did not write down whose it is goes to the member who is here', async () => {
  const { server, browser, worker } = await pushedWorld()
  await worker.device.sessions.shell.update((shell) => ({ ...shell, push: undefined }))
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([ONE, ONE])
  await worker.device.sessions.shell.update((shell) => ({ ...shell, push: undefined }))
  browser.subscription = null
  await sendSubscription(worker.device)
  // None is made.
  expect(browser.subscription).toBeNull()
})

test('[PWA-5] nobody’s subscription is renewed', async () => {
  const { server, browser, worker } = visitorWorld()
  await worker.call('GET', '/api/settings')
  browser.subscription = ONE
  await sendSubscription(worker.device)
  expect(server.subscriptions).toEqual([])
})
