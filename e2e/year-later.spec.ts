/** A device that was last used with the very first version: its databases are carried over, and what waited arrives. */
import { expect } from 'playwright/test'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { firstVersion, install } from '../sw/testing/first-version.ts'
import { newClientId } from './support/client.ts'
import { rowsOf } from './support/device.ts'
import { CARLO, join, person } from './support/people.ts'
import { bubble, openChat } from './support/screens.ts'
import { test } from './support/test.ts'
import { controlled } from './support/worker.ts'

/** `/robots.txt` names no icon, so Chromium asks for a favicon. */
const NO_ICON = /favicon/

test('[PWA-2][PWA-10] today’s worker sends two messages and a like from a database of the first version, each once', async ({
  page,
  product,
  watch,
}) => {
  watch.expectComplaints(NO_ICON)
  const [carlo, anna] = await Promise.all([join(product, CARLO), join(product, person('Anna'))])
  await anna.say(carlo.id, 'a year ago')
  const conversation = conversationId(carlo.id, anna.id)
  const old = firstVersion({
    member: carlo.id,
    partner: anna.id,
    conversation,
    at: Date.now() - 365 * 86_400_000,
    ids: [newClientId(), newClientId(), newClientId()],
    email: CARLO.email,
  })
  // This page of the site does not run the app, so no worker is registered yet.
  await page.goto('/robots.txt')
  await page.evaluate(install, old)
  await page.evaluate(async ({ email, password }) => {
    const headers = { 'content-type': 'application/json', 'x-request-type': 'client' }
    await fetch('/api/user', { method: 'POST', headers, body: JSON.stringify({ email, password }) })
  }, CARLO)
  expect(await rowsOf(page, carlo.id, 'outbox')).toHaveLength(3)

  await page.goto('/chats')
  await controlled(page)
  const sent = () => product.data.messagesFrom(carlo.id).map(({ text }) => text)
  await expect.poll(sent).toEqual(['written a year ago', 'and one more'])
  await expect.poll(() => product.data.likesFrom(carlo.id)).toEqual([anna.id])
  await expect.poll(async () => (await rowsOf(page, carlo.id, 'outbox')).length).toBe(0)
  await openChat(page, anna.id)
  for (const words of ['written a year ago', 'and one more']) await expect(bubble(page, words)).toHaveCount(1)
  expect(sent()).toHaveLength(2)
  const version = await page.evaluate(
    async (name) => (await indexedDB.databases()).find((held) => held.name === name)?.version,
    old.name,
  )
  expect(version).toBeGreaterThan(1)
})
