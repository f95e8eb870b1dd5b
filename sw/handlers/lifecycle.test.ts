import { expect, test, vi } from 'vitest'
import { memberWorld, textTo, visitorWorld } from '../testing/world.ts'
import { deliver } from './background-sync.ts'
import { isSkipWaiting, start, takeOver } from './lifecycle.ts'

test('[PWA-1] taking over waits for no network, and has the open pages ask again, now through the worker', async () => {
  const { server, browser, worker } = visitorWorld()
  browser.network = 'stalled'
  const claim = vi.fn<() => Promise<void>>(async () => {})
  await takeOver(worker.device, claim)
  expect(claim).toHaveBeenCalledOnce()
  expect(browser.news).toEqual(['session'])
  expect(server.log).toEqual([])
})

test('[PWA-1] once it is asked for something, the worker learns whose device this is and fills it', async () => {
  const { server, browser, worker } = visitorWorld()
  server.say(2, 1, 'hello')
  browser.jar.member = 1
  await start(worker.device)
  browser.network = 'down'
  expect((await worker.call('GET', '/api/chats')).json).toMatchObject({ chats: [{ conversation: '1-2' }] })
})

test('[PWA-1] starting without a network does no harm', async () => {
  const { browser, worker } = visitorWorld()
  browser.network = 'down'
  await start(worker.device)
  expect((await worker.call('GET', '/api/user')).status).toBe(503)
})

test('[PWA-2] background sync delivers, and asks for another try while something is left', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  await expect(deliver(worker.device)).rejects.toThrow('Something still waits')
  browser.network = 'up'
  await deliver(worker.device)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-11] background sync tells the server of a logout, too', async () => {
  const { browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('GET', '/api/logout')
  await worker.settled()
  await expect(deliver(worker.device)).rejects.toThrow('Something still waits')
  browser.network = 'up'
  await deliver(worker.device)
  expect(browser.jar.member).toBe(null)
})

test('[PWA-10] only the message meant for it makes a new version take over', () => {
  expect(isSkipWaiting({ type: 'SKIP_WAITING' })).toBe(true)
  expect(isSkipWaiting('SKIP_WAITING')).toBe(false)
  expect(isSkipWaiting(null)).toBe(false)
})
