/** `npm run doctor`: says what is wrong with this installation. Exit status 1 where a production start would be refused [OPS-9]. */
import { EnvError, envOfProcess, type Env } from '../server/env.ts'
import { createLog } from '../server/logging.ts'
import { exitStatusOf, findingsOf } from '../server/operations/doctor.ts'
import { collectFacts } from '../server/operations/facts.ts'
import { isPlain, openServerDatabase } from './cli.ts'

/** The operator confirms the clock. Within a minute, at its next check, the server trusts this time. */
const trustClock = async (env: Env): Promise<void> => {
  const engine = await openServerDatabase(env)
  await engine.read.operations.setTrustedTime(Date.now())
  await engine.close()
  console.log(`The clock is trusted: ${new Date().toISOString()}`)
}

try {
  const env = envOfProcess()
  const isNewSite = process.argv.includes('--new-site')
  const variables = Object.keys(process.env)
  const findings = findingsOf(
    await collectFacts({ env, variables, isNewSite, runsJobs: false, log: createLog('silent'), now: Date.now() }),
  )
  if (process.argv.includes('--trust-clock')) await trustClock(env)
  for (const { level, text } of findings) console.log(`${level === 'refusal' ? 'REFUSED' : 'warning'}  ${text}`)
  const refusals = findings.filter(({ level }) => level === 'refusal').length
  console.log(
    refusals > 0
      ? `${refusals} ${refusals === 1 ? 'reason' : 'reasons'} not to start in ${env.MODE} mode.`
      : `Nothing stands against a start in ${env.MODE} mode.`,
  )
  process.exitCode = exitStatusOf(findings)
} catch (error) {
  if (!(error instanceof EnvError || isPlain(error))) throw error
  console.error(error.message)
  process.exitCode = 2
}
