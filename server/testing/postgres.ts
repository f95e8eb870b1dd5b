/** The PostgreSQL server of a run of tests, without durability. */
import { startLocalPostgres, type LocalPostgres, type PostgresOptions } from '../db/postgres/local-server.ts'
import type { TestEngine } from './test-engine.ts'

const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

/** Whether this is `npm run test:long`, which runs every test on PostgreSQL. */
export const isLong = process.env['POSTGRES_TESTS'] !== undefined

/** The environment variable with the folder of the running server's socket. */
export const TEST_POSTGRES = 'TEST_POSTGRES'
export const TEMPLATE = 'visavis_empty'

/** The URL of a database of the running server. */
export const urlIn = (database: string, folder = process.env[TEST_POSTGRES] ?? ''): string =>
  `postgres://visavis@/${database}?host=${encodeURIComponent(folder)}`

/** The URL of the database that a test has for itself. */
export const urlOf = ({ sql }: Pick<TestEngine, 'sql'>): string =>
  urlIn(String(sql('select current_database() as name')[0]?.['name']))

export const startPostgres = (options: Partial<PostgresOptions> = {}): Promise<LocalPostgres> =>
  startLocalPostgres({ settings: FAST, ...options })
