/** `npm run doctor`: says what is wrong with this installation. Exit status 1 where a production start would be refused [OPS-9]. */
import { envOfProcess, type Env } from '../server/env.ts'
import { createLog } from '../server/logging.ts'
import { exitStatusOf, findingsOf } from '../server/operations/doctor.ts'
import { collectFacts } from '../server/operations/facts.ts'
import { PlainError } from '../server/plain-error.ts'
import { isHelp, noMoreWords, NotACommand, openServerDatabase } from './cli.ts'

const HELP = `npm run doctor                   what stands against a start in production, and what to look at
npm run doctor -- --new-site     the same for a site that is begun with --new-site
npm run doctor -- --trust-clock  also confirms the clock, after a jump that was right`
const OPTIONS = new Set(['--new-site', '--trust-clock'])

/** The operator confirms the clock. Within a minute, at its next check, the server trusts this time. */
const trustClock = async (env: Env): Promise<void> => {
  const engine = await openServerDatabase(env)
  await engine.read.operations.setTrustedTime(Date.now())
  await engine.close()
  console.log(`The clock is trusted: ${new Date().toISOString()}`)
}

const examine = async (words: readonly string[]): Promise<void> => {
  if (isHelp(words[0])) return console.log(HELP)
  noMoreWords(words.filter((word) => !OPTIONS.has(word)))
  const env = envOfProcess()
  const isNewSite = words.includes('--new-site')
  const variables = Object.keys(process.env)
  const findings = findingsOf(
    await collectFacts({ env, variables, isNewSite, runsJobs: false, log: createLog('silent'), now: Date.now() }),
  )
  if (words.includes('--trust-clock')) await trustClock(env)
  for (const { level, text } of findings) console.log(`${level === 'refusal' ? 'REFUSED' : 'warning'}  ${text}`)
  const refusals = findings.filter(({ level }) => level === 'refusal').length
  console.log(
    refusals > 0
      ? `${refusals} ${refusals === 1 ? 'reason' : 'reasons'} not to start in ${env.MODE} mode.`
      : `Nothing stands against a start in ${env.MODE} mode.`,
  )
  process.exitCode = exitStatusOf(findings)
}

try {
  await examine(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  console.error(error instanceof NotACommand ? `${error.message}\n\n${HELP}` : error.message)
  process.exitCode = 2
}
