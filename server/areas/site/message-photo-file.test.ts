import { afterEach, beforeEach, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { jpegOf, uploadMessage } from '../../testing/photos.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
let message: number
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
  message = (await uploadMessage(server, anna, bert, await jpegOf())).body.message.id
})
afterEach(() => server.close())

const get = (path: string, viewer?: TestMember, headers: Record<string, string> = {}) =>
  server.app.request(path, { headers: { ...headers, ...(viewer ? { cookie: viewer.cookie } : {}) } })
const statusFor = async (viewer?: TestMember, size = 'full') =>
  (await get(`/photos/m${message}/${size}`, viewer)).status

test('[CHAT-2] both members of a conversation can load a message photo, in three sizes, cached only on the device', async () => {
  for (const viewer of [anna, bert])
    for (const size of ['full', 'card', 'thumb']) {
      const response = await get(`/photos/m${message}/${size}`, viewer)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('image/webp')
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      const etag = response.headers.get('etag') ?? ''
      expect((await get(`/photos/m${message}/${size}`, viewer, { 'if-none-match': etag })).status).toBe(304)
    }
  const part = await get(`/photos/m${message}/full`, bert, { range: 'bytes=0-3' })
  expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
})

test('[CHAT-2] nobody else can load it: no other member, no Premium member, no visitor', async () => {
  const carla = await server.signUp('Carla')
  const rich = await server.signUp('Rich', { paid: true })
  // A partner of one of the two has no access to their conversation either.
  await uploadMessage(server, carla, bert, await jpegOf(2))
  for (const viewer of [carla, rich, undefined]) {
    const response = await get(`/photos/m${message}/full`, viewer)
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
  }
})

test('[DESK-7] a suspended member cannot load it until the suspension ends', async () => {
  const until = server.clock.now() + DAY_MS
  server.sql("update users set sanction = 'suspended', sanction_until = ? where id = ?", until, bert.id)
  expect([await statusFor(bert), await statusFor(anna)]).toEqual([404, 200])
  server.clock.advance(DAY_MS)
  expect(await statusFor(bert)).toBe(200)
})

test('[PROF-6] there is no blurred size, no other message, and no profile photo with its id', async () => {
  for (const path of [
    `m${message}/blur`,
    `m${message + 1}/full`,
    'm0/full',
    'm/full',
    'mm1/full',
    `m-1/full`,
    '1/full',
  ])
    expect((await get(`/photos/${path}`, anna)).status).toBe(404)
  await server.sendText(anna, bert, 'Ciao')
  expect((await get(`/photos/m${message + 1}/full`, anna)).status).toBe(404)
})

test('[CHAT-8] a member who deleted the conversation cannot load it, even if a new message restores the conversation', async () => {
  await server.as(bert)('chats.delete', { body: { conversation: conversationId(anna.id, bert.id) } })
  expect([await statusFor(bert), await statusFor(anna)]).toEqual([404, 200])
  await uploadMessage(server, anna, bert, await jpegOf(2))
  expect([await statusFor(bert), await statusFor(anna)]).toEqual([404, 200])
  message += 1
  expect(await statusFor(bert)).toBe(200)
})

test('[CHAT-10] it cannot be loaded once the message is too old', async () => {
  server.clock.advance(180 * DAY_MS + 1)
  server.sql('update sessions set expires_at = ?', server.clock.now() + DAY_MS)
  expect([await statusFor(anna), await statusFor(bert)]).toEqual([404, 404])
})

test('[CHAT-9] a block leaves earlier photos to both', async () => {
  await server.as(bert)('blocks.put', { params: { profile: String(anna.id) } })
  expect([await statusFor(anna), await statusFor(bert)]).toEqual([200, 200])
})
