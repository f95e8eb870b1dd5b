/** Unit tests. `npx vitest run --project server`, or `npx vitest run path/of/a.test.ts`. */
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { localeParts } from './scripts/locale-parts.ts'
import { pageTrees } from './scripts/page-trees.ts'

// Every worker and every server that a test starts loads the same modules: compiling them once saves a quarter of the time.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compile/', import.meta.url))

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
    // The default leaves a core to the watcher, which on the two cores of CI leaves one.
    maxWorkers: '100%',
    restoreMocks: true,
    setupFiles: ['scripts/vitest-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'app',
          include: ['app/**/*.test.{ts,tsx}'],
          // The app's state is modules with signals: each file needs its own. A thread starts faster than a process.
          pool: 'threads',
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
          exclude: ['server/db/postgres/**', 'server/cluster/**'],
          // Processes, since the server uses native modules and the umask; shared, since each test makes its own server.
          pool: 'forks',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          // The same tests on the other engine: where money, order and races matter. `npm run test:long` runs more of them.
          include: [
            'server/db/postgres/**/*.test.ts',
            ...(process.env['POSTGRES_TESTS'] === 'more'
              ? ['server/areas/{chat,likes,feed,swipe}/*.test.ts', 'server/areas/money/{payments,transactions}.test.ts']
              : ['server/areas/{chat/send-message,likes/likes,feed/sync,swipe/swipe}.test.ts']),
            'server/areas/money/discount-codes.test.ts',
          ],
          exclude: ['**/*-plans.test.ts'],
          env: { ENGINE: 'postgres' },
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
