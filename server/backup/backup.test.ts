/** Backs up the real server while members write, and restores it elsewhere. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { copyFile, open, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { databaseFile, identityKeyFile, photoFolder, staffKeysFile, vapidFile } from '../adapters/data-dir.ts'
import { lockDataDir } from '../db/data-dir-lock.ts'
import { CHILD_ENV, startChild, type ChildServer } from '../testing/child-server.ts'
import { dataDirOf, createTestServer } from '../testing/test-server.ts'
import type { TestMember } from '../testing/members.ts'
import { jpegOf, newClientId } from '../testing/photos.ts'
import { seededBytes } from '../testing/random.ts'
import { backUp, backupsIn } from './back-up.ts'
import { copyWhole } from './copy-files.ts'
import { checkBackup, restore as restoreAt } from './restore.ts'

const DAY = Date.parse('2026-11-21T12:30:00Z')

/** The DATA_DIR of a server that ran and stopped. */
let stopped: string
let folder: string
let dataDir: string
let anna: TestMember
let bert: TestMember
let running: ChildServer | undefined
beforeAll(async () => {
  const server = await createTestServer({ start: new Date().toISOString() })
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { credits: 100_000 })
  stopped = await dataDirOf(server)
  await server.close()
  await (await startChild(stopped)).end('SIGTERM')
})
afterAll(() => rmSync(stopped, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'visavis-backups-'))
  // A start takes more than a second of processor, so the tests share one and copy its files.
  dataDir = mkdtempSync(join(tmpdir(), 'visavis-data-'))
  cpSync(stopped, dataDir, { recursive: true })
})
afterEach(async () => {
  await running?.end('SIGKILL')
  running = undefined
  for (const dir of [folder, dataDir]) rmSync(dir, { recursive: true, force: true })
})

const start = async (dir: string): Promise<ChildServer> => {
  running = await startChild(dir, { CLIENT_DIR: join(folder, 'no-app') })
  return running
}
type RequestOptions = { method?: string; type?: string; body?: string | Uint8Array<ArrayBuffer> }
const ask = (
  member: TestMember,
  path: string,
  { method = 'GET', type = 'application/json', body }: RequestOptions = {},
) =>
  fetch(`${running?.origin}${path}`, {
    method,
    headers: { cookie: member.cookie, 'x-request-type': 'client', 'content-type': type },
    ...(body === undefined ? {} : { body }),
  })
