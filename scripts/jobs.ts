/** `npm run jobs`: jobs that fail or have failed for good, by kind. `npm run jobs -- retry [KIND]` runs the latter ones again. */
import { envOfProcess } from '../server/env.ts'
import { isPlain, openServerDatabase } from './cli.ts'

const [verb, kind] = process.argv.slice(2)
try {
  const engine = await openServerDatabase(envOfProcess())
  const { jobs } = engine.read
  if (verb === 'retry')
    console.log(`${await jobs.retryFailed(kind ?? null, Date.now())} jobs run again within a minute.`)
  else if (verb === undefined) {
    for (const { kind: name, total, nextAt, reason } of await jobs.failing())
      console.log(`${name}  ${total} to be tried again, next ${new Date(nextAt).toISOString()}  ${reason ?? ''}`)
    const failed = await jobs.failed()
    for (const { kind: name, total, lastAt, reason } of failed)
      console.log(`${name}  ${total} given up, last ${new Date(lastAt).toISOString()}  ${reason ?? ''}`)
    if (failed.length === 0) console.log('No job was given up.')
  } else {
    console.error('npm run jobs, or npm run jobs -- retry [KIND]')
    process.exitCode = 1
  }
  await engine.close()
} catch (error) {
  if (!isPlain(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
