import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import { startBucket, type TestBucket } from '../testing/bucket.ts'
import { upload, jpegOf } from '../testing/photos.ts'
import { requestFrom } from '../testing/raw-request.ts'
import { createTestServer } from '../testing/test-server.ts'
import { bucketFiles, examineBucket, type BucketOptions } from './bucket-files.ts'
import { FilesUnavailableError } from './file-store.ts'

const RENDITIONS = { full: Buffer.of(1), card: Buffer.of(2), thumb: Buffer.of(3), blur: Buffer.of(4) }
const MISSING = 'f'.repeat(64)

let bucket: TestBucket
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(() => bucket.close())

const log: string[] = []
/** The pauses before repeated tries, in ms: no test waits for them. */
const pauses: number[] = []
const pause = async (ms: number): Promise<void> => void pauses.push(ms)
const store = (extra: Partial<BucketOptions> = {}) =>
  bucketFiles({ url: bucket.url, log: { warn: (_: unknown, text = '') => void log.push(text) }, pause, ...extra })

/** @returns the kind of the error */
const failed = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof FilesUnavailableError ? error.message : error),
  )

/** Answers the next requests with these statuses, and the others truly. */
const answering = (...statuses: number[]) => {
  const requests: string[] = []
  const send: BucketOptions['fetch'] = (request, options) => {
    requests.push(request.method)
    const status = statuses.shift()
    return status === undefined
      ? fetch(request, options)
      : Promise.resolve(new Response('<Error><Code>SlowDown</Code></Error>', { status }))
  }
  return { requests, send }
}

const marking: BucketOptions['fetch'] = () =>
  Promise.resolve(new Response(null, { status: 204, headers: { 'x-amz-delete-marker': 'true' } }))

const urlOf = async (size: 'full' | 'card') => {
  const files = store()
  const key = await files.put(RENDITIONS)
  const { protocol, host } = new URL(bucket.url)
  return `${protocol}//${host}${(await files.pathForProxy(key, size)) ?? ''}`
}

const examine = (extra: Partial<BucketOptions> = {}) =>
  examineBucket({ url: bucket.url, log: { warn: () => undefined }, pause, ...extra }, 'visavis-probe')

const withVersions: BucketOptions['fetch'] = async (request, options) => {
  const { status, headers, body } = await fetch(request, options)
  return new Response(status === 204 ? null : body, {
    status,
    headers: { ...Object.fromEntries(headers), 'x-amz-version-id': '3' },
  })
}

