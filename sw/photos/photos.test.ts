import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { memberWorld, restarted, visitorWorld } from '../testing/world.ts'
import { PHOTO_CACHE_BYTES_MAX } from './budget.ts'
import { isPhotoPath } from './photos.ts'
import { profileOf } from '../testing/people.ts'
import type { Photo } from '#contract/entities/photo.ts'

const photo = (id: string) => ({ ...profileOf(2).main_image, id }) as Photo

const path = (id: number): string => `/photos/big-${id}/full`

test('[PWA-1] a photo that was seen once is available offline', async () => {
  const { server, browser, worker } = await memberWorld()
  expect((await worker.photo(path(1))).status).toBe(200)
  await worker.settled()
  server.log.length = 0
  expect((await worker.photo(path(1))).status).toBe(200)
  await worker.settled()
  expect(server.log).toEqual([])
  browser.network = 'down'
  expect(await (await worker.photo(path(1))).text()).toHaveLength(100)
  expect((await worker.photo(path(2))).type).toBe('error')
})

test('[PWA-11] a photo that is on its way to one member is fetched anew for the next one', async () => {
  const { server, browser, worker } = await memberWorld()
  let isFirst = true
  browser.fault = ({ url }) => {
    if (!url.endsWith(path(1)) || !isFirst) return null
    isFirst = false
    return 'stall'
  }
  void worker.photo(path(1))
  await browser.turns()
  await worker.login(2)
  expect((await browser.until(worker.photo(path(1)))).status).toBe(200)
  expect(server.photoAnswers.filter((answer) => answer.path === path(1))).toHaveLength(1)
})

test('[PWA-11] no photo is fetched in the name of a member who has logged out, while the server does not know it', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.network = 'down'
  await worker.call('GET', '/api/logout')
  await worker.settled()
  browser.network = 'up'
  server.broken.set('logout', { status: 503, body: { error: 'shutting_down' } })
  server.photoAnswers.length = 0
  expect((await browser.until(worker.photo(path(1)))).type).toBe('error')
  expect(server.photoAnswers).toEqual([])
})

test('[PWA-1] photos of listed profiles are prefetched, each once', async () => {
  const { server, browser, worker } = await memberWorld()
  server.log.length = 0
  const [searched] = await Promise.all([worker.call('GET', '/api/members'), worker.photo('/photos/photo-5/card')])
  expect(searched.status).toBe(200)
  await worker.settled()
  expect(server.log.filter((line) => line === 'GET /photos/photo-5/card')).toHaveLength(1)
  expect(browser.caches.urls('photos-1')).toEqual(
    expect.arrayContaining(['/photos/photo-2/thumb', '/photos/photo-3/card', '/photos/photo-4/card']),
  )
})

test('[PWA-1] no photos are prefetched for a visitor who searches', async () => {
  const { server, worker } = visitorWorld()
  expect((await worker.call('GET', '/api/members')).status).toBe(200)
  await worker.settled()
  expect(server.log.filter((line) => line.startsWith('GET /photos/'))).toEqual([])
})

test('[PWA-1] offline, another cached size of a photo replaces a missing one; a blurred photo is never replaced', async () => {
  const { server, browser, worker } = await memberWorld()
  for (const [size, bytes] of [
    ['thumb', 10],
    ['card', 20],
  ] as const) {
    server.photos.set(`/photos/seen/${size}`, { status: 200, bytes })
    await worker.photo(`/photos/seen/${size}`)
  }
  await worker.settled()
  browser.network = 'down'
  expect(await (await worker.photo('/photos/seen/full')).text()).toHaveLength(20)
  expect((await worker.photo('/photos/seen/blur')).type).toBe('error')
  expect((await worker.photo('/photos/other/full')).type).toBe('error')
})

test('[PWA-11] visitors and members have separate photo caches', async () => {
  const { browser, worker } = visitorWorld()
  await worker.photo(path(1))
  await worker.settled()
  await worker.login(1)
  await worker.photo(path(2))
  await worker.settled()
  expect(browser.caches.urls('photos-visitor')).toEqual([path(1)])
  expect(browser.caches.urls('photos-1')).toContain(path(2))
})

test.each([403, 404, 410])(
  '[PROF-6] a photo that may no longer be shown (%i) is dropped at the daily check',
  async (status) => {
    const { server, browser, worker } = await memberWorld()
    await worker.photo(path(1))
    await worker.settled()
    server.photos.set(path(1), { status, bytes: 0 })
    await browser.pass(DAY_MS + 1)
    await worker.photo(path(1))
    await worker.settled()
    expect((await worker.photo(path(1))).status).toBe(status)
    expect(browser.caches.urls('photos-1')).not.toContain(path(1))
  },
)

test('[PROF-6] a photo that was checked while the clock was a year ahead is checked once the clock is set right', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.clock += 366 * DAY_MS
  await worker.photo(path(1))
  await worker.settled()
  browser.clock -= 366 * DAY_MS
  server.photos.set(path(1), { status: 404, bytes: 0 })
  await worker.photo(path(1))
  await worker.settled()
  expect(browser.caches.urls('photos-1')).not.toContain(path(1))
})

test('[PWA-13] a photo that was seen while the clock was a year ahead is not the last to be dropped once the clock is set right', async () => {
  const { browser, worker } = await memberWorld()
  browser.clock += 366 * DAY_MS
  await worker.photo(path(1))
  await worker.settled()
  browser.clock -= 366 * DAY_MS
  await worker.photo(path(1))
  await worker.settled()
  const session = await worker.device.sessions.current()
  expect((await session.read(['photos'], (tx) => tx.objectStore('photos').get(path(1))))?.used_at).toBe(browser.clock)
})

