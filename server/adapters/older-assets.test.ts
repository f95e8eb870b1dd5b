import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import { openOlderAssets, type Asset } from './older-assets.ts'

const START = Date.UTC(2026, 0, 1)

const bytes = (text: string) => new TextEncoder().encode(text)
const build = (...names: string[]): Map<string, Asset> =>
  new Map(names.map((name) => [name, { bytes: bytes(name), br: name.endsWith('.js') ? bytes('br') : undefined }]))

describe('[PWA-10] the files of former builds', () => {
  let folder = ''
  let now = START
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assets-'))
    now = START
  })
  afterEach(async () => {
    await rm(folder, { recursive: true })
  })
  const open = (maxBytes = 1_000_000) =>
    openOlderAssets(join(folder, 'assets'), { now: () => now, maxAgeMs: 30 * DAY_MS, maxBytes })
  const textOf = async (kept: ReturnType<typeof open>, name: string) => {
    const asset = await kept.read(name)
    return asset && new TextDecoder().decode(asset.bytes)
  }

  test('are served for 30 days after they were last current, compressed as before', async () => {
    const first = open()
    await first.keep(build('old-12345678.js'))
    // A server that runs for months marks its build as current every day.
    now += 90 * DAY_MS
    await first.keep(build('old-12345678.js'))

    now += 29 * DAY_MS
    const next = open()
    await next.keep(build('new-12345678.js'))
    expect(await textOf(next, 'old-12345678.js')).toBe('old-12345678.js')
    expect(new TextDecoder().decode((await next.read('old-12345678.js'))?.br)).toBe('br')
    expect((await next.read('new-12345678.js'))?.br).toBeDefined()

    now += DAY_MS
    await next.keep(build('new-12345678.js'))
    expect(await next.read('old-12345678.js')).toBeNull()
    expect(await readdir(join(folder, 'assets'))).toEqual(['new-12345678.js', 'new-12345678.js.br'])
  })

  test('are served from the start of the next build, before its own files are copied', async () => {
    await open().keep(build('old-12345678.js'))
    const next = open()
    expect(await textOf(next, 'old-12345678.js')).toBe('old-12345678.js')
    expect(new TextDecoder().decode((await next.read('old-12345678.js'))?.br)).toBe('br')
  })

  test('beyond the limit are deleted, the oldest first, and never the current build', async () => {
    const kept = open(45)
    for (const name of ['one-12345678.css', 'two-12345678.css', 'three-12345678.css', 'four-12345678.css']) {
      await kept.keep(build(name))
      now += DAY_MS
    }
    // Two older files of 16 + 18 bytes fit.
    expect((await readdir(join(folder, 'assets'))).toSorted()).toEqual([
      'four-12345678.css',
      'three-12345678.css',
      'two-12345678.css',
    ])
  })

  test('are the only files: drafts of an interrupted start are deleted', async () => {
    await mkdir(join(folder, 'assets', 'folder'), { recursive: true })
    for (const name of ['app-12345678.js.0b5e~', 'notes.txt']) {
      const file = join(folder, 'assets', name)
      await writeFile(file, 'x')
      await utimes(file, new Date(now - HOUR_MS), new Date(now - HOUR_MS))
    }
    await open().keep(build('app-12345678.js'))
    expect(await readdir(join(folder, 'assets'))).toEqual(['app-12345678.js', 'app-12345678.js.br'])
  })

  test('are served although another process that shares the folder starts at the same time: its drafts stay', async () => {
    const [draft, finished] = ['two-12345678.css.0b5e~', 'two-12345678.css.1c6f~']
    await open().keep(build('one-12345678.css'))
    await writeFile(join(folder, 'assets', draft), 'half')
    // A draft that gets its name between the list and the look at it.
    await symlink(join(folder, 'nowhere'), join(folder, 'assets', finished))
    const kept = open()
    await kept.keep(build('three-12345678.css'))
    expect(await textOf(kept, 'one-12345678.css')).toBe('one-12345678.css')
    expect(await readdir(join(folder, 'assets'))).toContain(draft)
  })

  test.each([
    '../secret-12345678.js',
    'secret.pem',
    '../../etc/passwd',
    '%2e%2e%2fsecret-12345678.js',
    'app-12345678.js.br',
    'app-12345678.js\0',
    'gone-12345678.js',
    '',
  ])('are not %j', async (name) => {
    await writeFile(join(folder, 'secret-12345678.js'), 'secret')
    const kept = open()
    await kept.keep(build('app-12345678.js'))
    // The file appeared after the folder was read: a request never searches the disk.
    await writeFile(join(folder, 'assets', 'secret.pem'), 'secret')
    await writeFile(join(folder, 'assets', 'gone-12345678.js'), 'secret')
    expect(await kept.read(name)).toBeNull()
  })

  test('that somebody deleted are answered as missing', async () => {
    const kept = open()
    await kept.keep(build('app-12345678.js'))
    await rm(join(folder, 'assets', 'app-12345678.js'))
    expect(await kept.read('app-12345678.js')).toBeNull()
  })
})
