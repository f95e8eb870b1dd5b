import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { createJobLoop, type JobHandlers } from './loop.ts'
import { LEASE_MS } from './queries.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const loopOf = (worker: string, run: JobHandlers['mail.reset']) =>
  createJobLoop({
    ...server.deps,
    worker,
    log: pino({ level: 'silent' }),
    random: () => 0,
    // Only jobs of this kind are in the table.
    handlers: { 'mail.reset': run } as JobHandlers,
  })

const addJobs = (count: number): Promise<void> =>
  server.deps.write(async (tx) => {
    for (let member = 1; member <= count; member += 1)
      await tx.jobs.add({ kind: 'mail.reset', payload: { member } }, server.deps.now())
  })

const never = new Promise<never>(() => undefined)

test('[OPS-10] the jobs of a crashed loop run elsewhere once their lease has run out, and not before', async () => {
  await addJobs(1)
  let started = 0
  const dying = loopOf('dying', () => {
    started += 1
    return never
  })
  dying.kick()
  await expect.poll(() => started).toBe(1)
  const ran: number[] = []
  const other = loopOf('other', async ({ member }) => void ran.push(member))
  server.clock.advance(LEASE_MS - 1)
  await other.runDue()
  expect(ran).toEqual([])
  server.clock.advance(1)
  await other.runDue()
  expect(ran).toEqual([1])
})

test('[OPS-10] a loop renews the leases of its jobs for as long as they run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await addJobs(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  let isStarted = false
  const slow = loopOf('slow', () => {
    isStarted = true
    return promise
  })
  slow.kick()
  await vi.waitFor(() => expect(isStarted).toBe(true))
  const ran: number[] = []
  const other = loopOf('other', async ({ member }) => void ran.push(member))
  for (let passed = 0; passed < 4 * LEASE_MS; passed += LEASE_MS / 4) {
    server.clock.advance(LEASE_MS / 4)
    await vi.advanceTimersByTimeAsync(LEASE_MS / 4)
    await server.deps.settled()
    await other.runDue()
  }
  expect(ran).toEqual([])
  resolve()
  await slow.stop()
  expect(server.sql('select id from jobs')).toEqual([])
})

test('[OPS-10] a loop that lost its lease does not change the row that another loop runs', async () => {
  await addJobs(1)
  const { promise, reject } = Promise.withResolvers<void>()
  let isStarted = false
  const paused = loopOf('paused', () => {
    isStarted = true
    return promise
  })
  paused.kick()
  await expect.poll(() => isStarted).toBe(true)
  server.clock.advance(LEASE_MS)
  let isTaken = false
  const other = loopOf('other', () => {
    isTaken = true
    return never
  })
  other.kick()
  await expect.poll(() => isTaken).toBe(true)
  reject(new Error('late'))
  await paused.stop()
  expect(server.sql('select attempts, leased_by from jobs')).toEqual([{ attempts: 0, leased_by: 'other' }])
})

test('[OPS-10] a loop that stops gives back the jobs that it has not started', async () => {
  await addJobs(20)
  const { promise, resolve } = Promise.withResolvers<void>()
  const stopping = loopOf('stopping', () => promise)
  stopping.kick()
  await expect.poll(() => server.sql('select count(*) as n from jobs where leased_by is not null')).toEqual([{ n: 8 }])
  const stopped = stopping.stop()
  resolve()
  await stopped
  expect(server.sql('select count(*) as n from jobs where leased_by is not null')).toEqual([{ n: 0 }])
  const ran: number[] = []
  await loopOf('next', async ({ member }) => void ran.push(member)).runDue()
  expect(ran).toHaveLength(16)
})

test('[OPS-14] a lease that a wrong clock wrote for a far day does not block its job', async () => {
  await addJobs(1)
  server.sql(`update jobs set leased_by = 'gone', leased_until = ?`, server.clock.now() + 40 * 86_400_000)
  const ran: number[] = []
  await loopOf('next', async ({ member }) => void ran.push(member)).runDue()
  expect(ran).toEqual([1])
})

test('[OPS-10] a look that finds no due job writes nothing', async () => {
  let writes = 0
  const write = ((body: Parameters<typeof server.deps.write>[0]) => {
    writes += 1
    return server.deps.write(body)
  }) as typeof server.deps.write
  const loop = createJobLoop({
    ...server.deps,
    write,
    worker: 'idle',
    log: pino({ level: 'silent' }),
    random: () => 0,
    handlers: {} as JobHandlers,
  })
  await loop.runDue()
  expect(writes).toBe(0)
})

test('[OPS-10] two processes on one database run each of 200 jobs once', async () => {
  await addJobs(200)
  const file = server.db.$client.name
  const processes = ['one', 'other'].map((name) =>
    spawn(process.execPath, [join(import.meta.dirname, '../testing/job-process.ts'), file, name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  onTestFinished(() => {
    for (const child of processes) child.kill('SIGKILL')
  })
  const ran = processes.map(linesOf)
  const command = (line: string): void => {
    for (const { stdin } of processes) stdin.write(`${line}\n`)
  }
  await expect.poll(() => ran.every((lines) => lines[0] === 'ready'), { timeout: 30_000 }).toBe(true)
  command('go')
  await expect.poll(() => ran.every((lines) => lines.length > 1), { timeout: 30_000 }).toBe(true)
  const closed = processes.map((child) => once(child, 'close'))
  command('both')
  await Promise.all(closed)
  const [one = [], other = []] = ran.map((lines) => lines.slice(1))
  expect([...one, ...other].toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 200 }, (_, index) => String(index + 1)),
  )
  expect(Math.min(one.length, other.length)).toBeGreaterThan(0)
}, 90_000)

const linesOf = (child: ChildProcess): string[] => {
  const lines: string[] = []
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line))
  return lines
}
