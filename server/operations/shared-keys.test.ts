import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { identityKeyFile, staffKeysFile, vapidFile } from '../adapters/data-dir.ts'
import { addStaffKey, createStaffSecrets } from '../adapters/staff-secrets.ts'
import { openVapidKeys, rotateVapidKeys } from '../adapters/vapid.ts'
import { startHousekeeping } from '../housekeeping.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { openSharedKeys } from './shared-keys.ts'

const SITE_KEY = Buffer.alloc(32, 7).toString('base64url')
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64url')

let server: TestServer
let dirs: string[] = []
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(async () => {
  for (const dir of dirs) rmSync(dir, { recursive: true })
  dirs = []
  await server.close()
})

/** A machine with a DATA_DIR of its own. */
const machine = (siteKey = SITE_KEY) => {
  const dir = mkdtempSync(join(tmpdir(), 'machine-'))
  dirs.push(dir)
  const keys = openSharedKeys({ env: { DATA_DIR: dir, SITE_KEY: siteKey }, read: server.deps.read, now: () => 1 })
  if (!keys) throw new Error('SITE_KEY is set')
  return { dir, keys }
}
const textsIn = (dir: string): string[] =>
  [vapidFile, staffKeysFile, identityKeyFile].map((fileOf) => readFileSync(fileOf(dir), 'utf8'))

test('machines that start together have the same keys', async () => {
  const machines = [machine(), machine(), machine()]
  await Promise.all(machines.map(({ keys }) => keys.pull()))
  const [first, ...others] = machines.map(({ dir }) => textsIn(dir))
  expect(others).toEqual([first, first])
  expect(statSync(vapidFile(machines[1]?.dir ?? '')).mode & 0o777).toBe(0o600)
})

test('the keys of an existing site are taken over, and no machine loses the ones that it had', async () => {
  const old = machine()
  const { publicKey } = openVapidKeys(old.dir)
  const before = readFileSync(vapidFile(old.dir), 'utf8')
  await old.keys.pull()
  expect(readFileSync(vapidFile(old.dir), 'utf8')).toBe(before)

  const next = machine()
  const own = openVapidKeys(next.dir)
  await next.keys.pull()
  expect(openVapidKeys(next.dir).publicKey).toBe(publicKey)
  expect(JSON.parse(readFileSync(`${vapidFile(next.dir)}.before`, 'utf8'))).toEqual(own)
})

test('the database alone opens no key, and another SITE_KEY is refused without a change', async () => {
  const first = machine()
  await first.keys.pull()
  const stored = JSON.stringify(server.sql('select * from site_keys'))
  const { privateKey } = openVapidKeys(first.dir)
  expect(stored).not.toContain(privateKey)
  expect(stored).not.toContain(readFileSync(identityKeyFile(first.dir), 'utf8'))

  const wrong = machine(OTHER_KEY)
  await expect(wrong.keys.pull()).rejects.toThrow('SITE_KEY does not open the keys in the database')
  expect(readdirSync(wrong.dir)).toEqual([])
  expect(JSON.stringify(server.sql('select * from site_keys'))).toBe(stored)
})

test('no sealed key serves as another one', async () => {
  const first = machine()
  await first.keys.pull()
  server.sql(
    `update site_keys set sealed = (select sealed from site_keys where name = 'identity') where name = 'staff'`,
  )
  await expect(machine().keys.pull()).rejects.toThrow('SITE_KEY does not open')
})

test('[OPS-15] a push key that one machine rotates reaches the others, with the former one', async () => {
  const [one, other] = [machine(), machine()]
  await one.keys.pull()
  await other.keys.pull()
  const rotated = rotateVapidKeys(one.dir, 5)
  await one.keys.push('push')
  await other.keys.pull()
  expect(openVapidKeys(other.dir)).toEqual(rotated)
  expect(rotated.former).toHaveLength(1)
})

test('[OPS-8] a running server has a key that another machine has changed within ten seconds', async () => {
  const [one, other] = [machine(), machine()]
  await one.keys.pull()
  await other.keys.pull()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { env, log, write, now, pause } = server.deps
  const clock = { isTrusted: () => true, check: () => Promise.resolve(), safeNow: now }
  const stop = startHousekeeping({
    env: { ...env, DATA_DIR: other.dir },
    log,
    write,
    now,
    pause,
    clock,
    keys: other.keys,
    hasJobs: false,
    site: null,
  })
  onTestFinished(stop)
  rotateVapidKeys(one.dir, 5)
  await one.keys.push('push')
  vi.advanceTimersByTime(10_000)
  await vi.waitFor(() => expect(textsIn(other.dir)).toEqual(textsIn(one.dir)))
})

test('[DESK-1] a staff key that one machine adds opens secrets at the others', async () => {
  const [one, other] = [machine(), machine()]
  await one.keys.pull()
  await other.keys.pull()
  const secrets = createStaffSecrets(other.dir)
  const former = createStaffSecrets(one.dir).seal('secret', 'staff 1')
  expect(secrets.open(former, 'staff 1')).toBe('secret')
  addStaffKey(one.dir)
  await one.keys.push('staff')
  const sealed = createStaffSecrets(one.dir).seal('secret', 'staff 1')
  expect(secrets.open(sealed, 'staff 1')).toBeNull()
  await other.keys.pull()
  expect([secrets.open(sealed, 'staff 1'), secrets.open(former, 'staff 1')]).toEqual(['secret', 'secret'])
})

test('a second machine that rotates at the same moment is refused', async () => {
  const [one, other] = [machine(), machine()]
  await one.keys.pull()
  await other.keys.pull()
  rotateVapidKeys(one.dir, 5)
  rotateVapidKeys(other.dir, 6)
  await one.keys.push('push')
  await expect(other.keys.push('push')).rejects.toThrow('Another machine changed the keys')
  await other.keys.pull()
  expect(openVapidKeys(other.dir)).toEqual(openVapidKeys(one.dir))
})

test('a new SITE_KEY seals the same keys anew', async () => {
  const first = machine()
  await first.keys.pull()
  const again = openSharedKeys({
    env: { DATA_DIR: first.dir, SITE_KEY: OTHER_KEY },
    read: server.deps.read,
    now: () => 2,
  })
  await again?.replaceAll()
  const next = machine(OTHER_KEY)
  await next.keys.pull()
  expect(textsIn(next.dir)).toEqual(textsIn(first.dir))
  await expect(machine().keys.pull()).rejects.toThrow('SITE_KEY does not open')
})

test('a damaged key file of this machine is replaced by the key of the site', async () => {
  const first = machine()
  await first.keys.pull()
  const next = machine()
  writeFileSync(vapidFile(next.dir), '{"publicKey":')
  await next.keys.pull()
  expect(textsIn(next.dir)).toEqual(textsIn(first.dir))
})

test('without SITE_KEY the keys are files of this machine', () => {
  expect(openSharedKeys({ env: { DATA_DIR: '' }, read: server.deps.read, now: () => 1 })).toBeNull()
})