const random = seededBytes('backup')
const say = async (text: string): Promise<void> => {
  const body = { client_id: uuidv7(DAY, random(10)), profile: anna.id, type: 'text', text }
  const answer = await ask(bert, '/api/messages', { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
}
const addPhoto = async (number: number): Promise<string> => {
  const body = new Uint8Array(await jpegOf(number))
  const path = `/api/photos?client_id=${newClientId(number)}`
  const answer = await ask(bert, path, { method: 'POST', type: 'image/jpeg', body })
  const { photos } = (await answer.json()) as CallAnswer<'photos.add'>
  return photos.at(-1)?.id ?? 'none'
}
const textsIn = async (): Promise<string[]> => {
  const answer = await ask(anna, `/api/chats/${anna.id}-${bert.id}/messages`)
  const { messages } = (await answer.json()) as CallAnswer<'messages.list'>
  return messages.flatMap((message) => (message.type === 'text' ? [message.text] : [])).toSorted()
}
const changesAfter = async (seq: number): Promise<CallAnswer<'sync'>> => {
  const answer = await ask(anna, `/api/sync?after=${seq}`)
  return (await answer.json()) as CallAnswer<'sync'>
}
const make = (moment = DAY, keep: number | null = null) => backUp({ dataDir, folder, now: moment, keep })
const restore = (from: string, to: string, moment = DAY) => restoreAt(from, to, moment)
const photosOf = async (dir: string): Promise<string[]> =>
  (await readdir(photoFolder(dir), { recursive: true })).filter((name) => name.endsWith('.webp')).toSorted()

test('[OPS-5] a device that saw more than the backup has loads everything again, also after the feed has passed its place', async () => {
  await start(dataDir)
  await say('before')
  const { made } = await make()
  await say('lost')
  const { seq: seen } = await changesAfter(0)
  await running?.end('SIGKILL')

  const elsewhere = join(folder, 'elsewhere')
  await restore(made, elsewhere)
  await start(elsewhere)
  await say('new')
  await say('newer')
  const answer = await changesAfter(seen)
  expect(answer.reset).toBe(true)
  expect(await textsIn()).toEqual(['before', 'new', 'newer'])
  // From there the device follows the feed as before.
  await say('newest')
  const { reset, messages } = await changesAfter(answer.seq)
  expect([reset, messages.length]).toEqual([false, 1])
})

test('[OPS-5] [OPS-15] after a restore and after a rollback no number of a member, message or photo is given again', async () => {
  await start(dataDir)
  await say('before')
  await addPhoto(1)
  const { made } = await make()
  // As if somebody of the staff had done something.
  const audited = new Database(databaseFile(made))
  audited.exec(`insert into sqlite_sequence values ('audit', 7)`)
  audited.close()
  const copy = join(folder, '2026-11-27T12-00-00-000Z.sqlite')
  await copyFile(databaseFile(made), copy)
  await say('lost')
  const lost = await addPhoto(2)
  await running?.end('SIGKILL')

  const elsewhere = join(folder, 'elsewhere')
  await restore(made, elsewhere)
  for (const rest of ['', '-wal', '-shm']) rmSync(`${databaseFile(dataDir)}${rest}`, { force: true })
  await restore(copy, dataDir)
  for (const place of [elsewhere, dataDir]) {
    const database = new Database(databaseFile(place))
    const kept = database.prepare('select name from sqlite_sequence where seq < 1000000').pluck().all()
    database.close()
    expect(kept).toEqual(['audit'])
  }
  await start(dataDir)
  expect(await textsIn()).toEqual(['before'])
  expect(Number(await addPhoto(3))).toBeGreaterThan(Number(lost))
})

test('[OPS-5] a second restore of a backup gives no number again that was given after the first, and devices load everything again', async () => {
  await start(dataDir)
  const { made } = await make()
  await running?.end('SIGKILL')
  const restored = async (moment: number) => {
    const elsewhere = join(folder, String(moment))
    await restore(made, elsewhere, moment)
    await start(elsewhere)
    const photo = Number(await addPhoto(1))
    const { seq } = await changesAfter(0)
    return { photo, seq }
  }
  const first = await restored(DAY)
  for (let said = 0; said < 3; said += 1) await say('lost')
  const { seq: seen } = await changesAfter(first.seq)
  expect(seen).toBeGreaterThan(first.seq)
  await running?.end('SIGKILL')
  const second = await restored(DAY + 60_000)
  expect(second.photo).toBeGreaterThan(first.photo)
  for (let said = 0; said < 5; said += 1) await say('new')
  expect(await changesAfter(seen)).toMatchObject({ reset: true })
})

test('[OPS-15] a rollback refuses a copy that is not there, and a DATA_DIR that still has the newer database', async () => {
  await expect(restore(join(folder, 'none.sqlite'), dataDir)).rejects.toThrow('There is no copy')
  await expect(restore(databaseFile(dataDir), dataDir)).rejects.toThrow('move the database away first')
})

test('[OPS-5] a backup of a running server is one moment of it, and a server can start on it elsewhere', async () => {
  await start(dataDir)
  const photo = await addPhoto(1)
  await say('00 before')
  // Members continue to write during the backup.
  const talking = (async () => {
    for (let said = 1; said <= 20; said += 1) await say(`${String(said).padStart(2, '0')} meanwhile`)
  })()
  const { made } = await make()
  await talking
  await say('99 after')
  const bytes = await (await ask(bert, `/photos/${photo}/full`)).bytes()
  expect(bytes.length).toBeGreaterThan(1_000)
  await running?.end('SIGKILL')

  const elsewhere = join(folder, 'elsewhere')
  await restore(made, elsewhere)
  await start(elsewhere)
  const texts = await textsIn()
  expect(texts[0]).toBe('00 before')
  expect(texts).not.toContain('99 after')
  // No message is missing in between, and each stored one was paid for.
  expect(texts).toEqual(
    texts.map((_, place) => expect.stringMatching(new RegExp(`^${String(place).padStart(2, '0')} `))),
  )
  const { user } = (await (await ask(bert, '/api/user')).json()) as CallAnswer<'user.get'>
  expect(user?.credits).toBe(100_000 - texts.length)
  expect(await (await ask(bert, `/photos/${photo}/full`)).bytes()).toEqual(bytes)
  // Without the push keys no device could be reached.
  expect(readFileSync(vapidFile(elsewhere), 'utf8')).toBe(readFileSync(vapidFile(dataDir), 'utf8'))
  // The server still works: the backup locks nothing.
  await say('and on')
  expect(await textsIn()).toContain('and on')
})

test('[OPS-5] photos shared with an older backup take no more space, and survive its deletion', async () => {
  await start(dataDir)
  await addPhoto(1)
  const first = await make(DAY)
  await addPhoto(2)
  const second = await make(DAY + 1)
  const [old, both] = [await photosOf(first.made), await photosOf(second.made)]
  expect(both.length).toBe(2 * old.length)
  for (const name of old)
    expect(statSync(join(photoFolder(second.made), name)).ino).toBe(statSync(join(photoFolder(first.made), name)).ino)
  const third = await make(DAY + 2, 2)
  expect(third.dropped).toEqual([first.made.slice(folder.length + 1)])
  expect(await backupsIn(folder)).toHaveLength(2)
  expect(await photosOf(third.made)).toEqual(both)
  expect(readFileSync(join(photoFolder(third.made), both[0] ?? '')).length).toBeGreaterThan(0)
})

test('[OPS-5] a backup from a time when the clock was years ahead is the first to be removed', async () => {
  const ahead = await make(Date.parse('2036-01-01T00:00:00Z'))
  const second = await make(DAY)
  expect((await make(DAY + 1, 2)).dropped).toEqual([ahead.made.slice(folder.length + 1)])
  expect((await make(DAY + 2, 2)).dropped).toEqual([second.made.slice(folder.length + 1)])
})

test('[OPS-5] data deleted before a backup is not in it', async () => {
  await start(dataDir)
  await say('please forget this sentence')
  await running?.end('SIGTERM')
  const database = new Database(databaseFile(dataDir))
  database.pragma('secure_delete = off')
  database.exec('delete from messages')
  database.close()
  const { made } = await make()
  expect(readFileSync(databaseFile(made)).includes('please forget this sentence')).toBe(false)
})

test('[OPS-5] a restore refuses to overwrite a database, and refuses a damaged backup', async () => {
  const { made } = await make()
  await expect(restore(made, dataDir)).rejects.toThrow('There is a database in')
  await expect(restore(folder, join(folder, 'elsewhere'))).rejects.toThrow('There is no backup in')

  truncateSync(databaseFile(made), statSync(databaseFile(made)).size - 8_192)
  await expect(restore(made, join(folder, 'elsewhere'))).rejects.toThrow('is damaged')
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
})

test('[OPS-5] an interrupted restore can be repeated, and leaves no half photo', async () => {
  await start(dataDir)
  await addPhoto(1)
  await running?.end('SIGTERM')
  const { made } = await make()
  const elsewhere = join(folder, 'elsewhere')
  const [photo = ''] = await photosOf(made)
  await restore(made, elsewhere)
  rmSync(databaseFile(elsewhere))
  // The restore was interrupted while it copied this photo.
  rmSync(join(photoFolder(elsewhere), photo))
  writeFileSync(`${join(photoFolder(elsewhere), photo)}.tmp`, 'half')
  await restore(made, elsewhere)
  expect(await readdir(elsewhere, { recursive: true })).toEqual(await readdir(made, { recursive: true }))
  for (const name of await photosOf(made))
    expect(readFileSync(join(photoFolder(elsewhere), name))).toEqual(readFileSync(join(photoFolder(made), name)))
})

test('[OPS-5] an unfinished copy has another name', async () => {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')]
  writeFileSync(source, 'whole')
  mkdirSync(`${target}.tmp`)
  await expect(copyWhole(source, target)).rejects.toThrow('target.tmp')
  expect(existsSync(target)).toBe(false)
  rmSync(`${target}.tmp`, { recursive: true })
  await copyWhole(source, target)
  expect(readFileSync(target, 'utf8')).toBe('whole')
})

test('[OPS-5] an incomplete backup is not restored', async () => {
  const { made } = await make()
  rmSync(vapidFile(made))
  await expect(restore(made, join(folder, 'elsewhere'))).rejects.toThrow('was cut off')
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
})

test('[OPS-5] a backup of a newer version is refused before anything is copied', async () => {
  const { made } = await make()
  const client = new Database(databaseFile(made))
  client.prepare(`insert into __drizzle_migrations (hash, created_at) values ('later', ?)`).run(DAY * 2)
  client.close()
  await expect(restore(made, join(folder, 'elsewhere'))).rejects.toThrow('a newer version. Install that one')
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
})

test('[OPS-5] only the owner can read a backup, and the push keys in a restored folder', async () => {
  const { made } = await make()
  await restore(made, join(folder, 'elsewhere'))
  expect(statSync(made).mode & 0o077).toBe(0)
  expect(statSync(vapidFile(join(folder, 'elsewhere'))).mode & 0o077).toBe(0)
})

test('[OPS-5] the draft of a killed backup is deleted a day later; a backup in progress is left alone', async () => {
  const left = ['2026-11-20T12-30-00-000Z.unfinished', '2026-11-21T11-30-00-000Z.unfinished', 'mine.unfinished']
  for (const name of left) mkdirSync(join(folder, name, 'photos'), { recursive: true })
  await make()
  expect((await readdir(folder)).toSorted()).toEqual([
    '2026-11-21T11-30-00-000Z.unfinished',
    '2026-11-21T12-30-00-000Z',
    'mine.unfinished',
  ])
})

test('[OPS-5] an unfinished backup does not count, and other files of the folder stay', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  rmSync(vapidFile(dataDir))
  await expect(make()).rejects.toThrow('vapid.json')
  expect(await readdir(folder)).toEqual(['notes.txt'])
  writeFileSync(vapidFile(dataDir), '{}')
  await make(DAY, 1)
  await make(DAY + 1, 1)
  expect((await readdir(folder)).toSorted()).toEqual(['2026-11-21T12-30-00-001Z', 'notes.txt'])
})

/** Photos are named by their content. @returns the paths below the folder of photos */
const putPhotos = (names: readonly string[]): string[] => {
  for (const name of names) {
    mkdirSync(join(photoFolder(dataDir), name.slice(0, 2)), { recursive: true })
    // As the server writes them.
    writeFileSync(join(photoFolder(dataDir), name.slice(0, 2), name), name, { mode: 0o600 })
  }
  return names.map((name) => join(name.slice(0, 2), name)).toSorted()
}
const MANY = Array.from({ length: 60 }, (_, number) => `ab${number + 10}-full.webp`)
const DRAFT = '2026-11-21T12-30-00-000Z.unfinished'
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
}

