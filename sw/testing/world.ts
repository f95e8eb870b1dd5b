/** The starting point of most tests: member 1 logged in on one device, members 2 to 5, and a message from 2. */
import type { CallAnswer } from '#contract/calls.ts'
import { FakeBrowser, type Worker } from './browser.ts'
import { FakeServer } from './fake-server.ts'

export type World = { server: FakeServer; browser: FakeBrowser; worker: Worker }

export const memberWorld = async (): Promise<World> => {
  const world = visitorWorld()
  world.server.say(2, 1, 'hello')
  await world.worker.login(1)
  return world
}

export const visitorWorld = (): World => {
  const server = new FakeServer()
  for (const id of [1, 2, 3, 4, 5]) server.addMember(id)
  const browser = new FakeBrowser(server)
  return { server, browser, worker: browser.start() }
}

/** Kills the worker and starts another on the same device. */
export const restarted = async ({ browser, worker }: World): Promise<Worker> => {
  await worker.kill()
  return browser.start()
}

/** Kills the worker and starts another. The browser has lost the databases; the caches, the cookie and the push subscription are still there. */
export const withoutDatabases = async (
  { browser, worker }: Pick<World, 'browser' | 'worker'>,
  lost = /./,
): Promise<Worker> => {
  await worker.kill()
  for (const { name = '' } of await indexedDB.databases())
    if (lost.test(name))
      await new Promise((resolve) => indexedDB.deleteDatabase(name).addEventListener('success', resolve))
  return browser.start()
}

/** The names of the device's databases, sorted. */
export const databaseNames = async (): Promise<string[]> =>
  (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted()

/** The answer to a visitor who asks who is logged in. */
export const NOBODY = { user: null, counts: null }

export const textTo = (browser: FakeBrowser, profile: number, text: string) => ({
  client_id: browser.newId(),
  profile,
  type: 'text',
  text,
})

/** The device's connection and its refused writes. */
export const stateOf = async ({ worker }: World) =>
  (await worker.call('GET', '/api/device')).json as CallAnswer<'device.state'>

/** The ids of the stored pictures of queued and drafted photos. */
export const blobsIn = async ({ worker }: World): Promise<string[]> => {
  const session = await worker.device.sessions.current()
  return session.read(['blobs'], (tx) => tx.objectStore('blobs').getAllKeys())
}

/** A message of the member waits on the device. */
export const writeOffline = async ({ browser, worker }: World): Promise<void> => {
  browser.network = 'down'
  await worker.call('POST', '/api/messages', textTo(browser, 2, 'waits'))
  await worker.settled()
}

/** The network is back, and everything queued is delivered. */
export const goOnline = async ({ worker, browser }: World): Promise<void> => {
  browser.network = 'up'
  await worker.call('POST', '/api/device/sync')
  await worker.settled()
}

/** Member 1 has mutual likes and a conversation with so many others. The server lists the newest like first. */
export const withMany = (server: FakeServer, count: number): number[] => {
  const others = Array.from({ length: count }, (_, index) => 20 + index)
  for (const other of others) {
    server.addMember(other)
    server.say(other, 1, `from ${other}`)
  }
  for (const other of others.toReversed()) {
    server.like(other, 1)
    server.like(1, other)
  }
  return others
}
