import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { GENERIC_BODIES, GENERIC_TITLE } from '../generic-notification.ts'
import { goOnline, memberWorld, restarted, stateOf, textTo, type World } from '../testing/world.ts'
import { profileOf } from '../testing/people.ts'
import { receivePush } from './push.ts'

const ID = '01890000-0000-7000-8000-000000000001'
const REPORT = { client_id: ID, profile: 2, reason: 'scam', text: 'Asked me for gift cards.', message: 1 }

const reportsOn = async (worker: World['worker']) =>
  ((await worker.call('GET', '/api/reports')).json as CallAnswer<'reports.list'>).reports

test('[PWA-2] [SAFE-8] a report written offline outlives the worker and is sent once, with its text and message', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  browser.network = 'down'
  expect(await world.worker.call('POST', '/api/reports', REPORT)).toMatchObject({ status: 202, json: { id: ID } })
  const worker = await restarted(world)
  expect(await reportsOn(worker)).toMatchObject([
    { number: '', name: 'Member 2', reason: 'scam', client_id: ID, waiting: { id: ID, failure: null } },
  ])
  expect(server.reports.size).toBe(0)
  const bodies: unknown[] = []
  const report = server.report.bind(server)
  server.report = (me, body) => {
    bodies.push(body)
    return report(me, body)
  }
  browser.network = 'up'
  await worker.device.resume()
  await worker.settled()
  expect(bodies).toEqual([REPORT])
  expect(await reportsOn(worker)).toMatchObject([{ number: 'R-1', client_id: ID }])
  expect((await reportsOn(worker))[0]).not.toHaveProperty('waiting')
  browser.network = 'down'
  expect(await reportsOn(worker)).toMatchObject([{ number: 'R-1', client_id: ID }])
})

test('[SAFE-7] a report of a fictional profile has the mark while it waits, once it was sent, and from the server', async () => {
  const { server, browser, worker } = await memberWorld()
  server.profiles.set(2, profileOf(2, { fictional: true }))
  await worker.call('GET', '/api/members/2')
  const isMarked = async () => (await reportsOn(worker)).map(({ fictional }) => fictional)
  browser.network = 'down'
  await worker.call('POST', '/api/reports', REPORT)
  expect(await isMarked()).toEqual([true])
  browser.network = 'up'
  await worker.device.resume()
  await worker.settled()
  browser.network = 'down'
  expect(await isMarked()).toEqual([true])
  browser.network = 'up'
  await worker.device.resume()
  await reportsOn(worker)
  await worker.settled()
  expect(await isMarked()).toEqual([true])
})

test('[SAFE-8] a report whose answer was lost is sent again and stored once', async () => {
  const { server, browser, worker } = await memberWorld()
  let lost = 0
  browser.fault = ({ url }) => {
    if (!url.endsWith('/api/reports') || lost > 0) return null
    lost += 1
    return 'loseAnswer'
  }
  await worker.call('POST', '/api/reports', REPORT)
  await worker.settled()
  await browser.pass(60_000)
  await worker.settled()
  expect(lost).toBe(1)
  expect(server.reports.get(1)).toHaveLength(1)
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0, failed: [] })
})

test('[SAFE-8] a report can be taken back until it is sent', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('POST', '/api/reports', REPORT)
  await worker.settled()
  expect((await worker.call('DELETE', `/api/device/outbox/${ID}`)).status).toBe(200)
  browser.network = 'up'
  await worker.device.resume()
  await worker.settled()
  expect(server.reports.size).toBe(0)
  expect(await reportsOn(worker)).toEqual([])
})

test('[PWA-3] [SAFE-8] a refused report stays among the own reports with its reason', async () => {
  const { server, worker } = await memberWorld()
  server.refusals.set(2, { error: 'not_found' })
  await worker.call('POST', '/api/reports', REPORT)
  await worker.settled()
  expect(await reportsOn(worker)).toMatchObject([
    { waiting: { id: ID, failure: { error: 'not_found' }, text: REPORT.text } },
  ])
  server.refusals.delete(2)
  await worker.call('POST', `/api/device/outbox/${ID}`)
  await worker.settled()
  expect(await reportsOn(worker)).toMatchObject([{ number: 'R-1' }])
})

