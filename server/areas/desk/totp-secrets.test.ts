/** Authenticator secrets of staff are encrypted with a key that is not in the database [DESK-1]. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseFile, staffKeysFile } from '../../adapters/data-dir.ts'
import { addStaffKey, createStaffSecrets, dropFormerStaffKeys } from '../../adapters/staff-secrets.ts'
import { totpCode } from '../../adapters/totp.ts'
import { backUp } from '../../backup/back-up.ts'
import { restore } from '../../backup/restore.ts'
import { openDatabases } from '../../db/database.ts'
import { queriesOn } from '../../db/queries.ts'
import { addTestStaff, deskOn } from '../../testing/desk.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { sealAllTotp, totpSecretOf } from './totp-secrets.ts'

const PLAIN = 'JBSWY3DPEHPK3PXP'

let server: TestServer
let folder: string
let cookie: string
let id: number
beforeEach(async () => {
  server = await createTestServer()
  folder = mkdtempSync(join(tmpdir(), 'visavis-keys-'))
  // An account of an older version: its secret is plain.
  ;({ cookie, id } = await addTestStaff(server.deps, 'Orla', 'owner'))
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const stored = (): string => String(server.sql('select totp_secret from staff where id = ?', id)[0]?.['totp_secret'])
const leaveAndEnter = async (secret: string): Promise<string | undefined> => {
  server.clock.advance(60_000)
  const now = server.clock.now()
  server.sql('update staff_sessions set entered_at = null, last_seen_at = ? where staff_id = ?', now, id)
  const answer = await deskOn(server.app, cookie)('second_factor.totp', { body: { code: totpCode(secret, now) } })
  // Each login gives a new token.
  cookie =
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('desk='))
      ?.split(';')[0] ?? cookie
  return answer.error?.error
}

test('[DESK-1] a secret of an older version is encrypted at the start, and its codes still count', async () => {
  expect(await leaveAndEnter(PLAIN)).toBeUndefined()
  expect(await sealAllTotp(server.deps)).toEqual({ sealed: 1, lost: [] })
  expect(stored()).toMatch(/^s1\./)
  expect(stored()).not.toContain(PLAIN)
  expect(await leaveAndEnter(PLAIN)).toBeUndefined()
  expect(await sealAllTotp(server.deps)).toEqual({ sealed: 0, lost: [] })
})

test('[DESK-1] a new authenticator app is stored encrypted, also while its setup waits', async () => {
  const desk = deskOn(server.app, cookie)
  const { secret } = (await desk('totp.begin')).body
  const [session] = server.sql('select challenge from staff_sessions')
  expect(String(session?.['challenge'])).not.toContain(secret)
  expect((await desk('totp.confirm', { body: { code: totpCode(secret, server.clock.now()) } })).status).toBe(200)
  expect(stored()).toMatch(/^s1\./)
  expect(await leaveAndEnter(secret)).toBeUndefined()
})

test('[DESK-1] the secret of one account serves no other, and a changed one serves nobody', async () => {
  await sealAllTotp(server.deps)
  const row = { totpSecret: stored(), totpConfirmedAt: 1 }
  expect(totpSecretOf(server.deps, { ...row, id })).toBe(PLAIN)
  expect(totpSecretOf(server.deps, { ...row, id: id + 1 })).toBeNull()
  expect(totpSecretOf(server.deps, { ...row, totpSecret: `${stored().slice(0, -4)}AAAA`, id })).toBeNull()
})

test('[DESK-1] a rotation encrypts every secret anew, and a running server needs no restart', async () => {
  await sealAllTotp(server.deps)
  const before = stored()
  const dir = server.deps.env.DATA_DIR
  addStaffKey(dir)
  const staffSecrets = createStaffSecrets(dir)
  expect(await sealAllTotp({ ...server.deps, staffSecrets })).toEqual({ sealed: 1, lost: [] })
  dropFormerStaffKeys(dir)
  expect(stored()).not.toBe(before)
  expect(await leaveAndEnter(PLAIN)).toBeUndefined()
  expect(createStaffSecrets(dir).open(before, `staff ${id}`)).toBeNull()
})

// A backup copies SQLite's file.
test(
  '[OPS-5] a restored backup has the key; without the key the secret is lost and named',
  { skip: isPostgres },
  async () => {
    await sealAllTotp(server.deps)
    writeFileSync(join(server.deps.env.DATA_DIR, 'vapid.json'), '{}')
    const { made } = await backUp({ dataDir: server.deps.env.DATA_DIR, folder, now: 0, keep: null })
    const elsewhere = join(folder, 'elsewhere')
    await restore(made, elsewhere, 0)
    const databases = openDatabases(databaseFile(elsewhere))
    const row = await queriesOn(databases.writer).staff.byId(id)
    databases.close()
    if (!row) throw new Error('The account is not in the backup')
    expect(totpSecretOf({ staffSecrets: createStaffSecrets(elsewhere) }, row)).toBe(PLAIN)
    rmSync(staffKeysFile(server.deps.env.DATA_DIR))
    const staffSecrets = createStaffSecrets(server.deps.env.DATA_DIR)
    expect(await sealAllTotp({ ...server.deps, staffSecrets })).toEqual({ sealed: 0, lost: ['orla@staff.test'] })
  },
)
