/** A bucket for tests: a stand-in that checks signatures, in a process of its own, which a test can kill and freeze. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { CHILD_ENV } from './child-server.ts'

const NAME = 'photos'
/** The one account that the stand-in knows. */
const KEY = 'S3RVER'

export type TestBucket = {
  /** Fit for FILES_URL. */
  url: string
  /** The names of the stored files. */
  names: () => string[]
  kill: () => Promise<void>
  /** Starts it again after `kill`, with its files. */
  start: () => Promise<void>
  /** From now on it accepts connections and answers nothing. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

export const startBucket = async (): Promise<TestBucket> => {
  const folder = mkdtempSync(join(tmpdir(), 'bucket-'))
  let child: ChildProcess | undefined
  let port = 0
  const start = async (): Promise<void> => {
    const args = [join(import.meta.dirname, 'bucket-process.ts'), folder, NAME, String(port)]
    const started = spawn(process.execPath, args, { env: CHILD_ENV, stdio: ['ignore', 'pipe', 'inherit'] })
    child = started
    for await (const line of createInterface(started.stdout)) {
      port = Number(line.split(' ')[1])
      return
    }
    throw new Error('The bucket ended at its start')
  }
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await start()
  const stored = join(folder, NAME)
  return {
    url: `http://${KEY}:${KEY}@127.0.0.1:${port}/${NAME}/site?region=eu-central-1`,
    names: () =>
      (existsSync(stored) ? readdirSync(stored, { recursive: true, encoding: 'utf8' }) : [])
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', '')),
    kill,
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
