/** The cost of queued messages is taken off the balance before more are written [CHAT-15]. */
import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import { profileOf } from '../testing/people.ts'
import { memberWorld, restarted, textTo, type World } from '../testing/world.ts'

const userOf = async ({ worker }: World) =>
  ((await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>).user

const giftTo = ({ browser }: World, profile: number) => ({
  ...textTo(browser, profile, ''),
  type: 'gift',
  gift: 'rose',
  text: undefined,
})

/** An offline device that knows the site's prices. */
const inATunnel = async (): Promise<World> => {
  const world = await memberWorld()
  await world.worker.call('GET', '/api/settings')
  await userOf(world)
  world.browser.network = 'down'
  return world
}

test('[CHAT-15] credits decrease while messages are queued, also after the worker has stopped', async () => {
  const world = await inATunnel()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'one'))
  expect(world.browser.news).toContain('user')
  expect(await userOf(world)).toMatchObject({ credits: 4, credits_waiting: 1 })
  await world.worker.call('POST', '/api/messages', giftTo(world, 2))
  world.worker = await restarted(world)
  expect(await userOf(world)).toMatchObject({ credits: 1, credits_waiting: 4 })
})

test('[CHAT-15] a device that does not know the prices takes no credits off and refuses no message', async () => {
  const world = await memberWorld()
  const before = await userOf(world)
  world.browser.network = 'down'
  for (let number = 0; number < 6; number += 1)
    expect(
      (await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, `message ${number}`))).status,
    ).toBe(202)
  expect(before).not.toHaveProperty('credits_waiting')
  expect([before?.credits, before?.conversations_left]).toEqual([5, undefined])
  expect(await userOf(world)).toEqual(before)
})

test('[CHAT-15] a message that the member cannot pay is not queued', async () => {
  const world = await inATunnel()
  for (let number = 0; number < 5; number += 1)
    await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, `message ${number}`))
  const refused = await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'one too many'))
  expect(refused).toMatchObject({ status: 402, json: { error: 'not_enough_credits', cost: 1, credits: 0 } })
  expect((await world.worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 5, failed: [] })
  world.browser.network = 'up'
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(world.server.textsOf('1-2', 1)).toHaveLength(5)
  expect(await userOf(world)).toMatchObject({ credits: 0 })
})

test('[CHAT-15] [CHAT-2] a photo that the member cannot pay stays a draft', async () => {
  const { worker, browser, server } = await inATunnel()
  for (let number = 0; number < 5; number += 1)
    await worker.call('POST', '/api/messages', textTo(browser, 2, `message ${number}`))
  const id = browser.newId()
  const picture = new Blob([new Uint8Array(4).fill(7)], { type: 'image/webp' })
  await worker.call('POST', `/api/device/drafts?id=${id}&place=1-2&name=sea.jpg`, picture)
  const refused = await worker.call('POST', `/api/messages/photo?client_id=${id}&profile=2`, picture)
  expect(refused).toMatchObject({ status: 402, json: { error: 'not_enough_credits' } })
  expect((await worker.call('GET', '/api/device/drafts')).json).toMatchObject({ drafts: [{ id, place: '1-2' }] })
  expect((await worker.photo(`/photos/${id}/full`)).status).toBe(200)
  expect(server.debits).toEqual([])
})

test('[CHAT-15] a message that was refused for its price alone is sent again at the price that its screen said', async () => {
  const world = await inATunnel()
  const { worker, browser, server } = world
  const text = { ...textTo(browser, 2, 'one'), cost: 1 }
  await worker.call('POST', '/api/messages', text)
  server.refusals.set(2, { error: 'not_enough_credits', cost: 3, credits: 1 })
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  await worker.call('POST', `/api/device/outbox/${text.client_id}`)
  const session = await worker.device.sessions.current()
  expect(await session.read(['outbox'], readOutbox)).toMatchObject([{ state: 'queued', write: { body: { cost: 1 } } }])
})

test('[CHAT-15] after a refusal for want of credits the device asks for those bought elsewhere', async () => {
  const world = await inATunnel()
  const { worker, browser, server } = world
  server.credits.set(1, 0)
  server.feeds.change(1, 'user', '0')
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  await browser.pass(10_000)
  server.credits.set(1, 9)
  server.feeds.change(1, 'user', '0')
  const send = () => worker.call('POST', '/api/messages', textTo(browser, 2, 'one'))
  expect((await send()).status).toBe(402)
  await worker.settled()
  expect((await send()).status).toBe(202)
})

test('[CHAT-15] a message that costs more than its screen said is not sent, until its member sends it again at that price', async () => {
  const world = await inATunnel()
  const { worker, browser, server } = world
  const text = { ...textTo(browser, 2, 'one'), cost: 1 }
  await worker.call('POST', '/api/messages', text)
  const photo = browser.newId()
  const picture = new Blob([new Uint8Array(4).fill(7)], { type: 'image/webp' })
  await worker.call('POST', `/api/messages/photo?client_id=${photo}&profile=2&cost=2`, picture)
  server.settings = { ...server.settings, message_credits: 3, photo_credits: 4 }
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({
    failed: [
      { id: text.client_id, failure: { error: 'cost_changed', cost: 3 } },
      { id: photo, failure: { error: 'cost_changed', cost: 4 } },
    ],
  })
  expect(server.debits).toEqual([])
  for (const id of [text.client_id, photo]) await worker.call('POST', `/api/device/outbox/${id}`)
  await worker.settled()
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ waiting: 0, failed: [] })
  expect(server.debits).toEqual([text.client_id, photo])
})