test('[OPS-5] a photo that is deleted after the moment of the database is in the backup, and one that comes before it too', async () => {
  const paths = putPhotos(MANY)
  const making = make()
  await until(() => existsSync(join(photoFolder(join(folder, DRAFT)), paths[0] ?? '')))
  const later = putPhotos(['cd-full.webp', 'cd-full.webp.tmp'])
  await until(() => existsSync(databaseFile(join(folder, DRAFT))))
  for (const path of paths) rmSync(join(photoFolder(dataDir), path))
  const { made } = await making
  // The draft of a photo is no photo yet.
  expect(await photosOf(made)).toEqual([...paths, ...later.slice(0, 1)])
  expect(await readdir(join(photoFolder(made), 'cd'))).toEqual(['cd-full.webp'])
})

test('[OPS-5] a backup and its restore have the keys of the staff and of banned identities, readable by the owner alone', async () => {
  const keys = [staffKeysFile, identityKeyFile]
  for (const fileOf of keys) writeFileSync(fileOf(dataDir), fileOf.name, { mode: 0o600 })
  const { made } = await make()
  const elsewhere = join(folder, 'elsewhere')
  await restore(made, elsewhere)
  for (const fileOf of keys) {
    expect(readFileSync(fileOf(elsewhere), 'utf8')).toBe(fileOf.name)
    for (const dir of [made, elsewhere]) expect(statSync(fileOf(dir)).mode & 0o077).toBe(0)
  }
})

