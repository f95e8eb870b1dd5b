/** `npm run doctor`: says what is wrong with this installation. Exit status 1 where a production start would be refused [OPS-9]. */
import { EnvError, readEnv } from '../server/env.ts'
import { createLog } from '../server/logging.ts'
import { findingsOf } from '../server/operations/doctor.ts'
import { collectFacts } from '../server/operations/facts.ts'

try {
  const env = readEnv(process.env)
  const isNewSite = process.argv.includes('--new-site')
  const variables = Object.keys(process.env)
  const findings = findingsOf(
    await collectFacts({ env, variables, isNewSite, log: createLog('silent'), now: Date.now() }),
  )
  for (const { level, text } of findings) console.log(`${level === 'refusal' ? 'REFUSED' : 'warning'}  ${text}`)
  const refusals = findings.filter(({ level }) => level === 'refusal').length
  console.log(
    refusals > 0
      ? `${refusals} ${refusals === 1 ? 'reason' : 'reasons'} not to start in ${env.MODE} mode.`
      : `Nothing stands against a start in ${env.MODE} mode.`,
  )
  process.exitCode = refusals > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof EnvError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
