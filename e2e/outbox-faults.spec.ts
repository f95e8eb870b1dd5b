/** The outbox after cuts, stopped workers and a proxy that answers 5xx: after the faults every message is delivered. */
import { expect, type Page } from 'playwright/test'
import { rowsOf } from './support/device.ts'
import { noisyPicture } from './support/pictures.ts'
import { DEMO, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { openChat } from './support/screens.ts'
import { NETWORK_COMPLAINTS, test } from './support/test.ts'
import { controlWorker } from './support/worker.ts'

test.use({ losesNetwork: true })

const SEND = 'POST /api/messages'
const ROUNDS = 6
const EACH = 5
/** The number of sends that each round cuts off, so that pauses would have grown; then a proxy fails a few. */
const CUT = 32
const LOST = 3
const FAILED = 4
/** Every queued message is delivered within this time after the last fault. */
const DELIVERED_MS = 10_000

test('[PWA-2][CHAT-5] after cuts, stopped workers and a proxy that answers 5xx, all that waits is delivered within 10 s of the last fault', async ({
  page,
  product,
}) => {
  test.setTimeout(240_000)
  const me = await settleIn(page, DEMO.premium)
  const partners = product.data.partnersOf(me).slice(0, 4)
  product.data.giveCredits(me, 1_000)
  await openChat(page, partners[0] ?? 0)
  const worker = await controlWorker(page)
  const written = new Map(partners.map((partner) => [partner, [] as string[]]))

  for (let round = 0; round < ROUNDS; round += 1) {
    const fault = breakNetwork(product, round)
    for (let index = 0; index < EACH; index += 1) {
      const partner = partners[(round + index) % partners.length] ?? 0
      const words = `message ${round}-${index}`
      await say(page, partner, words)
      written.get(partner)?.push(words)
    }
    await expect
      .poll(async () => sync(page).then(fault.isOver), { message: `failed sends in round ${round}`, timeout: 60_000 })
      .toBe(true)
    if (round % 3 === 1) await worker.stop()
    // The next fault follows at once: what waits has been cut off many times when the proxy fails it.
    fault.mend()
  }

  const mended = Date.now()
  await expect
    .poll(() => arrived(product, me, partners).flat().length, {
      message: 'all messages to arrive',
      timeout: 3 * DELIVERED_MS,
      intervals: [200],
    })
    .toBe(ROUNDS * EACH)
  expect(Date.now() - mended, 'ms after the last fault').toBeLessThan(DELIVERED_MS)
  expect(arrived(product, me, partners)).toEqual([...written.values()])
  await expect.poll(async () => (await rowsOf(page, me, 'outbox')).length).toBe(0)
})

const PHOTO = 'POST /api/messages/photo'

test('[PWA-2][CHAT-5] a large photo over a slow network that breaks, with workers that end, arrives and is charged once', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NETWORK_COMPLAINTS)
  const me = await settleIn(page, DEMO.premium)
  const [partner = 0] = product.data.partnersOf(me)
  const { gate } = product
  const credits = product.data.spentBy(me)
  await openChat(page, partner)
  const worker = await controlWorker(page)
  const picture = await noisyPicture()
  expect(picture.length).toBeGreaterThan(600 * 1_024)

  gate.slowDown(40 * 1_024)
  const id = await sendPicture(page, partner, picture.toString('base64'))
  const part = `PUT /api/photo-parts/${id}`
  const parts = (count: number): Promise<void> =>
    expect
      .poll(async () => sync(page).then(() => gate.passed(part)), { message: `${count} parts`, timeout: 60_000 })
      .toBeGreaterThanOrEqual(count)
  // In the middle of a part, of which nothing is left.
  await parts(1)
  gate.set('down')
  await worker.stop()
  gate.set('up')
  // The worker ends, an answer is lost, and the network breaks.
  await parts(4)
  await worker.stop()
  await parts(6)
  const losing = gate.loseAnswers((line) => line === part)
  await expect
    .poll(async () => sync(page).then(losing.lost), { message: 'a lost answer', timeout: 30_000 })
    .toBeGreaterThan(0)
  losing.stop()
  const last = gate.dropAnswers(PHOTO, 1)
  gate.slowDown(Infinity)
  await expect.poll(async () => sync(page).then(last.dropped), { message: 'the last answer', timeout: 60_000 }).toBe(1)
  await expect.poll(async () => sync(page).then(async () => (await rowsOf(page, me, 'outbox')).length)).toBe(0)

  const photos = product.data.messagesBetween(me, partner).filter(({ client_id }) => client_id === id)
  expect(photos).toMatchObject([{ type: 'photo', sender: me }])
  expect(product.data.spentBy(me) - credits).toBe(2)
})

/** Sends a picture as it is, like the page's own call. @returns its client id */
const sendPicture = (page: Page, profile: number, base64: string): Promise<string> =>
  page.evaluate(
    async ([partner, bytes]) => {
      const id = `0192${crypto.randomUUID().slice(4, 14)}7${crypto.randomUUID().slice(15)}`
      const body = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0))
      const answer = await fetch(`/api/messages/photo?client_id=${id}&profile=${partner}`, {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg', 'x-request-type': 'client' },
        body,
      })
      if (answer.status !== 202) throw new Error(`The device answered ${answer.status}`)
      return id
    },
    [profile, base64] as const,
  )

/** Lost answers, then a cut line, then a proxy without its server; and again. */
const breakNetwork = ({ gate }: Product, round: number): { isOver: () => boolean; mend: () => void } => {
  if (round % 3 === 0) {
    const answers = gate.dropAnswers(SEND, Infinity)
    return { isOver: () => answers.dropped() >= LOST, mend: answers.stop }
  }
  if (round % 3 === 1) {
    gate.set('down')
    const refused = gate.recordRefused()
    return { isOver: () => refused.filter(({ line }) => line === SEND).length >= CUT, mend: () => gate.set('up') }
  }
  const proxy = gate.answerAll(502)
  return { isOver: () => proxy.answered(SEND) >= FAILED, mend: proxy.stop }
}

/** Sends a message like the page's own call; the device accepts the message at once. */
const say = (page: Page, profile: number, words: string): Promise<void> =>
  page.evaluate(
    async ([partner, said]) => {
      const client_id = `0192${crypto.randomUUID().slice(4, 14)}7${crypto.randomUUID().slice(15)}`
      const answer = await fetch('/api/messages', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-type': 'client' },
        body: JSON.stringify({ client_id, profile: partner, type: 'text', text: said }),
      })
      if (answer.status !== 202) throw new Error(`The device answered ${answer.status}`)
    },
    [profile, words] as const,
  )

const sync = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await fetch('/api/device/sync', { method: 'POST', headers: { 'x-request-type': 'client' } })
  })

/** Texts by partner, in the order in which the server accepted them. */
const arrived = (product: Product, me: number, partners: number[]): string[][] =>
  partners.map((partner) =>
    product.data
      .messagesFrom(me)
      .filter(({ partner: to, text }) => to === partner && text.startsWith('message '))
      .map(({ text }) => text),
  )
