/** `npm run jobs`: jobs that fail or have failed for good, by kind. Help: `npm run jobs -- help`. */
import type { Queries } from '../server/db/queries.ts'
import { envOfProcess } from '../server/env.ts'
import { JOBS } from '../server/jobs/kinds.ts'
import { noMoreWords, NotACommand, openServerDatabase, oneOf, runCommand } from './cli.ts'

const HELP = `npm run jobs                    jobs that failed and are tried again, and those that were given up, by kind with a reason
npm run jobs -- retry [KIND]    runs the given-up ones again

It works on the database of DATA_DIR or DATABASE_URL, also while the server runs.`

const listed = async ({ jobs }: Queries): Promise<string> => {
  const failing = (await jobs.failing()).map(
    ({ kind, total, nextAt, reason }) =>
      `${kind}  ${total} to be tried again, next ${new Date(nextAt).toISOString()}  ${reason ?? ''}`,
  )
  const failed = (await jobs.failed()).map(
    ({ kind, total, lastAt, reason }) =>
      `${kind}  ${total} given up, last ${new Date(lastAt).toISOString()}  ${reason ?? ''}`,
  )
  return [...failing, ...(failed.length === 0 ? ['No job was given up.'] : failed)].join('\n')
}

await runCommand(HELP, async ([verb, kind, ...rest]) => {
  if (verb !== undefined && verb !== 'retry') throw new NotACommand(`There is no “${verb}”.`)
  noMoreWords(rest)
  // A mistyped kind has no jobs, which would read as if all had run.
  const only = kind === undefined ? null : oneOf(Object.keys(JOBS), kind, 'KIND')
  const engine = await openServerDatabase(envOfProcess())
  try {
    if (verb === undefined) return await listed(engine.read)
    return `${await engine.read.jobs.retryFailed(only, Date.now())} jobs run again within a minute.`
  } finally {
    await engine.close()
  }
})
