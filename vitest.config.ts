/** Unit tests. `npx vitest run --project server`, or `npx vitest run path/of/a.test.ts`. */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { localeParts } from './scripts/locale-parts.ts'
import { pageTrees } from './scripts/page-trees.ts'
import { quickProcesses } from './scripts/quick-processes.ts'

quickProcesses()

const CLUSTER: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'cluster',
    include: ['server/cluster/**/*.test.ts'],
    env: { ENGINE: 'postgres' },
    pool: 'forks',
    // Each file starts a cluster of its own, and two would share the processor.
    fileParallelism: false,
  },
}

const POSTGRES_ALONE = ['server/db/postgres/**/*.test.ts']

/**
 * Test files that run on PostgreSQL: `all` in `npm run test:long`. In `npm test` those that only PostgreSQL can fail: each statement is
 * prepared there, writes conflict and run again, connections break, one of two servers is killed.
 */
const ON_POSTGRES: Record<string, string[]> = {
  some: [
    'server/db/postgres/{dialect,engine,erasure,failures,limits,migrate,statements,together,two-servers}.test.ts',
    'server/areas/{chat/send-message,feed/sync,likes/likes}.test.ts',
  ],
  all: ['server/**/*.test.ts'],
}

/** Test files of the server that PostgreSQL does not run. Single tests say it themselves: `{ skip: isPostgres }`. */
const ON_SQLITE_ALONE = [
  // Tests that read SQLite's query plans, or count the pages that it reads.
  '**/*-plans.test.ts',
  'server/call-costs.test.ts',
  // Tests about SQLite's engine, its file, its locks and its triggers.
  'server/db/*.test.ts',
  'server/operations/{doctor,readiness}.test.ts',
  'server/areas/desk/audit.test.ts',
  'server/testing/run-twice.test.ts',
  // Seeding, backups and restores refuse on PostgreSQL.
  'server/{seed,backup}/**',
  // Tests that kill and restart servers, and then look into SQLite's file. `npm run test:cluster` does the same to PostgreSQL.
  'server/{kill*,chaos,main,restart}.test.ts',
  'server/cluster/**',
  // A thousand attacks, one after another: the engine makes no difference to what they prove.
  'server/areas/account/locked-out.test.ts',
]

export default defineConfig({
  plugins: [localeParts(), pageTrees()],
  resolve: {
    alias: [
      { find: /^#contract\//, replacement: fileURLToPath(new URL('contract/', import.meta.url)) },
      { find: /^#locales\//, replacement: fileURLToPath(new URL('locales/', import.meta.url)) },
    ],
  },
  test: {
    environment: 'node',
    testTimeout: 20_000,
    // A test whose assertions never run, such as those in a callback or in a loop over nothing, fails.
    expect: { requireAssertions: true },
    // One more than cores: a test that restarts servers or cuts connections mostly waits, and others run meanwhile.
    maxWorkers: availableParallelism() + 1,
    restoreMocks: true,
    setupFiles: ['scripts/vitest-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          include: ['app/**/*.test.{ts,tsx}'],
          // The app's state is modules with signals: each file needs its own. A thread of `vm` contexts loads the DOM once for all its files.
          pool: 'vmThreads',
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{contract,sw,worker,scripts,bench}/**/*.test.ts'],
          // These rooms keep no state in modules, so the files of a thread share what they import.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...POSTGRES_ALONE, 'server/cluster/**'],
          // Processes, since the server uses native modules and the umask; shared, since each test makes its own server.
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ON_POSTGRES[process.env['POSTGRES_TESTS'] ?? 'some'] ?? [],
          exclude: ON_SQLITE_ALONE,
          env: { ENGINE: 'postgres' },
          // A test begins with a database of its own, which takes seconds on a busy machine.
          hookTimeout: 30_000,
          // The tests that go through every combination ask thousands of questions, each over a socket.
          testTimeout: 60_000,
          globalSetup: 'server/testing/postgres-run.ts',
          pool: 'forks',
          isolate: false,
        },
      },
      // `npm run test:cluster`: several servers that are killed, for minutes.
      ...(process.env['CLUSTER_TESTS'] === 'yes' ? [CLUSTER] : []),
    ],
  },
})
