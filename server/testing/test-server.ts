/** The whole server without a port: its own database, a manual clock, seeded randomness, cheap password hashes. */
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#contract/entities/site-settings.ts'
import type { Hono } from 'hono'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type OpenPayments, makeDeps, type AllDeps } from '../deps.ts'
import { sandboxProvider } from '../adapters/payments/sandbox.ts'
import { diskFiles } from '../adapters/disk-files.ts'
import type { FileStore } from '../adapters/file-store.ts'
import { createApp } from '../app.ts'
import type { Bus } from '../bus/bus.ts'
import { createHereBus } from '../bus/open.ts'
import type { SqliteDb } from '../db/database.ts'
import { readEnv, type Env } from '../env.ts'
import { createReadiness } from '../operations/readiness.ts'
import type { Rates } from '../rates.ts'
import { settingsOfDomain, type SettingRow } from '../settings.ts'
import { callsOn, type Call, type CallResult } from './calls.ts'
import { addMember, testPasswords, type MemberExtras, type TestMember } from './members.ts'
import { seededBytes } from './random.ts'
import { outsideOfBodies, sameInBothRuns } from './run-twice.ts'
import { openEngineForTest } from './test-engine.ts'
import { databaseFile } from '../adapters/data-dir.ts'

export type TestServerOptions = {
  settings?: Partial<SiteSettings>
  env?: Partial<Env>
  /** No rate limits if left out. */
  rates?: Rates
  /** A bus of this process if left out. */
  bus?: Bus
  /** Runs while code waits for another part of the server; does nothing if left out. */
  pause?: () => Promise<void>
  /** Silent if left out. */
  log?: Logger
  /** Files in a temporary folder if left out. */
  photos?: FileStore
  /** The sandbox if left out. */
  payments?: OpenPayments
  /** Called after a commit that added jobs; does nothing if left out. */
  kickJobs?: () => void
  seed?: string | number
  /** The clock's initial time, ISO. */
  start?: string
  /** Uses SQLite even if `ENGINE=postgres`. */
  isOnSqlite?: boolean
}

export type TestServer = {
  app: Hono
  deps: AllDeps
  clock: TestClock
  /** A connection to check and to prepare data. Only SQLite's has a `$client`. */
  db: SqliteDb
  /** Runs a statement. @returns its rows */
  sql: (statement: string, ...values: unknown[]) => Record<string, unknown>[]
  /** @returns the steps in which SQLite would run a query, whatever its values */
  planOf: (query: { toSQL: () => { sql: string; params: unknown[] } }) => string[]
  signUp: (name: string, extras?: MemberExtras) => Promise<TestMember>
  /** Calls as a member: `await as(anna)('likes.put', { params: { profile: bert.id } })`. */
  as: (member: TestMember) => Call
  visitor: Call
  /** Sends a text as `from`: `await sendText(anna, bert, 'Ciao')`. @param clientId made anew if left out */
  sendText: (
    from: TestMember,
    to: Pick<TestMember, 'id'>,
    text?: string,
    clientId?: string,
  ) => Promise<CallResult<'messages.send'>>
  photos: FileStore
  close: () => Promise<void>
}

export const createTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const { engine, dir, db, sql, close } = await openEngineForTest(options.isOnSqlite)
  const clock = testClock(options.start)
  // A test signs up many members from one address.
  const settings = { ...DEFAULT_SITE_SETTINGS, signups_before_proof: 1_000_000, ...options.settings }
  // Read again on each use, since a test may set a domain's settings at any time.
  const settingRows = (): SettingRow[] =>
    sql('select * from site_settings').map(({ domain, key, value }) => ({
      domain: String(domain),
      key: String(key),
      value: JSON.parse(String(value)) as unknown,
    }))
  const photos = options.photos ?? diskFiles(join(dir, 'photos'), { durable: false })
  const deps = makeDeps({
    env: { ...readEnv({ DATA_DIR: dir, LOG_LEVEL: 'silent' }), ...options.env },
    log: outsideOfBodies(options.log ?? pino({ level: 'silent' }), 'log'),
    now: clock.now,
    random: sameInBothRuns(seededBytes(options.seed ?? 1)),
    bus: outsideOfBodies(options.bus ?? createHereBus(clock.now, options.rates ?? null), 'bus'),
    settings: () => settings,
    settingsOf: (domain) => settingsOfDomain(settingRows(), domain, {}, { warn: () => undefined }),
    passwords: testPasswords(),
    photos: outsideOfBodies(photos, 'photos'),
    pause: options.pause ?? (() => Promise.resolve()),
    engine,
    openPayments: (on) => outsideOfBodies((options.payments ?? sandboxProvider)(on), 'payments'),
    kickJobs: options.kickJobs ?? (() => undefined),
  })
  const readiness = createReadiness({
    ...deps,
    isStopping: () => false,
    isClockTrusted: () => true,
    freeBytes: () => Number.POSITIVE_INFINITY,
    freshMs: 0,
  })
  const app = createApp(deps, { readiness })
  return {
    app,
    deps,
    clock,
    db,
    sql,
    planOf: (query) => {
      const { sql: text, params } = query.toSQL()
      return sql(`explain query plan ${text}`, ...params.map(() => null)).map(({ detail }) => String(detail))
    },
    signUp: (name, extras) => addMember(deps, name, extras),
    as: (member) => callsOn(app, member.cookie),
    visitor: callsOn(app),
    sendText: (from, to, text = 'Ciao', client_id = deps.newId()) =>
      callsOn(app, from.cookie)('messages.send', { body: { client_id, profile: to.id, type: 'text', text } }),
    photos,
    close: async () => {
      await deps.settled()
      await close()
    },
  }
}

/** A clock that moves only when a test moves it. */
type TestClock = { now: () => number; advance: (ms: number) => void; set: (at: number | string) => void }

export const testClock = (start = '2026-06-15T12:00:00.000Z'): TestClock => {
  let at = Date.parse(start)
  return {
    now: () => at,
    advance: (ms) => {
      at += ms
    },
    set: (to) => {
      at = typeof to === 'number' ? to : Date.parse(to)
    },
  }
}

/** A DATA_DIR for a server in a child process, with the data of a test server. The caller removes the folder. */
export const dataDirOf = async (server: TestServer): Promise<string> => {
  await server.deps.settled()
  const dir = mkdtempSync(join(tmpdir(), 'visavis-data-'))
  server.sql('vacuum into ?', databaseFile(dir))
  return dir
}