test('[PWA-11] photos bypass the HTTP cache, and the daily check of a photo costs a 304', async () => {
  const { server, browser, worker } = await memberWorld()
  const answers = () => server.photoAnswers.filter((answer) => answer.path === path(1))
  for (const _ of [1, 2]) {
    expect(await (await worker.photo(path(1))).text()).toHaveLength(100)
    await worker.settled()
    await browser.pass(DAY_MS + 1)
  }
  expect(answers()).toEqual([
    { path: path(1), cache: 'no-store', status: 200 },
    { path: path(1), cache: 'no-store', status: 304 },
  ])
  // The check was stored, so the next use does not repeat it.
  await worker.photo(path(1))
  await worker.settled()
  await worker.photo(path(1))
  await worker.settled()
  expect(answers()).toHaveLength(3)
})

test('[CHAT-9] photos of a blocker are deleted when the profile is fetched again', async () => {
  const { server, browser, worker } = await memberWorld()
  server.profiles.set(2, profileOf(2, { photos: [photo('photo-2'), photo('second')] }))
  await worker.call('GET', '/api/members/2')
  for (const shown of ['/photos/photo-2/full', '/photos/second/full', '/photos/photo-3/full']) await worker.photo(shown)
  await worker.settled()
  server.refusals.set(2, { error: 'blocked' })
  server.profiles.delete(2)
  await worker.call('GET', '/api/members/2')
  await worker.settled()
  const left = browser.caches.urls('photos-1').filter((url) => /photo-2|second|photo-3/.test(url))
  expect(left).toEqual(['/photos/photo-3/full'])
})

test('[PWA-13] beyond the byte limit, the photos used longest ago are deleted first', async () => {
  const { server, browser, worker } = await memberWorld()
  const bytes = PHOTO_CACHE_BYTES_MAX / 4
  for (const id of [1, 2, 3, 4, 5]) server.photos.set(path(id), { status: 200, bytes })
  for (const id of [1, 2, 3]) {
    await worker.photo(path(id))
    await worker.settled()
    await browser.pass(100_000)
  }
  await worker.photo(path(1))
  await worker.settled()
  for (const id of [4, 5]) {
    await browser.pass(100_000)
    await worker.photo(path(id))
    await worker.settled()
  }
  const held = browser.caches.urls('photos-1')
  expect(held).toEqual(expect.arrayContaining([path(1), path(4), path(5)]))
  expect(held).not.toContain(path(2))
})

test('[PWA-13] on a small device photos get a fifth of the site’s quota', async () => {
  const world = await memberWorld()
  const { server, browser } = world
  browser.quota = 50_000
  const worker = await restarted(world)
  for (const id of [1, 2, 3]) {
    server.photos.set(path(id), { status: 200, bytes: 4_000 })
    await worker.photo(path(id))
    await worker.settled()
    await browser.pass(100_000)
  }
  const held = browser.caches.urls('photos-1')
  expect(held).toContain(path(3))
  expect(held).not.toContain(path(1))
})

test('[PWA-13] on a full disk, old photos are deleted for new ones', async () => {
  const { browser, worker } = await memberWorld()
  await worker.photo(path(1))
  await worker.settled()
  browser.caches.room = browser.caches.urls('photos-1').length
  await browser.pass(100_000)
  await worker.photo(path(2))
  await worker.settled()
  expect(browser.caches.urls('photos-1')).toContain(path(2))
})

test('[PWA-1] only requests for photos of members are answered here', () => {
  expect(isPhotoPath('/photos/abc/card')).toBe(true)
  expect(isPhotoPath('/photos/abc/original')).toBe(false)
  expect(isPhotoPath('/photos//card')).toBe(false)
  expect(isPhotoPath('/photos/abc/card/x')).toBe(false)
  expect(isPhotoPath('/assets/card')).toBe(false)
})

test('[PWA-1] the page of a captive portal is no photo: it is neither shown nor cached', async () => {
  const { server, browser, worker } = await memberWorld()
  server.photos.set(path(1), { status: 200, bytes: 900, type: 'text/html' })
  expect((await worker.photo(path(1))).type).toBe('error')
  await worker.settled()
  expect(browser.caches.urls('photos-1')).not.toContain(path(1))
  expect((await worker.call('GET', '/api/device')).json).toMatchObject({ connection: 'offline' })
  server.photos.delete(path(1))
  expect(await (await worker.photo(path(1))).text()).toHaveLength(100)
})

test('[PWA-1] a cached photo outlives the daily check if a captive portal answers it', async () => {
  const { server, browser, worker } = await memberWorld()
  await worker.photo(path(1))
  await worker.settled()
  server.photos.set(path(1), { status: 200, bytes: 900, type: 'text/html' })
  await browser.pass(DAY_MS + 1)
  await worker.photo(path(1))
  await worker.settled()
  expect(await (await worker.photo(path(1))).text()).toHaveLength(100)
})

test('[PWA-1] no photo is prefetched for a member who saves data', async () => {
  const { server, browser, worker } = await memberWorld()
  browser.savesData = true
  server.log.length = 0
  await worker.call('GET', '/api/members')
  await worker.settled()
  expect(server.log.filter((line) => line.startsWith('GET /photos/'))).toEqual([])
  expect((await worker.photo('/photos/photo-5/card')).status).toBe(200)
})
