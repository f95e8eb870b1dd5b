import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskPhotoStore } from './photo-store.ts'

const photo = (text: string) => ({
  full: Buffer.from(`${text} full`),
  card: Buffer.from(`${text} card`),
  thumb: Buffer.from(`${text} thumb`),
})

describe('the photo store on disk', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'photos-'))
  })
  afterEach(async () => {
    await rm(folder, { recursive: true })
  })

  test('gives back what was put, in every size', async () => {
    const store = diskPhotoStore(join(folder, 'not', 'yet', 'there'))
    const hash = await store.put(photo('a'))
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(String(await store.read(hash, 'full'))).toBe('a full')
    expect(String(await store.read(hash, 'card'))).toBe('a card')
    expect(String(await store.read(hash, 'thumb'))).toBe('a thumb')
  })

  test('stores equal photos once, also when they come at once', async () => {
    const store = diskPhotoStore(folder, { durable: false })
    const hashes = await Promise.all([store.put(photo('a')), store.put(photo('a')), store.put(photo('b'))])
    expect(new Set(hashes).size).toBe(2)
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    expect(files.filter((file) => file.isFile()).length).toBe(6)
  })

  test('leaves no half-written file behind', async () => {
    const store = diskPhotoStore(folder)
    await store.put(photo('a'))
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => name.includes('tmp'))).toEqual([])
  })

  test('removes every size, and answers null for what is not there', async () => {
    const store = diskPhotoStore(folder)
    const hash = await store.put(photo('a'))
    await store.remove(hash)
    await store.remove(hash)
    expect(await store.read(hash, 'full')).toBeNull()
    expect(await store.read(hash, 'thumb')).toBeNull()
  })

  test('[SAFE-3] takes nothing but a hash for a path', async () => {
    const store = diskPhotoStore(folder)
    expect(await store.read('../../etc/passwd', 'full')).toBeNull()
    expect(await store.read('', 'card')).toBeNull()
    await store.remove('../..')
  })
})
