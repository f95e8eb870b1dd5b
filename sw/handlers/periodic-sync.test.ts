import { expect, test } from 'vitest'
import { memberWorld, textTo } from '../testing/world.ts'
import { refreshAtTimes } from './periodic-sync.ts'

test('[PWA-4] now and then the device learns what is new, with its badge and the settings, and shows no notification', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.call('GET', '/api/settings')
  await worker.settled()
  server.say(3, 1, 'while you were away')
  server.settings = { ...server.settings, message_days: 30 }
  await refreshAtTimes(worker.device)
  expect(browser.badges.at(-1)).toBe(2)
  expect(browser.shown).toEqual([])
  browser.network = 'down'
  expect((await worker.call('GET', '/api/chats/1-3/messages')).json).toMatchObject({
    messages: [{ text: 'while you were away' }],
  })
  expect((await worker.call('GET', '/api/settings')).json).toMatchObject({ settings: { message_days: 30 } })
})

test('[PWA-2] and sends what waits', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  browser.network = 'up'
  await refreshAtTimes(worker.device)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-11] of a device that nobody is logged in on nothing is asked', async () => {
  const { server, worker } = await memberWorld()
  await worker.call('GET', '/api/logout')
  await worker.settled()
  server.log.length = 0
  await refreshAtTimes(worker.device)
  expect(server.log).toEqual([])
})

test('[PWA-4] without a network it does no harm, and the badge is shown as it was', async () => {
  const { browser, worker } = await memberWorld()
  await worker.settled()
  browser.network = 'down'
  // Some platforms drop it when they start anew.
  browser.badges.length = 0
  await refreshAtTimes(worker.device)
  expect(browser.badges).toEqual([1])
})
