import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runJobsInProcesses } from '../testing/job-processes.ts'
import { isPostgres } from '../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { startBeat } from './beat.ts'
import { createJobLoop, type JobHandlers } from './loop.ts'

let server: TestServer
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await createTestServer()
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

const silent = pino({ level: 'silent' })

/** The clock that measures how long a beat does not advance. */
let ms = 0

/** A process with one kind of job. Its timer does not run: a test makes it beat. */
const processOf = async (name: string, run: JobHandlers['mail.reset']) => {
  let names = 0
  const beat = await startBeat({
    ...server.deps,
    log: silent,
    monotonic: () => ms,
    newWorker: () => `${name} ${(names += 1)}`,
    kick: (kinds) => loop.kick(kinds),
  })
  const loop = createJobLoop({
    ...server.deps,
    worker: name,
    beat,
    log: silent,
    random: () => 0,
    // Only jobs of this kind are in the table.
    handlers: { 'mail.reset': run } as JobHandlers,
  })
  return { beat, loop }
}

/** Lets processes beat for some time, twice a second. */
const pass = async (time: number, ...processes: { beat: { turn: () => Promise<void> } }[]): Promise<void> => {
  for (let passed = 0; passed < time; passed += 500) {
    ms += 500
    for (const { beat } of processes) await beat.turn()
  }
}

/** A loop without a beat, as on a database of its own. */
const loopOf = (worker: string, run: JobHandlers['mail.reset']) =>
  createJobLoop({
    ...server.deps,
    worker,
    log: silent,
    random: () => 0,
    handlers: { 'mail.reset': run } as JobHandlers,
  })

const addJobs = (count: number): Promise<void> =>
  server.deps.write(async (tx) => {
    for (let member = 1; member <= count; member += 1)
      await tx.jobs.add({ kind: 'mail.reset', payload: { member } }, server.deps.now())
  })

const leased = () => server.sql('select leased_by, count(*) as n from jobs group by 1')

const never = new Promise<never>(() => undefined)

test('a beat finds the kinds of due jobs by one statement', async () => {
  await addJobs(2)
  await server.deps.write(async (tx) => {
    await tx.jobs.add({ kind: 'mail.activation', payload: { member: 1 }, runAt: server.deps.now() + 1 }, 0)
  })
  const single = vi.spyOn(server.deps.read.jobs, 'isDue')
  const kicked: string[][] = []
  const beat = await startBeat({
    ...server.deps,
    log: silent,
    monotonic: () => ms,
    newWorker: () => 'one',
    kick: (kinds) => kicked.push([...kinds]),
  })
  await beat.turn()
  expect(kicked).toEqual([['mail.reset']])
  server.sql(`update jobs set leased_by = 'other' where kind = 'mail.reset'`)
  await beat.turn()
  expect(kicked[1]).toEqual([])
  expect(single).not.toHaveBeenCalled()
})

test('[OPS-10] the jobs of a dead process run elsewhere within three seconds, and not within the first one and a half', async () => {
  await addJobs(1)
  let started = 0
  const dying = await processOf('dying', () => {
    started += 1
    return never
  })
  const ran: number[] = []
  const other = await processOf('other', async ({ member }) => void ran.push(member))
  dying.loop.kick()
  await expect.poll(() => started).toBe(1)
  await pass(5_000, dying, other)
  expect(ran).toEqual([])
  // The process dies right after a beat that the other has not seen yet.
  await dying.beat.turn()
  await pass(1_500, other)
  expect(ran).toEqual([])
  await pass(1_000, other)
  await expect.poll(() => ran).toEqual([1])
})

test('[OPS-10] a process that slept does not finish the job that another one has taken, and runs none of its waiting jobs', async () => {
  await addJobs(8)
  const { promise, resolve } = Promise.withResolvers<void>()
  let started = 0
  const asleep = await processOf('asleep', () => {
    started += 1
    return promise
  })
  asleep.loop.kick()
  // The loop runs four jobs and has leased the other four.
  await expect.poll(() => started).toBe(4)
  let taken = 0
  const other = await processOf('other', () => {
    taken += 1
    return never
  })
  await pass(3_000, other)
  await expect.poll(() => taken).toBe(4)
  resolve()
  await asleep.loop.runDue()
  expect([started, leased()]).toEqual([4, [{ leased_by: 'other 1', n: 8 }]])

  // The process comes back under another name.
  await asleep.beat.turn()
  expect(asleep.beat.worker()).toBe('asleep 2')
  await addJobs(1)
  await asleep.loop.runDue()
  expect([started, leased()]).toEqual([5, [{ leased_by: 'other 1', n: 8 }]])
})

test('[OPS-10] a process that beats at the moment when another one takes it for dead is not forgotten, and its jobs run nowhere else', async () => {
  await addJobs(1)
  const { beat } = await processOf('slow', () => never)
  server.sql('update jobs set leased_by = ?', beat.worker())
  const forget = (seen: number) => server.deps.write((tx) => tx.jobProcesses.forget(beat.worker(), seen), [])
  const beatsSeen = async () => (await server.deps.read.jobProcesses.all())[0]?.beat ?? 0
  const before = await beatsSeen()
  await beat.turn()
  expect(await forget(before)).toBe(false)
  expect(await server.deps.read.jobProcesses.all()).toHaveLength(1)
  expect(leased()).toEqual([{ leased_by: 'slow 1', n: 1 }])
  expect(await forget(await beatsSeen())).toBe(true)
  expect(leased()).toEqual([{ leased_by: null, n: 1 }])
})