test('[OPS-5] a backup whose photos or database cannot be read fails, and leaves nothing behind', async () => {
  writeFileSync(photoFolder(dataDir), 'no folder')
  await expect(make()).rejects.toThrow('ENOTDIR')
  expect(await readdir(folder)).toEqual([])
  rmSync(photoFolder(dataDir))
  truncateSync(databaseFile(dataDir), statSync(databaseFile(dataDir)).size - 8_192)
  await expect(make()).rejects.toThrow('is damaged')
  expect(await readdir(folder)).toEqual([])
})

test('[OPS-5] a restore that fails at its last step leaves no database, and the next one no trace of a former one', async () => {
  const { made } = await make()
  const wrong = join(folder, 'wrong')
  cpSync(made, wrong, { recursive: true })
  const database = new Database(databaseFile(wrong))
  database.exec('alter table users rename column feed_floor to other')
  database.close()
  const elsewhere = join(folder, 'elsewhere')
  await expect(restore(wrong, elsewhere)).rejects.toThrow('feed_floor')
  expect(existsSync(databaseFile(elsewhere))).toBe(false)
  // SQLite would apply the log of a former database to the restored one.
  for (const rest of ['-wal', '-shm']) writeFileSync(`${databaseFile(elsewhere)}${rest}`, 'former')
  await restore(made, elsewhere)
  for (const rest of ['-wal', '-shm']) expect(existsSync(`${databaseFile(elsewhere)}${rest}`)).toBe(false)
})

