import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, PHOTO_BYTES_MAX, SHARED_MAX } from '#contract/limits.ts'
import type { CallAnswer } from '#contract/calls.ts'
import { ORIGIN } from '../testing/browser.ts'
import { fullDisk } from '../testing/full-disk.ts'
import { blobsIn, memberWorld, restarted, visitorWorld, type World } from '../testing/world.ts'
import { isShare, takeShare } from './share.ts'

let world: World

beforeEach(async () => {
  world = await memberWorld()
  world.server.log.length = 0
  world.browser.network = 'down'
})

const picture = (byte: number, name = `${byte}.jpg`): File =>
  new File([new Uint8Array(4).fill(byte)], name, { type: 'image/jpeg' })

const formOf = (files: File[], words: Record<string, string> = {}): FormData => {
  const form = new FormData()
  for (const file of files) form.append('photo', file)
  for (const [field, said] of Object.entries(words)) form.append(field, said)
  return form
}

/** Shares a form as a browser does and returns the redirect. */
const share = async (form: FormData, referrer = ''): Promise<string | null> => {
  const request = new Request(`${ORIGIN}/share`, { method: 'POST', body: form })
  // A page cannot set it to the address of another one, as the browser does.
  Object.defineProperty(request, 'referrer', { value: referrer })
  expect(isShare(request, ORIGIN)).toBe(true)
  const answer = await takeShare(world.worker.device, request)
  expect(answer.status).toBe(303)
  return answer.headers.get('location')?.replace(ORIGIN, '') ?? null
}

const drafts = async () =>
  ((await world.worker.call('GET', '/api/device/drafts')).json as CallAnswer<'device.drafts'>).drafts

const bytesOf = async (id: string): Promise<number[]> => [
  ...new Uint8Array(await (await world.worker.photo(`/photos/${id}/full`)).arrayBuffer()),
]

test('[PWA-9] photos shared offline are stored in order with their text, without a request', async () => {
  expect(await share(formOf([picture(7), picture(8)], { title: 'Sea', text: 'look at this' }))).toBe('/share')
  expect(await drafts()).toMatchObject([
    { place: 'share', name: '7.jpg', bytes: 4 },
    { place: 'share', name: '8.jpg', bytes: 4 },
    { place: 'share', text: 'Sea\nlook at this' },
  ])
  const [first] = await drafts()
  expect(await bytesOf(first?.id ?? '')).toEqual([7, 7, 7, 7])
  expect(world.server.log).toEqual([])
  expect(world.browser.news).toContain('device')
})

test('[SAFE-4] the form of another site stores nothing, and what the member has shared stays', async () => {
  await share(formOf([picture(7)]))
  const shared = await drafts()
  expect(await share(formOf([picture(8)], { text: 'buy this' }), 'https://evil.example/')).toBe('/share')
  expect(await drafts()).toEqual(shared)
  // The share menu of a system has no page, or names an app.
  await share(formOf([picture(9)]), 'android-app://org.example.gallery/')
  expect(await drafts()).toMatchObject([{ name: '9.jpg' }])
})

test('[PWA-9][CHAT-2] a new share replaces an unused earlier one, and no photo that was chosen for a conversation', async () => {
  await share(formOf([picture(7)]))
  const chosen = world.browser.newId()
  await world.worker.call('POST', `/api/device/drafts?id=${chosen}&place=1-2&name=sea.jpg`, picture(8))
  await share(formOf([picture(9)]))
  expect((await drafts()).map(({ place, name }) => `${place} ${name}`)).toEqual(['1-2 sea.jpg', 'share 9.jpg'])
})

test('[PWA-9][CHAT-2] a shared draft outlives the worker, for a day; one of a conversation has no end', async () => {
  await share(formOf([picture(7)]))
  const chosen = world.browser.newId()
  await world.worker.call('POST', `/api/device/drafts?id=${chosen}&place=1-2&name=sea.jpg`, picture(8))
  world.worker = await restarted(world)
  const [{ id } = { id: '' }] = await drafts()
  expect(await bytesOf(id)).toEqual([7, 7, 7, 7])
  world.browser.clock += DAY_MS + 10
  expect(await drafts()).toMatchObject([{ id: chosen, place: '1-2' }])
  expect(await blobsIn(world)).toEqual([chosen])
})

