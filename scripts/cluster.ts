/**
 * `npm run cluster`: a demo of several processes on this machine, to look at and to break. Three servers share a PostgreSQL and a Redis,
 * with Debian's nginx in front. It listens on this machine alone, and everything that it wrote is gone when it ends.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startLocalPostgres } from '../server/db/postgres/local-server.ts'
import { DEMO_PASSWORD, FREE_EMAIL, PREMIUM_EMAIL } from '../server/seed/demo.ts'
import { buildIfStale } from './build.ts'
import { portIfFree } from '../server/testing/free-port.ts'

const ROOT = join(import.meta.dirname, '..')
const SERVERS = 3
/** A server finishes the requests in flight; whatever takes longer is killed. */
const END_MS = 15_000
const PARENT_LOOK_MS = 500

/** This command does not start; the message says all there is to say. */
class RefusedStart extends Error {}
/** A signal came while the parts were being started. */
class StoppedByUser extends Error {}

type Part = { name: string; pid: number; end: () => Promise<void>; ended?: Promise<unknown> }

const isRoot = process.getuid?.() === 0
let isStopping = false
let isBuilding = false
const endings: (() => unknown)[] = []

const programOf = (...names: string[]): string => {
  // The PATH of a user lacks /usr/sbin on Debian, where nginx is.
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = paths.find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new RefusedStart(`${names.at(-1)} is missing: apt-get install ${names.at(-1)}`)
}

/** A line of its output, the end of the program, or an answer. */
type Ready = RegExp | 'ended' | (() => Promise<void>)

/**
 * Starts a program. It has a process group of its own, so that Ctrl-C in a terminal reaches this process alone, which ends the
 * parts in their order.
 */
const startPart = async (name: string, command: string[], env: NodeJS.ProcessEnv, ready: Ready): Promise<Part> => {
  if (isStopping) throw new StoppedByUser()
  const [program = '', ...args] = command
  // The channel is for `end-with-parent.ts`.
  const channel = program === process.execPath ? (['ipc'] as const) : []
  const child = spawn(program, args, { cwd: ROOT, env, detached: true, stdio: ['ignore', 'pipe', 'pipe', ...channel] })
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve)
    child.once('error', () => resolve(null))
  })
  const end = (): Promise<void> => endChild(child, ended)
  endings.push(end)
  let output = ''
  const line = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-2_000)
        if (ready instanceof RegExp && ready.test(output)) resolve()
      })
  })
  const isDone = ended.then((code) => code === 0 && ready === 'ended')
  const isReady = typeof ready === 'function' ? ready() : line
  const isUp = await Promise.race([isDone, isReady.then(() => true)])
  if (isStopping) throw new StoppedByUser()
  if (!isUp) throw new RefusedStart(`${name} ended at its start: ${output.trim()}`)
  return { name, pid: child.pid ?? 0, end, ended }
}

const endChild = async (child: ChildProcess, ended: Promise<unknown>): Promise<void> => {
  const kill = setTimeout(() => child.kill('SIGKILL'), END_MS)
  child.kill('SIGTERM')
  await ended
  clearTimeout(kill)
}

/** Resolves when the URL answers. */
const answer = async (url: string): Promise<void> => {
  const isUp = await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
  if (isUp) return
  await new Promise((resolve) => setTimeout(resolve, 100)) // nginx says nothing when it is ready.
  return answer(url)
}

const serverCommand = [
  process.execPath,
  // If this process is killed, its servers end too.
  '--import',
  join(ROOT, 'scripts', 'dev', 'end-with-parent.ts'),
  join(ROOT, 'server', 'main.ts'),
]
const SERVER_READY = /Visavis is ready/

const startDatabase = async (): Promise<{ url: string; part: Part }> => {
  if (isStopping) throw new StoppedByUser()
  const postgres = await startLocalPostgres({ settings: ['max_connections=200'], detached: true }).catch(
    (error: unknown) => {
      throw new RefusedStart(`PostgreSQL does not start: ${error instanceof Error ? error.message : String(error)}`)
    },
  )
  endings.push(postgres.stop)
  const urlOf = (user: string, database: string): string =>
    `postgres://${user}@/${database}?host=${encodeURIComponent(postgres.folder)}`
  const client = new Client({ connectionString: urlOf('visavis', 'postgres') })
  await client.connect()
  // The site's own role is no superuser, as on a real machine.
  for (const statement of ['create role site login', 'create database site owner site']) await client.query(statement)
  await client.end()
  return { url: urlOf('site', 'site'), part: { name: 'PostgreSQL', pid: postgres.pid() ?? 0, end: postgres.stop } }
}

