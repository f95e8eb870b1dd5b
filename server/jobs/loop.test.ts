import { setTimeout as later } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { UnavailableError } from '../db/engine.ts'
import { groupedWrites } from '../db/grouped-writes.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import type { Deps } from '../deps.ts'
import type { JobPayload } from './kinds.ts'
import { attemptsMax, PermanentFailure, pauseAfter, RetryLater } from './retries.ts'
import { createJobLoop, type JobHandlers } from './loop.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const loopWith = (
  handlers: Partial<JobHandlers>,
  write: Deps['write'] = server.deps.write,
  changes: Partial<Parameters<typeof createJobLoop>[0]> = {},
) =>
  createJobLoop({
    ...server.deps,
    write,
    writeGrouped: groupedWrites(write, 1),
    worker: 'test',
    log: pino({ level: 'silent' }),
    random: () => 0,
    // This test runs only a few kinds of jobs.
    handlers: handlers as JobHandlers,
    ...changes,
  })

const failsForOne = async ({ member }: JobPayload<'mail.activation'>) => {
  if (member === 8) throw new Error('no route')
}
/** Each job ends in a turn of its own. */
const endsApart = ({ message }: JobPayload<'push.message'>) => later(message % 40)

const addJob = (member: number, uniqueKey?: string, runAt?: number) =>
  server.deps.write((tx) =>
    tx.jobs.add(
      {
        kind: 'mail.activation',
        payload: { member },
        ...(uniqueKey === undefined ? {} : { uniqueKey }),
        ...(runAt === undefined ? {} : { runAt }),
      },
      server.deps.now(),
    ),
  )
const rows = () => server.sql('select kind, attempts, failed_at, last_error, run_at from jobs order by id')

test('[SAFE-10] a write that adds jobs wakes the loop once after its commit, and a write that fails does not', async () => {
  let kicks = 0
  const woken = await createTestServer({ kickJobs: () => (kicks += 1) })
  const at = woken.deps.now()
  await woken.deps.write(async (tx) => {
    await tx.jobs.add({ kind: 'mail.activation', payload: { member: 7 } }, at)
    await tx.jobs.addDue({ kind: 'mail.activation', payload: { member: 8 } }, at)
    expect(kicks).toBe(0)
  })
  expect(kicks).toBe(1)
  const failed = woken.deps.write(async (tx) => {
    await tx.jobs.add({ kind: 'mail.activation', payload: { member: 9 } }, at)
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await woken.deps.write(() => undefined)
  expect(kicks).toBe(1)
  await woken.close()
})

test('[OPS-4] a stop does not wait for a job that takes minutes, which runs again after the next start', async () => {
  const started = Promise.withResolvers<void>()
  const never = new Promise<undefined>(() => undefined)
  const walk = async () => {
    started.resolve()
    return never
  }
  const loop = loopWith({ 'mail.activation': walk }, server.deps.write, { stopMs: 1 })
  await addJob(7)
  loop.kick()
  await started.promise
  await loop.stop()
  const ran: JobPayload<'mail.activation'>[] = []
  await loopWith({ 'mail.activation': async (payload) => void ran.push(payload) }).runDue()
  expect(ran).toEqual([{ member: 7 }])
})

test('a job runs once when it succeeds, and its row is gone', async () => {
  const ran: JobPayload<'mail.activation'>[] = []
  const loop = loopWith({ 'mail.activation': async (payload) => void ran.push(payload) })
  await addJob(7)
  await addJob(8)
  await loop.runDue()
  expect(ran).toEqual([{ member: 7 }, { member: 8 }])
  expect(rows()).toEqual([])
})

test('[OPS-8] the end of a job depends on no other row, so that ends of several jobs do not conflict', async () => {
  const holdings: unknown[] = []
  const write: Deps['write'] = (body, holds) => {
    holdings.push(typeof holds === 'function' ? holds() : holds)
    return server.deps.write(body, holds)
  }
  const loop = loopWith({ 'mail.activation': failsForOne }, write)
  await addJob(7)
  await addJob(8)
  await loop.runDue()
  // One claim, the end of the first job and the retry of the second.
  expect(holdings).toEqual([[], [], []])
})

test('[OPS-7] many jobs that run at the same time end in few writes, and no row is left', async () => {
  let writes = 0
  const write: Deps['write'] = (body, holds) => {
    writes += 1
    return server.deps.write(body, holds)
  }
  const loop = loopWith({ 'push.message': endsApart }, write)
  await server.deps.write(async (tx) => {
    for (let message = 1; message <= 400; message += 1)
      await tx.jobs.add({ kind: 'push.message', payload: { message, recipient: 1 } }, server.deps.now())
  })
  await loop.runDue()
  expect(rows()).toEqual([])
  expect(writes).toBeLessThan(20)
})

test('[OPS-10] jobs that end together are deleted, except one that another process runs by now', async () => {
  for (let member = 1; member <= 3; member += 1) await addJob(member)
  server.sql(`update jobs set leased_by = case id when 2 then 'other' else 'own' end`)
  await server.deps.write((tx) => tx.jobs.finish([1, 2], 'own'))
  expect(server.sql('select id, leased_by from jobs order by id')).toEqual([
    { id: 2, leased_by: 'other' },
    { id: 3, leased_by: 'own' },
  ])
})

test('[OPS-10] a job that ends while the database takes no writes is stored later, and is not run again', async () => {
  let isAway = false
  let refused = 0
  const write: Deps['write'] = (body, holds) => {
    if (!isAway) return server.deps.write(body, holds)
    refused += 1
    return Promise.reject(new UnavailableError('PostgreSQL does not answer'))
  }
  const ran: number[] = []
  const loop = loopWith(
    {
      'mail.activation': async (payload) => {
        ran.push(payload.member)
        isAway = true
        await failsForOne(payload)
      },
    },
    write,
  )
  await addJob(7)
  await addJob(8)
  loop.kick()
  await expect.poll(() => refused).toBeGreaterThan(1)
  isAway = false
  await expect.poll(rows, { timeout: 10_000 }).toMatchObject([{ attempts: 1, last_error: 'no route' }])
  await loop.runDue()
  expect(ran).toEqual([7, 8])
})

test('[OPS-12] while the database does not answer, the log has one line about the jobs of all kinds', async () => {
  const lines: string[] = []
  let isAway = true
  const { read } = server.deps
  const loop = loopWith({ 'mail.activation': () => Promise.resolve() }, server.deps.write, {
    log: pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) }),
    read: {
      ...read,
      jobs: {
        ...read.jobs,
        isDue: (...asked) =>
          isAway ? Promise.reject(new UnavailableError('PostgreSQL does not answer')) : read.jobs.isDue(...asked),
      },
    },
  })
  await addJob(7)
  for (let outage = 1; outage <= 2; outage += 1) {
    isAway = true
    await loop.runDue()
    await loop.runDue()
    expect(lines.filter((line) => line.includes('the database does not answer, so jobs wait'))).toHaveLength(outage)
    isAway = false
    await loop.runDue()
  }
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
  expect(rows()).toEqual([])
})

