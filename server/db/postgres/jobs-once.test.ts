/** Three processes run the jobs of one PostgreSQL. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { CHILD_ENV } from '../../testing/child-server.ts'
import { urlOf } from '../../testing/postgres.ts'
import { createTestServer } from '../../testing/test-server.ts'

const JOBS = 10_000

const linesOf = (child: ChildProcess): string[] => {
  const lines: string[] = []
  if (child.stdout) createInterface(child.stdout).on('line', (line) => lines.push(line))
  return lines
}

test(`[OPS-10] three processes on one PostgreSQL run each of ${JOBS} jobs once`, async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  server.sql(
    `insert into jobs (kind, payload, run_at)
        select 'mail.reset', '{"member":1}', 0 from generate_series(1, cast(? as integer))`,
    JOBS,
  )
  const processes = ['one', 'two', 'three'].map((name) =>
    spawn(process.execPath, [join(import.meta.dirname, '../../testing/job-process.ts'), urlOf(server), name], {
      env: CHILD_ENV,
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
  await expect.poll(() => ran.every((lines) => lines[0] === 'ready'), { timeout: 90_000 }).toBe(true)
  command('go')
  await expect.poll(() => ran.every((lines) => lines.length > 1), { timeout: 60_000 }).toBe(true)
  const closed = processes.map((child) => once(child, 'close'))
  command('both')
  await Promise.all(closed)
  const all = ran.flatMap((lines) => lines.slice(1).map(Number)).toSorted((one, other) => one - other)
  expect(all).toEqual(Array.from({ length: JOBS }, (_, index) => index + 1))
  expect(server.sql('select count(*) as n from jobs')).toEqual([{ n: 0 }])
}, 900_000)
