import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StreamEvent } from '#contract/events.ts'
import { PHOTOS_FREE, PHOTOS_PREMIUM } from '#contract/limits.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { jpegOf, upload } from '../../testing/photos.ts'
import { chooseAtSandbox } from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import type { TestMember } from '../../testing/members.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { credits: 10 })
})
afterEach(() => server.close())

/** A purchase from order to webhook, which can be charged back afterwards. */
const begin = async () => {
  const id = server.deps.newId()
  const body = { client_id: id, package: '15', price: 749, currency: 'EUR', method: 'paypal' } as const
  expect((await server.as(anna)('payments.create', { body })).status).toBe(201)
  return (outcome: 'paid' | 'charged_back') => chooseAtSandbox(server, id, outcome)
}
const user = async () => (await server.as(anna)('user.get')).body.user

describe('[PAY-3] Premium', () => {
  test('begins at once, on every open device and for every request, and ends at once with the money', async () => {
    const heard: Record<string, StreamEvent[]> = { phone: [], laptop: [], bert: [] }
    const bert = await server.signUp('Bert')
    server.deps.bus.open(anna.id, 'phone', { send: (event) => heard['phone']?.push(event) })
    server.deps.bus.open(anna.id, 'laptop', { send: (event) => heard['laptop']?.push(event) })
    server.deps.bus.open(bert.id, 'another', { send: (event) => heard['bert']?.push(event) })
    const standing = async () => (await server.deps.read.feed.state(anna.id))?.seq ?? 0

    const end = await begin()
    for (const [outcome, isPaid, credits] of [
      ['paid', true, 25],
      ['charged_back', false, 10],
    ] as const) {
      const before = await standing()
      for (const events of Object.values(heard)) events.length = 0
      await end(outcome)
      const seq = await standing()
      expect(seq).toBeGreaterThan(before)
      for (const device of ['phone', 'laptop']) expect(heard[device]).toContainEqual({ type: 'change', seq })
      expect(heard['bert']).toEqual([])
      // A device syncs from its own position.
      const { body } = await server.as(anna)('sync', { query: { after: String(before) } })
      expect(body.user).toMatchObject({ paid_user: isPaid, credits })
      expect(await user()).toMatchObject({ paid_user: isPaid, credits })
    }
  })

  test('stays while another payment is completed', async () => {
    const one = await begin()
    await one('paid')
    const id = server.deps.newId()
    const body = { client_id: id, package: '40', price: 1_999, currency: 'EUR', method: 'paypal' } as const
    await server.as(anna)('payments.create', { body })
    await chooseAtSandbox(server, id, 'paid')
    await one('charged_back')
    expect(await user()).toMatchObject({ paid_user: true, credits: 50 })
  })
})

const add = async () => (await upload(server, anna, await jpegOf())).status

test('[PAY-3] the limit of own photos ends with it', async () => {
  for (let position = 0; position < PHOTOS_FREE; position += 1) addPhoto(server, anna, { position })
  expect([(await user())?.photo_limit, await add()]).toEqual([PHOTOS_FREE, 409])
  const end = await begin()
  await end('paid')
  expect([(await user())?.photo_limit, await add()]).toEqual([PHOTOS_PREMIUM, 200])
  await end('charged_back')
  expect([(await user())?.photo_limit, await add()]).toEqual([PHOTOS_FREE, 409])
})

test('[PAY-3] access to the photos of others ends with it', async () => {
  const bert = await server.signUp('Bert')
  for (let position = 0; position < 6; position += 1) addPhoto(server, bert, { position })
  const locked = async () => {
    const { body } = await server.as(anna)('members.get', { params: { id: String(bert.id) } })
    return body.profile.photos.filter((photo) => photo.locked).length
  }
  expect(await locked()).toBe(3)
  const end = await begin()
  await end('paid')
  expect(await locked()).toBe(0)
  await end('charged_back')
  expect(await locked()).toBe(3)
})

test('[PAY-3] unlimited conversations end with it', async () => {
  const others = await Promise.all(['Bert', 'Carl', 'Dora', 'Emil'].map((name) => server.signUp(name)))
  const write = async (index: number) => {
    const { status, error } = await server.sendText(anna, { id: others[index]?.id ?? 0 })
    return error?.error ?? status
  }
  expect([await write(0), await write(1), await write(2)]).toEqual([201, 201, 'conversation_limit'])
  const end = await begin()
  await end('paid')
  expect(await write(2)).toBe(201)
  await end('charged_back')
  expect(await write(3)).toBe('conversation_limit')
})