test('[OPS-5] a copy gets its name only when it is on the disk', async () => {
  const [source, target] = [join(folder, 'source'), join(folder, 'target')]
  writeFileSync(source, 'whole')
  const handle = await open(source)
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync')
  await handle.close()
  sync.mockRejectedValueOnce(new Error('EIO: the disk is broken'))
  await expect(copyWhole(source, target)).rejects.toThrow('EIO')
  expect(existsSync(target)).toBe(false)
})

test('[OPS-5] a restore onto a disk that becomes full says so, and leaves neither a database nor half a copy', async () => {
  const { made } = await make()
  const handle = await open(databaseFile(made))
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync')
  await handle.close()
  const elsewhere = join(folder, 'elsewhere')
  // The keys fit, the database does not.
  const isFull = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const fitting = (await readdir(made)).filter((name) => name.endsWith('.json')).length
  for (let copied = 0; copied < fitting; copied += 1) sync.mockResolvedValueOnce()
  sync.mockRejectedValueOnce(isFull)
  await expect(restore(made, elsewhere)).rejects.toThrow('There is no room left in')
  expect((await readdir(elsewhere)).filter((name) => name.startsWith('visavis.sqlite'))).toEqual([])
  await restore(made, elsewhere)
  expect(existsSync(databaseFile(elsewhere))).toBe(true)
})

