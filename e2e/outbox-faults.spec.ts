/** The outbox after cuts, stopped workers and a proxy that answers 5xx: after the faults every message is delivered. */
import { expect, type Page } from 'playwright/test'
import { rowsOf } from './support/device.ts'
import { DEMO, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { openChat } from './support/screens.ts'
import { test } from './support/test.ts'
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
