import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../server/testing/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PATIENCE = { timeout: 60_000, interval: 100 }

let dataDir = ''
/** Vitest sets MODE and NODE_ENV to values of its own. */
const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'development',
  MODE: 'demo',
  DATA_DIR: dataDir,
})
const started = new Set<ChildProcess>()

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'visavis-dev-'))
  await promisify(execFile)(process.execPath, [join(root, 'scripts/seed.ts'), '--members', '2', '--seed', '1'], {
    env: environment(),
  })
}, 120_000)

afterAll(async () => {
  for (const { pid } of started) if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const takenPort = async (): Promise<{ port: number; free: () => Promise<void> }> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    free: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const startDevelopment = (
  port: number,
  launcher: readonly string[] = [],
): { process: ChildProcess; output: () => string } => {
  const [command, ...parameters] = [...launcher, process.execPath, join(root, 'scripts/dev.ts')]
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment(), PORT: String(port), LOG_LEVEL: 'silent' },
  })
  started.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => {
      output += bytes.toString()
    })
  return { process: child, output: () => output }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Process ids of a process and everything it started. */
const familyOf = async (pid: number): Promise<number[]> => {
  const list = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const pairs = list.stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const family = [pid]
  for (const member of family)
    family.push(...pairs.flatMap(([child = 0, parent]) => (parent === member ? [child] : [])))
  return family
}

const isReady = async (port: number): Promise<void> =>
  expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      PATIENCE,
    )
    .toBe(true)

describe('[OPS-1] npm run dev', () => {
  test('says in one sentence that its port is in use', async () => {
    const { port, free } = await takenPort()
    const { process: dev, output } = startDevelopment(port)
    const code = await new Promise((resolve) => dev.once('exit', resolve))
    await free()
    expect(code).toBe(1)
    expect(output()).toBe(`Port ${port} is in use. Choose another one: PORT=3010 npm run dev\n`)
  }, 60_000)

  test('serves the app, the desk, the server behind them and a service worker that follows its sources', async () => {
    const port = await freePort()
    const { process: dev } = startDevelopment(port)
    await isReady(port)
    const site = `http://127.0.0.1:${port}`
    expect(await (await fetch(`${site}/main.tsx`)).text()).toContain('createRoot')
    expect((await fetch(`${site}/api/settings`)).status).toBe(200)
    const worker = await fetch(`${site}/sw.js`)
    expect(worker.headers.get('content-type')).toBe('text/javascript')
    const code = await worker.text()
    expect(code).toContain('receivePush')
    const { later } = (await (await fetch(`${site}/assets/later-development.json`)).json()) as { later: string[] }
    expect(later).toEqual([])
    // The desk has one document for all its pages, so its addresses must not depend on the path.
    const desk = await fetch(`${site}/desk/cases/17`, { headers: { accept: 'text/html' } })
    expect(await desk.text()).toContain('src="/desk/main.tsx"')
    expect(await (await fetch(`${site}/desk/main.tsx`)).text()).toContain('desk.tsx')

    const built = join(root, 'dist/dev-worker/sw.js')
    await writeFile(built, '')
    const source = join(root, 'sw/ignored.ts')
    const { atime, mtime } = await stat(source)
    await writeFile(source, await readFile(source))
    await expect.poll(() => readFile(built, 'utf8'), PATIENCE).toContain('receivePush')
    // A newer source would make the production build stale, and `npm test` would build twice.
    await utimes(source, atime, mtime)
    dev.kill('SIGTERM')
    await new Promise((resolve) => dev.once('exit', resolve))
  }, 120_000)

  test.each([
    ['interrupted', 'SIGINT', []],
    // `npm run test:long` sets FUZZ=large. Each of these starts everything once more.
    ...(process.env['FUZZ'] === 'large'
      ? [['terminated', 'SIGTERM', []] as const, ['killed', 'SIGKILL', []] as const]
      : []),
    // npm too puts a shell between the terminal and the command.
    ['left behind by a killed parent', 'SIGKILL', ['sh', '-c', '"$0" "$@"; true']],
  ] as const)(
    'leaves no process when it is %s',
    async (_, signal, launcher) => {
      const port = await freePort()
      const { process: dev } = startDevelopment(port, launcher)
      await isReady(port)
      const family = await familyOf(dev.pid ?? 0)
      expect(family.length).toBeGreaterThan(1)
      dev.kill(signal)
      await expect.poll(() => family.filter(isAlive), PATIENCE).toEqual([])
    },
    120_000,
  )
})
