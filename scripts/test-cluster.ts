/**
 * `npm run test:cluster`: several servers of one site, which are killed under load with their database and their bus. It needs Debian's
 * redis-server or valkey-server, haproxy, and nginx for `npm run cluster`, which it tries too. `CLUSTER_KILLS` is the number of failures, 20 by default, and `CLUSTER_SEED` draws them.
 */
import { spawn } from 'node:child_process'

// The verbose reporter prints what a test measured.
const tests = spawn('vitest', ['run', '--project', 'cluster', '--reporter', 'verbose', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CLUSTER_TESTS: 'yes' },
})
tests.on('exit', (code) => {
  process.exitCode = code ?? 1
})
