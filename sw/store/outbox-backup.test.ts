import { expect, test, vi } from 'vitest'
import { fullDisk } from '../testing/full-disk.ts'
import {
  blobsIn,
  goOnline,
  memberWorld,
  restarted,
  stateOf,
  textTo,
  withoutDatabases,
  type World,
} from '../testing/world.ts'
import { createOutboxBackup } from './outbox-backup.ts'

const BACKUP = 'outbox-backup-1'

/** Member 1 queues writes without a network. */
const offlineWorld = async (): Promise<World> => {
  const world = await memberWorld()
  world.browser.network = 'down'
  return world
}

const write = async ({ browser, worker }: World, text: string): Promise<string> => {
  const message = textTo(browser, 2, text)
  await worker.call('POST', '/api/messages', message)
  await worker.settled()
  return message.client_id
}

const addPhoto = async ({ browser, worker }: World, byte: number): Promise<string> => {
  const id = browser.newId()
  const picture = new Blob([new Uint8Array(4).fill(byte)], { type: 'image/webp' })
  await worker.call('POST', `/api/photos?client_id=${id}`, picture)
  await worker.settled()
  return id
}

/** A page opens with a network after the browser has lost databases. */
const openAfterLoss = async (world: World, lost?: RegExp): Promise<void> => {
  world.worker = await withoutDatabases(world, lost)
  world.browser.network = 'up'
  await world.worker.call('GET', '/api/user')
  await world.worker.settled()
  await goOnline(world)
}

test.each([
  ['all databases', /./],
  ['the member’s database', /^member-/],
] as const)(
  '[PWA-2] queued writes reach the server once and in order after the browser has lost %s',
  async (_, lost) => {
    const world = await offlineWorld()
    await write(world, 'one')
    await write(world, 'two')
    await world.worker.call('PUT', '/api/likes/4')
    await addPhoto(world, 7)
    await openAfterLoss(world, lost)
    expect(world.server.textsOf('1-2', 1)).toEqual(['one', 'two'])
    expect(world.server.own.effects).toEqual(['add 7'])
    expect(world.server.log.filter((line) => line === 'PUT /api/likes/4')).toHaveLength(1)
    expect(await stateOf(world)).toMatchObject({ waiting: 0, failed: [] })
    expect(await blobsIn(world)).toEqual([])
    expect(world.browser.caches.byName.has(BACKUP)).toBe(false)
  },
)

test('[PWA-2] after a loss the waiting writes show before anything can be changed', async () => {
  const world = await offlineWorld()
  await write(world, 'waits')
  world.worker = await withoutDatabases(world, /^member-/)
  expect(await stateOf(world)).toMatchObject({ waiting: 1 })
  await write(world, 'after')
  await goOnline(world)
  expect(world.server.textsOf('1-2', 1)).toEqual(['waits', 'after'])
})

test('[PWA-2] [CHAT-5] writes queued before the backup could be read are sent behind it, and nothing twice', async () => {
  const world = await offlineWorld()
  const message = textTo(world.browser, 2, 'before')
  await world.worker.call('POST', '/api/messages', message)
  await write(world, 'next')
  world.worker = await withoutDatabases(world, /^member-/)
  const giveRoom = fullDisk(['meta'])
  await write(world, 'after')
  await world.worker.call('POST', '/api/messages', message)
  await world.worker.settled()
  expect(world.browser.caches.urls(BACKUP)).toEqual(['/rows'])
  giveRoom()
  world.worker = await restarted(world)
  await goOnline(world)
  expect(world.server.textsOf('1-2', 1)).toEqual(['next', 'after', 'before'])
  expect(world.server.log.filter((line) => line === 'POST /api/messages')).toHaveLength(3)
})

test('[CHAT-5] a backup that could not be deleted is not read again', async () => {
  const world = await offlineWorld()
  await write(world, 'once')
  vi.spyOn(world.browser.caches, 'delete').mockRejectedValue(new Error('Cache Storage fails'))
  await goOnline(world)
  world.worker = await restarted(world)
  await goOnline(world)
  expect(world.server.log.filter((line) => line === 'POST /api/messages')).toHaveLength(1)
})

