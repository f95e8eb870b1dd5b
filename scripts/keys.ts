/** `npm run keys`: the push keys, the keys of staff and the sessions, and how to replace them. */
import { addStaffKey, dropFormerStaffKeys } from '../server/adapters/staff-secrets.ts'
import { sealAllTotp } from '../server/areas/desk/totp-secrets.ts'
import { neededUntil, openVapidKeys, rotateVapidKeys } from '../server/adapters/vapid.ts'
import type { Queries } from '../server/db/queries.ts'
import { envOfProcess, type Env } from '../server/env.ts'
import { openSharedKeys } from '../server/operations/shared-keys.ts'
import { isPlain, NotACommand, openServerDatabase } from './cli.ts'
import { withDeps } from './command-deps.ts'

const HELP = `npm run keys                    the push keys, and the devices that still need a former one
npm run keys -- rotate-push     a new push key; the former one serves until its devices have subscribed again
npm run keys -- rotate-staff    a new key for the authenticator secrets of staff, which are encrypted anew; nobody notices
npm run keys -- share           seals this machine's keys with a new SITE_KEY, over those in the database
npm run keys -- end-sessions    ends every session: all members log in again, and no push is sent until they do`

// As the server does.
process.umask(0o077)

const list = async (dataDir: string, { operations }: Queries): Promise<void> => {
  const { publicKey, former } = openVapidKeys(dataDir)
  console.log(`${publicKey}  in use`)
  for (const { publicKey: key, replacedAt } of former) {
    const devices = await operations.subscriptionsBefore(neededUntil(replacedAt))
    console.log(`${key}  replaced ${new Date(replacedAt).toISOString()}, at most ${devices} devices need it`)
  }
}

const rotate = async (env: Env, read: Queries): Promise<void> => {
  const keys = sharedKeys(env, read)
  await keys?.pull()
  rotateVapidKeys(env.DATA_DIR, Date.now())
  await keys?.push('push')
  await list(env.DATA_DIR, read)
  console.log('Restart the server: devices subscribe to the new key when they next open the app.')
}

const sharedKeys = (env: Env, read: Queries) => openSharedKeys({ env, read, now: () => Date.now() })

/** Machines read the keys of the site every ten seconds; a secret that is sealed with an unknown key opens no second factor. */
const SPREAD_MS = 15_000

const share = async (env: Env, read: Queries): Promise<void> => {
  const keys = sharedKeys(env, read)
  if (!keys) throw new NotACommand('SITE_KEY is not set, so the keys are files of DATA_DIR.')
  await keys.replaceAll()
  console.log('The database has the keys of this machine. Start all servers with this SITE_KEY.')
}

/** A cut-off run leaves both keys in the file, and the next run or start continues. */
const rotateStaff = async (env: Env): Promise<void> => {
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
  console.log(`${sealed} authenticator secrets are encrypted with the new key.`)
  for (const mail of lost) console.log(`The key of ${mail} is lost: npm run staff -- reset ${mail}`)
}

const main = async (verb: string | undefined): Promise<void> => {
  const env = envOfProcess()
  if (verb === 'rotate-staff') return rotateStaff(env)
  const engine = await openServerDatabase(env)
  const queries = engine.read
  if (verb === undefined) {
    await sharedKeys(env, queries)?.pull()
    await list(env.DATA_DIR, queries)
  } else if (verb === 'rotate-push') await rotate(env, queries)
  else if (verb === 'share') await share(env, queries)
  else if (verb === 'end-sessions') {
    console.log(`${await queries.account.endAllSessions()} sessions ended.`)
    console.log('Restart the server: event streams that are open still bring news until then.')
  } else {
    console.error(HELP)
    process.exitCode = 1
  }
  await engine.close()
}

try {
  await main(process.argv[2])
} catch (error) {
  if (!isPlain(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
