/** Three processes run the jobs of one PostgreSQL. */
import { expect, onTestFinished, test } from 'vitest'
import { runJobsInProcesses } from '../../testing/job-processes.ts'
import { urlOf } from '../../testing/postgres.ts'
import { createTestServer } from '../../testing/test-server.ts'

const JOBS = 10_000

test(`[OPS-10] three processes on one PostgreSQL run each of ${JOBS} jobs once`, async () => {
  const server = await createTestServer()
  onTestFinished(() => server.close())
  server.sql(
    `insert into jobs (kind, payload, run_at)
        select 'mail.reset', '{"member":1}', 0 from generate_series(1, cast(? as integer))`,
    JOBS,
  )
  const ran = await runJobsInProcesses(urlOf(server), ['one', 'two', 'three'])
  const all = ran
    .flat()
    .map(Number)
    .toSorted((one, other) => one - other)
  expect(all).toEqual(Array.from({ length: JOBS }, (_, index) => index + 1))
  expect(server.sql('select count(*) as n from jobs')).toEqual([{ n: 0 }])
}, 900_000)
