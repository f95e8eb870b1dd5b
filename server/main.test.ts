import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { databaseFile, vapidFile } from './adapters/data-dir.ts'
import { openVapidKeys } from './adapters/vapid.ts'
import { freePort } from './testing/free-port.ts'
import { seededBytes } from './testing/random.ts'
import { CHILD_ENV, spawnMain, startChild, type ChildServer } from './testing/child-server.ts'
import { dataDirOf, createTestServer } from './testing/test-server.ts'

let child: ChildServer | undefined
let dir: string | undefined
afterEach(async () => {
  if (child?.child.exitCode === null) await child.end('SIGKILL')
  child = undefined
  if (dir !== undefined) rmSync(dir, { recursive: true, force: true })
})

test('[OPS-2] a wrong environment is reported by name, and nothing starts', async () => {
  const { output, exited } = spawnMain({ PORT: 'eighty', MODE: 'live' })
  expect(await exited).toBe(1)
  expect(output()).toContain('PORT must be a port number (got "eighty")')
  expect(output()).toContain('MODE must be demo or production (got "live")')
  expect(output()).not.toContain('    at ')
})

test('[OPS-2] a damaged database is reported in one sentence', async () => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-damaged-'))
  writeFileSync(databaseFile(dir), 'no database at all'.repeat(500))
  const { output, exited } = spawnMain({ DATA_DIR: dir })
  expect(await exited).toBe(1)
  expect(output()).toContain(`The database in ${dir} is damaged (SQLITE_NOTADB): see docs/operations.md`)
  expect(output()).not.toContain('    at ')
})

test.each([
  ['vapid.json', '{"publicKey": "cut of'],
  ['staff-keys.json', ''],
  ['identity.key', 'short'],
])('[OPS-2] a damaged %s is reported in one sentence at the start', async (name, text) => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  writeFileSync(join(dir, name), text)
  const { output, exited } = spawnMain({ DATA_DIR: dir, MODE: 'production', PORT: '0' })
  expect(await exited).toBe(1)
  expect(output()).toContain(`${join(dir, name)} is damaged: restore it from a backup (docs/operations.md, Keys).`)
  expect(output()).not.toContain('    at ')
})

test('[OPS-2] a file that a variable names and that is not there is reported by the name of the variable', async () => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-variables-'))
  const file = join(dir, 'a file')
  writeFileSync(file, '')
  const noFolder = spawnMain({ DATA_DIR: file })
  const noCertificates = spawnMain({ DATA_DIR: join(dir, 'data'), AGE_TRUSTED: '/nowhere.pem', MODE: 'production' })
  expect(await Promise.all([noFolder.exited, noCertificates.exited])).toEqual([1, 1])
  expect(noFolder.output()).toBe(`DATA_DIR is ${file}, which is not a folder (EEXIST).\n`)
  expect(noCertificates.output()).toContain('AGE_TRUSTED cannot be read')
  expect(noCertificates.output()).not.toContain('    at ')
})

test('[OPS-4] SIGTERM finishes requests in flight, ends streams, and exits with code 0', async () => {
  const server = await createTestServer({ start: new Date().toISOString() })
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert', { credits: 50 })]
  dir = await dataDirOf(server)
  await server.close()
  child = await startChild(dir)
  const { origin } = child

  const stream = await fetch(`${origin}/api/events`, { headers: { cookie: anna.cookie } })
  const ready = await fetch(`${origin}/readyz`)
  expect([ready.status, await ready.text()]).toEqual([200, 'ready'])

  const random = seededBytes('shutdown')
  const send = (text: string) =>
    fetch(`${origin}/api/messages`, {
      method: 'POST',
      headers: { cookie: bert.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: uuidv7(Date.now(), random(10)), profile: anna.id, type: 'text', text }),
    }).then(
      (response) => response.ok,
      () => false,
    )
  // The first request is answered before the signal, so that the others are running when the signal comes.
  await send('first')
  const sending = Array.from({ length: 20 }, (_, index) => send(`message ${index}`))
  const code = child.end('SIGTERM')
  const acknowledged = (await Promise.all(sending)).filter(Boolean).length
  expect(await code).toBe(0)
  expect(await stream.text()).toContain('"type":"change"')

  const database = new Database(databaseFile(dir), { readonly: true })
  expect(database.prepare('select count(*) as n from messages').get()).toEqual({ n: acknowledged + 1 })
  database.close()
})