/** The sample of `deploy/`, without TLS and with this machine's ports. */
const nginxSettings = (folder: string, port: number, serverPorts: readonly number[]): string => {
  const servers = serverPorts.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`).join('\n')
  const site = readFileSync(join(ROOT, 'deploy', 'cluster', 'nginx.conf'), 'utf8')
    .replaceAll(/( *server (?:haproxy|visavis\d):300[01].*\n)+/g, () => `${servers}\n`)
    .replaceAll(/^ *(?:ssl_certificate|server_name|error_log).*$/gm, '')
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    // The port belongs to the origin here.
    .replace('Host $host', 'Host $http_host')
    .replace('X-Forwarded-Proto https', 'X-Forwarded-Proto http')
    .replace('/opt/visavis', ROOT)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (path) => `${path}_temp_path ${folder}/${path};`,
  )
  return `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; ${isRoot ? 'user root;' : ''}
    events {}
    http { access_log off; ${temporary.join(' ')}
${site}
    }`
}

/** The ports that follow, as far as they are free. */
const portsAfter = async (port: number, count: number): Promise<number[]> => {
  const ports: number[] = []
  for (let next = port + 1; ports.length < count && next <= 65_535; next += 1)
    if ((await portIfFree(next)) !== null) ports.push(next)
  return ports
}

const start = async (): Promise<void> => {
  const wanted = process.env['PORT'] ?? '3000'
  if (!/^\d{1,5}$/.test(wanted) || Number(wanted) > 65_000)
    throw new RefusedStart(`PORT is ${wanted}, which is no port.`)
  const [redis, nginx] = [programOf('valkey-server', 'redis-server'), programOf('nginx')]
  const port = await portIfFree(Number(wanted))
  if (port === null) throw new RefusedStart(`Port ${wanted} is in use. Choose another one: PORT=3010 npm run cluster`)
  isBuilding = true
  await buildIfStale()
  isBuilding = false

  const folder = mkdtempSync(join(tmpdir(), 'visavis-cluster-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  const origin = `http://localhost:${port}`
  /** Nothing of the caller's settings, which may be those of a real site. */
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: tmpdir(),
    ENV_FILE: '/dev/null',
    MODE: 'demo',
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: origin,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  }
  const [redisPort = 0, ...serverPorts] = await portsAfter(port, 1 + SERVERS)

  console.log('Making demo members on SQLite, and moving them to PostgreSQL …')
  const database = await startDatabase()
  // A demo's first start on SQLite makes the members, their photos, and what waits at the desk.
  const seeder = await startPart('The seeder', serverCommand, { ...env, PORT: String(redisPort) }, SERVER_READY)
  await seeder.end()
  const shared = { ...env, DATABASE_URL: database.url, BUS_URL: `redis://127.0.0.1:${redisPort}` }
  const move = [process.execPath, join(ROOT, 'scripts', 'move-to-postgres.ts')]
  await startPart('The move to PostgreSQL', move, shared, 'ended')

  const redisArgs = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  const bus = await startPart('Redis', [redis, ...redisArgs], env, /Ready to accept connections/)
  const servers: Part[] = []
  for (const [index, port] of serverPorts.entries())
    servers.push(await startPart(`Server ${index + 1}`, serverCommand, { ...shared, PORT: String(port) }, SERVER_READY))
  const settings = join(folder, 'nginx.conf')
  writeFileSync(settings, nginxSettings(folder, port, serverPorts))
  const entry = await startPart('nginx', [nginx, '-e', 'stderr', '-c', settings], env, () => answer(`${origin}/readyz`))
  const parts = [...servers, entry, bus, database.part]
  for (const { name, ended } of parts) void ended?.then(() => isStopping || console.log(`${name} has ended.`))
  console.log(`
Visavis runs in three processes: ${origin}
Log in as ${FREE_EMAIL} or ${PREMIUM_EMAIL}, password ${DEMO_PASSWORD}. The desk is at ${origin}/desk.

${parts.map(({ name, pid }) => `  ${name.padEnd(12)} process ${pid}`).join('\n')}

Kill any server (kill -9): the others go on. Ctrl-C ends everything and removes its data.
psql '${database.url}'
redis-cli -p ${redisPort}`)
}

const started = start()

const endAll = async (): Promise<void> => {
  for (let end = endings.pop(); end; end = endings.pop()) await end()
}

const stop = async (code: number): Promise<void> => {
  // npm passes on a signal that this process gets from the terminal too.
  if (isStopping) return
  isStopping = true
  await endAll()
  // A part may have started meanwhile. A build leaves nothing behind.
  if (!isBuilding) await Promise.allSettled([started])
  await endAll()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// npm may be killed without passing a signal on.
const parent = process.ppid
setInterval(() => process.ppid !== parent && void stop(1), PARENT_LOOK_MS).unref()

try {
  await started
} catch (error) {
  if (error instanceof RefusedStart) console.error(error.message)
  else if (!(error instanceof StoppedByUser) && !isStopping) console.error(error)
  await stop(1)
}
