/** `npm run cluster`, as a person uses it. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { uuidv7 } from '#contract/rules/ids.ts'
import { DEMO_PASSWORD, FREE_EMAIL, PREMIUM_EMAIL } from '../seed/demo.ts'
import { callsOn, type Call } from '../testing/calls.ts'
import { seededBytes } from '../testing/random.ts'
import { freePort } from '../testing/free-port.ts'

const COMMAND = join(import.meta.dirname, '../../scripts/cluster.ts')
/** The first run builds the app. */
const TEST_MS = 600_000

/** Runs the command with a folder of its own for everything that it writes. */
const runCluster = (env: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'visavis-command-'))
  // PostgreSQL runs as another user if this one is root.
  chmodSync(folder, 0o755)
  const child = spawn(process.execPath, [COMMAND], { env: { PATH: process.env['PATH'], TMPDIR: folder, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)
  return { child, exited, output: () => output, left: () => readdirSync(folder) }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const logIn = async (entry: Parameters<typeof callsOn>[0], email: string): Promise<Call> => {
  const { status, headers } = await callsOn(entry)('user.login', { body: { email, password: DEMO_PASSWORD } })
  expect(status).toBe(200)
  return callsOn(entry, headers.get('set-cookie')?.split(';')[0])
}

/** The messages that a device gets after a place in its feed. */
const receivedBy = async (member: Call, after: number): Promise<number[]> => {
  const { body } = await member('sync', { query: { after: String(after) } })
  const ids = body.messages.map(({ id }) => id)
  return body.more ? [...ids, ...(await receivedBy(member, body.seq))] : ids
}

test(
  '[OPS-8] one command starts three processes that take writes, also after a kill, and a signal ends them all',
  async () => {
    const port = await freePort()
    const { child, exited, output, left } = runCluster({ PORT: String(port) })
    await expect.poll(() => output().includes('redis-cli') || child.exitCode !== null, { timeout: TEST_MS }).toBe(true)
    expect(output()).toContain('redis-cli')
    const parts = [...output().matchAll(/^ {2}(\S.*?) +process (\d+)$/gm)].map(([, name, pid]) => [name, Number(pid)])
    expect(parts.map(([name]) => name)).toEqual(['Server 1', 'Server 2', 'Server 3', 'nginx', 'Redis', 'PostgreSQL'])
    const origin = `http://localhost:${port}`
    expect(await (await fetch(origin)).text()).toContain('<title')

    const entry = { request: (url: string, init?: RequestInit) => fetch(url.replace('http://localhost', origin), init) }
    const [free, premium] = [await logIn(entry, FREE_EMAIL), await logIn(entry, PREMIUM_EMAIL)]
    const recipient = (await free('user.get')).body.user?.id ?? 0
    const { seq } = (await free('sync', { query: { after: '0' } })).body
    const random = seededBytes('command')
    const sent: number[] = []
    /** As a device, which repeats what a dying server has left unanswered. */
    const send = async (): Promise<void> => {
      const draft = { client_id: uuidv7(Date.now(), random(10)), profile: recipient, type: 'text', text: 'Hi' } as const
      const status = async (): Promise<number> => {
        const { status: answered, body } = await premium('messages.send', { body: draft })
        if (answered < 300) sent.push(body.message.id)
        return answered
      }
      await expect.poll(status, { timeout: 30_000 }).toBeOneOf([200, 201])
    }
    // More messages than servers, so that each gets some.
    for (let nth = 0; nth < 4; nth += 1) await send()
    process.kill(Number(parts[0]?.[1]), 'SIGKILL')
    for (let nth = 0; nth < 4; nth += 1) await send()
    const received = (await receivedBy(free, seq)).filter((id) => sent.includes(id))
    expect([received.length, new Set(received)]).toEqual([8, new Set(sent)])
    await expect.poll(output).toContain('Server 1 has ended.')

    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(parts.filter(([, pid]) => isAlive(Number(pid)))).toEqual([])
    expect(left()).toEqual([])
  },
  TEST_MS,
)

test('a port that is in use is one sentence, and nothing is left', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void other.close())
  const { exited, output, left } = runCluster({ PORT: String(port) })
  expect(await exited).toBe(1)
  expect(output()).toBe(`Port ${port} is in use. Choose another one: PORT=3010 npm run cluster\n`)
  expect(left()).toEqual([])
}, 60_000)

test('a missing program is one sentence, and nothing is left', async () => {
  const { exited, output, left } = runCluster({ PORT: String(await freePort()), PATH: '/nowhere' })
  expect(await exited).toBe(1)
  expect(output()).toBe('redis-server is missing: apt-get install redis-server\n')
  expect(left()).toEqual([])
}, 60_000)

test(
  'a part that cannot start is one sentence, and ends what has started',
  async () => {
    const { exited, output, left } = runCluster({ PORT: String(await freePort()), POSTGRES_BIN: '/nowhere' })
    expect(await exited).toBe(1)
    expect(output()).toContain('PostgreSQL does not start: ')
    expect(left()).toEqual([])
  },
  TEST_MS,
)
