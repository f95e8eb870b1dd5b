import { expect, test } from 'vitest'
import { createGiveWay, forgetGiveWay, isGiveWayStored, storeGiveWay } from './give-way.ts'
import { FakeCaches } from './testing/fake-caches.ts'
import { memberWorld, textTo } from './testing/world.ts'

const until = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(new DOMException('Aborted', 'AbortError'))
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
  })

const begin = () => {
  const timers: (() => void)[] = []
  const gone: string[] = []
  const way = createGiveWay({
    fetch: (_, signal) => until(signal),
    startTimer: (task) => {
      timers.push(task)
      return () => {}
    },
    resume: () => gone.push('on'),
  })
  return { way, gone, pass: () => timers.splice(0).forEach((task) => task()) }
}

const never = new Promise<void>(() => {})
const settles = (work: Promise<unknown>): Promise<string> =>
  Promise.race([
    work.then(
      () => 'ended',
      () => 'given up',
    ),
    new Promise<string>((resolve) => setTimeout(() => resolve('goes on'))),
  ])
const ask = (method: string, path: string): Request => new Request(`https://visavis.test${path}`, { method })

test('[PWA-10] a worker that is asked to give way stops extending its events and aborts open reads', async () => {
  const { way } = begin()
  const signal = new AbortController().signal
  const kept = way.untilGivingWay(never)
  const question = way.fetch(ask('GET', '/api/sync'), signal)
  const write = way.fetch(ask('POST', '/api/messages'), signal)
  const photo = way.fetch(ask('GET', '/photos/1/card'), signal)
  expect(await settles(kept)).toBe('goes on')
  way.begin()
  expect(way.isGiving()).toBe(true)
  expect(await settles(kept)).toBe('ended')
  expect(await settles(way.untilGivingWay(never))).toBe('ended')
  expect(await settles(question)).toBe('given up')
  expect(await settles(write)).toBe('goes on')
  expect(await settles(photo)).toBe('goes on')
})

test('[PWA-10] a worker that is not replaced resumes', async () => {
  const { way, gone, pass } = begin()
  way.begin()
  pass()
  expect([way.isGiving(), gone]).toEqual([false, ['on']])
  expect(await settles(way.untilGivingWay(never))).toBe('goes on')
})

test('[PWA-10] a worker that gives way completes the current send and starts no other', async () => {
  const { server, browser, worker } = await memberWorld()
  const release = browser.holdAnswers()
  for (const text of ['a', 'b']) await worker.call('POST', '/api/messages', textTo(browser, 2, text))
  await browser.turns()
  browser.givesWay = true
  release()
  await worker.settled()
  expect(server.textsOf('1-2', 1)).toEqual(['a'])
  expect(browser.heldLocks.size).toBe(0)
  browser.givesWay = false
  await worker.device.resume()
  expect(server.textsOf('1-2', 1)).toEqual(['a', 'b'])
})

test('[PWA-10] a worker that was asked to give way knows it after a restart, for as long as it gives way', async () => {
  const caches = new FakeCaches()
  expect(await isGiveWayStored(caches, 'a', 1_000)).toBe(false)
  await storeGiveWay(caches, 'a', 1_000)
  expect(await isGiveWayStored(caches, 'a', 30_000)).toBe(true)
  expect(await isGiveWayStored(caches, 'a', 31_000)).toBe(false)
  await storeGiveWay(caches, 'a', 1_000)
  await forgetGiveWay(caches)
  expect(await isGiveWayStored(caches, 'a', 1_000)).toBe(false)
})

test('[PWA-2] a worker starts its work although Cache Storage fails', async () => {
  const caches = new FakeCaches()
  caches.has = () => Promise.reject(new DOMException('Unexpected internal error', 'UnknownError'))
  expect(await isGiveWayStored(caches, 'a', 1_000)).toBe(false)
})

test('[PWA-10] the new worker does not take the request to the old one for its own, however late it is stored', async () => {
  const caches = new FakeCaches()
  await forgetGiveWay(caches)
  await storeGiveWay(caches, 'a', 1_000)
  expect(await isGiveWayStored(caches, 'b', 2_000)).toBe(false)
})
