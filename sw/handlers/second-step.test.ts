import { expect, test } from 'vitest'
import { FakeCaches } from '../testing/fake-caches.ts'
import type { Worker } from '../testing/browser.ts'
import { seeded } from '../testing/seeded.ts'
import { memberWorld, restarted, visitorWorld } from '../testing/world.ts'
import { retryingFetch, type Fetch } from './fetch-files.ts'
import { createSecondStep, fetchSecondStep } from './second-step.ts'

const LIST = '/assets/later-12345678.json'
const LATER = ['/assets/chats.js', '/assets/credits.js', '/assets/profile.js', '/assets/likes.js', '/assets/me.js']

/** A fake server with these files that records its requests; it can fail after some. */
const site = ({ dies = Infinity } = {}) => {
  const asked: string[] = []
  const fetch = async (path: string, init?: RequestInit) => {
    if (asked.length >= dies) throw new TypeError('no network')
    asked.push(path)
    if (init?.method === 'HEAD')
      return new Response(null, { headers: { 'x-texts': '/assets/it-1.js /assets/it-2.js' } })
    return new Response(path === LIST ? JSON.stringify({ later: LATER, seldom: [] }) : path)
  }
  return { asked, fetch }
}

test('[PWA-1] the second step fetches all other screens and all texts of the language', async () => {
  const caches = new FakeCaches()
  await fetchSecondStep(LIST, caches, site().fetch)
  expect(caches.urls('files').toSorted()).toEqual([...LATER, '/assets/it-1.js', '/assets/it-2.js', LIST].toSorted())
})

/** A full device with eight photos, and room for this number of entries. */
const fullDevice = async (room: number): Promise<FakeCaches> => {
  const caches = new FakeCaches()
  for (const name of ['photos-1', 'photos-visitor'])
    for (const photo of [1, 2, 3, 4])
      await (await caches.open(name)).put(`/photos/${photo}/card`, new Response('photo'))
  caches.room = room
  return caches
}

test('[PWA-13] on a full device photos make room for the second step', async () => {
  const caches = await fullDevice(8)
  await fetchSecondStep(LIST, caches, site().fetch)
  expect(caches.urls('files')).toContain(LIST)
})

test('[PWA-13] the photos that were stored last stay if the others leave enough room', async () => {
  const caches = await fullDevice(12)
  await fetchSecondStep(LIST, caches, site().fetch)
  expect(caches.urls('files')).toContain(LIST)
  expect(caches.urls('photos-1')).toEqual(['/photos/3/card', '/photos/4/card'])
})

test('[PWA-13] photos make room even if the step also failed for another reason', async () => {
  const caches = await fullDevice(8)
  const { fetch } = site()
  const broken = async (path: string, init?: RequestInit) =>
    path === LATER[0] ? new Response('not there', { status: 404 }) : fetch(path, init)
  await expect(fetchSecondStep(LIST, caches, broken)).rejects.toThrow('answered 404')
  expect(caches.urls('files')).toEqual(expect.arrayContaining(LATER.slice(1)))
})

test('[PWA-1] an interrupted step continues: no file is fetched twice, and none once all are cached', async () => {
  const caches = new FakeCaches()
  const dying = site({ dies: 4 })
  await expect(fetchSecondStep(LIST, caches, dying.fetch)).rejects.toThrow('no network')
  const here = caches.urls('files')
  expect(here.length).toBeGreaterThan(0)
  expect(here).not.toContain(LIST)

  const second = site()
  await fetchSecondStep(LIST, caches, second.fetch)
  expect(second.asked.filter((path) => here.includes(path))).toEqual([])
  expect(caches.urls('files')).toEqual(expect.arrayContaining([...LATER, LIST]))

  const third = site()
  await fetchSecondStep(LIST, caches, third.fetch)
  expect(third.asked).toEqual([])
})

test('[PWA-1] an incomplete file leaves the step unfinished', async () => {
  const caches = new FakeCaches()
  const { fetch } = site()
  const broken = async (path: string, init?: RequestInit) =>
    path === LATER[2] ? new Response('not there', { status: 404 }) : fetch(path, init)
  await expect(fetchSecondStep(LIST, caches, broken)).rejects.toThrow('answered 404')
  expect(caches.urls('files')).not.toContain(LATER[2])
  expect(caches.urls('files')).not.toContain(LIST)
  // The other files are cached nevertheless [PWA-15].
  expect(caches.urls('files')).toEqual(expect.arrayContaining(LATER.filter((path) => path !== LATER[2])))
})

/** As many files as the app has; about a third of the requests fail. */
const flakySite = (seed: number) => {
  const random = seeded(seed)
  const files = Array.from({ length: 86 }, (_, index) => `/assets/part-${index}.js`)
  const { fetch } = site()
  const flaky: Fetch = async (path, init) => {
    const roll = random.below(100)
    if (roll < 15) throw new TypeError('reset')
    if (roll < 25) return new Response('Bad gateway', { status: 502 })
    const answer = path === LIST ? new Response(JSON.stringify({ later: files, seldom: [] })) : await fetch(path, init)
    return roll < 30 ? brokenOff() : answer
  }
  return { files, fetch: flaky }
}

