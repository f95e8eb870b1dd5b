/** The logged-out screen shows the number of parked writes and their member's name [SHELL-20]. */
import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { memberWorld, restarted, textTo, type World } from '../testing/world.ts'

const parkedIn = async ({ worker }: World): Promise<unknown> =>
  ((await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>).parked

test('[PWA-11] pages hear whose data waits here after a session ran out, and only until it is used or deleted', async () => {
  const world = await memberWorld()
  expect(await parkedIn(world)).toBeUndefined()
  world.browser.jar.member = null
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(await parkedIn(world)).toBe(1)
  world.browser.network = 'down'
  world.worker = await restarted(world)
  expect(await parkedIn(world)).toBe(1)
  world.browser.network = 'up'
  await world.worker.login(2)
  expect(await parkedIn(world)).toBeUndefined()
  await world.worker.call('GET', '/api/logout')
  expect(await parkedIn(world)).toBeUndefined()
})

test('[SHELL-20] [PWA-11] parked writes are shown as a number with the member’s name, and nothing more', async () => {
  const world = await memberWorld()
  const state = async () => (await world.worker.call('GET', '/api/device')).json as CallAnswer<'device.state'>
  // A refused message does not wait for the member.
  world.server.refusals.set(4, { error: 'recipient_unconfirmed' })
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 4, 'refused'))
  await world.worker.settled()
  world.browser.network = 'down'
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'a secret'))
  await world.worker.call('PUT', '/api/likes/3')
  await world.worker.settled()
  world.browser.jar.member = null
  world.browser.network = 'up'
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(await state()).toMatchObject({ waiting: 0, failed: [], parked: { name: 'Member 1', count: 2 } })
  expect(JSON.stringify(await state())).not.toContain('secret')
  world.worker = await restarted(world)
  expect((await state()).parked).toEqual({ name: 'Member 1', count: 2 })
  await world.worker.login(1)
  await world.worker.settled()
  expect((await state()).parked).toBeUndefined()
  expect(world.server.textsOf('1-2', 1)).toEqual(['a secret'])
})

test('[PWA-11] photos and refused writes of a member whose session ran out are counted, and so are texts that arrive later', async () => {
  const world = await memberWorld()
  const state = async () => (await world.worker.call('GET', '/api/device')).json as CallAnswer<'device.state'>
  world.server.refusals.set(4, { error: 'recipient_unconfirmed' })
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 4, 'refused'))
  await world.worker.settled()
  const photo = new Blob([new Uint8Array(4)], { type: 'image/jpeg' })
  const id = world.browser.newId()
  await world.worker.call('POST', `/api/device/drafts?id=${id}&place=1-2&name=sea.jpg`, photo)
  expect(await state()).not.toHaveProperty('parked_drafts')
  world.browser.jar.member = null
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(await state()).toMatchObject({ parked_drafts: 2 })
  expect(await state()).not.toHaveProperty('parked')
  const text = { id: world.browser.newId(), place: '1-3', name: '', bytes: 0, at: 0, text: 'an answer' }
  await world.worker.device.sessions.storeTextOf(1, text)
  expect(await state()).toMatchObject({ parked_drafts: 3 })
  world.worker = await restarted(world)
  expect(await state()).toMatchObject({ parked_drafts: 3 })
  // A device that was logged out elsewhere says how much went with it.
  world.browser.jar.revoked = true
  await world.worker.call('GET', '/api/user')
  await world.worker.settled()
  expect(await state()).toMatchObject({ lost: 3 })
  expect(await state()).not.toHaveProperty('parked_drafts')
})
