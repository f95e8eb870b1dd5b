/**
 * A device while its server is put back to earlier states: lists in pages, a feed that begins anew, lost requests and answers, killed workers.
 */
import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { FakeBrowser, type Fault } from '../testing/browser.ts'
import { FakeServer, saying } from '../testing/fake-server.ts'
import { seeded, type SeededRandom } from '../testing/seeded.ts'
import { stateOf, textTo, type World } from '../testing/world.ts'

/** `npm run test:long` sets FUZZ=large. */
const SEEDS = process.env['FUZZ'] === 'large' ? 150 : 2
/** Seeds that failed once, as regression tests. */
const regressions: readonly number[] = [12, 27, 28, 47]
const STEPS = 40
const ME = 1
const FRIENDS = Array.from({ length: 25 }, (_, index) => index + 2)

type At = World & { random: SeededRandom }

const world = async (seed: number): Promise<At> => {
  const random = seeded(seed)
  const server = new FakeServer()
  server.syncPage = 1 + random.below(6)
  server.listPage = 2 + random.below(24)
  for (const id of [ME, ...FRIENDS]) server.addMember(id, 1_000)
  for (const friend of FRIENDS.slice(0, 23)) server.say(friend, ME, `hello from ${friend}`)
  const browser = new FakeBrowser(server)
  browser.random = random.next
  const worker = browser.start()
  await worker.login(ME)
  browser.fault = () => faultOf(random.below(100))
  return { random, server, browser, worker }
}

const faultOf = (roll: number): Fault => {
  if (roll < 10) return 'lose'
  if (roll < 20) return 'loseAnswer'
  return roll < 40 ? 'slow' : null
}

/** A restore takes minutes, in which every answer arrives or is lost. No site is put back twice between two syncs of a device. */
const putBack = async ({ random, server, browser }: At): Promise<void> => {
  if ((server.delivered.get(ME) ?? 0) < server.feedFloor) return
  const { network } = browser
  browser.network = 'down'
  await browser.pass(60_000)
  browser.network = network
  server.chats.putBack(Math.max(1, server.messages.length - random.below(8)))
  server.feeds.putBack(ME)
  server.feedFloor = server.seqOf(ME)
}

/** @returns the id of an own text that the device has taken */
const step = async (at: At, count: number): Promise<string | null> => {
  const { random, server, browser, worker } = at
  const friend = random.pick(FRIENDS)
  const roll = random.below(100)
  let said: string | null = null
  if (roll < 35) {
    const text = textTo(browser, friend, `mine ${count}`)
    expect((await worker.call('POST', '/api/messages', text)).status).toBe(202)
    said = text.client_id
  } else if (roll < 50) server.say(friend, ME, `theirs ${count}`)
  else if (roll < 58) await putBack(at)
  else if (roll < 66) browser.network = random.pick(['up', 'up', 'down'])
  else if (roll < 74) {
    await worker.kill()
    at.worker = browser.start()
    at.worker.extend(at.worker.device.resume())
  } else if (roll < 88) await worker.call('POST', '/api/device/sync')
  else if (roll < 94) await browser.until(worker.call('GET', `/api/chats/${ME}-${friend}/messages`))
  else await browser.pass(random.below(30_000))
  await browser.turns(random.below(20))
  return said
}

const drain = async (at: At): Promise<void> => {
  const { browser, worker } = at
  browser.network = 'up'
  browser.fault = () => null
  for (let round = 0; round < 20; round += 1) {
    await browser.pass(30_000)
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    if ((await stateOf(at)).waiting === 0) break
  }
}

const run = async (seed: number): Promise<void> => {
  const at = await world(seed)
  const { server } = at
  const said: string[] = []
  for (let count = 0; count < STEPS; count += 1) said.push(...[(await step(at, count)) ?? []].flat())
  await drain(at)
  const { failed } = await stateOf(at)
  const { worker } = at
  const stored = FRIENDS.flatMap((friend) => server.chats.messagesOf(ME, `${ME}-${friend}`))
  const own = stored.filter(({ sender }) => sender === ME).map(({ client_id }) => client_id)
  // Each own text is stored once, or waits as lost for its sender.
  expect([...own, ...failed.map(({ id }) => id)].toSorted()).toEqual(said.toSorted())
  expect(failed.every(({ failure }) => failure.error === 'message_lost')).toBe(true)
  for (const friend of FRIENDS) {
    const { json } = await worker.call('GET', `/api/chats/${ME}-${friend}/messages`)
    const shown = (json as CallAnswer<'messages.list'>).messages.map(saying)
    expect(shown, `with ${friend}`).toEqual(server.chats.messagesOf(ME, `${ME}-${friend}`).slice(-30).map(saying))
  }
  await worker.kill()
}

test.each([...new Set([...regressions, ...Array.from({ length: SEEDS }, (_, index) => index + 1)])])(
  '[PWA-3] [CHAT-5] [CHAT-6] while the server is put back each own text is stored once or shown as lost: seed %i',
  (seed) => expect(run(seed)).resolves.toBeUndefined(),
  20_000,
)
