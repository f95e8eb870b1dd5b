/**
 * The outbox and the device's store under everything that goes wrong at once: lost requests, lost answers, requests that
 * arrive twice or late, no network, a stalled one, workers killed wherever they are, lost databases, pages that ask twice, pictures in parts,
 * a clock that jumps, a full disk.
 */
import { expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { GIFTS } from '#contract/entities/chat.ts'
import { DELETION_UNDO_MS } from '#contract/limits.ts'
import { readOutbox } from '../store/outbox-rows.ts'
import type { Fault } from '../testing/browser.ts'
import { FakeBrowser, type Worker } from '../testing/browser.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { FakeServer } from '../testing/fake-server.ts'
import { ChatMemory, NUISANCES, STRANGERS } from '../testing/chat-memory.ts'
import { isWhole, OwnMemory, pictureOf } from '../testing/own-memory.ts'
import { seeded, type SeededRandom } from '../testing/seeded.ts'
import { withoutDatabases } from '../testing/world.ts'

/** `npm run test:long` sets FUZZ=large. */
const isLarge = process.env['FUZZ'] === 'large'
const SEEDS = isLarge ? 200 : 30
/**
 * From this seed on, a proxy also answers 502. Earlier seeds must behave as before, so that failing ones stay
 * regression tests.
 */
const PROXY_FROM = 1_000
const PROXY_SEEDS = isLarge ? 40 : 10
/** From this seed on, the browser also loses its databases. */
const LOSS_FROM = 2_000
const LOSS_SEEDS = isLarge ? 40 : 10
/** From this seed on, pictures come in parts, the clock jumps, and the disk is full for a while. */
const PARTS_FROM = 4_000
const PARTS_SEEDS = isLarge ? 100 : 10
const STEPS = 36
const ME = 1
const FRIENDS = [2, 3, 4]
/** This member refuses every message. */
const REFUSER = 5

/** Seeds that failed once, as regression tests. */
const regressions: readonly number[] = [66, 108, 113, 129, 187, 208, 319]

const world = async (seed: number) => {
  const random = seeded(seed)
  const server = new FakeServer()
  server.syncPage = 1 + random.below(6)
  for (const id of [ME, ...FRIENDS, REFUSER]) server.addMember(id, 1_000)
  for (const id of [...STRANGERS, ...NUISANCES]) server.addMember(id)
  server.refusals.set(REFUSER, { error: 'blocked', name: 'Member 5' })
  for (const friend of FRIENDS) server.say(friend, ME, `hello from ${friend}`)
  const browser = new FakeBrowser(server)
  browser.random = random.next
  const worker = browser.start()
  await worker.login(ME)
  browser.fault = () => faultOf(random, seed >= PROXY_FROM)
  return { random, server, browser, worker, ...(seed >= PARTS_FROM && { pictureBytes: 150 * 1_024 }) }
}

/** The model of the member's actions. */
type Memory = { said: Map<number, string[]>; liked: Map<number, boolean>; accepted: number }

const faultOf = (random: SeededRandom, hasProxy: boolean): Fault => {
  const roll = random.below(100)
  if (hasProxy && roll >= 80) return 'proxyError'
  if (roll < 10) return 'lose'
  if (roll < 22) return 'loseAnswer'
  if (roll < 30) return 'twice'
  return roll < 50 ? 'slow' : null
}

const step = async (
  at: { random: SeededRandom; server: FakeServer; browser: FakeBrowser; worker: Worker; pictureBytes?: number },
  memory: Memory,
  own: OwnMemory,
  chats: ChatMemory,
) => {
  const { random, server, browser, worker } = at
  const friend = random.pick(FRIENDS)
  const roll = random.below(100)
  if (random.below(3) === 0) await own.step(at)
  else if (random.below(4) === 0) await chats.step(at)
  else if (roll < 35) {
    const profile = random.below(8) === 0 ? REFUSER : friend
    const texts = memory.said.get(profile) ?? []
    const { said, path, body } = messageTo(profile, browser.newId(), texts.length, at)
    for (let times = random.below(4) === 0 ? 2 : 1; times > 0; times -= 1)
      expect((await worker.call('POST', path, body)).status).toBe(202)
    memory.said.set(profile, [...texts, said])
    memory.accepted += 1
  } else if (roll < 45) {
    const isLike = random.below(2) === 0
    const answer = await worker.call(isLike ? 'PUT' : 'DELETE', `/api/likes/${friend}`)
    expect(answer.status).toBe(202)
    memory.liked.set(friend, isLike)
  } else if (roll < 50) {
    const last = server.chatOf(ME, `${ME}-${friend}`)?.last_message
    if (last) await worker.call('PUT', `/api/chats/${ME}-${friend}/read`, { up_to: last.id })
  } else if (roll < 60) server.say(friend, ME, `news ${server.messages.length}`)
  else if (roll < 65) server.like(friend, ME)
  else if (roll < 72) browser.network = random.pick(['up', 'up', 'down', 'stalled'])
  else if (roll < 80) {
    await worker.kill()
    at.worker = browser.start()
    at.worker.extend(at.worker.device.resume())
  } else if (roll < 88) await worker.call('POST', '/api/device/sync')
  else if (roll < 94) await browser.until(worker.call('GET', `/api/chats/${ME}-${friend}/messages`))
  else await browser.pass(random.below(30_000))
  await browser.turns(random.below(12))
}

/** A text, a gift or a picture. */
const messageTo = (
  profile: number,
  client_id: string,
  count: number,
  { random, pictureBytes }: { random: SeededRandom; pictureBytes?: number },
) => {
  const roll = random.below(4)
  if (roll === 0) {
    const gift = random.pick(GIFTS)
    return { said: gift, path: '/api/messages', body: { client_id, profile, type: 'gift', gift } }
  }
  if (roll === 1) {
    const body = new Blob([pictureOf(count, random, pictureBytes)], { type: 'image/webp' })
    return { said: `photo ${count}`, path: `/api/messages/photo?client_id=${client_id}&profile=${profile}`, body }
  }
  const text = `${profile}:${count}`
  return { said: text, path: '/api/messages', body: { client_id, profile, type: 'text', text } }
}

/** The browser loses the databases. What was written less than a second before may be lost, and a device needs a network to know its member again. */
const loseDatabases = async (at: { random: SeededRandom; browser: FakeBrowser; worker: Worker }): Promise<void> => {
  const { random, browser } = at
  const { fault, network } = browser
  await browser.pass(1_000)
  at.worker = await withoutDatabases(at, random.pick([/./, /^member-/]))
  browser.fault = () => null
  browser.network = 'up'
  for (const list of ['user', 'chats', 'likes', 'profile']) await browser.until(at.worker.call('GET', `/api/${list}`))
  browser.fault = fault
  browser.network = network
  at.worker.extend(at.worker.device.resume())
}

/** The clock jumps and comes back later; writes of the outbox find no room. */
const meddle = async ({ random, browser }: { random: SeededRandom; browser: FakeBrowser }): Promise<void> => {
  const roll = random.below(30)
  if (roll === 0) browser.clock += random.pick([-1, 1]) * 300_000
  if (roll !== 1) return
  const makeRoom = fullDisk(['outbox'], () => random.below(2) === 0)
  await browser.pass(random.below(5_000))
  makeRoom()
}

const drain = async ({ browser, worker }: { browser: FakeBrowser; worker: Worker }): Promise<void> => {
  browser.network = 'up'
  browser.fault = () => null
  for (let round = 0; round < 50; round += 1) {
    await browser.pass(30_000)
    await worker.call('POST', '/api/device/sync')
    await worker.settled()
    const { json } = await worker.call('GET', '/api/device')
    if ((json as CallAnswer<'device.state'>).waiting === 0) break
  }
  await worker.device.resume()
  await worker.settled()
}

/**
 * After the last fault no page sends a request, so the outbox must finish without one. A deletion waits for an
 * undo, and so do later writes of its lane: they have ten seconds after the deletion is sent.
 */
const drainByItself = async ({ browser, worker }: { browser: FakeBrowser; worker: Worker }): Promise<void> => {
  browser.network = 'up'
  browser.fault = () => null
  const undoable = new Set((await outboxOf(worker)).filter(({ by_server }) => by_server).map(({ lane }) => lane))
  await passSeconds(browser, 10)
  const late = (await outboxOf(worker)).filter(({ lane, state }) => state !== 'failed' && !undoable.has(lane))
  expect(late, 'waiting ten seconds after the last fault').toEqual([])
  await passSeconds(browser, DELETION_UNDO_MS / 1_000)
  await worker.settled()
  const { json } = await worker.call('GET', '/api/device')
  expect((json as CallAnswer<'device.state'>).waiting, 'waiting ten seconds after the last deletion').toBe(0)
}

const outboxOf = async ({ device }: Worker) => (await device.sessions.current()).read(['outbox'], readOutbox)

const passSeconds = async (browser: FakeBrowser, seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) await browser.pass(1_000)
}