test('[PWA-11] rows that were read just before the session ended are not backed up', async () => {
  const { browser, worker } = await memberWorld()
  const session = await worker.device.sessions.current()
  const rows = { rows: [{ id: 'late' }], pictures: [] }
  const ended = { ...session, member: 1, read: async () => rows as never, isOver: () => true }
  await createOutboxBackup(ended, worker.device.ports).update()
  expect(await browser.caches.keys()).not.toContain(BACKUP)
})

test('[CHAT-5] a message whose answer was lost with the databases is stored and charged once', async () => {
  const world = await memberWorld()
  world.browser.fault = ({ url }) => (url.endsWith('/api/messages') ? 'loseAnswer' : null)
  await write(world, 'once')
  world.browser.fault = () => null
  await openAfterLoss(world)
  expect(world.server.textsOf('1-2', 1)).toEqual(['once'])
})

test('[PWA-2] an edit that was merged into a waiting one reaches the server after a loss', async () => {
  const world = await offlineWorld()
  for (const about_me of ['first', 'second']) {
    await world.worker.call('PUT', '/api/profile', { about_me })
    await world.worker.settled()
  }
  await openAfterLoss(world)
  expect(world.server.userOf(1).profile.about_me).toBe('second')
})

test('[PWA-2] after a backup that failed the next one is written', async () => {
  const world = await offlineWorld()
  const open = vi.spyOn(world.browser.caches, 'open').mockRejectedValue(new Error('Cache Storage fails'))
  await write(world, 'one')
  open.mockRestore()
  await write(world, 'two')
  await openAfterLoss(world)
  expect(world.server.textsOf('1-2', 1)).toEqual(['one', 'two'])
})

test('[PWA-2] a discarded write does not return after a loss', async () => {
  const world = await offlineWorld()
  const id = await write(world, 'discarded')
  await world.worker.call('DELETE', `/api/device/outbox/${id}`)
  await world.worker.settled()
  await openAfterLoss(world)
  expect(world.server.textsOf('1-2', 1)).toEqual([])
})

test('[PROF-4] the picture of a discarded photo leaves the backup', async () => {
  const world = await offlineWorld()
  const [discarded, waiting] = [await addPhoto(world, 7), await addPhoto(world, 8)]
  await world.worker.call('DELETE', `/api/device/outbox/${discarded}`)
  await world.worker.settled()
  expect(world.browser.caches.urls(BACKUP).toSorted()).toEqual([`/pictures/${waiting}`, '/rows'])
})

test('[PWA-3] a refused message stays refused after a loss, with its text and its reason', async () => {
  const world = await memberWorld()
  world.server.refusals.set(2, { error: 'not_enough_credits', cost: 1, credits: 0 })
  await write(world, 'refused')
  const { failed } = await stateOf(world)
  expect(failed).toHaveLength(1)
  await openAfterLoss(world)
  expect((await stateOf(world)).failed).toEqual(failed)
})

test('[PWA-2] a row of a form that this version does not know is backed up, and counts as waiting', async () => {
  const world = await offlineWorld()
  const session = await world.worker.device.sessions.current()
  await session.write(['outbox'], async (tx) => {
    await tx.objectStore('outbox').add({ id: 'newer', lane: 'newer', write: { kind: 'a newer kind' } })
  })
  await write(world, 'known')
  expect(await stateOf(world)).toMatchObject({ waiting: 2 })
  await openAfterLoss(world)
  expect(await stateOf(world)).toMatchObject({ waiting: 1 })
})

test('[PWA-11] a logout deletes the backup', async () => {
  const world = await offlineWorld()
  await write(world, 'secret')
  expect(world.browser.caches.urls(BACKUP)).toEqual(['/rows'])
  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  expect(world.browser.caches.byName.has(BACKUP)).toBe(false)
})

