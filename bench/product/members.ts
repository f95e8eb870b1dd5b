/** Seeded databases with their sessions and credits, kept between runs: a million members take minutes to make and a second to copy. */
import { execFileSync } from 'node:child_process'
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type Database from 'better-sqlite3'
import { DAY_MS, SESSION_DAYS } from '#contract/limits.ts'
import { databaseFile, photoFolder } from '../../server/adapters/data-dir.ts'
import { seedDatabase } from '../../server/seed/seed.ts'
import { hashToken } from '../../server/http/caller.ts'
import { sessionCookieName } from '../../server/http/session-cookie.ts'

export const RESULTS = fileURLToPath(new URL('../results', import.meta.url))
const CACHE = join(RESULTS, 'cache')
const MIGRATIONS = fileURLToPath(new URL('../../server/db/migrations', import.meta.url))
const SEED = 'bench'

/** Copies a database with so many members into `dataDir`, where a server may do with it what it likes. */
export const copyMembers = async (members: number, dataDir: string): Promise<void> => {
  const kept = await keptMembers(members)
  mkdirSync(dataDir, { recursive: true })
  copyFileSync(databaseFile(kept), databaseFile(dataDir), constants.COPYFILE_FICLONE)
}

/** Members of another checkout's schema, made by its own seeder. */
export const seedOfCheckout = (checkout: string, members: number, dataDir: string): void => {
  const args = [join(checkout, 'scripts/seed.ts'), '--members', String(members), '--seed', SEED]
  execFileSync(process.execPath, args, { cwd: checkout, env: { ...process.env, DATA_DIR: dataDir }, stdio: 'ignore' })
}

/** Copies the database and the photos. */
export const copyMembersWithPhotos = async (members: number, dataDir: string): Promise<void> => {
  await copyMembers(members, dataDir)
  cpSync(photoFolder(await keptMembers(members)), photoFolder(dataDir), { recursive: true })
}

/** @returns the data folder of a database that nobody else writes to */
const keptMembers = async (members: number): Promise<string> => {
  mkdirSync(CACHE, { recursive: true })
  const folder = join(CACHE, `members-${members}-${schemaVersion()}`)
  if (existsSync(folder)) return folder
  const making = `${folder}.making`
  for (const name of readdirSync(CACHE))
    // Remove databases of an older schema, and half-made ones.
    if (name.startsWith(`members-${members}-`)) rmSync(join(CACHE, name), { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  console.log(`  making ${members.toLocaleString('en')} members …`)
  await seedDatabase({ file: databaseFile(making), dataDir: making, members, seed: SEED, now: Date.now() })
  renameSync(making, folder)
  return folder
}

/** Another schema, another database. A changed seeder alone does not count: delete `results/cache` where it matters. */
const schemaVersion = (): string => {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).toSorted())
    if (name.endsWith('.sql')) hash.update(readFileSync(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 8)
}

/** Enough for every message of a run. */
const CREDITS = 100_000_000

/**
 * @param publicUrl the site's address, if it is not the server's own
 * @returns the cookie of a new session
 */
export const logIn = (database: Database.Database, member: number, publicUrl?: string): string => {
  const token = randomBytes(32).toString('base64url')
  const now = Date.now()
  database
    .prepare('insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values (?, ?, ?, ?, ?)')
    .run(hashToken(token), member, now, now, now + SESSION_DAYS * DAY_MS)
  return `${sessionCookieName({ PUBLIC_URL: publicUrl })}=${token}`
}

/** Credits with their ledger entry: the balance is the ledger's sum [PAY-1]. */
export const giveCredits = (database: Database.Database, member: number): void => {
  database
    .prepare(`insert into ledger (user_id, amount, reason, reference, at) values (?, ?, 'demo', 'bench', ?)`)
    .run(member, CREDITS, Date.now())
  database.prepare('update users set credits = credits + ?, paid_user = 1 where id = ?').run(CREDITS, member)
}