test('[OPS-10] a process that was just forgotten leases no job until it is known again', async () => {
  let ran = 0
  const { beat, loop } = await processOf('slow', () => Promise.resolve(void (ran += 1)))
  server.sql('delete from job_processes')
  await addJobs(1)
  await loop.runDue()
  expect([ran, leased()]).toEqual([0, [{ leased_by: null, n: 1 }]])
  await beat.turn()
  await loop.runDue()
  expect([ran, leased()]).toEqual([1, []])
})

test('[OPS-10] a process that slept itself takes nobody for dead by what it saw before', async () => {
  await addJobs(1)
  let started = 0
  const working = await processOf('working', () => {
    started += 1
    return never
  })
  working.loop.kick()
  await expect.poll(() => started).toBe(1)
  const ran: number[] = []
  const sleeper = await processOf('sleeper', async ({ member }) => void ran.push(member))
  await pass(1_000, sleeper)
  ms += 60_000
  await pass(1_500, sleeper)
  expect(ran).toEqual([])
  expect(server.sql('select leased_by from jobs')).toEqual([{ leased_by: 'working 1' }])
})

test('[OPS-10] a process whose writes all wait still beats', { skip: !isPostgres }, async () => {
  const beat = await startBeat({
    ...server.deps,
    log: silent,
    monotonic: () => ms,
    newWorker: () => 'waiting',
    kick: () => undefined,
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 12 }, () => server.deps.write(() => promise))
  await beat.turn()
  await beat.turn()
  expect(server.sql('select id, beat from job_processes')).toEqual([{ id: 'waiting', beat: 2 }])
  resolve()
  await Promise.all(waiting)
})

test('[OPS-10] a job that an unknown process has leased is free after two seconds', async () => {
  await addJobs(1)
  server.sql(`update jobs set leased_by = 'gone'`)
  const ran: number[] = []
  const next = await processOf('next', async ({ member }) => void ran.push(member))
  await pass(1_500, next)
  expect(ran).toEqual([])
  await pass(1_500, next)
  await expect.poll(() => ran).toEqual([1])
})

test('a process finds the jobs that another one adds at its next beat', async () => {
  const ran: number[] = []
  const jobs = await processOf('jobs', async ({ member }) => void ran.push(member))
  await addJobs(2)
  await pass(500, jobs)
  await expect.poll(() => ran).toEqual([1, 2])
})

test('[OPS-10] a loop that was taken for dead does not change the row that another loop runs', async () => {
  await addJobs(1)
  const { promise, reject } = Promise.withResolvers<void>()
  let isStarted = false
  const paused = loopOf('paused', () => {
    isStarted = true
    return promise
  })
  paused.kick()
  await expect.poll(() => isStarted).toBe(true)
  server.sql(`update jobs set leased_by = null`)
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
  let started = 0
  const stopping = loopOf('stopping', () => {
    started += 1
    return promise
  })
  stopping.kick()
  // The leases are visible before the first job starts.
  await expect.poll(() => started).toBe(4)
  expect(server.sql('select count(*) as n from jobs where leased_by is not null')).toEqual([{ n: 8 }])
  const stopped = stopping.stop()
  resolve()
  await stopped
  expect(server.sql('select count(*) as n from jobs where leased_by is not null')).toEqual([{ n: 0 }])
  const ran: number[] = []
  await loopOf('next', async ({ member }) => void ran.push(member)).runDue()
  expect(ran).toHaveLength(16)
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

// The processes open SQLite's file; `db/postgres/jobs-once.test.ts` is about PostgreSQL.
test(
  '[OPS-10] two processes on one database run each of 200 jobs once',
  { skip: isPostgres, timeout: 120_000 },
  async () => {
    await addJobs(200)
    const [one = [], other = []] = await runJobsInProcesses(server.db.$client.name, ['one', 'other'])
    expect([...one, ...other].toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 200 }, (_, index) => String(index + 1)),
    )
    expect(Math.min(one.length, other.length)).toBeGreaterThan(0)
  },
)

test('[OPS-13] a beat that fails is logged at each change of the reason, and once when it works again', async () => {
  let reason: string | null = null
  const lines: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) })
  const { read } = server.deps
  let queries = 0
  const all: typeof read.jobProcesses.all = () => {
    if (reason === null) return read.jobProcesses.all()
    // As the query builder reports it: with the values of the query, which has the time.
    queries += 1
    const failed = new Error(`Failed query: ${queries}`, { cause: new Error(reason) })
    return Promise.reject(Object.assign(failed, { params: [queries] }))
  }
  const beat = await startBeat({
    ...server.deps,
    read: { ...read, jobProcesses: { ...read.jobProcesses, all } },
    log,
    monotonic: () => ms,
    newWorker: () => 'one',
    kick: () => undefined,
  })
  for (reason of ['connect ECONNREFUSED', 'connect ECONNREFUSED', 'starting up', 'starting up', null, null])
    await beat.turn()
  expect(lines.map((line) => /ECONNREFUSED|starting up|works again/.exec(line)?.[0])).toEqual([
    'ECONNREFUSED',
    'starting up',
    'works again',
  ])
})
