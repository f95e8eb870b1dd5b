import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { picture } from '../testing/photos.ts'
import { diskFiles } from './disk-files.ts'
import { contentHash, fileKey } from './file-store.ts'

const photo = (text: string) => ({
  full: Buffer.from(`${text} full`),
  card: Buffer.from(`${text} card`),
  thumb: Buffer.from(`${text} thumb`),
  blur: Buffer.from(`${text} blur`),
})

describe('the photo store on disk', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'photos-'))
  })
  afterEach(async () => {
    await rm(folder, { recursive: true })
  })

  test('returns a stored photo in every size', async () => {
    const store = diskFiles(join(folder, 'not', 'yet', 'there'))
    const hash = await store.put(photo('a'))
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(String(await store.read(hash, 'full'))).toBe('a full')
    expect(String(await store.read(hash, 'card'))).toBe('a card')
    expect(String(await store.read(hash, 'thumb'))).toBe('a thumb')
    expect(String(await store.read(hash, 'blur'))).toBe('a blur')
    expect(contentHash(photo('a'))).toBe(hash)
  })

  test('stores equal photos once, also when uploaded at the same time', async () => {
    const store = diskFiles(folder, { durable: false })
    const hashes = await Promise.all([store.put(photo('a')), store.put(photo('a')), store.put(photo('b'))])
    expect(new Set(hashes).size).toBe(2)
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(files.filter((file) => file.isFile()).length).toBe(8)
  })

  test('leaves no half-written file behind', async () => {
    const store = diskFiles(folder)
    await store.put(photo('a'))
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => name.includes('tmp'))).toEqual([])
  })

  test('removes every size, and returns null for a missing photo', async () => {
    const store = diskFiles(folder)
    const hash = await store.put(photo('a'))
    await store.remove(hash)
    await store.remove(hash)
    expect(await store.read(hash, 'full')).toBeNull()
    expect(await store.read(hash, 'thumb')).toBeNull()
    expect(await store.read(hash, 'blur')).toBeNull()
  })

  test('[PROF-6] blurs a photo stored before there was a blurred rendition, once', async () => {
    const store = diskFiles(folder)
    const card = await picture(400, 500).webp().toBuffer()
    const hash = await store.put({ ...photo('a'), card })
    const blurFile = join(folder, hash.slice(0, 2), `${hash}-blur.webp`)
    await rm(blurFile)
    const [one, other] = await Promise.all([store.read(hash, 'blur'), store.read(hash, 'blur')])
    expect(await sharp(one ?? new Uint8Array()).metadata()).toMatchObject({ format: 'webp', width: 24, height: 30 })
    expect(other).toEqual(one)
    const made = await stat(blurFile)
    expect(Buffer.from((await store.read(hash, 'blur')) ?? [])).toEqual(Buffer.from(one ?? []))
    expect((await stat(blurFile)).mtimeMs).toBe(made.mtimeMs)
  })

  test('a picture with a key of its own shares no file with an equal one', async () => {
    const store = diskFiles(folder, { durable: false })
    const [one, other] = [fileKey(contentHash(photo('a')), '1'), fileKey(contentHash(photo('a')), '2')]
    await Promise.all([store.put(photo('a'), one), store.put(photo('a'), other)])
    await store.remove(one)
    expect(await store.read(one, 'full')).toBeNull()
    expect(String(await store.read(other, 'full'))).toBe('a full')
  })

  test('[SAFE-3] accepts only a key as a path', async () => {
    const store = diskFiles(folder)
    expect(await store.read('../../etc/passwd', 'full')).toBeNull()
    expect(await store.read('', 'card')).toBeNull()
    await store.remove('../..')
  })
})