test('[OPS-5] the check of a drill finds an index that lacks a row; a restore does not wait for that', async () => {
  const { made } = await make()
  const database = new Database(databaseFile(made))
  database.unsafeMode()
  database.exec(`pragma writable_schema = on; create table hidden as select * from sqlite_schema where name = 'users_signup';
    delete from sqlite_schema where name = 'users_signup'; pragma writable_schema = reset; update users set signup_at = 1;
    pragma writable_schema = on; insert into sqlite_schema select * from hidden`)
  database.close()
  await expect(checkBackup(made)).rejects.toThrow('users_signup')
  await restore(made, join(folder, 'elsewhere'))
})

test('[OPS-5] a database without tables is no backup', async () => {
  const empty = join(folder, '2026-11-27T12-00-00-000Z.sqlite')
  new Database(empty).exec('create table other (id)').close()
  const elsewhere = join(folder, 'elsewhere')
  await expect(restore(empty, elsewhere)).rejects.toThrow('is empty')
  expect(existsSync(elsewhere)).toBe(false)
})

/** Runs `npm run backup` or `npm run restore`, in a shell whose files everybody may read. */
const run = (line: string, env: Record<string, string> = {}, options: { uid?: number } = {}) => {
  const { status, stdout, stderr } = spawnSync(
    '/bin/sh',
    [
      '-c',
      `umask 022; exec "$0" "$@"`,
      process.execPath,
      join(import.meta.dirname, '../../scripts/backup.ts'),
      ...line.split(' '),
    ],
    { env: { ...CHILD_ENV, NODE_ENV: 'test', DATA_DIR: dataDir, ...env }, encoding: 'utf8', ...options },
  )
  const steps: string[] = []
  const reasons = stderr.replaceAll(/^\d\d:\d\d:\d\d (.*) …\n/gm, (_, step: string) => {
    steps.push(step)
    return ''
  })
  return { status, output: stdout + reasons, steps }
}
const query = (sql: string): unknown => {
  const database = new Database(databaseFile(dataDir))
  try {
    const statement = database.prepare(sql)
    return statement.reader ? statement.pluck().get() : statement.run()
  } finally {
    database.close()
  }
}
/** The paths in a folder that other users of this machine can read. */
const openTo = async (dir: string): Promise<string[]> =>
  (await readdir(dir, { recursive: true })).filter((path) => (statSync(join(dir, path)).mode & 0o077) !== 0)

test('[OPS-5] npm run backup and npm run restore let nobody else read a file, and a backup is noted', async () => {
  putPhotos(['ab-full.webp'])
  expect(run(`backup ${folder}`)).toMatchObject({ status: 0 })
  const [name = ''] = await backupsIn(folder)
  expect(await openTo(join(folder, name))).toEqual([])
  expect(query("select value from site_state where key = 'last_backup'")).toBeDefined()
  const elsewhere = join(folder, 'elsewhere')
  expect(run(`restore ${join(folder, name)}`, { DATA_DIR: elsewhere })).toMatchObject({ status: 0 })
  expect(statSync(elsewhere).mode & 0o077).toBe(0)
  expect(await openTo(elsewhere)).toEqual([])
})

test('[OPS-5] npm run backup names a place that cannot hold backups, without a stack', () => {
  for (const place of [vapidFile(dataDir), join(vapidFile(dataDir), 'backups')]) {
    const { status, output } = run(`backup ${place}`)
    expect(status).toBe(1)
    expect(output).toMatch(/^No backup can be written to .*\. It has to be a folder in which this user may write\.\n$/)
  }
})

test('[OPS-5] npm run backup names its folder also where the path is not in its shortest form', async () => {
  const draft = `${new Date(DAY).toISOString().replaceAll(/[:.]/g, '-')}.unfinished`
  writeFileSync(join(folder, draft), '')
  const order = { dataDir, folder: `${folder}/.`, now: DAY, keep: null }
  await expect(backUp(order)).rejects.toThrow(`No backup can be written to ${folder}: `)
})

