/** Our server as it is started for real, on a data folder of its own. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Options } from '../options.ts'
import { startServer, type RunningServer } from '../process/server.ts'
import { RESULTS } from './members.ts'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

export const startProduct = (
  dataDir: string,
  { profile }: Pick<Options, 'profile'>,
  env: Record<string, string> = {},
): Promise<RunningServer> =>
  startServer([...(profile ? ['--cpu-prof', `--cpu-prof-dir=${join(RESULTS, 'profiles')}`] : []), MAIN], {
    DATA_DIR: dataDir,
    MODE: 'production',
    // Seeded members are refused by a real production start [OPS-9].
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    ...env,
  })
