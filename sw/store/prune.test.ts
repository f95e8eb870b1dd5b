import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { cardOf } from '../testing/people.ts'
import { memberWorld, textTo, visitorWorld } from '../testing/world.ts'
import { writeCards } from './profiles.ts'
import { pruneProfiles } from './prune.ts'
import type { Session } from './session.ts'

const heldIn = (session: Session): Promise<number[]> =>
  session.read(['profiles'], (tx) => tx.objectStore('profiles').getAllKeys())

const see = (session: Session, ids: readonly number[], now: number): Promise<void> =>
  session.write(['profiles'], (tx) =>
    writeCards(
      tx,
      ids.map((id) => cardOf(id)),
      now,
    ),
  )

test('[PWA-13] a profile not seen for 90 days is deleted, except in a conversation, a like or a queued write', async () => {
  const { server, browser, worker } = await memberWorld()
  server.like(3, 1)
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 4, 'first'))
  const session = await worker.device.sessions.current()
  await see(session, [2, 3, 4, 5, 6, 7], browser.clock)
  browser.clock += 60 * DAY_MS
  await see(session, [6], browser.clock)
  browser.clock += 31 * DAY_MS
  await pruneProfiles(session, browser.clock)
  expect(await heldIn(session)).toEqual([2, 3, 4, 6])
})

test('[PWA-13] beyond the limit, the profiles seen longest ago are deleted first', async () => {
  const { worker } = visitorWorld()
  await worker.call('GET', '/api/user')
  const session = await worker.device.sessions.current()
  for (const id of [1, 2, 3, 4, 5]) await see(session, [id], id === 2 ? 100 : id)
  await pruneProfiles(session, 1_000, 3)
  expect(await heldIn(session)).toEqual([2, 4, 5])
})
