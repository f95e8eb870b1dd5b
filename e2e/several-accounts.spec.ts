/** Several tabs, several members, one device: nobody's words go out as another's, and nothing is shown to the wrong one. */
import { expect } from 'playwright/test'
import { leftoversOn, rowsOf } from './support/device.ts'
import { STREAM } from './support/gate.ts'
import { CARLO, join, logIn, logOut, person, settleIn } from './support/people.ts'
import type { Product } from './support/product.ts'
import { bubble, composer, openChat, write } from './support/screens.ts'
import { test } from './support/test.ts'
import { text } from './support/texts.ts'
import { controlled } from './support/worker.ts'

test.use({ losesNetwork: true })

const SEND = 'POST /api/messages'

test('[PWA-11][PWA-12] a logout in one tab empties the device and logs out the tab that writes; a new login counts in both', async ({
  context,
  page,
  product,
}) => {
  const { someone, other, carlo, dora, anna } = await joinThree(product)
  await anna.say(carlo.id, 'for Carlo alone')
  await settleIn(page, someone)
  const writing = await context.newPage()
  await openChat(writing, anna.id)
  await controlled(writing)
  await expect(bubble(writing, 'for Carlo alone')).toBeVisible()

  // The server has the message, but this device has no answer yet when the member logs out in the other tab.
  const answers = product.gate.holdAnswers(SEND)
  const feed = product.gate.holdAnswers('GET /api/sync')
  // The event stream carries the member's own message too.
  const stream = product.gate.holdAnswers(STREAM)
  await write(writing, 'the last word of Carlo')
  await expect.poll(answers.held).toBe(1)
  await page.bringToFront()
  await logOut(page, { isAsked: true })
  for (const held of [answers, feed, stream]) held.release()
  await expect(writing.getByRole('heading', { name: text('shell.membersOnlyTitle') })).toBeVisible()
  await expect.poll(async () => (await leftoversOn(page)).databases).not.toContain(`member-${carlo.id}`)
  expect(product.data.messagesFrom(carlo.id).map(({ text: words }) => words)).toEqual(['the last word of Carlo'])

  await logIn(page, other)
  await expect(writing.getByText('for Carlo alone')).toHaveCount(0)
  await writing.bringToFront()
  await openChat(writing, anna.id)
  await write(writing, 'the first word of Dora')
  await expect(writing.getByText('for Carlo alone')).toHaveCount(0)
  await expect
    .poll(() => product.data.messagesFrom(dora.id).map(({ text: words }) => words))
    .toEqual(['the first word of Dora'])
  expect(product.data.messagesFrom(carlo.id)).toHaveLength(1)
  expect((await leftoversOn(page)).databases.filter((name) => name.startsWith('member-'))).toEqual([
    `member-${dora.id}`,
  ])
})

test('[PWA-2][PWA-11] messages and drafts from before the session expired are for their own member only, and are sent once', async ({
  context,
  page,
  product,
}) => {
  const { someone, other, carlo, dora, anna } = await joinThree(product)
  const sent = (member: number): string[] => product.data.messagesFrom(member).map(({ text: words }) => words)
  await settleIn(page, someone)
  await openChat(page, anna.id)

  const runsOutWith = async (words: string): Promise<void> => {
    product.gate.set('down')
    await openChat(page, anna.id)
    await write(page, words)
    await expect.poll(async () => (await rowsOf(page, carlo.id, 'outbox')).length).toBe(1)
    await composer(page).fill('a draft of Carlo')
    // A payment was begun, and its answer was lost.
    await page.evaluate(() => {
      localStorage.setItem('payment-begun:15', 'the id of a payment')
      localStorage.setItem('complaint-draft', 'begun')
    })
    await context.clearCookies({ name: 'session' })
    product.gate.set('up')
    await page.reload()
    await expect(page.getByRole('heading', { name: text('shell.membersOnlyTitle') })).toBeVisible()
    // The deferred part of the page deletes what a member leaves behind; the complaint goes with every end of a session.
    await expect.poll(async () => (await leftoversOn(page)).localStorage).not.toHaveProperty('complaint-draft')
    expect(sent(carlo.id), 'nothing goes out for nobody').not.toContain(words)
  }

  await runsOutWith('waited for Carlo')
  await logIn(page, someone)
  await expect.poll(() => sent(carlo.id)).toEqual(['waited for Carlo'])
  await expect.poll(async () => (await rowsOf(page, carlo.id, 'outbox')).length).toBe(0)
  await openChat(page, anna.id)
  await expect(composer(page), 'the draft comes back').toHaveValue('a draft of Carlo')
  expect((await leftoversOn(page)).localStorage, 'the next tap pays once').toHaveProperty('payment-begun:15')

  await runsOutWith('nobody will send this')
  await settleIn(page, other)
  await openChat(page, anna.id)
  await write(page, 'a word of Dora')
  await expect.poll(() => sent(dora.id)).toEqual(['a word of Dora'])
  expect(sent(carlo.id)).toEqual(['waited for Carlo'])
  const left = await leftoversOn(page)
  expect(left.localStorage).not.toHaveProperty('payment-begun:15')
  expect(JSON.stringify(left.localStorage)).not.toContain('a draft of Carlo')
  expect(left.databases.filter((name) => name.startsWith('member-'))).toEqual([`member-${dora.id}`])
})

test('[PWA-11][PWA-12] a tab that has not heard of the new member yet sends nothing in that member’s name', async ({
  context,
  page,
  product,
}) => {
  const { someone, other, carlo, dora, anna } = await joinThree(product)
  await settleIn(page, someone)
  const late = await context.newPage()
  await openChat(late, anna.id)
  await controlled(late)
  // This tab asks who is logged in, and gets no answer yet.
  await late.evaluate(() => {
    const ask = window.fetch
    window.fetch = (url, init) => (url === '/api/user' ? new Promise(() => {}) : ask(url, init))
  })
  await page.bringToFront()
  await logOut(page)
  await logIn(page, other)

  await write(late, 'a word of Carlo')
  await openChat(page, anna.id)
  await write(page, 'a word of Dora')
  const sent = (member: number): string[] => product.data.messagesFrom(member).map(({ text: words }) => words)
  await expect.poll(() => sent(dora.id)).toEqual(['a word of Dora'])
  expect(sent(carlo.id)).toEqual([])
})

/** `someone` is Carlo, `other` is Dora; both use this device. */
const joinThree = async (product: Product) => {
  const [someone, other] = [CARLO, person('Dora')]
  const [carlo, dora, anna] = await Promise.all([
    join(product, someone),
    join(product, other),
    join(product, person('Anna')),
  ])
  return { someone, other, carlo, dora, anna }
}
