/** Our server as it is started for real, on a data folder of its own, or that of another checkout. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Options } from '../options.ts'
import { startServer, type RunningServer } from '../process/server.ts'
import { RESULTS } from './members.ts'

const OURS = fileURLToPath(new URL('../..', import.meta.url))

export const startProduct = (
  dataDir: string,
  { profile }: Pick<Options, 'profile'>,
  env: Record<string, string> = {},
  checkout: string = OURS,
): Promise<RunningServer> => {
  const options = profile ? ['--cpu-prof', `--cpu-prof-dir=${join(RESULTS, 'profiles')}`] : []
  return startServer([...options, join(checkout, 'server/main.ts')], {
    DATA_DIR: dataDir,
    MODE: 'production',
    // Seeded members are refused by a real production start [OPS-9].
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    ...env,
  })
}
