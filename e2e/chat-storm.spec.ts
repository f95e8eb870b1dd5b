/** Two browsers chat over a network that drops, stalls, resets and loses answers at random; in the end both agree. */
import { expect, type Page } from 'playwright/test'
import { rowsOf } from './support/device.ts'
import { CARLO, join, person, settleIn } from './support/people.ts'
import { pictures, type Picture } from './support/pictures.ts'
import type { Product } from './support/product.ts'
import { openChat, saidIn, sendGift, sendPhoto, sentPhotos, write } from './support/screens.ts'
import { pageOn, test } from './support/test.ts'
import { startNetworkFaults, type NetworkFaults } from './support/network-faults.ts'

test.use({ losesNetwork: true })

/** The seed makes a failure repeatable; E2E_STORM_SECONDS=180 is the long run. */
const SEED = 5
const SECONDS = Number(process.env['E2E_STORM_SECONDS'] ?? 60)
const COST = { text: 1, photo: 2, gift: 3 } as const
const CREDITS = 2_000

test('[CHAT-5][CHAT-14][CHAT-6][CHAT-1] two browsers in a storm: one conversation, each message once and paid for once', async ({
  browser,
  page: anna,
  product,
  watch,
}) => {
  test.setTimeout((SECONDS + 120) * 1_000)
  const [annaElsewhere, carloElsewhere] = await Promise.all([join(product, person('Anna')), join(product, CARLO)])
  const [annaId, carloId] = [annaElsewhere.id, carloElsewhere.id]
  for (const member of [annaId, carloId]) product.data.giveCredits(member, CREDITS)
  const carlo = await pageOn(browser, product, watch)
  await settleIn(anna, person('Anna'))
  await settleIn(carlo, CARLO)
  await openChat(anna, carloId)
  await openChat(carlo, annaId)
  const [picture] = await pictures(1)
  if (!picture) throw new Error('No picture.')

  const [fromAnna, fromCarlo]: [string[], string[]] = [[], []]
  const faults = startNetworkFaults(product.gate, {
    seed: SEED,
    ms: SECONDS * 1_000,
    isEnough: ({ seen, lost }) =>
      Math.min(fromAnna.length, fromCarlo.length) > SECONDS / 4 &&
      Math.min(seen.get('down') ?? 0, seen.get('stall') ?? 0, lost()) > 1,
  })
  await Promise.all([talk(anna, 'Anna', faults, picture, fromAnna), talk(carlo, 'Carlo', faults, picture, fromCarlo)])
  faults.stop()

  await test.step('both devices and the server store the same conversation', async () => {
    const all = fromAnna.length + fromCarlo.length
    for (const [page, me] of [
      [anna, annaId],
      [carlo, carloId],
    ] as const) {
      await expect.poll(async () => (await rowsOf(page, me, 'outbox')).length, { timeout: 60_000 }).toBe(0)
      await expect.poll(() => heldBy(page, me), { timeout: 30_000 }).toHaveLength(all)
    }
    const stored = product.data.messagesBetween(annaId, carloId)
    expect(new Set(stored.map(({ client_id: id }) => id)).size, 'none twice').toBe(all)
    const order = stored.map(({ id }) => id)
    expect(await heldBy(anna, annaId)).toEqual(order)
    expect(await heldBy(carlo, carloId)).toEqual(order)
    for (const [sender, sent] of [
      [annaId, fromAnna],
      [carloId, fromCarlo],
    ] as const) {
      const theirs = stored.filter((message) => message.sender === sender)
      expect(theirs.map(({ type, text }) => (type === 'text' ? text : type))).toEqual(sent)
      expect(product.data.spentBy(sender), 'debits equal costs').toBe(costOf(theirs))
      expect(product.data.debitsCount(sender), 'one debit each').toBe(theirs.length)
    }
  })

  await test.step('both screens show the same messages in the same order', async () => {
    const words = textsOf(product, annaId, carloId).slice(-10)
    for (const page of [anna, carlo]) {
      await expect.poll(async () => (await saidIn(page)).slice(-10)).toEqual(words)
      await expect(page.getByText(/chat\.state|undefined/)).toHaveCount(0)
    }
    await expect(sentPhotos(anna).last()).toBeAttached()
  })

  await test.step('the unread count is right on a third device', async () => {
    const unread = async (): Promise<number | undefined> =>
      (await annaElsewhere.ask('chats.get', { query: {} })).chats.find(({ profile }) => profile === carloId)
        ?.num_unread_messages
    await expect.poll(unread, { message: 'all is read' }).toBe(0)
    await anna.goto('/likes')
    await write(carlo, 'after the storm')
    await write(carlo, 'the sun')
    await expect.poll(unread).toBe(2)
    await expect(anna).toHaveTitle(/^\(2\) /)
    await openChat(anna, carloId)
    await expect.poll(unread, { message: 'read again' }).toBe(0)
  })
})

/** Writes at every change of the network; @param sent gets what was sent, in order: the words, or the kind. */
const talk = async (
  page: Page,
  name: string,
  faults: NetworkFaults,
  picture: Picture,
  sent: string[],
): Promise<void> => {
  while ((await faults.change()) === 'changed') {
    const turn = sent.length + 1
    if (turn % 9 === 4) {
      await sendGift(page, 'gift.rose')
      sent.push('gift')
    } else if (turn % 9 === 8) {
      await sendPhoto(page, picture)
      sent.push('photo')
    } else {
      const words = `${name} says ${String(turn).padStart(3, '0')}`
      await write(page, words)
      sent.push(words)
    }
  }
}

/** Ids of the messages on the device, in order. */
const heldBy = async (page: Page, member: number): Promise<number[]> =>
  (await rowsOf(page, member, 'messages')).map(({ id }) => Number(id)).toSorted((one, other) => one - other)

const costOf = (messages: readonly { type: string }[]): number =>
  messages.reduce((sum, { type }) => sum + COST[type as keyof typeof COST], 0)

const textsOf = (product: Product, one: number, other: number): string[] =>
  product.data.messagesBetween(one, other).flatMap(({ type, text }) => (type === 'text' ? [text] : []))
