/** `npm run numbers`: the daily numbers of the desk [DESK-13]. Help: `npm run numbers -- help`. */
import { countRecentDays, rebuildNumbers } from '../server/areas/desk/numbers.ts'
import { envOfProcess } from '../server/env.ts'
import { noMoreWords, NotACommand, runCommand } from './cli.ts'
import { withDeps } from './command-deps.ts'

const HELP = `npm run numbers -- count      counts the days that can still change, as the job does every night
npm run numbers -- rebuild    counts every day again from the members' tables, e.g. after a restore

It works on the database of DATA_DIR or DATABASE_URL, also while the server runs.`

await runCommand(HELP, async ([verb, ...rest]) => {
  if (verb === undefined) return HELP
  if (verb !== 'count' && verb !== 'rebuild') throw new NotACommand(`There is no “${verb}”.`)
  noMoreWords(rest)
  return withDeps(envOfProcess(), async ({ read, write }) => {
    const deps = { read, write, pause: () => Promise.resolve() }
    const now = Date.now()
    if (verb === 'count') await countRecentDays(deps, now, (await read.operations.numbersCounted()) ?? null)
    const days = verb === 'rebuild' ? (await rebuildNumbers(deps, now)).days : null
    await write((tx) => tx.operations.setNumbersCounted(now))
    return days === null ? 'Counted.' : `Counted ${days} days again.`
  })
})
