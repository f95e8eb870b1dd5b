import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBucket, type TestBucket } from '../testing/bucket.ts'
import { picture } from '../testing/photos.ts'
import { bucketFiles } from './bucket-files.ts'
import { diskFiles } from './disk-files.ts'
import { contentHash, fileKey, photosIn, type FileStore, type NamedFiles } from './file-store.ts'

const photo = (text: string) => ({
  full: Buffer.from(`${text} full`),
  card: Buffer.from(`${text} card`),
  thumb: Buffer.from(`${text} thumb`),
  blur: Buffer.from(`${text} blur`),
})

let folder = ''
let bucket: TestBucket
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'photos-'))
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true })
})

const noLog = { warn: () => undefined }
const onDisk = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => name)

const PLACES = [
  { place: 'a folder', open: () => diskFiles(join(folder, 'not', 'yet', 'there')), names: onDisk },
  { place: 'a bucket', open: () => bucketFiles({ url: bucket.url, log: noLog }), names: () => bucket.names() },
]

describe.each(PLACES)('the photo store in $place', ({ open, names }) => {
  let store: FileStore
  beforeEach(() => {
    store = open()
  })

  test('returns a stored photo in every size', async () => {
    const hash = await store.put(photo('every size'))
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(String(Buffer.from((await store.read(hash, 'full')) ?? []))).toBe('every size full')
    expect(String(Buffer.from((await store.read(hash, 'card')) ?? []))).toBe('every size card')
    expect(String(Buffer.from((await store.read(hash, 'thumb')) ?? []))).toBe('every size thumb')
    expect(String(Buffer.from((await store.read(hash, 'blur')) ?? []))).toBe('every size blur')
    expect(contentHash(photo('every size'))).toBe(hash)
  })

  test('stores equal photos once, also when uploaded at the same time', async () => {
    const before = names().length
    const hashes = await Promise.all([store.put(photo('a')), store.put(photo('a')), store.put(photo('b'))])
    expect(new Set(hashes).size).toBe(2)
    expect(names().length - before).toBe(8)
    expect(names().filter((name) => !name.endsWith('.webp'))).toEqual([])
  })

  test('removes every size, and returns null for a missing photo', async () => {
    const hash = await store.put(photo('removed'))
    expect(names().filter((name) => name.includes(hash))).toHaveLength(4)
    await store.remove(hash)
    await store.remove(hash)
    expect(names().filter((name) => name.includes(hash))).toEqual([])
    expect(await store.read(hash, 'full')).toBeNull()
    expect(await store.read(hash, 'thumb')).toBeNull()
    expect(await store.read(hash, 'blur')).toBeNull()
    expect(store.isAway()).toBe(false)
  })

  test('a picture with a key of its own shares no file with an equal one', async () => {
    const [one, other] = [fileKey(contentHash(photo('own')), '1'), fileKey(contentHash(photo('own')), '2')]
    await Promise.all([store.put(photo('own'), one), store.put(photo('own'), other)])
    await store.remove(one)
    expect(await store.read(one, 'full')).toBeNull()
    expect(String(Buffer.from((await store.read(other, 'full')) ?? []))).toBe('own full')
  })

  test('[SAFE-3] accepts only a key as a name', async () => {
    expect(await store.read('../../etc/passwd', 'full')).toBeNull()
    expect(await store.read('', 'card')).toBeNull()
    expect(await store.pathForProxy('../../etc/passwd', 'full')).toBeNull()
    await store.remove('../..')
  })
})

describe('an upload to a folder that does not end', () => {
  /** Some of a file arrives, and then what `end` says. The file system takes a stream where the type has bytes. */
  const endlessPhoto = (end: () => Promise<void>) => ({
    ...photo('half'),
    full: (async function* () {
      yield Buffer.from('half of it')
      await end()
    })() as unknown as Uint8Array,
  })
  const key = fileKey(contentHash(photo('half')), '1')
  const namesOfIt = () => onDisk().filter((name) => name.includes(key))

  test('[PROF-6] leaves a draft behind if its server is killed, which is removed with the photo', async () => {
    const store = diskFiles(folder)
    const killed = Promise.withResolvers<void>()
    const upload = store.put(
      endlessPhoto(() => killed.promise),
      key,
    )
    await expect.poll(() => namesOfIt().filter((name) => name.endsWith('.webp'))).toHaveLength(3)
    await expect.poll(() => namesOfIt().filter((name) => name.endsWith('.tmp'))).toHaveLength(1)
    await store.remove(key)
    expect(namesOfIt()).toEqual([])
    killed.resolve()
    await expect(upload).rejects.toThrow('ENOENT')
  })

  test('[OPS-12] leaves no draft behind if the disk is full', async () => {
    const upload = diskFiles(folder).put(
      endlessPhoto(() => Promise.reject(new Error('ENOSPC'))),
      key,
    )
    await expect(upload).rejects.toThrow('ENOSPC')
    // The other sizes may still be on their way to their names.
    await expect.poll(() => namesOfIt().filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

test('[PROF-6] a photo from before there was a blurred rendition gets one at its first use', async () => {
  const files = new Map<string, Uint8Array>()
  let writes = 0
  const named: NamedFiles = {
    write: (name, bytes) => {
      files.set(name, bytes)
      writes += 1
      return Promise.resolve()
    },
    read: (name) => Promise.resolve(files.get(name) ?? null),
    remove: (name) => Promise.resolve(void files.delete(name)),
    pathForProxy: () => Promise.resolve('/path'),
    isAway: () => false,
  }
  const store = photosIn(named)
  const hash = await store.put({ ...photo('a'), card: await picture(400, 500).webp().toBuffer() })
  for (const name of files.keys()) if (name.endsWith('-blur.webp')) files.delete(name)
  writes = 0
  const one = await store.read(hash, 'blur')
  expect(await sharp(one ?? new Uint8Array()).metadata()).toMatchObject({ format: 'webp', width: 24, height: 30 })
  expect(await store.read(hash, 'blur')).toEqual(one)
  expect(writes).toBe(1)
  // The proxy would find no file.
  expect(await store.pathForProxy(hash, 'blur')).toBeNull()
  expect(await store.pathForProxy(hash, 'card')).toBe('/path')
})