test('[OPS-10] a job whose lease was stored and not answered runs at the next look', async () => {
  let isLost = true
  const write: Deps['write'] = async (body, holds) => {
    const result = await server.deps.write(body, holds)
    if (isLost) throw new UnavailableError('The connection broke during a commit')
    return result
  }
  const ran: number[] = []
  const loop = loopWith({ 'mail.activation': async ({ member }) => void ran.push(member) }, write)
  await addJob(7)
  await loop.runDue()
  expect([ran, server.sql('select leased_by from jobs')]).toEqual([[], [{ leased_by: 'test' }]])
  isLost = false
  await loop.runDue()
  expect([ran, rows()]).toEqual([[7], []])
})

test('a failed job is retried with growing pauses, and fails for good after the last attempt', async () => {
  let runs = 0
  const loop = loopWith({
    'mail.activation': async () => {
      runs += 1
      throw new Error('no route')
    },
  })
  await addJob(7)
  const pauses: number[] = []
  for (let attempt = 1; attempt < attemptsMax('mail.activation'); attempt += 1) {
    await loop.runDue()
    expect(runs).toBe(attempt)
    const [row] = rows()
    expect(row).toMatchObject({ attempts: attempt, failed_at: null, last_error: 'no route' })
    const pause = Number(row?.['run_at']) - server.clock.now()
    pauses.push(pause)
    server.clock.advance(pause - 1)
    await loop.runDue()
    expect(runs).toBe(attempt)
    server.clock.advance(1)
  }
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  await loop.runDue()
  expect(rows()).toMatchObject([{ attempts: attemptsMax('mail.activation'), failed_at: server.clock.now() }])
  server.clock.advance(365 * 86_400_000)
  await loop.runDue()
  expect(runs).toBe(attemptsMax('mail.activation'))
})

test('a handler can set the time of its retry, or give the job up', async () => {
  const loop = loopWith({
    'mail.activation': async ({ member }) => {
      if (member === 1) throw new RetryLater('busy', 90_000)
      throw new PermanentFailure('nobody there')
    },
  })
  await addJob(1)
  await addJob(2, 'once')
  await loop.runDue()
  expect(rows()).toMatchObject([
    { run_at: server.clock.now() + 90_000, failed_at: null },
    { failed_at: server.clock.now(), last_error: 'nobody there' },
  ])
  // The given-up job does not block the next job of its key.
  await addJob(2, 'once')
  expect(rows()).toHaveLength(3)
})

test('at most one job of a key waits', async () => {
  await addJob(1, 'activation:1')
  await addJob(1, 'activation:1')
  expect(rows()).toHaveLength(1)
})