test('[CHAT-15] a discarded or refused message gives its credits back', async () => {
  const world = await inATunnel()
  const message = textTo(world.browser, 2, 'one')
  await world.worker.call('POST', '/api/messages', message)
  await world.worker.settled()
  expect(await userOf(world)).toMatchObject({ credits: 4 })
  await world.worker.call('DELETE', `/api/device/outbox/${message.client_id}`)
  expect(await userOf(world)).toMatchObject({ credits: 5 })
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'two'))
  world.server.refusals.set(2, { error: 'blocked', name: 'Member 2' })
  world.browser.network = 'up'
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(await userOf(world)).toMatchObject({ credits: 5 })
})

test('[CHAT-15] the balance does not rise between the delivery of a message and the next news', async () => {
  const world = await inATunnel()
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'one'))
  world.browser.network = 'up'
  world.server.broken.set('sync', { status: 503, body: { error: 'server_error' } })
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(world.server.textsOf('1-2', 1)).toEqual(['one'])
  expect(await userOf(world)).toMatchObject({ credits: 4 })
})

/** A message has been sent from a device that is up to date, and its answer is on the way; `arrive` lets it in. */
const withLateAnswer = async () => {
  const world = await inATunnel()
  const { browser, worker } = world
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  const arrive = browser.holdAnswers()
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'one'))
  await browser.turns()
  // The answers from now on are not held.
  browser.holdAnswers()()
  return { world, arrive }
}

/** Without the feed, which would set the balance right. */
const balanceAfter = async (world: World, arrive: () => void) => {
  world.server.broken.set('sync', { status: 503, body: { error: 'server_error' } })
  arrive()
  await world.worker.settled()
  return (await userOf(world))?.credits
}

test('[PAY-1] two answers that arrive in the wrong order leave the lower balance', async () => {
  const { world, arrive } = await withLateAnswer()
  world.server.broken.set('sync', { status: 503, body: { error: 'server_error' } })
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 3, 'two'))
  await world.browser.turns()
  expect(await balanceAfter(world, arrive)).toBe(3)
})

test('[PAY-3] an answer from before a purchase does not lower the balance that the feed has brought', async () => {
  const { world, arrive } = await withLateAnswer()
  world.server.credits.set(1, 104)
  world.server.feeds.change(1, 'user', '0')
  await world.worker.call('POST', '/api/device/sync')
  await world.browser.turns()
  expect(await userOf(world)).toMatchObject({ credits: 104 })
  expect(await balanceAfter(world, arrive)).toBe(104)
})

test('[CHAT-15] [CHAT-4] conversations begun here count, and one beyond the limit is not queued', async () => {
  const world = await memberWorld()
  world.server.own.change(1, { conversations_left: 1 })
  await world.worker.call('GET', '/api/settings')
  await world.worker.call('GET', '/api/members')
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(await userOf(world)).toMatchObject({ conversations_left: 1 })
  world.browser.network = 'down'
  // Member 2 has written first, so an answer begins no conversation.
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'an answer'))
  expect(await userOf(world)).toMatchObject({ conversations_left: 1 })
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 3, 'hi'))
  expect((await world.worker.call('POST', '/api/messages', textTo(world.browser, 3, 'again'))).status).toBe(202)
  expect(await userOf(world)).toMatchObject({ conversations_left: 0 })
  const refused = await world.worker.call('POST', '/api/messages', textTo(world.browser, 4, 'hello'))
  expect(refused).toMatchObject({ status: 403, json: { error: 'conversation_limit' } })
  expect((await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'more'))).status).toBe(202)
})

test('[CHAT-15] [CHAT-8] an answer in a conversation that the member has deleted begins none', async () => {
  const world = await memberWorld()
  const { worker, browser } = world
  world.server.own.change(1, { conversations_left: 0 })
  await worker.call('POST', '/api/device/sync')
  world.server.profiles.set(5, profileOf(5, { talked: true }))
  await worker.call('GET', '/api/members/5')
  await worker.settled()
  browser.network = 'down'
  expect((await worker.call('POST', '/api/messages', textTo(browser, 3, 'hi'))).status).toBe(403)
  expect((await worker.call('POST', '/api/messages', textTo(browser, 5, 'an answer'))).status).toBe(202)
})

test('[CHAT-15] a profile says whether writing would begin a conversation', async () => {
  const world = await inATunnel()
  const talkedTo = async (id: number) =>
    ((await world.worker.call('GET', `/api/members/${id}`)).json as CallAnswer<'members.get'>).profile?.talked
  world.browser.network = 'up'
  await world.worker.call('GET', '/api/members/3')
  await world.worker.settled()
  world.browser.network = 'down'
  expect(await talkedTo(3)).toBe(false)
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 3, 'hi'))
  expect(await talkedTo(3)).toBe(true)
})