test('[OPS-12] a log that cannot be written, as on a full disk, does not end the server', async () => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  const port = await freePort()
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const { child: logless, exited } = spawnMain({ DATA_DIR: dir, MODE: 'production', PORT: String(port) }, full)
  onTestFinished(() => void logless.kill('SIGKILL'))
  const statusOf = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => (logless.exitCode === null ? 0 : 'ended'),
    )
  await expect.poll(statusOf, { timeout: 15_000 }).toBe(200)
  for (let request = 0; request < 3; request += 1) expect(await statusOf()).toBe(200)
  logless.kill('SIGTERM')
  expect(await exited).toBe(0)
})

test('a port in use is reported in one sentence', async () => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  child = await startChild(dir)
  const { port } = new URL(child.origin)
  const other = join(dir, 'other')
  const { output, exited } = spawnMain({ DATA_DIR: other, MODE: 'production', PORT: port })
  expect(await exited).toBe(1)
  expect(output()).toContain(`Port ${port} on 127.0.0.1 is in use. Set PORT to another one.`)
})

test.each([
  ['127.0.0.1', 'is in use. Set METRICS_PORT to another one.'],
  ['192.0.2.1', 'cannot be opened: this machine has no such address. Correct METRICS_HOST.'],
])('[OPS-2] a port of metrics that cannot be opened at %s names its own variable', async (host, reason) => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const env = { DATA_DIR: dir, MODE: 'production', PORT: '0', METRICS_PORT: String(port), METRICS_HOST: host }
  const { output, exited } = spawnMain(env)
  expect(await exited).toBe(1)
  expect(output()).toContain(`Port ${port} on ${host} ${reason}`)
  expect(output()).not.toContain('    at ')
})

test('[OPS-12] the figures count what the server does, on a port of their own alone', async () => {
  const server = await createTestServer({ start: new Date().toISOString() })
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert', { credits: 50 })]
  dir = await dataDirOf(server)
  await server.close()
  const port = await freePort()
  child = await startChild(dir, { METRICS_PORT: String(port) })
  const { origin } = child
  const id = uuidv7(Date.now(), seededBytes('figures')(10))
  const sent = await fetch(`${origin}/api/messages`, {
    method: 'POST',
    headers: { cookie: bert.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: id, profile: anna.id, type: 'text', text: 'Hello' }),
  })
  expect(sent.status).toBe(201)
  const figures = async (): Promise<string> => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  for (const line of [
    /^visavis_call_seconds_count\{call="messages.send",status="2xx"\} 1$/m,
    /^visavis_write_group_writes_count [1-9]/m,
    /^visavis_jobs_total\{kind="[\w.]+",outcome="done"\} [1-9]/m,
  ])
    await expect.poll(figures).toMatch(line)
  expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404)
  expect(await (await fetch(`${origin}/metrics`)).text()).not.toContain('visavis_')
})

test('[OPS-5] no other user of the machine reads what a server writes', async () => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  const before = process.umask(0o022)
  onTestFinished(() => void process.umask(before))
  child = await startChild(dir)
  for (const name of ['lock.sqlite', 'lock.json', 'vapid.json'])
    expect([name, statSync(join(dir, name)).mode & 0o077]).toEqual([name, 0])
})

test('[OPS-15] a start deletes former push keys that no device needs, and copies of old migrations', async () => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  const former = { ...openVapidKeys(mkdtempSync(join(dir, 'keys-'))), replacedAt: 1 }
  writeFileSync(vapidFile(dir), JSON.stringify({ ...openVapidKeys(dir), former: [former] }))
  const copies = join(dir, 'before-migration')
  mkdirSync(copies)
  writeFileSync(join(copies, '2026-01-01T10-00-00-000Z.sqlite'), '')
  child = await startChild(dir)
  expect(openVapidKeys(dir).former).toEqual([])
  await expect.poll(() => readdirSync(copies)).toEqual([])
})

test('[OPS-10] a second server on the same DATA_DIR exits and names the first, and kill -9 frees it at once', async () => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  child = await startChild(dir)
  const second = spawnMain({ DATA_DIR: dir, MODE: 'production', PORT: '0' })
  expect(await second.exited).toBe(1)
  expect(second.output()).toContain(`is in use by the server with process id ${child.child.pid}`)
  await child.end('SIGKILL')
  child = await startChild(dir)
  expect((await fetch(`${child.origin}/readyz`)).status).toBe(200)
})

