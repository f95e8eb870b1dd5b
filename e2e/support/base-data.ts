/** Before all tests: a small seeded population, made once and copied by every server that a test starts. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildIfStale } from '../../scripts/build.ts'
import { assetFolder } from '../../server/adapters/data-dir.ts'

export const BASE_DATA_VARIABLE = 'VISAVIS_E2E_BASE_DATA'

const ROOT = join(import.meta.dirname, '..', '..')
const CLIENT_ASSETS = join(ROOT, 'dist', 'client', 'assets')
const MEMBERS = 40
const SEED = 7

/** Playwright calls what this returns after the last test. */
const makeBaseData = async (): Promise<() => Promise<void>> => {
  await buildIfStale()
  const folder = await mkdtemp(join(tmpdir(), 'visavis-base-'))
  process.env[BASE_DATA_VARIABLE] = folder
  await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'scripts', 'seed.ts'), '--members', String(MEMBERS), '--seed', String(SEED)],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: folder } },
  )
  // A server copies the build's assets at its first start. With them in the base data, the servers of the tests need not.
  await cp(CLIENT_ASSETS, assetFolder(folder), { recursive: true, filter: (path) => !path.endsWith('.gz') })
  return () => rm(folder, { recursive: true, force: true })
}

// eslint-disable-next-line import/no-default-export -- what Playwright takes as a global set-up
export default makeBaseData
