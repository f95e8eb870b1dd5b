import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { RATES } from '../../rates.ts'
import type { TestMember } from '../../testing/members.ts'
import { jpegOf, newClientId, picture, upload, uploadMessage } from '../../testing/photos.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts'
import { photoSweep } from '../../jobs/purge-due.ts'

let server: TestServer
let ada: TestMember
let bert: TestMember
const start = async (options: TestServerOptions = {}) => {
  server = await createTestServer(options)
  ada = await server.signUp('Ada', { credits: 10 })
  bert = await server.signUp('Bert')
}
beforeEach(() => start())
afterEach(() => server.close())

const CLIENT = newClientId(0xabc)
const send = (file: Uint8Array, clientId = CLIENT, from = ada, to: { id: number } = bert) =>
  uploadMessage(server, from, to, file, { clientId })
const count = (table: string) => Number(server.sql(`select count(*) as n from ${table}`)[0]?.['n'])
const files = () =>
  readdirSync(join(server.deps.env.DATA_DIR, 'photos'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.webp'),
  )
const sweep = async () => {
  server.clock.advance(2 * HOUR_MS)
  await photoSweep(server.deps)()
}
const spent = () => server.sql(`select amount, reason from ledger where reason <> 'signup'`)

describe('a photo as a message', () => {
  test('[CHAT-2] is visible to both, with its size and colours, for two credits', async () => {
    const answer = await send(await picture(2_000, 1_000).jpeg().toBuffer())
    expect(answer.status).toBe(201)
    const { message, credits } = answer.body
    expect(credits).toBe(8)
    expect(message).toEqual({
      id: message.id,
      client_id: CLIENT,
      conversation: conversationId(ada.id, bert.id),
      sender: ada.id,
      sent_at: server.clock.now(),
      type: 'photo',
      photo: {
        filename: `/photos/m${message.id}/full`,
        thumb_filename: `/photos/m${message.id}/thumb`,
        colours: expect.stringMatching(/^[0-9a-f]{24}$/),
        width: 1_600,
        height: 800,
      },
    })
    expect(spent()).toEqual([{ amount: -2, reason: 'photo' }])
    const params = { conversation: message.conversation }
    for (const member of [ada, bert]) {
      expect((await server.as(member)('messages.list', { params, query: {} })).body.messages).toEqual([message])
      expect((await server.as(member)('sync', { query: { after: '0' } })).body.messages).toEqual([message])
      expect((await server.as(member)('chats.get')).body.chats).toMatchObject([{ last_message: message }])
    }
    await sweep()
    expect(files()).toHaveLength(4)
  })

  test('[CHAT-5] repeated and in parallel, it makes one message, one debit and one set of files', async () => {
    const file = await jpegOf(1)
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(file)))
    answers.push(await send(file))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect([count('messages'), count('message_photos'), spent().length]).toEqual([1, 1, 1])
    await sweep()
    expect([files().length, count('gone_files')]).toEqual([4, 0])
  })

  test('[CHAT-5] the second of two files with one client id is deleted', async () => {
    const answers = await Promise.all([send(await jpegOf(1)), send(await jpegOf(2))])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    await sweep()
    expect([files().length, count('messages'), spent().length]).toEqual([4, 1, 1])
  })

  test('[CHAT-14] a photo stays at its position between texts', async () => {
    const text = (words: string) => server.sendText(ada, bert, words)
    await text('before')
    await send(await jpegOf())
    await text('after')
    const { messages } = (await server.as(bert)('sync', { query: { after: '0' } })).body
    expect(messages.map(({ type }) => type)).toEqual(['text', 'photo', 'text'])
  })

  test('the same picture on a profile and in a conversation has files of its own in each', async () => {
    const file = await jpegOf(3)
    const added = await upload(server, ada, file)
    await send(file)
    expect(files()).toHaveLength(8)
    await server.as(ada)('photos.delete', { params: { id: added.body.photos[0]?.id ?? '' } })
    await sweep()
    expect(files()).toHaveLength(4)
  })
})

describe('a photo that may not be sent', () => {
  test('[CHAT-15] because it costs more than its screen said, is refused before it is read', async () => {
    const file = await jpegOf()
    const post = (cost: number) => uploadMessage(server, ada, bert, file, { clientId: CLIENT, cost })
    expect((await post(1)).error).toEqual({ error: 'cost_changed', cost: 2 })
    expect(spent()).toEqual([])
    expect((await post(2)).status).toBe(201)
  })

  test('[CHAT-2] without credits or permission it is refused before it is read, and leaves no files', async () => {
    const poor = await server.signUp('Poor', { credits: 1 })
    const file = await jpegOf()
    const refusals = [
      await send(file, CLIENT, poor),
      await send(file, CLIENT, ada, ada),
      await send(file, CLIENT, ada, { id: 999_999 }),
    ]
    await server.as(bert)('blocks.put', { params: { profile: String(ada.id) } })
    refusals.push(await send(file))
    expect(refusals.map(({ status, error }) => [status, error])).toEqual([
      [402, { error: 'not_enough_credits', cost: 2, credits: 1 }],
      [400, { error: 'self_not_allowed' }],
      [404, { error: 'not_found' }],
      [403, { error: 'blocked', name: 'Bert' }],
    ])
    for (const table of ['messages', 'message_photos', 'conversations', 'gone_files']) expect(count(table)).toBe(0)
  })

  test('[PAY-1] parallel photos never cost more credits than there are; files of refused ones are deleted', async () => {
    const pictures = await Promise.all(Array.from({ length: 8 }, (_, number) => jpegOf(number)))
    const answers = await Promise.all(pictures.map((file, number) => send(file, newClientId(0xd00 + number))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ error }) => error?.error === 'not_enough_credits')).toHaveLength(3)
    expect(server.sql('select credits from users where id = ?', ada.id)).toEqual([{ credits: 0 }])
    await sweep()
    expect([count('message_photos'), files().length, count('gone_files')]).toEqual([5, 20, 0])
    // A sent photo stays even if its files are scheduled for deletion by mistake.
    server.sql('insert into gone_files (hash, at) select hash, 0 from message_photos')
    await sweep()
    expect([files().length, count('gone_files')]).toEqual([20, 0])
  })

  test('[CHAT-2] a file that is no photo is refused and costs nothing', async () => {
    const small = await send(await picture(100, 100).jpeg().toBuffer())
    const broken = await send(new Uint8Array([0xff, 0xd8, 0xff]), newClientId(0xe01))
    expect([small.error?.error, broken.error?.error]).toEqual(['photo_too_small', 'photo_broken'])
    expect([count('messages'), spent().length]).toEqual([0, 0])
    // The client id is still free: the same message may carry another photo.
    expect((await send(await jpegOf())).status).toBe(201)
  })

  test('[SAFE-6] uploads are rate limited per member, and a repeat does not count', async () => {
    await server.close()
    await start({ rates: { ...RATES, upload: { count: 2, perMs: 60_000 } } })
    const file = await jpegOf()
    for (const number of [1, 1, 1, 2]) expect((await send(file, newClientId(number))).status).toBe(201)
    const refused = await send(file, newClientId(3))
    expect([refused.status, refused.error]).toEqual([429, { error: 'rate_limited', retry_after: 30 }])
    expect(refused.headers.get('retry-after')).toBe('30')
  })

  test('[CHAT-13] a visitor cannot send one', async () => {
    expect((await send(await jpegOf(), CLIENT, { ...ada, cookie: '' })).error).toEqual({
      error: 'authentication_required',
    })
  })
})