test('[OPS-10] an older database is copied, then migrated; a newer one is refused', async () => {
  const server = await createTestServer()
  dir = await dataDirOf(server)
  await server.close()
  const setNewest = (sql: string): void => {
    const database = new Database(databaseFile(dir ?? ''))
    database.exec(sql)
    database.close()
  }
  // A database of the previous version: the newest migration, a new table, has not run.
  setNewest('delete from __drizzle_migrations where created_at = (select max(created_at) from __drizzle_migrations)')
  const command = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/settings.ts'), 'list'], {
    env: { ...CHILD_ENV, DATA_DIR: dir },
    encoding: 'utf8',
  })
  expect([command.status, command.stderr]).toEqual([1, expect.stringContaining('run npm run migrate')])

  setNewest("insert into __drizzle_migrations (hash, created_at) values ('later', 9999999999999)")
  const { output, exited } = spawnMain({ DATA_DIR: dir, MODE: 'production', PORT: '0' })
  expect(await exited).toBe(1)
  expect(output()).toContain('The database was written by a newer version')
})

test('[OPS-9] a dangerous production start ends with every reason and status 1, and makes no database', async () => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-refused-'))
  const env = {
    NODE_ENV: 'production',
    MODE: 'production',
    PORT: '0',
    DATA_DIR: join(dir, 'dta'),
    SMPT_URL: 'smtp://mail',
  }
  const { output, exited } = spawnMain(env)
  expect(await exited).toBe(1)
  for (const reason of [
    'SMPT_URL is not',
    'PUBLIC_URL is not set',
    'SMTP_URL is not set',
    'has no database',
    'RATE_LIMITS',
  ])
    expect(output()).toContain(reason)
  expect(existsSync(join(dir, 'dta'))).toBe(false)
})

test('[OPS-9] [OPS-10] a production start migrates the site of the former version', async () => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-former-'))
  const migrations = join(import.meta.dirname, 'db/migrations')
  const former = join(dir, 'migrations')
  cpSync(migrations, former, { recursive: true })
  const file = join(former, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: unknown[] }
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }))
  const database = new Database(databaseFile(dir))
  migrate(drizzle(database), { migrationsFolder: former })
  const put = database.prepare("insert into site_settings (domain, key, value) values ('*', ?, ?)")
  put.run('company', JSON.stringify({ ...DEFAULT_SITE_SETTINGS.company, name: 'People Ltd' }))
  put.run('support_email', JSON.stringify('help@people.example.org'))
  database.close()
  const {
    child: started,
    output,
    exited,
  } = spawnMain({
    NODE_ENV: 'production',
    MODE: 'production',
    RATE_LIMITS: 'yes',
    PORT: '0',
    DATA_DIR: dir,
    PUBLIC_URL: 'https://people.example.org',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'People <hello@people.example.org>',
    VAPID_SUBJECT: 'mailto:help@people.example.org',
  })
  await expect.poll(output, { timeout: 15_000 }).toMatch(/Visavis (is ready|does not start)/)
  started.kill('SIGKILL')
  await exited
  expect(output()).toContain('database migrated, the old one was copied first')
  expect(output()).toContain('Visavis is ready on https://people.example.org')
  // The facts are collected before and after the migration; each finding is logged once.
  expect(output().split('MOLLIE_API_KEY is not set')).toHaveLength(2)
})

test('[OPS-9] made-up members never go into a production site', async () => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-seeded-'))
  const seed = (env: Record<string, string>) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/seed.ts'), '--members', '2'], {
      env: { ...CHILD_ENV, DATA_DIR: dir, ...env },
      encoding: 'utf8',
    })
  expect(seed({ MODE: 'production' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('MODE is production'),
  })
  expect(seed({})).toMatchObject({ status: 0 })
  const { output, exited } = spawnMain({ NODE_ENV: 'production', MODE: 'production', PORT: '0', DATA_DIR: dir })
  expect(await exited).toBe(1)
  expect(output()).toContain('holds made-up members with a known password')
})

test('[OPS-9] made-up members are refused for a real database, also while MODE is demo', async () => {
  const server = await createTestServer()
  await server.signUp('Anna')
  await server.deps.write((tx) => tx.operations.setSiteKind('production', 0))
  dir = await dataDirOf(server)
  await server.close()
  // The shell of an administrator has no MODE: only the service unit sets it.
  const added = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/seed.ts'), '--add'], {
    env: { ...CHILD_ENV, DATA_DIR: dir },
    encoding: 'utf8',
  })
  expect(added).toMatchObject({ status: 1, stderr: `${dir} holds a real site: made-up members never go into it.\n` })
  const database = new Database(databaseFile(dir), { readonly: true })
  expect(database.prepare('select email from users').all()).toHaveLength(1)
  database.close()
})
