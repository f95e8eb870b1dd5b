import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { WRITE_ORDER_HEADER } from '#contract/device.ts'
import { DAY_MS, HOUR_MS, WRITE_DEVICES_MAX } from '#contract/limits.ts'
import { parseWriteOrder, writeOrderText } from '#contract/rules/write-order.ts'
import type { TestMember } from '../testing/members.ts'
import { createApp } from '../app.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { createWriteOrder } from './write-order.ts'

const PHONE = '01890000-0000-7000-8000-000000000001'
const LAPTOP = '01890000-0000-7000-8000-000000000002'

let server: TestServer
let ada: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  ada = await server.signUp('Ada')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

/** A write as the device sends it; former builds send no `count`. */
const send = async (
  method: 'PUT' | 'DELETE',
  path: string,
  { body, lane, count, device = PHONE }: { body?: object; lane: string; count?: number; device?: string },
) => {
  const response = await server.app.request(`http://localhost/api/${path}`, {
    method,
    headers: {
      cookie: ada.cookie,
      'content-type': 'application/json',
      ...(count === undefined ? {} : { [WRITE_ORDER_HEADER]: writeOrderText({ device, count, lanes: [lane] }) }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return {
    status: response.status,
    json: (await response.json()) as Partial<CallAnswer<'profile.put'>> & { error?: string },
  }
}
const like = (count?: number, device = PHONE) =>
  send('PUT', `likes/${bert.id}`, { lane: `like:${bert.id}`, device, ...(count ? { count } : {}) })
const unlike = (count?: number) =>
  send('DELETE', `likes/${bert.id}`, { lane: `like:${bert.id}`, ...(count ? { count } : {}) })
const edit = (about_me: string, count: number) => send('PUT', 'profile', { body: { about_me }, lane: 'profile', count })
const likes = async () => (await server.as(ada)('likes.get')).body.liked.map(({ id }) => id)

test('[PWA-2] a late copy of an old like does not win over the unlike that followed', async () => {
  await like(1)
  await unlike(2)
  const late = await like(1)
  expect([late.status, late.json.error]).toEqual([409, 'superseded'])
  expect(await likes()).toEqual([])
})

test('[PWA-2] a late copy of an old profile edit does not win over a newer one', async () => {
  await edit('first', 1)
  await edit('second', 2)
  await edit('first', 1)
  expect((await server.as(ada)('profile.get')).body.profile.about_me).toBe('second')
  // Sending the same write again changes nothing and gets the same answer: a browser may repeat a dying worker's
  // request.
  expect((await edit('second', 2)).status).toBe(200)
})

test('[PWA-2] another device, another lane and a former build are not affected', async () => {
  await unlike(9)
  await like(1, LAPTOP)
  expect(await likes()).toEqual([bert.id])
  await unlike()
  expect(await likes()).toEqual([])
  expect((await edit('x', 1)).status).toBe(200)
})

test('[PWA-2] a late copy of an old like is refused after a restart of the server as well', async () => {
  await like(1)
  await unlike(2)
  await edit('second', 4)
  // A new app on the same data has nothing in memory, as a new process.
  server.app = createApp(server.deps, {})
  const late = [await like(1), await edit('first', 3)]
  expect(late.map(({ status }) => status)).toEqual([409, 409])
  expect(await likes()).toEqual([])
  expect((await like(5)).status).toBe(200)
  expect(await likes()).toEqual([bert.id])
})

test('[PWA-2] a late copy of an old like is refused by a process that took an older one, while another took the newer one', async () => {
  await like(1)
  const here = server.app
  // Another app on the same data is another process of the site.
  server.app = createApp(server.deps, {})
  await unlike(3)
  server.app = here
  const late = await like(2)
  expect([late.status, late.json.error]).toEqual([409, 'superseded'])
  expect(await likes()).toEqual([])
})

test('[PWA-2] the newer one counts if two processes store two writes at the same moment', async () => {
  const write = { member: ada.id, device: PHONE, lanes: ['profile'] }
  for (const count of [2, 1])
    await server.deps.write((tx) => tx.account.setNewestWrite({ ...write, count }, server.clock.now()))
  expect(await server.deps.read.account.newestWrites(write)).toEqual([2])
})

test('[PWA-2] the order of writes is stored for the last lanes of a device, for a day', async () => {
  const held = () =>
    server
      .sql('select device, newest from write_orders')
      .map(({ device, newest }) => ({ device, lanes: (JSON.parse(String(newest)) as unknown[]).length }))
  for (let count = 1; count <= 40; count += 1)
    await server.deps.write((tx) =>
      tx.account.setNewestWrite({ member: ada.id, device: PHONE, lanes: [`like:${count}`], count }, server.clock.now()),
    )
  expect(held()).toEqual([{ device: PHONE, lanes: 32 }])
  const newest = { member: ada.id, device: PHONE }
  expect(await server.deps.read.account.newestWrites({ ...newest, lanes: ['like:40', 'like:1'] })).toEqual([40])
  server.clock.advance(25 * HOUR_MS)
  await server.deps.write((tx) => tx.account.forgetWritesBefore(server.clock.now() - DAY_MS, 0))
  expect(held()).toEqual([])
})

const deviceOf = (count: number): string => `01890000-0000-7000-8000-${String(count).padStart(12, '0')}`

test('[SAFE-6] a member who makes up devices and lanes fills neither the disk nor the memory', async () => {
  const last = 2 * WRITE_DEVICES_MAX
  for (let count = 1; count <= last; count += 1) await like(count, deviceOf(count))
  const held = server.sql('select device from write_orders').map(({ device }) => device)
  expect(held).toHaveLength(WRITE_DEVICES_MAX)
  expect(held).toContain(deviceOf(last))
  for (const lane of [`like:${'1'.repeat(10_000)}`, 'a'.repeat(10_000)])
    expect(parseWriteOrder(writeOrderText({ device: PHONE, count: 1, lanes: [lane] }))).toBeNull()
  const five = ['a', 'b', 'c', 'd', 'e']
  expect(parseWriteOrder(writeOrderText({ device: PHONE, count: 1, lanes: five }))).toBeNull()
  // The longest that a device sends.
  const lanes = [`block:${Number.MAX_SAFE_INTEGER}`, `chat:${Number.MAX_SAFE_INTEGER - 1}-${Number.MAX_SAFE_INTEGER}`]
  expect(parseWriteOrder(writeOrderText({ device: PHONE, count: 1, lanes }))?.lanes).toEqual(lanes)
})

const text = (count: number): string => writeOrderText({ device: PHONE, count, lanes: ['profile'] })

test('[PWA-2] an older write that is still running ends before the newer one begins', async () => {
  const order = createWriteOrder(server.deps)
  const done: string[] = []
  const [started, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = order(1, text(1), async () => {
    started.resolve()
    await slow.promise
    done.push('first')
  })
  await started.promise
  const second = order(1, text(2), async () => void done.push('second'))
  // Time enough for the second to begin if it did not wait.
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual([])
  // The second has not stored its count yet.
  const copy = order(1, text(1), async () => void done.push('copy of the first'))
  slow.resolve()
  await Promise.all([first, second])
  expect(await copy).toMatchObject({ body: { error: 'superseded' } })
  expect(done).toEqual(['first', 'second'])
})

test('[PWA-2] a malformed header is ignored', () => {
  const write = { device: PHONE, count: 12, lanes: ['swipe', 'like:7'] }
  expect(parseWriteOrder(writeOrderText(write))).toEqual(write)
  for (const other of ['', 'x 1 like:7', `${PHONE} -1 like:7`, `${PHONE} 1 like:<b>`])
    expect(parseWriteOrder(other)).toBe(null)
})
