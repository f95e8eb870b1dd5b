/** A DATA_DIR for a server in a child process, with the data of a test server. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile } from '../adapters/data-dir.ts'
import type { TestServer } from './test-server.ts'

/** The caller removes the folder. */
export const dataDirOf = async (server: TestServer): Promise<string> => {
  await server.deps.settled()
  const dir = mkdtempSync(join(tmpdir(), 'visavis-data-'))
  server.sql('vacuum into ?', databaseFile(dir))
  return dir
}
