/** `npm run keys`: the push keys, the keys of staff and the sessions, and how to replace them. */
import { addStaffKey, dropFormerStaffKeys } from '../server/adapters/staff-secrets.ts'
import { sealAllTotp } from '../server/areas/desk/totp-secrets.ts'
import { neededUntil, openVapidKeys, rotateVapidKeys } from '../server/adapters/vapid.ts'
import type { Queries } from '../server/db/queries.ts'
import { envOfProcess, type Env } from '../server/env.ts'
import { openSharedKeys } from '../server/operations/shared-keys.ts'
import { noMoreWords, NotACommand, oneOf, openServerDatabase, runCommand } from './cli.ts'
import { withDeps } from './command-deps.ts'

const HELP = `npm run keys                    the push keys, and the devices that still need a former one
npm run keys -- rotate-push     a new push key; the former one serves until its devices have subscribed again
npm run keys -- rotate-staff    a new key for the authenticator secrets of staff, which are encrypted anew; nobody notices
npm run keys -- share           seals this machine's keys with a new SITE_KEY, over those in the database
npm run keys -- end-sessions    ends every session: all members log in again, and no push is sent until they do`

// As the server does.
process.umask(0o077)

const list = async (dataDir: string, { operations }: Queries): Promise<string> => {
  const { publicKey, former } = openVapidKeys(dataDir)
  const lines = [`${publicKey}  in use`]
  for (const { publicKey: key, replacedAt } of former) {
    const devices = await operations.subscriptionsBefore(neededUntil(replacedAt))
    lines.push(`${key}  replaced ${new Date(replacedAt).toISOString()}, at most ${devices} devices need it`)
  }
  return lines.join('\n')
}

const rotate = async (env: Env, read: Queries): Promise<string> => {
  const keys = sharedKeys(env, read)
  await keys?.pull()
  rotateVapidKeys(env.DATA_DIR, Date.now())
  await keys?.push('push')
  return `${await list(env.DATA_DIR, read)}
Restart the server: devices subscribe to the new key when they next open the app.`
}

const sharedKeys = (env: Env, read: Queries) => openSharedKeys({ env, read, now: () => Date.now() })

/**
 * The wait after a new key: machines read the keys of the site every ten seconds, and a machine that does not know a key cannot open a
 * second factor that is sealed with it.
 */
const SPREAD_MS = 15_000

const share = async (env: Env, read: Queries): Promise<string> => {
  const keys = sharedKeys(env, read)
  if (!keys) throw new NotACommand('SITE_KEY is not set, so the keys are files of DATA_DIR.')
  await keys.replaceAll()
  return 'The database has the keys of this machine. Start all servers with this SITE_KEY.'
}

/** A cut-off run leaves both keys in the file, and the next run or start continues. */
const rotateStaff = async (env: Env): Promise<string> => {
  const { DATA_DIR: dataDir } = env
  const { sealed, lost } = await withDeps(env, async (deps) => {
    const keys = sharedKeys(env, deps.read)
    await keys?.pull()
    addStaffKey(dataDir)
    await keys?.push('staff')
    if (keys) await new Promise((resolve) => setTimeout(resolve, SPREAD_MS)) // until all machines have read the new key
    const outcome = await sealAllTotp(deps)
    if (outcome.lost.length === 0) dropFormerStaffKeys(dataDir)
    await keys?.push('staff')
    return outcome
  })
  return [
    `${sealed} authenticator secrets are encrypted with the new key.`,
    ...lost.map((mail) => `The key of ${mail} is lost: npm run staff -- reset ${mail}`),
  ].join('\n')
}

const VERBS = ['rotate-push', 'rotate-staff', 'share', 'end-sessions'] as const

await runCommand(HELP, async ([word, ...rest]) => {
  const verb = word === undefined ? 'list' : oneOf(VERBS, word)
  noMoreWords(rest)
  const env = envOfProcess()
  if (verb === 'rotate-staff') return rotateStaff(env)
  const engine = await openServerDatabase(env)
  const queries = engine.read
  try {
    switch (verb) {
      case 'list':
        await sharedKeys(env, queries)?.pull()
        return await list(env.DATA_DIR, queries)
      case 'rotate-push':
        return await rotate(env, queries)
      case 'share':
        return await share(env, queries)
      case 'end-sessions':
        return `${await queries.account.endAllSessions()} sessions ended.
Restart the server: event streams that are open still bring news until then.`
    }
  } finally {
    await engine.close()
  }
})