test('[OPS-5] npm run restore names a DATA_DIR that is no folder, and a backup that it may not read, without a stack', async () => {
  const { made } = await make()
  expect(run(`restore ${made}`, { DATA_DIR: vapidFile(dataDir) })).toMatchObject({
    status: 1,
    output: `DATA_DIR is ${vapidFile(dataDir)}, which is not a folder (EEXIST).\n`,
  })
  chmodSync(folder, 0o777)
  chmodSync(made, 0o755)
  chmodSync(databaseFile(made), 0)
  // Root may read every file.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {}
  expect(run(`restore ${made}`, { DATA_DIR: join(folder, 'elsewhere') }, nobody)).toMatchObject({
    status: 1,
    output: expect.stringMatching(/^User \d+ cannot read .*: give all of .* to this user, by chown -R\.\n$/),
  })
})

test('[OPS-5] npm run restore says what it does, and neither a server nor a second restore works on the same folder', async () => {
  const { made } = await make()
  const elsewhere = join(folder, 'elsewhere')
  const lock = lockDataDir(elsewhere, 'restore', DAY)
  expect(run(`restore ${made}`, { DATA_DIR: elsewhere })).toEqual({
    status: 1,
    output: expect.stringContaining('is in use by the restore with process id'),
    steps: [],
  })
  lock.release()
  expect(run(`restore ${made}`, { DATA_DIR: elsewhere })).toMatchObject({
    status: 0,
    steps: ['checking the database of 1 MB', 'copying the photos', 'copying the database', 'beginning all feeds anew'],
  })
})

test('[OPS-5] npm run restore -- --check says what a backup holds, and restores nothing', async () => {
  const { made } = await make()
  const elsewhere = join(folder, 'elsewhere')
  const { status, output } = run(`restore --check ${made}`, { DATA_DIR: elsewhere })
  expect([status, output]).toEqual([0, `${made} is whole: 2 members, 0 messages, 0 photos, current schema.\n`])
  expect(existsSync(elsewhere)).toBe(false)
  rmSync(databaseFile(made))
  expect(run(`restore --check ${made}`)).toMatchObject({
    status: 1,
    output: `There is no backup in ${made} that this user can read.\n`,
  })
})

test('[OPS-5] a backup before an upgrade is made by the new version too, which cannot note it in the older database', async () => {
  query('delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)')
  expect(run(`backup ${folder}`)).toMatchObject({ status: 0 })
  const [name = ''] = await backupsIn(folder)
  expect(await checkBackup(join(folder, name))).toMatchObject({ schema: 'older' })
})

test.each(['--keep 0', '--keep two', 'kep=2', 'keep=0', '--note maybe'])(
  '[OPS-9] npm run backup -- FOLDER %s is refused, and neither makes nor removes a backup',
  async (words) => {
    await make()
    const { status, output } = run(`backup ${folder} ${words}`)
    expect([status, output]).toEqual([1, expect.stringMatching(/“.*” is not/)])
    expect(await readdir(folder)).toEqual(['2026-11-21T12-30-00-000Z'])
  },
)

test('[OPS-15] restore --check says what a backup holds, and finds a missing photo, damage and unreadable keys', async () => {
  await start(dataDir)
  await addPhoto(1)
  await say('Good morning')
  const { made } = await make()
  expect(await checkBackup(made)).toEqual({ members: 2, messages: 1, photos: 1, schema: 'current' })
  // The check changes nothing: the backup can still be restored.
  await restore(made, join(folder, 'elsewhere'))

  const keys = readFileSync(vapidFile(made), 'utf8')
  writeFileSync(vapidFile(made), '{')
  await expect(checkBackup(made)).rejects.toThrow('push keys')
  writeFileSync(vapidFile(made), keys)
  const database = new Database(databaseFile(made))
  database.exec(`insert into message_photos (message, hash, width, height) values (1, 'lost', 1, 1)`)
  database.close()
  await expect(checkBackup(made)).rejects.toThrow('lacks the files of 1 photos')
  for (const name of await photosOf(made)) rmSync(join(photoFolder(made), name))
  await expect(checkBackup(made)).rejects.toThrow('lacks the files of 2 photos')
  truncateSync(databaseFile(made), statSync(databaseFile(made)).size - 8_192)
  await expect(checkBackup(made)).rejects.toThrow('is damaged')
})
