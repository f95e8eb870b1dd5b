import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PHOTO_SIZES } from '#contract/entities/photo.ts'
import { HOUR_MS, PHOTO_BYTES_MAX } from '#contract/limits.ts'
import { RATES } from '../../rates.ts'
import { markOf } from '../safety/identity.ts'
import type { TestMember } from '../../testing/members.ts'
import { claimedPng, jpegOf, newClientId, picture, upload } from '../../testing/photos.ts'
import { createTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts'
import { photoSweep } from '../../jobs/purge-due.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember

const start = async (options: TestServerOptions = {}): Promise<void> => {
  server = await createTestServer(options)
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { paid: true })
}
beforeEach(() => start())
afterEach(() => server.close())

const restart = async (options: TestServerOptions): Promise<void> => {
  await server.close()
  await start(options)
}

/** Adds photos one after another. @returns their ids */
const add = async (member: TestMember, count: number, from = 1): Promise<string[]> => {
  const ids: string[] = []
  for (let number = from; number < from + count; number += 1) {
    const { status, body } = await upload(server, member, await jpegOf(number))
    expect(status).toBe(200)
    ids.push(body.photos.at(-1)?.id ?? '')
  }
  return ids
}

const files = (): string[] =>
  readdirSync(join(server.deps.env.DATA_DIR, 'photos'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

const breakOff = (body: ReadableStreamDefaultController): void => body.error(new Error('gone'))
const sweep = () => photoSweep(server.deps)()
const change = (member: TestMember, id: string, body: { private?: boolean; main?: true }) =>
  server.as(member)('photos.change', { params: { id }, body })
const remove = (member: TestMember, id: string) => server.as(member)('photos.delete', { params: { id } })
const list = async (member: TestMember) => (await server.as(member)('photos.order', { body: { ids: [] } })).body

/** A member's changes after a seq. */
const feedOf = (member: TestMember, after = 0) =>
  server
    .sql('select kind, entity from changes where member = ? and seq > ? order by seq', member.id, after)
    .map(({ kind, entity }) => `${String(kind)} ${String(entity)}`)
const seqOf = (member: TestMember): number =>
  Number(server.sql('select feed_seq as seq from users where id = ?', member.id)[0]?.['seq'])

describe('adding a photo', () => {
  test("[PROF-3] it is stored in four sizes, becomes the main photo, and the owner's devices are notified", async () => {
    const { status, body } = await upload(server, anna, await jpegOf(), { clientId: newClientId(77) })
    expect(status).toBe(200)
    const [photo] = body.photos
    expect(body.main).toBe(photo?.id)
    expect(photo).toMatchObject({
      status: 'active',
      private: false,
      locked: false,
      client_id: newClientId(77),
      reason: null,
    })
    expect(photo?.colours).toMatch(/^[0-9a-f]{24}$/)
    for (const size of PHOTO_SIZES) {
      const answer = await server.app.request(`/photos/${photo?.id}/${size}`, { headers: { cookie: anna.cookie } })
      expect([size, answer.status]).toEqual([size, 200])
    }
    expect(feedOf(anna)).toEqual(['user 0'])
    const { body: user } = await server.as(anna)('user.get')
    expect(user.user?.profile.photos).toEqual(body.photos)
    expect(user.user?.profile.main_image?.id).toBe(photo?.id)
  })

  test('[PROF-4] a photo with a position contains none in any served size', async () => {
    const file = await picture(1_200, 900)
      .withExif({ IFD0: { Make: 'Kamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 27/1 50/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(file).metadata()).exif?.length).toBeGreaterThan(0)
    const { body } = await upload(server, anna, file)
    for (const size of PHOTO_SIZES) {
      const answer = await server.app.request(`/photos/${body.main}/${size}`, { headers: { cookie: anna.cookie } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect((await sharp(bytes).metadata()).exif).toBeUndefined()
      expect(['Kamera', 'GPS', 'Exif', 'EXIF'].filter((trace) => bytes.includes(trace))).toEqual([])
    }
    // The original file is not stored either.
    expect(
      files()
        .toSorted()
        .map((name) => name.replace(/^[0-9a-f]{64}-/, '')),
    ).toEqual(['blur.webp', 'card.webp', 'full.webp', 'thumb.webp'])
  })

  test('[PROF-3] the same photo, repeated and in parallel, is one row and one set of files', async () => {
    const clientId = newClientId(5)
    const file = await jpegOf()
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(server, anna, file, { clientId })))
    expect(answers.map(({ status, body }) => `${status} ${body.photos.length}`)).toEqual(Array(5).fill('200 1'))
    expect(server.sql('select owner, client_id from photos')).toEqual([{ owner: anna.id, client_id: clientId }])
    // The files of the repeats wait for no deadline.
    await sweep()
    expect(files()).toHaveLength(4)
    // A later repeat with any content is not decoded.
    const again = await upload(server, anna, Buffer.from('no photo at all'), { clientId })
    expect([again.status, again.body]).toEqual([200, answers[0]?.body])
    expect(feedOf(anna)).toEqual(['user 0'])
    // Another member's device may use the same client id.
    expect((await upload(server, bert, file, { clientId })).body.photos).toHaveLength(1)
    server.clock.advance(2 * HOUR_MS)
    await sweep()
    // Equal pictures of two members have files of their own.
    expect(files()).toHaveLength(8)
  })

  test('an upload that takes as long as unused files stay is refused, and leaves nothing', async () => {
    const put = server.photos.put
    server.photos.put = async (...photo) => {
      server.clock.advance(HOUR_MS)
      return put(...photo)
    }
    const file = await jpegOf()
    expect((await upload(server, anna, file)).status).toBe(500)
    server.photos.put = put
    await sweep()
    expect([server.sql('select * from photos'), files()]).toEqual([[], []])
    expect((await upload(server, anna, file)).status).toBe(200)
  })

  test('two different files with one client id in parallel: one succeeds, and the files of the other are deleted', async () => {
    const clientId = newClientId(6)
    await Promise.all([1, 2, 3].map(async (number) => upload(server, anna, await jpegOf(number), { clientId })))
    expect(server.sql('select count(*) as n from photos')).toEqual([{ n: 1 }])
    server.clock.advance(2 * HOUR_MS)
    await sweep()
    expect(files()).toHaveLength(4)
    expect(server.sql('select count(*) as n from gone_files')).toEqual([{ n: 0 }])
  })

  test('[PROF-3] a free member has three, a Premium member twenty-five, also with parallel uploads', async () => {
    const some = await Promise.all([1, 2, 3, 4, 5].map(async (number) => upload(server, anna, await jpegOf(number))))
    expect(some.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 409, 409])
    const refused = some.find(({ status }) => status === 409)
    expect(refused?.error).toEqual({ error: 'photo_limit', limit: 3 })

    const insert = `insert into photos (owner, hash, status, created_at) values (?, 'x', 'rejected', 0)`
    for (let count = 1; count < 25; count += 1) server.sql(insert, bert.id)
    expect((await upload(server, bert, await jpegOf())).status).toBe(200)
    expect((await upload(server, bert, await jpegOf(2))).error).toEqual({ error: 'photo_limit', limit: 25 })
    // Deleting one makes room.
    await remove(bert, (await list(bert)).photos[0]?.id ?? '')
    expect((await upload(server, bert, await jpegOf(2))).status).toBe(200)
  })

  test('[PROF-3] a file that is no photo is refused with its own error, and nothing is stored', async () => {
    const small = await picture(319, 500).jpeg().toBuffer()
    const photo = await jpegOf()
    const refused: [string, number, Awaited<ReturnType<typeof upload>>][] = [
      ['photo_type', 415, await upload(server, anna, Buffer.from('<svg/>'), { type: 'image/jpeg' })],
      ['photo_type', 415, await upload(server, anna, photo, { type: 'image/svg+xml' })],
      ['photo_type', 415, await upload(server, anna, new Uint8Array())],
      ['photo_broken', 422, await upload(server, anna, photo.subarray(0, photo.length / 2))],
      ['photo_animated', 422, await upload(server, anna, claimedPng(400, 400, { frames: 2 }))],
      ['photo_too_small', 422, await upload(server, anna, small)],
      ['photo_dimensions', 422, await upload(server, anna, claimedPng(50_000, 50_000))],
      ['photo_too_large', 413, await upload(server, anna, Buffer.alloc(PHOTO_BYTES_MAX + 1, photo))],
      [
        'photo_too_large',
        413,
        await upload(server, anna, photo, { headers: { 'content-length': String(PHOTO_BYTES_MAX + 1) } }),
      ],
    ]
    expect(refused.map(([, , { status, error }]) => [error?.error, status])).toEqual(
      refused.map(([code, status]) => [code, status]),
    )
    expect(refused[5]?.[2].error?.limit).toBe(320)
    expect(server.sql('select * from photos')).toEqual([])
    expect(server.sql('select * from gone_files')).toEqual([])
    // The content decides the type: a wrong but allowed header is accepted.
    expect((await upload(server, anna, photo, { type: 'image/png' })).status).toBe(200)
  })

  test('[SAFE-3] an endless file is read only up to the limit', async () => {
    let asked = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        asked += 1
        controller.enqueue(new Uint8Array(256 * 1024).fill(255))
      },
    })
    expect((await upload(server, anna, endless)).error?.error).toBe('photo_too_large')
    expect(asked).toBeLessThan(PHOTO_BYTES_MAX / (256 * 1024) + 5)
  })

  test('[SAFE-6] uploads are rate limited per member, and a repeat does not count', async () => {
    await restart({ rates: RATES })
    const clientId = newClientId(9_999)
    const file = await jpegOf()
    await upload(server, bert, file, { clientId })
    for (let count = 0; count < 70; count += 1)
      expect((await upload(server, bert, file, { clientId })).status).toBe(200)
    const answers = []
    for (let count = 0; count < 60; count += 1) answers.push(await upload(server, bert, Buffer.from('no photo')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBe(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await upload(server, anna, await jpegOf())).status).toBe(200)
  })

  test('[SAFE-6] uploads of one network that stall leave room for those of others', async () => {
    await restart({ env: { TRUST_PROXY: 1 } })
    const cleo = await server.signUp('Cleo')
    const stalled: ReadableStreamDefaultController[] = []
    let isOver = false
    const pull = (controller: ReadableStreamDefaultController): void => {
      if (isOver) breakOff(controller)
      else stalled.push(controller)
    }
    const stall = () => new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const slow = [
      [anna, 10],
      [anna, 10],
      [bert, 4],
    ] as const
    const uploads = slow.map(([member, megabytes]) => {
      const headers = { 'x-forwarded-for': '198.51.100.7', 'content-length': String(megabytes * 1_048_576) }
      return upload(server, member, stall(), { headers })
    })
    await vi.waitFor(() => expect(stalled).not.toEqual([]))
    const other = { headers: { 'x-forwarded-for': '203.0.113.9' } }
    expect((await upload(server, cleo, await jpegOf(), other)).status).toBe(200)
    isOver = true
    stalled.forEach(breakOff)
    expect((await Promise.all(uploads)).map(({ error }) => error?.error)).toEqual(slow.map(() => 'photo_broken'))
  })

  test('[SAFE-2] a visitor cannot add one', async () => {
    expect((await upload(server, { cookie: '' }, await jpegOf())).error?.error).toBe('authentication_required')
  })

  test('[DESK-10] a picture of a banned account waits for the desk, although others show at once', async () => {
    await upload(server, anna, await jpegOf(2))
    const [row] = server.sql('select content from photos')
    const mark = markOf(server.deps, 'photo', String(row?.['content']))
    await server.deps.write((tx) => tx.identity.mark(999, [mark], 1, server.clock.now()))
    await upload(server, bert, await jpegOf(2))
    expect(server.sql('select owner, status from photos order by id')).toEqual([
      { owner: anna.id, status: 'active' },
      { owner: bert.id, status: 'pending' },
    ])
    expect(server.sql('select member from flags')).toContainEqual({ member: bert.id })
  })

  test('files of an upload that ended before its row was written are deleted', async () => {
    const write = server.deps.write
    let writes = 0
    server.deps.write = async (body) => {
      writes += 1
      if (writes === 2) throw new Error('The server dies here')
      return write(body)
    }
    expect((await upload(server, anna, await jpegOf())).status).toBe(500)
    server.deps.write = write
    expect(files()).toHaveLength(4)
    await sweep()
    expect(files()).toHaveLength(4)
    server.clock.advance(HOUR_MS)
    await sweep()
    expect(files()).toEqual([])
  })
})

describe('[PROF-5] the main photo', () => {
  test('is the first visible photo, never a private one', async () => {
    const hidden = await upload(server, anna, await jpegOf(1), { isPrivate: true })
    expect([hidden.body.main, hidden.body.photos[0]?.private]).toEqual([null, true])
    const [second] = await add(anna, 1, 2)
    await add(anna, 1, 3)
    expect((await list(anna)).main).toBe(second)
  })

  test('can be chosen, which makes a private photo public', async () => {
    const [one, two] = await add(anna, 2)
    await change(anna, two ?? '', { private: true })
    const { body } = await change(anna, two ?? '', { main: true })
    expect(body.main).toBe(two)
    expect(body.photos.map(({ id, private: isPrivate }) => [id, isPrivate])).toEqual([
      [one, false],
      [two, false],
    ])
  })

  test('is replaced by the next one after it becomes private or is deleted', async () => {
    const [one, two, three] = await add(anna, 3)
    await server.as(anna)('photos.order', { body: { ids: [three ?? '', two ?? ''] } })
    expect((await change(anna, one ?? '', { private: true })).body.main).toBe(three)
    expect((await remove(anna, three ?? '')).body.main).toBe(two)
    expect((await change(anna, two ?? '', { private: true })).body.main).toBeNull()
    expect((await change(anna, one ?? '', { private: false })).body.main).toBe(one)
  })

  test('[PROF-6] is never a pending photo, which can be made private all the same', async () => {
    await restart({ settings: { photo_review: 'desk' } })
    const [id] = await add(anna, 1)
    expect((await list(anna)).main).toBeNull()
    expect((await change(anna, id ?? '', { main: true })).error).toEqual({ error: 'not_found' })
    expect((await list(anna)).photos[0]).toMatchObject({ id, status: 'pending' })
    expect((await change(anna, id ?? '', { private: true })).body.photos).toMatchObject([{ id, private: true }])
  })

  test('notifies everyone with a conversation or a like; other photos only those who may see them', async () => {
    await server.sendText(bert, anna, 'Hello', newClientId(1))
    const carla = await server.signUp('Carla')
    await server.as(carla)('likes.put', { params: { profile: String(anna.id) } })
    const seqs = () => [anna, bert, carla].map(seqOf) as [number, number, number]
    const told = (since: [number, number, number]) => [anna, bert, carla].map((one, at) => feedOf(one, since[at]))

    let since = seqs()
    const [one, two] = [(await add(anna, 1))[0] ?? '', '']
    expect(two).toBe('')
    expect(told(since)).toEqual([['user 0'], ['chat 1'], [`like ${anna.id}`]])
    since = seqs()
    const [other] = await add(anna, 1, 2)
    expect(told(since)).toEqual([['user 0'], [`profile ${anna.id}`], [`profile ${anna.id}`]])
    since = seqs()
    await change(anna, other ?? '', { private: true })
    expect(told(since)).toEqual([['user 0'], [`profile ${anna.id}`], [`profile ${anna.id}`]])
    since = seqs()
    await upload(server, anna, await jpegOf(3), { isPrivate: true })
    expect(told(since)).toEqual([['user 0'], [], []])
    since = seqs()
    await remove(anna, one)
    expect(told(since)).toEqual([['user 0'], ['chat 1'], [`like ${anna.id}`]])
  })
})

describe('order', () => {
  test('[PROF-9] is stored as requested; missing ids follow, unknown and foreign ones are ignored', async () => {
    const [one, two, three] = (await add(anna, 3)) as [string, string, string]
    const [foreign] = await add(bert, 1)
    const orderOf = async (ids: string[]) =>
      (await server.as(anna)('photos.order', { body: { ids } })).body.photos.map(({ id }) => id)
    expect(await orderOf([three, one, two])).toEqual([three, one, two])
    expect(await orderOf([two])).toEqual([two, three, one])
    expect(await orderOf(['x', '999', foreign ?? '', one, one, '1e0', ''])).toEqual([one, two, three])
    expect(server.sql('select position from photos where owner = ?', bert.id)).toEqual([{ position: 0 }])
    const seq = seqOf(anna)
    expect(await orderOf([one, two, three])).toEqual([one, two, three])
    expect(seqOf(anna)).toBe(seq)
  })
})

describe('deleting', () => {
  test("[PROF-3] deletes row and files; a repeat does nothing, and another member's photo stays", async () => {
    const [id] = (await add(anna, 1)) as [string]
    const [foreign] = (await add(bert, 1, 2)) as [string]
    expect((await remove(anna, foreign)).status).toBe(200)
    expect((await remove(anna, id)).body).toEqual({ photos: [], main: null })
    expect(server.sql(`select kind from jobs where kind = 'photos.sweep' and unique_key is null`)).toHaveLength(1)
    await sweep()
    expect(files()).toHaveLength(4)
    expect((await remove(anna, id)).body).toEqual({ photos: [], main: null })
    expect((await remove(anna, '999999')).body).toEqual({ photos: [], main: null })
    expect((await list(bert)).main).toBe(foreign)
  })

  test('deletes the files of this photo, and none of an equal one', async () => {
    const [mine, again] = (await add(anna, 1)).concat(await add(anna, 1)) as [string, string]
    await add(bert, 1)
    expect(files()).toHaveLength(12)
    for (const id of [mine, again]) {
      await remove(anna, id)
      await sweep()
    }
    expect(files()).toHaveLength(4)
    await remove(bert, (await list(bert)).photos[0]?.id ?? '')
    await sweep()
    expect(files()).toEqual([])
  })

  test('keeps files of an older version if another photo uses them', async () => {
    const [mine] = (await add(anna, 1)) as [string]
    await add(bert, 2)
    server.sql('update photos set hash = (select hash from photos where owner = ?)', anna.id)
    await remove(anna, mine)
    await sweep()
    const [theirs] = (await list(bert)).photos
    expect(
      (await server.app.request(`http://localhost/photos/${theirs?.id}/full`, { headers: { cookie: bert.cookie } }))
        .status,
    ).toBe(200)
  })

  test('a photo deleted and added again at the same moment keeps its files', async () => {
    const [id] = (await add(anna, 1)) as [string]
    await remove(anna, id)
    const file = await jpegOf()
    const [added] = await Promise.all([upload(server, anna, file), sweep(), sweep()])
    await sweep()
    server.clock.advance(2 * HOUR_MS)
    await sweep()
    expect(added.status).toBe(200)
    expect(files()).toHaveLength(4)
  })
})

test("[SAFE-2] nobody can change another member's photo", async () => {
  const [id] = (await add(anna, 1)) as [string]
  expect((await change(bert, id, { private: true })).error).toEqual({ error: 'not_found' })
  expect((await change(bert, id, { main: true })).error).toEqual({ error: 'not_found' })
  expect((await list(anna)).photos[0]).toMatchObject({ id, private: false })
})

test('a request without a change writes nothing and notifies nobody', async () => {
  const [id] = (await add(anna, 1)) as [string]
  expect((await change(anna, id, {})).body.main).toBe(id)
  expect((await change(anna, id, { private: false })).body.main).toBe(id)
})