test('a job that is not due waits, and a slow job does not block other jobs', async () => {
  const ran: number[] = []
  const { promise: slow, resolve: release } = Promise.withResolvers<void>()
  const loop = loopWith({
    'mail.activation': async ({ member }) => {
      if (member === 1) await slow
      ran.push(member)
      if (member === 20) release()
    },
  })
  await addJob(99, undefined, server.clock.now() + 1)
  for (let member = 1; member <= 20; member += 1) await addJob(member)
  await loop.runDue()
  expect(ran).toHaveLength(20)
  expect(ran.at(-1)).toBe(1)
  expect(rows()).toHaveLength(1)
})

test('[SAFE-10] a job that was unfinished when the server died runs again, at the start of the next server', async () => {
  const never = new Promise<never>(() => undefined)
  let started = 0
  const dying = loopWith({
    'mail.activation': () => {
      started += 1
      return never
    },
  })
  await addJob(7)
  dying.kick()
  await expect.poll(() => started).toBe(1)
  const ran: number[] = []
  const next = loopWith({ 'mail.activation': async ({ member }) => void ran.push(member) })
  // The next server has the lock of the data folder (`start.ts`).
  await server.deps.write((tx) => tx.jobs.release(null))
  await next.runDue()
  expect(ran).toEqual([7])
})

test('a job with a wrong payload fails for good with a reason; a job of a later version waits', async () => {
  server.sql(
    `insert into jobs (kind, payload, run_at) values ('mail.poem', '{}', 0), ('mail.activation', '{"a":1}', 0)`,
  )
  await loopWith({}).runDue()
  expect(rows().map((row) => row['last_error'])).toEqual([null, 'The payload is not what this job takes'])
})

test('a mail server that does not answer delays neither pushes nor the next mail', async () => {
  const { promise: silence, resolve: speak } = Promise.withResolvers<void>()
  const ran: number[] = []
  const loop = loopWith({
    'mail.activation': ({ member }) => (member === 1 ? silence : Promise.resolve(void ran.push(member))),
    'push.message': async ({ message }) => void ran.push(message),
  })
  await addJob(1)
  loop.kick()
  await server.deps.write((tx) => tx.jobs.add({ kind: 'push.message', payload: { message: 100, recipient: 1 } }, 0))
  loop.kick()
  await expect.poll(() => ran).toEqual([100])
  await addJob(2)
  loop.kick()
  await expect.poll(() => ran).toEqual([100, 2])
  speak()
  await loop.stop()
  expect(rows()).toEqual([])
})

test('a job is tried for hours, for a day where another service may be away, and for ever where members have a right to it', () => {
  for (const kind of ['sms.direct_debit', 'photo.check', 'payments.check'] as const) expect(attemptsMax(kind)).toBe(10)
  for (const kind of ['mail.unread', 'push.message', 'fictional.answer'] as const) expect(attemptsMax(kind)).toBe(30)
  for (const kind of ['payments.refund', 'payments.forget', 'sanction.end', 'reminders.round'] as const)
    expect(attemptsMax(kind)).toBe(Infinity)
})

test('a pause is three times the one before, up to an hour and a quarter', () => {
  expect([0, 1, 2].map((attempts) => pauseAfter(attempts, 0))).toEqual([5_000, 15_000, 45_000])
  expect(pauseAfter(30, 1)).toBe(75 * 60_000)
})

test('[OPS-12] jobs that fail and will be tried again are listed by kind, with the reason that the log leaves out', async () => {
  const server = await createTestServer()
  for (const [kind, runAt, reason] of [
    ['mail.reset', 10, 'connect ECONNREFUSED 192.0.2.1:465'],
    ['mail.reset', 20, 'Invalid login: 535'],
    ['mail.like', 5, null],
  ])
    server.sql(`insert into jobs (kind, payload, run_at, last_error) values (?, '{}', ?, ?)`, kind, runAt, reason)
  const [failing, ...others] = await server.deps.read.jobs.failing()
  expect(failing).toEqual({ kind: 'mail.reset', total: 2, nextAt: 10, reason: 'Invalid login: 535' })
  expect([others, await server.deps.read.jobs.failed()]).toEqual([[], []])
  await server.close()
})

test('[OPS-12] jobs that failed for good are listed by kind and run again by command', async () => {
  const server = await createTestServer()
  const { read, write, now } = server.deps
  const at = now()
  for (const id of [1, 2])
    server.sql(
      `insert into jobs (id, kind, payload, run_at, attempts, failed_at, last_error) values (?, 'mail.reset', '{"member":1}', 1, 30, ?, ?)`,
      id,
      at + id,
      `reason ${id}`,
    )
  expect(await read.jobs.failed()).toEqual([{ kind: 'mail.reset', total: 2, lastAt: at + 2, reason: 'reason 2' }])
  expect(await write((tx) => tx.jobs.retryFailed('mail.like', at))).toBe(0)
  expect(await write((tx) => tx.jobs.retryFailed(null, at))).toBe(2)
  expect(server.sql('select attempts, failed_at, run_at from jobs where id = 1')).toEqual([
    { attempts: 0, failed_at: null, run_at: at },
  ])
  await server.close()
})