test('[PWA-9] files that are too large, empty or too many are named and not stored', async () => {
  const large = new File([new Uint8Array(PHOTO_BYTES_MAX + 1)], 'large.jpg', { type: 'image/jpeg' })
  await share(formOf([large, new File([], 'empty.jpg', { type: 'image/jpeg' })]))
  expect(await drafts()).toMatchObject([
    { name: 'large.jpg', error: 'photo_too_large' },
    { name: 'empty.jpg', error: 'photo_broken' },
  ])
  const many = Array.from({ length: SHARED_MAX + 2 }, (_, index) => picture(index))
  expect(await share(formOf(many))).toBe('/share?more=1')
  expect((await drafts()).map(({ name }) => name)).toEqual(many.slice(0, SHARED_MAX).map(({ name }) => name))
})

test('[PWA-9] a form without a file stores its text once; a later share replaces the previous one', async () => {
  const url = 'https://example.test/a'
  await share(formOf([new File([], '')], { text: `read ${url}`, url, title: '' }))
  expect(await drafts()).toMatchObject([{ text: `read ${url}` }])
  await share(formOf([picture(9)]))
  expect((await drafts()).map(({ name }) => name)).toEqual(['9.jpg'])
})

test('[PWA-9] an invalid form and a full disk redirect to a screen with the reason', async () => {
  const request = new Request(`${ORIGIN}/share`, { method: 'POST', body: 'nonsense' })
  expect((await takeShare(world.worker.device, request)).headers.get('location')).toBe(`${ORIGIN}/share?lost=1`)
  fullDisk(['drafts'])
  expect(await share(formOf([picture(7)]))).toBe('/share?lost=full')
  expect(world.worker.device.storage.state()).toBe('full')
})

test('[PWA-9] a share that finds no space leaves the previous share untouched', async () => {
  await share(formOf([picture(7)]))
  const mend = fullDisk(['drafts'])
  expect(await share(formOf([picture(8)]))).toBe('/share?lost=full')
  mend()
  expect((await drafts()).map(({ name }) => name)).toEqual(['7.jpg'])
  expect(await share(formOf([picture(9)]))).toBe('/share')
  expect((await drafts()).map(({ name }) => name)).toEqual(['9.jpg'])
})

test('[PWA-13] on a full disk, photos are deleted to make space for a share', async () => {
  let refusals = 1
  fullDisk(['drafts'], () => refusals-- > 0)
  expect(await share(formOf([picture(7)]))).toBe('/share')
  expect(await drafts()).toHaveLength(1)
})

test('[PWA-9][PWA-11] a visitor’s share waits for the member who logs in, and is wiped with them', async () => {
  world = visitorWorld()
  await world.worker.call('GET', '/api/user')
  await share(formOf([picture(7)]))
  expect(await drafts()).toHaveLength(1)
  await world.worker.login(1)
  const [{ id } = { id: '' }] = await drafts()
  expect(await bytesOf(id)).toEqual([7, 7, 7, 7])

  await world.worker.call('GET', '/api/logout')
  await world.worker.settled()
  expect(await drafts()).toEqual([])
  expect(await blobsIn(world), 'the visitors’ database').toEqual([])
  await world.worker.login(2)
  expect(await drafts()).toEqual([])
  expect(await bytesOf(id)).not.toEqual([7, 7, 7, 7])
})

test('[PWA-11] a member cannot see another member’s share, even if the server logged that member out', async () => {
  await share(formOf([picture(7)]))
  world.browser.network = 'up'
  const session = await world.worker.device.sessions.current()
  await world.worker.device.sessions.park(session)
  expect(await drafts()).toEqual([])
  await world.worker.login(2)
  expect(await drafts()).toEqual([])
})

test('[PWA-9] nothing is stored before the device knows who is logged in', async () => {
  world = visitorWorld()
  world.browser.network = 'down'
  expect(await share(formOf([picture(7)]))).toBe('/share?lost=1')
  world.browser.network = 'up'
  expect(await share(formOf([picture(7)]))).toBe('/share')
})

const to = (method: string, path: string) => isShare(new Request(`${ORIGIN}${path}`, { method }), ORIGIN)

test('[PWA-9] only a form sent to the share path is accepted', () => {
  expect(to('GET', '/share')).toBe(false)
  expect(to('POST', '/share/2')).toBe(false)
  expect(to('POST', '/api/share')).toBe(false)
  expect(to('POST', '/share?from=gallery')).toBe(true)
})
