import { expect, test } from 'vitest'
import { memberWorld, textTo } from '../testing/world.ts'
import { refreshAtTimes } from './background-sync.ts'

test('[PWA-4] periodic sync refreshes the feed, the badge and the settings, and shows no notification', async () => {
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

test('[PWA-2] periodic sync sends queued writes', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  browser.network = 'up'
  await refreshAtTimes(worker.device)
  expect(server.textsOf('1-2', 1)).toEqual(['hi'])
})

test('[PWA-11] a device without a logged-in member sends no request', async () => {
  const { server, worker } = await memberWorld()
  await worker.call('GET', '/api/logout')
  await worker.settled()
  server.log.length = 0
  await refreshAtTimes(worker.device)
  expect(server.log).toEqual([])
})

test('[PWA-4] without a network periodic sync shows the badge unchanged', async () => {
  const { browser, worker } = await memberWorld()
  await worker.settled()
  browser.network = 'down'
  // Some platforms lose the badge when they restart.
  browser.badges.length = 0
  await refreshAtTimes(worker.device)
  expect(browser.badges).toEqual([1])
})