test('[PWA-2] [CHAT-9] a block made offline works at once: no likes, no search, a closed conversation', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(2, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  await worker.call('GET', '/api/members')
  const shown = async () => {
    const likes = (await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>
    const search = (await worker.call('GET', '/api/members')).json as CallAnswer<'members.search'>
    const chat = (await worker.call('GET', '/api/chats/1-2/messages')).json as CallAnswer<'messages.list'>
    const { profile } = (await worker.call('GET', '/api/members/2')).json as CallAnswer<'members.get'>
    return {
      blocked: profile.blocked,
      liked: likes.liked_by.some(({ id }) => id === 2),
      found: search.results.some(({ id }) => id === 2),
      closed: chat.chat?.closed,
    }
  }
  browser.network = 'down'
  expect(await shown()).toEqual({ blocked: false, liked: true, found: true, closed: null })
  await worker.call('PUT', '/api/blocks/2')
  expect(await shown()).toEqual({ blocked: true, liked: false, found: false, closed: 'blocking' })
})

test('[PWA-6] [CHAT-9] a push from somebody whose block still waits names nobody', async () => {
  const { server, browser, worker } = await memberWorld()
  server.say(3, 1, 'one more word')
  const push = JSON.stringify(server.pushFor(1))
  browser.network = 'down'
  await worker.call('PUT', '/api/blocks/3')
  await receivePush(worker.device, push, worker.extend)
  expect(browser.shown).toMatchObject([{ title: GENERIC_TITLE, options: { body: GENERIC_BODIES.en, tag: 'hint' } }])
  await worker.call('DELETE', '/api/blocks/3')
  await receivePush(worker.device, push, worker.extend)
  expect(browser.shown.at(-1)).toMatchObject({ title: 'A message' })
})

test('[PWA-2] a block and its undo made offline cancel out', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('PUT', '/api/blocks/2')
  await worker.call('DELETE', '/api/blocks/2')
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'still here'))
  browser.network = 'up'
  await worker.device.resume()
  await worker.settled()
  expect(server.chats.blocks.size).toBe(0)
  expect(server.log).not.toContain('PUT /api/blocks/2')
  expect(server.textsOf('1-2', 1)).toEqual(['still here'])
})

test('[CHAT-9] [PWA-3] a block written after a message and a like keeps both from being sent, and the message says so', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'too soon'))
  await worker.call('PUT', '/api/likes/2')
  await worker.call('POST', '/api/messages', textTo(browser, 3, 'to somebody else'))
  await worker.call('PUT', '/api/blocks/2')
  await worker.settled()
  const waiting = async () => {
    const { json } = await worker.call('GET', '/api/chats/1-2/messages')
    return (json as CallAnswer<'messages.list'>).waiting
  }
  const refused = [{ text: 'too soon', state: 'failed', failure: { error: 'blocking', name: 'Member 2' } }]
  expect(await waiting()).toMatchObject(refused)
  await goOnline(world)
  expect([server.textsOf('1-2', 1), server.textsOf('1-3', 1)]).toEqual([[], ['to somebody else']])
  expect([server.likes.has('1-2'), server.chats.blocks.has('1|2')]).toEqual([false, true])
  expect(server.log).not.toContain('PUT /api/likes/2')
  expect(await waiting()).toMatchObject(refused)
  expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [{ kind: 'messages.send', profile: 2 }] })
})

test('[LIKE-2] [CHAT-9] a like that is taken back before a block is taken back on the server too', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  await worker.call('PUT', '/api/likes/2')
  await worker.settled()
  browser.network = 'down'
  await worker.call('DELETE', '/api/likes/2')
  await worker.call('PUT', '/api/blocks/2')
  await goOnline(world)
  expect([server.likes.has('1-2'), server.chats.blocks.has('1|2')]).toEqual([false, true])
})

test('[PWA-3] [CHAT-9] a message that was refused before a block stays with that reason', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  server.refusals.set(2, { error: 'recipient_unconfirmed' })
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'hi'))
  await worker.settled()
  await worker.call('PUT', '/api/blocks/2')
  await worker.settled()
  expect(await stateOf(world)).toMatchObject({ failed: [{ failure: { error: 'recipient_unconfirmed' } }] })
})

test('[CHAT-9] [CHAT-5] a message whose send was cut off is not sent again once its recipient is blocked', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.fault = ({ method, url }) => (method === 'POST' && url.endsWith('/api/messages') ? 'lose' : null)
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'on its way'))
  await worker.settled()
  browser.network = 'down'
  await worker.call('PUT', '/api/blocks/2')
  await worker.settled()
  browser.fault = () => null
  await goOnline(world)
  expect(server.textsOf('1-2', 1)).toEqual([])
})

test('[CHAT-9] [PWA-3] a withheld message can be sent again after the unblock', async () => {
  const world = await memberWorld()
  const { server, browser, worker } = world
  browser.network = 'down'
  const message = textTo(browser, 2, 'after all')
  await worker.call('POST', '/api/messages', message)
  await worker.call('PUT', '/api/blocks/2')
  await worker.settled()
  await worker.call('POST', `/api/device/outbox/${message.client_id}`)
  await worker.settled()
  expect(await stateOf(world)).toMatchObject({ failed: [{ failure: { error: 'blocking' } }] })
  await worker.call('DELETE', '/api/blocks/2')
  await worker.call('POST', `/api/device/outbox/${message.client_id}`)
  await goOnline(world)
  expect(server.textsOf('1-2', 1)).toEqual(['after all'])
})