const run = async (seed: number): Promise<void> => {
  const at = await world(seed)
  const { server } = at
  const memory: Memory = { said: new Map(), liked: new Map(), accepted: 0 }
  const own = new OwnMemory()
  const chatMemory = new ChatMemory()
  for (let count = 0; count < STEPS; count += 1) {
    await step(at, memory, own, chatMemory)
    if (seed >= LOSS_FROM && at.random.below(12) === 0) await loseDatabases(at)
    if (seed >= PARTS_FROM) await meddle(at)
  }
  if (seed >= PROXY_FROM) await drainByItself(at)
  await drain(at)
  const { worker } = at

  expect(server.pictures.filter((picture) => !isWhole(picture))).toEqual([])
  // Every message exists once, in the order of writing, with one debit.
  for (const friend of FRIENDS)
    expect(server.textsOf(`${ME}-${friend}`, ME), 'messages').toEqual(memory.said.get(friend) ?? [])
  expect(new Set(server.debits).size, 'debits').toBe(server.debits.length)
  const refused = memory.said.get(REFUSER) ?? []
  expect(server.debits.length).toBe(memory.accepted - refused.length)
  // The last like or unlike of each profile counts.
  for (const [profile, liked] of memory.liked) expect(server.likes.has(`${ME}-${profile}`)).toBe(liked)
  // Every refused write is listed with its reason, and no write is queued.
  const state = (await worker.call('GET', '/api/device')).json as CallAnswer<'device.state'>
  expect(state.waiting).toBe(0)
  const failedMessages = state.failed.filter(({ kind }) => kind.startsWith('messages.'))
  expect(failedMessages.map(({ failure }) => failure.error)).toEqual(refused.map(() => 'blocked'))
  await own.check(at, state)
  await chatMemory.check(at, state)
  // The device shows what the server has.
  const chats = (await worker.call('GET', '/api/chats')).json as CallAnswer<'chats.get'>
  const begun = chats.chats.filter((chat) => chat.profile !== REFUSER)
  const held = server.chatsOf(ME).map((chat) => Object.assign(chat, { waiting: null }))
  expect(begun.toSorted(byProfile)).toEqual(held.toSorted(byProfile))
  const session = (await worker.call('GET', '/api/user')).json as CallAnswer<'user.get'>
  expect(session.user?.credits).toBe(server.credits.get(ME))
  expect(session.counts).toEqual(server.countsOf(ME))
  for (const friend of FRIENDS) {
    const list = (await worker.call('GET', `/api/chats/${ME}-${friend}/messages`)).json as CallAnswer<'messages.list'>
    expect(list.waiting).toEqual([])
    expect(list.messages).toEqual(server.chats.messagesOf(ME, `${ME}-${friend}`).slice(-30))
  }
  const likes = (await worker.call('GET', '/api/likes')).json as CallAnswer<'likes.get'>
  const shown = new Set([...likes.liked, ...likes.liked_by].map(({ id }) => id))
  expect(shown).toEqual(new Set(server.likesOf(ME).map(({ profile }) => profile)))
  expect(server.delivered.get(ME)).toBe(server.seqOf(ME))
  await worker.kill()
}

const byProfile = (one: { profile: number }, other: { profile: number }): number => one.profile - other.profile

const seeds = new Set([
  ...regressions,
  ...Array.from({ length: SEEDS }, (_, index) => index + 1),
  ...Array.from({ length: PROXY_SEEDS }, (_, index) => PROXY_FROM + index),
  ...Array.from({ length: LOSS_SEEDS }, (_, index) => LOSS_FROM + index),
  ...Array.from({ length: PARTS_SEEDS }, (_, index) => PARTS_FROM + index),
])

test.each([...seeds])(
  '[PWA-2] [CHAT-5] [CHAT-14] [PWA-3] under faults every write has its effect once, in order, and nothing vanishes: seed %i',
  (seed) => expect(run(seed)).resolves.toBeUndefined(),
  20_000,
)