describe('a bucket that fails', () => {
  test.for([500, 503, 429])('is asked again after %i, and the photo is stored', async (status) => {
    const { requests, send } = answering(status, status, status, status)
    const files = store({ fetch: send })
    const key = await files.put(RENDITIONS)
    expect(requests).toHaveLength(8)
    expect([...((await files.read(key, 'card')) ?? [])]).toEqual([2])
  })

  test('is asked three times and no more, after growing pauses', async () => {
    pauses.length = 0
    const { requests, send } = answering(...Array<number>(9).fill(503))
    expect(await failed(store({ fetch: send }).read(MISSING, 'card'))).toBe(
      'The bucket does not answer: The bucket answered 503 SlowDown',
    )
    expect(requests).toEqual(['GET', 'GET', 'GET'])
    // Up to the double, so that the machines of a site do not repeat at the same moment.
    expect(pauses.map((ms) => Math.floor(Math.log2(ms / 100)))).toEqual([1, 3])
  })

  test('a wrong secret, a missing bucket and a refused connection are no missing photo', async () => {
    const read = (url: string) => failed(store({ url }).read(MISSING, 'full'))
    expect(await store().read(MISSING, 'full')).toBeNull()
    expect(await read(bucket.url.replace('S3RVER@', 'wrong@'))).toBe('The bucket answered 403 SignatureDoesNotMatch')
    expect(await read(bucket.url.replace('/photos/', '/other/'))).toBe('The bucket answered 404 NoSuchBucket')
    expect(await read(bucket.url.replace(/:\d+\//, ':2/'))).toBe('The bucket does not answer: ECONNREFUSED')
  })

  test('a bucket that accepts connections and answers nothing fails after the timeout', async () => {
    // The stand-in receives these uploads after the thaw, and writes in place: no other test may read the same file meanwhile.
    const renditions = { ...RENDITIONS, full: Buffer.of(9) }
    bucket.freeze()
    try {
      expect(await failed(store({ timeoutMs: 50 }).put(renditions))).toBe('The bucket does not answer: TimeoutError')
    } finally {
      bucket.thaw()
    }
  })

  test('the log has one line when it goes and one when it is back', async () => {
    log.length = 0
    const { send } = answering(403, 403, 403)
    const files = store({ fetch: send })
    for (let reads = 0; reads < 3; reads += 1) await failed(files.read(MISSING, 'full'))
    expect(files.isAway()).toBe(true)
    await files.read(MISSING, 'full')
    expect(files.isAway()).toBe(false)
    expect(log).toHaveLength(2)
  })

  test('[OPS-12] a full bucket is away although it shows photos, until it stores one, or until nobody has tried for an hour', async () => {
    log.length = 0
    let at = 0
    let isFull = false
    const fullOnce: BucketOptions['fetch'] = (request, options) =>
      isFull && request.method === 'PUT' && !request.url.includes('-blur')
        ? Promise.resolve(new Response('<Error><Code>QuotaExceeded</Code></Error>', { status: 403 }))
        : fetch(request, options)
    const files = store({ fetch: fullOnce, now: () => at })
    const key = await files.put(RENDITIONS)
    isFull = true
    expect(await failed(files.put(RENDITIONS))).toBe('The bucket answered 403 QuotaExceeded')
    expect(await files.read(key, 'card')).not.toBeNull()
    expect(files.isAway()).toBe(true)
    expect(log).toEqual([expect.stringContaining('photos are not stored')])
    at = HOUR_MS
    expect(files.isAway()).toBe(false)
    await failed(files.put(RENDITIONS))
    expect(files.isAway()).toBe(true)
    isFull = false
    await files.put(RENDITIONS)
    expect(files.isAway()).toBe(false)
  })

  test('a bucket that only marks a photo as deleted does not count as having deleted it', async () => {
    expect(await failed(store({ fetch: marking }).remove(MISSING))).toMatch(/switch versioning off/)
  })
})

describe('the path for the proxy', () => {
  test('opens one file for a minute, without the key of the bucket', async () => {
    const url = await urlOf('full')
    const answer = await fetch(url)
    expect([answer.status, [...(await answer.bytes())]]).toEqual([200, [1]])
    expect((await fetch(url.replace('-full', '-card'))).status).toBe(403)
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60')
  })
})

describe('the doctor examines the bucket', () => {
  test('[OPS-9] a bucket that works has no fault, and no file is left in it', async () => {
    const before = bucket.names().length
    expect(await examine()).toBeNull()
    expect(bucket.names()).toHaveLength(before)
  })

  test('[OPS-9] a wrong secret is refused, and a bucket that does not answer may come back', async () => {
    const wrong = bucket.url.replace('S3RVER@', 'wrong@')
    expect(await examine({ url: wrong })).toMatchObject({ kind: 'refused' })
    expect(await examine({ url: bucket.url.replace(/:\d+\//, ':2/') })).toMatchObject({ kind: 'away' })
  })

  test('[OPS-9] a bucket that keeps old versions is refused', async () => {
    expect(await examine({ fetch: withVersions })).toMatchObject({ kind: 'refused' })
  })
})

describe('photos while the bucket is away', () => {
  let server: Awaited<ReturnType<typeof createTestServer>>
  beforeEach(async () => {
    server = await createTestServer({ photos: store() })
  })
  afterEach(() => server.close())

  test('an upload and a photo answer 503 by name, and both work when the bucket is back', async () => {
    const anna = await server.signUp('Anna')
    const [file, other] = await Promise.all([jpegOf(1), jpegOf(2)])
    const { body } = await upload(server, anna, file)
    const path = `/photos/${body.photos[0]?.id ?? ''}/card`
    const get = () => server.app.request(path, { headers: { cookie: anna.cookie } })
    expect((await get()).status).toBe(200)

    await bucket.kill()
    const refused = await upload(server, anna, other, { clientId: '01890a5d-ac96-774b-bcce-00000000aaaa' })
    expect([refused.status, refused.error]).toEqual([503, { error: 'photos_unavailable', retry_after: 10 }])
    expect(refused.headers.get('retry-after')).toBe('10')
    const unread = await get()
    expect([unread.status, unread.headers.get('cache-control')]).toEqual([503, 'no-store'])
    expect((await server.app.request('/readyz')).status).toBe(200)
    expect(await (await requestFrom(server.app, '127.0.0.1', '/readyz')).text()).toMatch(/bucket is away/)

    await bucket.start()
    expect((await get()).status).toBe(200)
    // The device sends the same photo again under the same id.
    const again = await upload(server, anna, other, { clientId: '01890a5d-ac96-774b-bcce-00000000aaaa' })
    expect([again.status, again.body.photos.length]).toEqual([200, 2])
  }, 60_000)
})