/** The connection breaks inside the body. */
const brokenOff = (): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(3)),
      pull: (controller) => controller.error(new TypeError('reset')),
    }),
  )

test('[PWA-15] with 30 % of requests failing, the second step completes within two minutes', async () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { browser, worker } = await memberWorld()
    const caches = new FakeCaches()
    const { files, fetch } = flakySite(seed)
    const patient = retryingFetch(fetch, worker.device.ports)
    void createSecondStep(worker.device, () => fetchSecondStep(LIST, caches, patient))()
    for (let second = 0; second < 120; second += 1) await browser.pass(1_000)
    expect(caches.urls('files'), `seed ${seed}`).toEqual(expect.arrayContaining([...files, LIST]))
    await worker.kill()
  }
})

test('[PWA-15] the next worker retries failed files at once', async () => {
  const world = await memberWorld()
  const caches = new FakeCaches()
  const { files, fetch } = flakySite(5)
  const step = ({ device }: Worker) =>
    createSecondStep(device, () => fetchSecondStep(LIST, caches, retryingFetch(fetch, device.ports)))()
  void step(world.worker)
  await world.browser.pass(1_500)
  expect(caches.urls('files')).not.toContain(LIST)
  const worker = await restarted(world)
  void step(worker)
  for (let second = 0; second < 60; second += 1) await world.browser.pass(1_000)
  expect(caches.urls('files')).toEqual(expect.arrayContaining([...files, LIST]))
})

test('[PWA-15] a round ends soon if every request fails', async () => {
  const { browser, worker } = await memberWorld()
  let asked = 0
  const dead = retryingFetch(async (path) => {
    asked += 1
    if (path === LIST) return new Response(JSON.stringify({ later: flakySite(1).files, seldom: [] }))
    throw new TypeError('reset')
  }, worker.device.ports)
  const outcome = fetchSecondStep(LIST, new FakeCaches(), dead).catch((error: unknown) => String(error))
  for (let second = 0; second < 60; second += 1) await browser.pass(1_000)
  expect(await outcome).toBe('TypeError: reset')
  expect(asked).toBeLessThan(90)
})

test('[PWA-15] files that fail between others end no round', async () => {
  const { files } = flakySite(1)
  const caches = new FakeCaches()
  const everyOther: Fetch = async (path) => {
    if (path === LIST) return new Response(JSON.stringify({ later: files, seldom: [] }))
    if (files.indexOf(path) % 2 === 0) throw new TypeError('reset')
    return new Response(path)
  }
  await expect(fetchSecondStep(LIST, caches, everyOther)).rejects.toThrow('reset')
  expect(caches.urls('files')).toEqual(files.filter((_, index) => index % 2 === 1))
})

test('[PWA-1] the step begins at once for a member, and runs once for all requests of their page', async () => {
  const { browser, worker } = await memberWorld()
  const taken: boolean[] = []
  const step = createSecondStep(worker.device, async (isVisitor) => void taken.push(isVisitor))
  await Promise.all([step(), step(), step()])
  await browser.turns()
  expect(taken).toEqual([false])
})

test('[PWA-1] a visitor’s first page loads first; a login in between ends the delay', async () => {
  const { browser, worker } = visitorWorld()
  const taken: boolean[] = []
  const step = createSecondStep(worker.device, async (isVisitor) => void taken.push(isVisitor))
  void step()
  await browser.pass(9_000)
  expect(taken).toEqual([])
  await worker.login(1)
  await step()
  expect(taken).toEqual([false])
  await browser.pass(2_000)
  expect(taken).toEqual([false])
})

test('[PWA-1] a visitor who stays also gets all files', async () => {
  const { browser, worker } = visitorWorld()
  const taken: boolean[] = []
  void createSecondStep(worker.device, async (isVisitor) => void taken.push(isVisitor))()
  await browser.pass(10_000)
  expect(taken).toEqual([true])
})

test('[PWA-15] without a network the step is retried with growing pauses, not with every request', async () => {
  const { browser, worker } = await memberWorld()
  let tries = 0
  const step = createSecondStep(worker.device, async () => {
    tries += 1
    throw new TypeError('no network')
  })
  await step()
  await step()
  expect(tries).toBe(1)
  await browser.pass(10_000)
  expect(tries).toBe(2)
  await browser.pass(10_000)
  await step()
  expect(tries).toBe(2)
  await browser.pass(10_000)
  expect(tries).toBe(3)
})

test('[PWA-15] a device that is offline retries with the next request of a page, and its pauses are short again', async () => {
  const { browser, worker } = await memberWorld()
  let tries = 0
  const step = createSecondStep(worker.device, async () => {
    tries += 1
    throw new TypeError('no network')
  })
  await step()
  browser.network = 'down'
  await browser.pass(60_000)
  expect(tries).toBe(1)
  browser.network = 'up'
  await step()
  expect(tries).toBe(2)
  await browser.pass(10_000)
  expect(tries).toBe(3)
})