test('[PWA-11] a backup that is being written during a logout is deleted', async () => {
  const world = await offlineWorld()
  const { promise, resolve } = Promise.withResolvers<void>()
  const { caches } = world.browser
  const open = caches.open.bind(caches)
  vi.spyOn(caches, 'open').mockImplementation(async (name) => {
    if (name === BACKUP) await promise
    return open(name)
  })
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'secret'))
  await world.browser.turns()
  const logout = world.worker.call('GET', '/api/logout')
  await world.browser.turns()
  resolve()
  await world.browser.until(logout)
  await world.worker.settled()
  expect(caches.byName.has(BACKUP)).toBe(false)
})

test('[PWA-11] nobody gets the writes of another member', async () => {
  const other = await offlineWorld()
  await write(other, 'secret')
  other.worker = await withoutDatabases(other)
  await other.browser.caches.delete('photos-1')
  other.browser.network = 'up'
  await other.worker.login(3)
  await goOnline(other)
  expect(other.server.log.filter((line) => line === 'POST /api/messages')).toEqual([])
  expect(other.browser.caches.byName.has(BACKUP)).toBe(false)
})

test('[PWA-2] a message that is sent at once needs no backup; one that hangs is backed up while it is sent', async () => {
  const world = await memberWorld()
  const open = vi.spyOn(world.browser.caches, 'open')
  await write(world, 'at once')
  expect(open).not.toHaveBeenCalledWith(BACKUP)
  world.browser.network = 'stalled'
  await world.worker.call('POST', '/api/messages', textTo(world.browser, 2, 'hangs'))
  await world.browser.pass(1_000)
  expect(world.browser.caches.urls(BACKUP)).toEqual(['/rows'])
})

test('[PWA-2] another attempt to send writes no other backup', async () => {
  const world = await offlineWorld()
  await write(world, 'waits')
  const open = vi.spyOn(world.browser.caches, 'open')
  await world.worker.call('POST', '/api/device/sync')
  await world.worker.settled()
  expect(open).not.toHaveBeenCalledWith(BACKUP)
})

test('[PWA-2] without space for a backup the write waits in the outbox all the same', async () => {
  const world = await offlineWorld()
  world.browser.caches.room = 0
  await write(world, 'waits')
  expect(world.browser.caches.byName.has(BACKUP)).toBe(false)
  world.worker = await restarted(world)
  world.browser.caches.room = Infinity
  await goOnline(world)
  expect(world.server.textsOf('1-2', 1)).toEqual(['waits'])
})

test('[PWA-11] a logout without a network still reaches the server after the browser has lost the databases', async () => {
  const world = await offlineWorld()
  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  await openAfterLoss(world)
  expect(world.browser.jar.member).toBe(null)
  expect((await world.worker.call('GET', '/api/user')).json).toMatchObject({ user: null })
  expect(await world.browser.caches.keys()).not.toContain('pending-logout')
})

test('[PWA-11] a worker that dies when the server has heard of the logout leaves no mark that would log out the next member', async () => {
  const world = await offlineWorld()
  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  const dying = vi.spyOn(world.browser.caches, 'delete').mockReturnValue(new Promise(() => {}))
  world.browser.network = 'up'
  void world.worker.device.resume()
  await world.browser.turns()
  expect(world.browser.jar.member).toBe(null)
  dying.mockRestore()
  world.worker = await restarted(world)
  await world.worker.login(3)
  await openAfterLoss(world)
  expect(world.browser.jar.member).toBe(3)
})

test('[PWA-11] Cache Storage that does not answer stops no logout', async () => {
  const { browser, worker } = await memberWorld()
  const open = browser.caches.open.bind(browser.caches)
  vi.spyOn(browser.caches, 'open').mockImplementation((name) =>
    name === 'pending-logout' ? new Promise(() => {}) : open(name),
  )
  void worker.call('GET', '/api/logout')
  await browser.turns()
  expect(await worker.device.sessions.shell.read()).toMatchObject({ member: null, pending_logout: true })
})
