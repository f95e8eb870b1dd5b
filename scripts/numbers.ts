/** `npm run numbers`: the daily numbers of the desk [DESK-13]. Help: `npm run numbers -- help`. */
import { countRecentDays, rebuildNumbers } from '../server/areas/desk/numbers.ts'
import { queriesOn } from '../server/db/queries.ts'
import { writeGroup } from '../server/db/write-group.ts'
import { envOfProcess } from '../server/env.ts'
import { isHelp, NotACommand, openServerDatabase, runCommand } from './cli.ts'

const HELP = `npm run numbers -- count      counts the days that can still change, as the job does every night
npm run numbers -- rebuild    counts every day again from the members' tables, e.g. after a restore

It works on DATA_DIR, also while the server runs.`

const nothing = () => undefined

await runCommand(HELP, async ([verb]) => {
  if (verb === undefined || isHelp(verb)) return HELP
  if (verb !== 'count' && verb !== 'rebuild') throw new NotACommand(`There is no “${verb}”.`)
  const databases = openServerDatabase(envOfProcess().DATA_DIR)
  const read = queriesOn(databases.writer)
  const group = writeGroup(databases.writer, () => ({
    ...read,
    changed: nothing,
    jobWaits: nothing,
    sessionEnded: nothing,
    happened: nothing,
  }))
  const deps = { read, write: group.write, pause: () => Promise.resolve() }
  const now = Date.now()
  try {
    if (verb === 'count') await countRecentDays(deps, now, (await read.operations.numbersCounted()) ?? null)
    const days = verb === 'rebuild' ? (await rebuildNumbers(deps, now)).days : null
    await group.write((tx) => tx.operations.setNumbersCounted(now))
    return days === null ? 'Counted.' : `Counted ${days} days again.`
  } finally {
    await group.settled()
    databases.close()
  }
})
