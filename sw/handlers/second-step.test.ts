import { expect, test } from 'vitest'
import { FakeCaches } from '../testing/fake-caches.ts'
import { memberWorld, visitorWorld } from '../testing/world.ts'
import { createSecondStep, takeLater } from './second-step.ts'

const LIST = '/assets/later-12345678.json'
const LATER = ['/assets/chats.js', '/assets/credits.js', '/assets/profile.js', '/assets/likes.js', '/assets/me.js']

/** A server that has these files and says which it was asked for; it may fail after some. */
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

test('[PWA-1] the second step takes every other screen and all texts of the language', async () => {
  const caches = new FakeCaches()
  await takeLater(LIST, caches, site().fetch)
  expect(caches.urls('files').toSorted()).toEqual([...LATER, '/assets/it-1.js', '/assets/it-2.js', LIST].toSorted())
})

test('[PWA-1] what died in between is gone on with: nothing is fetched twice, and once all is here nothing at all', async () => {
  const caches = new FakeCaches()
  const dying = site({ dies: 4 })
  await expect(takeLater(LIST, caches, dying.fetch)).rejects.toThrow('no network')
  const here = caches.urls('files')
  expect(here.length).toBeGreaterThan(0)
  expect(here).not.toContain(LIST)

  const second = site()
  await takeLater(LIST, caches, second.fetch)
  expect(second.asked.filter((path) => here.includes(path))).toEqual([])
  expect(caches.urls('files')).toEqual(expect.arrayContaining([...LATER, LIST]))

  const third = site()
  await takeLater(LIST, caches, third.fetch)
  expect(third.asked).toEqual([])
})

test('[PWA-1] a file that does not come whole leaves the step unfinished', async () => {
  const caches = new FakeCaches()
  const { fetch } = site()
  const broken = async (path: string, init?: RequestInit) =>
    path === LATER[2] ? new Response('not there', { status: 404 }) : fetch(path, init)
  await expect(takeLater(LIST, caches, broken)).rejects.toThrow('answered 404')
  expect(caches.urls('files')).not.toContain(LATER[2])
  expect(caches.urls('files')).not.toContain(LIST)
})

test('[PWA-1] it begins at once for a member, and once for all that their page asks', async () => {
  const { browser, worker } = await memberWorld()
  const taken: boolean[] = []
  const step = createSecondStep(worker.device, async (isVisitor) => void taken.push(isVisitor))
  await Promise.all([step(), step(), step()])
  await browser.turns()
  expect(taken).toEqual([false])
})

test('[PWA-1] a visitor’s first page comes first; who logs in meanwhile waits no longer', async () => {
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

test('[PWA-1] a visitor who stays a while has it all, too', async () => {
  const { browser, worker } = visitorWorld()
  const taken: boolean[] = []
  void createSecondStep(worker.device, async (isVisitor) => void taken.push(isVisitor))()
  await browser.pass(10_000)
  expect(taken).toEqual([true])
})

test('[PWA-1] without a network it is tried again after a while, not with every request', async () => {
  const { browser, worker } = await memberWorld()
  let tries = 0
  const step = createSecondStep(worker.device, async () => {
    tries += 1
    throw new TypeError('no network')
  })
  await step()
  await step()
  expect(tries).toBe(1)
  await browser.pass(30_000)
  await step()
  expect(tries).toBe(2)
})
