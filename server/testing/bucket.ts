/** A bucket for tests: a stand-in that checks signatures, in a process of its own, which a test can kill and freeze. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CHILD_ENV } from './child-server.ts'
import { startKillable, type Killable } from './killable.ts'

const NAME = 'photos'
/** The one account that the stand-in knows. */
const KEY = 'S3RVER'

export type TestBucket = Killable & {
  /** Fit for FILES_URL. */
  url: string
  /** The names of the stored files. */
  names: () => string[]
}

export const startBucket = async (): Promise<TestBucket> => {
  let port = 0
  const bucket = await startKillable('bucket', async (folder) => {
    const args = [join(import.meta.dirname, 'bucket-process.ts'), folder, NAME, String(port)]
    const child = spawn(process.execPath, args, { env: CHILD_ENV, stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const line of createInterface(child.stdout)) {
      port = Number(line.split(' ')[1])
      return child
    }
    throw new Error('The bucket ended at its start')
  })
  const stored = join(bucket.folder, NAME)
  return {
    ...bucket,
    url: `http://${KEY}:${KEY}@127.0.0.1:${port}/${NAME}/site?region=eu-central-1`,
    names: () =>
      (existsSync(stored) ? readdirSync(stored, { recursive: true, encoding: 'utf8' }) : [])
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', '')),
  }
}
