import { createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PUSH_BYTES_MAX } from '#contract/limits.ts'
import { PushPayload } from '#contract/push.ts'
import { outcomeOf } from '../adapters/push.ts'
import type { TestMember } from '../testing/members.ts'
import { jpegOf, uploadMessage } from '../testing/photos.ts'
import { pushDevice } from '../testing/push-device.ts'
import { pushOffice, type PushOffice } from '../testing/pushed.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

const SECOND = pushDevice('https://updates.push.services.mozilla.com/wpush/anna-2')

let server: TestServer
let office: PushOffice
let anna: TestMember
let bert: TestMember

beforeEach(async () => {
  server = await createTestServer()
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { credits: 100 })
  await office.subscribe(anna)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const write = async (text: string, from = bert, to = anna): Promise<number> =>
  (await server.sendText(from, to, text)).body.message.id

const give = () =>
  server.as(bert)('messages.send', {
    body: { client_id: server.deps.newId(), profile: anna.id, type: 'gift', gift: 'coffee' },
  })

const change = (notifications: Record<string, { push: boolean }>) =>
  server.as(anna)('notifications.put', { body: { notifications } })
const like = (liker: TestMember) => server.as(liker)('likes.put', { params: { profile: String(anna.id) } })
const jobs = () => server.sql(`select kind, payload, attempts, run_at, failed_at, last_error from jobs order by id`)
const endpoints = () => server.sql('select endpoint from push_subscriptions').map((row) => row['endpoint'])
/** The displayed parts, without the stored data. */
const shown = (index = 0) => ({ ...payloadOf(index).notification, data: null })
const payloadOf = (index = 0) =>
  v.parse(PushPayload, JSON.parse(office.device.decrypt(office.service.pushed[index]?.body ?? Buffer.alloc(0))))

describe('[PWA-6] a push', () => {
  test('carries the message, the conversation, the sender and the totals, encrypted for the device', async () => {
    const message = await write('Are you there?')
    await office.runJobs()
    expect(office.service.pushed).toHaveLength(1)
    expect(office.service.pushed[0]?.path).toBe('/fcm/send/anna-1')
    expect(office.service.pushed[0]?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
    const conversation = `${anna.id}-${bert.id}`
    expect(office.service.pushed[0]?.headers['topic']).toBe(conversation)
    expect(payloadOf()).toMatchObject({
      web_push: 8030,
      app_badge: 1,
      mutable: true,
      notification: {
        title: 'Visavis',
        lang: 'en',
        tag: `chat:${conversation}`,
        navigate: `http://localhost:3000/chats/${conversation}`,
        mutable: true,
        app_badge: 1,
        data: {
          member: anna.id,
          seq: 1,
          counts: { unread_messages: 1, new_likes: 0 },
          message: { id: message, text: 'Are you there?', sender: bert.id },
          chat: { conversation, profile: bert.id, num_unread_messages: 1 },
          profile: { id: bert.id, name: 'Bert', fictional: false },
        },
      },
    })
    expect(jobs().map((job) => job['kind'])).toEqual([])
  })

  test('shows neither sender nor message in its notification', async () => {
    await write('Are you there?')
    await office.runJobs()
    expect(payloadOf().notification.body).toBe('You have a new message')
    expect(JSON.stringify(shown())).not.toMatch(/Bert|there/)
  })

  test('[SAFE-7] marks a fictional sender', async () => {
    const made = await server.signUp('Made', { fictional: true })
    await write('Hello', made)
    await office.runJobs()
    expect(payloadOf().notification.body).toBe('You have a new message from a fictional profile')
    expect(payloadOf().notification.data.profile?.fictional).toBe(true)
  })

  test('[CHAT-2] shows no more about a photo or a gift than about a text', async () => {
    await uploadMessage(server, bert, anna, await jpegOf())
    await office.runJobs()
    await give()
    await office.runJobs()
    for (const [index, said] of ['You have a new message', 'You have 2 new messages'].entries()) {
      expect(payloadOf(index).notification.body).toBe(said)
      expect(JSON.stringify(shown(index))).not.toMatch(/Bert|photo|gift|coffee/)
    }
  })

  test('data that does not fit is left out, and the device requests it', async () => {
    await write('ø'.repeat(2_000))
    await office.runJobs()
    const text = office.device.decrypt(office.service.pushed[0]?.body ?? Buffer.alloc(0))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(PUSH_BYTES_MAX)
    expect(payloadOf().notification.data).toMatchObject({ message: null, chat: null, profile: { id: bert.id }, seq: 1 })
    expect(office.service.pushed[0]?.body.length).toBeLessThanOrEqual(4_096)
  })

  test('[CHAT-9] a push is not sent if its sender has blocked the member since', async () => {
    await write('One')
    await server.as(bert)('blocks.put', { params: { profile: String(anna.id) } })
    await office.runJobs()
    expect(office.service.pushed).toEqual([])
  })

  test.each(['x'.repeat(2_000), 'ø'.repeat(1_000), '🙂'.repeat(500)])(
    'carries a long message, without its conversation if need be: %#',
    async (words) => {
      await write(words)
      await office.runJobs()
      expect(payloadOf().notification.data).toMatchObject({ message: { text: words }, chat: null })
      expect(office.service.pushed[0]?.body.length).toBeLessThanOrEqual(4_096)
    },
  )

  test('a push is not sent if the message has been read, its sender blocked, or the conversation deleted', async () => {
    const up_to = await write('One')
    await server.as(anna)('chats.read', { params: { conversation: `${anna.id}-${bert.id}` }, body: { up_to } })
    const carl = await server.signUp('Carl')
    await write('Two', carl)
    await server.as(anna)('blocks.put', { params: { profile: String(carl.id) } })
    // [CHAT-8]
    const dora = await server.signUp('Dora')
    await write('Three', dora)
    await server.as(anna)('chats.delete', { body: { conversation: `${anna.id}-${dora.id}` } })
    await office.runJobs()
    expect(office.service.pushed).toEqual([])
  })
})

describe('[PWA-5] a push is sent', () => {
  test('for a first message if new conversations are wanted, for later ones if new messages are', async () => {
    await change({ new_conversations: { push: false } })
    await write('One')
    await office.runJobs()
    expect(office.service.pushed).toEqual([])
    await write('Two')
    await office.runJobs()
    expect(payloadOf().notification.data.message).toMatchObject({ text: 'Two' })

    await change({ new_conversations: { push: true }, new_messages: { push: false } })
    await write('Three')
    const carl = await server.signUp('Carl')
    await write('Four', carl)
    await office.runJobs()
    expect(office.service.pushed).toHaveLength(2)
    expect(payloadOf(1).notification.data.message).toMatchObject({ text: 'Four' })
  })

  test('for no like that was seen meanwhile, and to no member with an unconfirmed address', async () => {
    await like(bert)
    await server.as(anna)('likes.seen', { params: { profile: String(bert.id) } })
    server.clock.advance(20_000)
    await office.runJobs()
    expect(office.service.pushed).toEqual([])
    const carl = await server.signUp('Carl')
    await like(carl)
    server.sql(`update users set status = 'not_confirmed' where id = ?`, anna.id)
    server.clock.advance(20_000)
    await office.runJobs()
    expect(office.service.pushed).toEqual([])
  })

  test('for a like that still exists after a moment, if like pushes are wanted', async () => {
    await like(bert)
    await office.runJobs()
    expect(office.service.pushed).toEqual([])
    server.clock.advance(20_000)
    await office.runJobs()
    expect(payloadOf()).toMatchObject({
      app_badge: 1,
      notification: {
        title: 'Visavis',
        body: 'Someone likes you',
        tag: 'likes',
        navigate: 'http://localhost:3000/likes',
        data: { member: anna.id, message: null, chat: null, profile: { id: bert.id, name: 'Bert' } },
      },
    })
    expect(JSON.stringify(shown())).not.toContain('Bert')

    const [carl, dora] = [await server.signUp('Carl'), await server.signUp('Dora')]
    await like(carl)
    await server.as(carl)('likes.delete', { params: { profile: String(anna.id) } })
    await change({ like: { push: false } })
    await like(dora)
    server.clock.advance(20_000)
    await office.runJobs()
    expect(office.service.pushed).toHaveLength(1)
  })

  test('for a fictional profile’s like, marked as fictional', async () => {
    await like(await server.signUp('Made', { fictional: true }))
    server.clock.advance(20_000)
    await office.runJobs()
    expect(payloadOf().notification.body).toBe('A fictional profile likes you')
  })
})

describe('[PWA-6] a member who chose detailed notifications', () => {
  beforeEach(() => server.as(anna)('notifications.put', { body: { push_details: true } }))

  test('reads sender and message in the notification, shortened to fit', async () => {
    for (const text of ['Are you\nthere?', 'to be or not '.repeat(20), '👩‍👩‍👧‍👦'.repeat(180)]) {
      await write(text)
      await office.runJobs()
    }
    expect(payloadOf(0).notification).toMatchObject({ title: 'Bert', body: 'Are you there?' })
    const [words, faces] = [payloadOf(1), payloadOf(2)].map(({ notification }) => notification.body)
    expect(words).toBe(`${'to be or not '.repeat(20).slice(0, 139).trimEnd()}…`)
    expect(faces).toBe(`${'👩‍👩‍👧‍👦'.repeat(50)}…`)
  })

  test('[CHAT-2] reads a photo and a gift described in their own language', async () => {
    await uploadMessage(server, bert, anna, await jpegOf())
    await office.runJobs()
    await give()
    await office.runJobs()
    await server.as(anna)('user.language', { body: { language: 'it' } })
    await give()
    await office.runJobs()
    const told = office.service.pushed.map((_, index) => payloadOf(index).notification)
    expect(told.map(({ title, body }) => [title, body])).toEqual([
      ['Bert', 'Sent you a photo'],
      ['Bert · 2 new messages', 'Sent you a gift'],
      ['Bert · 3 nuovi messaggi', 'Ti ha mandato un regalo'],
    ])
    const { message } = payloadOf(0).notification.data
    expect(message).toMatchObject({ type: 'photo', photo: { filename: `/photos/m${message?.id}/full` } })
    expect(payloadOf(1).notification.data.message).toMatchObject({ type: 'gift', gift: 'coffee' })
  })

  test('[SAFE-7] reads that a sender is fictional', async () => {
    const made = await server.signUp('Made', { fictional: true })
    await write('Hello', made)
    await like(made)
    server.clock.advance(20_000)
    await office.runJobs()
    const titles = office.service.pushed.map((_, index) => payloadOf(index).notification.title)
    expect(titles).toEqual(['Made (fictional profile)', 'Made (fictional profile)'])
  })
})

describe('the push service', () => {
  test('gets one signature that is reused for hours (RFC 8292)', async () => {
    await write('One')
    await write('Two')
    await office.runJobs()
    const [first, second] = office.service.pushed.map(({ headers }) => headers.authorization ?? '')
    expect(second).toBe(first)
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(first ?? '') ?? []
    const [head = '', claims = '', signature = ''] = token.split('.')
    const [x, y] = [Buffer.from(key, 'base64url').subarray(1, 33), Buffer.from(key, 'base64url').subarray(33)]
    const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect([isSigned, key]).toEqual([true, office.publicKey])
    const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number }
    expect(aud).toBe('https://fcm.googleapis.com')
    expect(exp * 1_000 - server.clock.now()).toBe(12 * 3_600_000)

    server.clock.advance(6 * 3_600_000)
    await write('Three')
    await office.runJobs()
    expect(office.service.pushed[2]?.headers.authorization).not.toBe(first)
  })

  test.each([404, 410])('that answers %i ends the subscription', async (status) => {
    office.service.answers.set('/fcm/send/anna-1', { status })
    await write('Hello')
    await office.runJobs()
    expect(endpoints()).toEqual([])
    expect(jobs()).toEqual([])
  })

  test.each([429, 500, 503])('that answers %i is retried after the time it names', async (status) => {
    office.service.answers.set('/fcm/send/anna-1', { status, headers: { 'retry-after': '120' } })
    await write('Hello')
    await office.runJobs()
    expect(jobs()).toMatchObject([{ kind: 'push.message', attempts: 1, run_at: server.clock.now() + 120_000 }])
    office.service.answers.clear()
    server.clock.advance(120_000)
    await office.runJobs()
    expect(payloadOf(1).notification.data.message).toMatchObject({ text: 'Hello' })
    expect(jobs()).toEqual([])
    expect(endpoints()).toHaveLength(1)
  })

  test('that is down is retried', async () => {
    await office.service.close()
    await write('Hello')
    await office.runJobs()
    expect(jobs()).toMatchObject([
      { attempts: 1, failed_at: null, last_error: 'push service not reached: ECONNREFUSED' },
    ])
  })

  test('that refuses is not retried', async () => {
    office.service.answers.set('/fcm/send/anna-1', { status: 400 })
    await write('Hello')
    await office.runJobs()
    expect(jobs()).toMatchObject([{ failed_at: server.clock.now(), last_error: 'push service answered 400' }])
  })

  test('delays one device without a second push to the other device', async () => {
    const other = await server.visitor('user.login', {
      body: { email: 'anna@example.test', password: 'a long enough password' },
    })
    const cookie = (other.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    await server.as({ ...anna, cookie })('user.push', { body: { subscription: SECOND.subscription } })
    office.service.answers.set('/wpush/anna-2', { status: 503 })
    await write('Hello')
    await office.runJobs()
    expect(office.service.pushed.map(({ path }) => path).toSorted()).toEqual(['/fcm/send/anna-1', '/wpush/anna-2'])
    expect(jobs()).toHaveLength(1)
    expect(String(jobs()[0]?.['payload'])).toContain(SECOND.subscription.endpoint)
    office.service.answers.clear()
    server.clock.advance(60_000)
    await office.runJobs()
    expect(office.service.pushed.at(-1)?.path).toBe('/wpush/anna-2')
    expect(office.service.pushed).toHaveLength(3)
    expect(jobs()).toEqual([])
  })

  test('cannot redirect us [SAFE-11]', async () => {
    office.service.answers.set('/fcm/send/anna-1', {
      status: 307,
      headers: { location: `${office.service.origin}/elsewhere` },
    })
    await write('Hello')
    await office.runJobs()
    expect(office.service.pushed.map(({ path }) => path)).toEqual(['/fcm/send/anna-1'])
  })
})

test('a Retry-After is seconds or a date, and no more than a day', () => {
  const now = Date.parse('2026-06-15T12:00:00Z')
  const later = (value: string) => outcomeOf({ status: 429, headers: new Headers({ 'retry-after': value }) }, now)
  expect(later('30')).toEqual({ kind: 'later', status: 429, afterMs: 30_000 })
  expect(later('Mon, 15 Jun 2026 12:01:00 GMT')).toEqual({ kind: 'later', status: 429, afterMs: 60_000 })
  expect(later('soon')).toEqual({ kind: 'later', status: 429, afterMs: null })
  expect(later('99999999')).toEqual({ kind: 'later', status: 429, afterMs: 86_400_000 })
})
