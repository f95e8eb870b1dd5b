/**
 * The database of a site: SQLite in DATA_DIR, or the PostgreSQL of DATABASE_URL [OPS-8]. Nothing else asks which of the
 * two it is.
 */
import Database from 'better-sqlite3'
import type { Logger } from 'pino'
import { databaseFile } from '../adapters/data-dir.ts'
import { namingFaults, storageErrorOf } from '../adapters/storage-fault.ts'
import type { Env } from '../env.ts'
import { startCheckpoints } from './checkpoints.ts'
import { lockDataDir, type DataDirLock } from './data-dir-lock.ts'
import { openDatabases, queryable, schemaStateOf, type Databases, type Db, type SchemaState } from './database.ts'
import type { Engine } from './engine.ts'
import { migrateDataDir, type Announce } from './migrate.ts'
import { startOverwriting } from './overwrite-unused.ts'
import { queriesOn, type Queries } from './queries.ts'
import { users } from './schema/account.ts'
import { writeGroup } from './write-group.ts'

/** The engine, and its connection for SQL of the seeder. */
type OpenedDatabase = { engine: Engine; db: Db }

export type SiteDatabase = {
  /** The file that seeding, backups and copies work on, or null without one. */
  file: string | null
  /** Whether a process that has the lock is alone: then everything that another process leased is free. */
  isExclusive: boolean
  /** Looks at it and changes nothing; without this version's schema there are no queries. @throws StorageError */
  examine: <Result>(look: (schema: SchemaState, read: Queries | null) => Promise<Result>) => Promise<Result>
  /** @throws InUseError, StorageError */
  lock: (program: string, now: number) => DataDirLock
  /** @throws SchemaError, StorageError */
  migrate: (now: number, announce: Announce) => Promise<{ isMigrated: boolean; copy: string | null }>
  /** Opens a database of this version's schema. @throws SchemaError, StorageError, UnavailableError */
  open: () => Promise<OpenedDatabase>
  /** Starts work in the background beside an open server. @returns a function that stops it */
  startUpkeep: (log: Pick<Logger, 'warn'>) => () => Promise<void>
}

export const siteDatabase = ({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): SiteDatabase =>
  DATABASE_URL === undefined ? sqliteIn(DATA_DIR) : postgresAt(DATABASE_URL)

const sqliteIn = (dataDir: string): SiteDatabase => {
  const file = databaseFile(dataDir)
  return {
    file,
    isExclusive: true,
    examine: async (look) => {
      const schema = namingFaults(dataDir, () => schemaStateOf(file))
      if (schema !== 'current') return look(schema, null)
      const client = new Database(file, { readonly: true, fileMustExist: true })
      try {
        return await look(schema, queriesOn(queryable(client)))
      } catch (error) {
        throw storageErrorOf(error, dataDir)
      } finally {
        client.close()
      }
    },
    lock: (program, now) => namingFaults(dataDir, () => lockDataDir(dataDir, program, now)),
    migrate: async (now, announce) => {
      const { copy } = namingFaults(dataDir, () => migrateDataDir(dataDir, now, announce))
      return { isMigrated: copy !== null, copy }
    },
    open: async () => {
      const databases = namingFaults(dataDir, () => openDatabases(file, { checkpoints: 'thread', schema: 'require' }))
      return { engine: sqliteEngine(databases), db: databases.writer }
    },
    startUpkeep: (log) => {
      const [stopCheckpoints, stopOverwriting] = [startCheckpoints(file), startOverwriting(file, log)]
      return async () => {
        stopOverwriting()
        await stopCheckpoints()
      }
    },
  }
}

/** The driver is loaded only where PostgreSQL is used. */
const postgres = () => import('./postgres/engine.ts')

const postgresAt = (url: string): SiteDatabase => ({
  file: null,
  isExclusive: false,
  examine: async (look) => (await postgres()).examinePostgres(url, look),
  // Other processes of the site use the same DATA_DIR and the same database.
  lock: () => ({ release: () => undefined }),
  migrate: async (_, announce) => ({ ...(await (await postgres()).migratePostgres(url, announce)), copy: null }),
  open: async () => (await postgres()).openPostgres(url),
  startUpkeep: () => () => Promise.resolve(),
})

/**
 * SQLite as the engine: one writer connection, whose writes share commits. Reads use it too, because its pages are cached. A group of
 * writes is one turn of the event loop, so no request reads between a group's start and its commit (decision 8).
 */
export const sqliteEngine = (databases: Databases): Engine => {
  const { writer } = databases
  const read = queriesOn(writer)
  return {
    read,
    figures: queriesOn(databases.reader),
    writer: (makeTx, measure) => ({
      ...writeGroup(writer, (...on) => makeTx(read, ...on), measure),
      groupsAtOnce: 1,
    }),
    isEmpty: async () => (await writer.select({ id: users.id }).from(users).limit(1).get()) === undefined,
    close: async () => databases.close(),
  }
}
