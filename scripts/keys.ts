/** `npm run keys`: the push keys, the keys of staff and the sessions, and how to replace them. */
import { addStaffKey, dropFormerStaffKeys } from '../server/adapters/staff-secrets.ts'
import { sealAllTotp } from '../server/areas/desk/totp-secrets.ts'
import { neededUntil, openVapidKeys, rotateVapidKeys } from '../server/adapters/vapid.ts'
import type { Queries } from '../server/db/queries.ts'
import { envOfProcess, type Env } from '../server/env.ts'
import { isPlain, openServerDatabase } from './cli.ts'
import { withDeps } from './command-deps.ts'

const HELP = `npm run keys                    the push keys, and the devices that still need a former one
npm run keys -- rotate-push     a new push key; the former one serves until its devices have subscribed again
npm run keys -- rotate-staff    a new key for the authenticator secrets of staff, which are encrypted anew; nobody notices
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

const rotate = async (dataDir: string, read: Queries): Promise<void> => {
  rotateVapidKeys(dataDir, Date.now())
  await list(dataDir, read)
  console.log('Restart the server: devices subscribe to the new key when they next open the app.')
}

/** A cut-off run leaves both keys in the file, and the next run or start goes on. */
const rotateStaff = async (env: Env): Promise<void> => {
  const { DATA_DIR: dataDir } = env
  addStaffKey(dataDir)
  const { sealed, lost } = await withDeps(env, sealAllTotp)
  if (lost.length === 0) dropFormerStaffKeys(dataDir)
  console.log(`${sealed} authenticator secrets are encrypted with the new key.`)
  for (const mail of lost) console.log(`The key of ${mail} is lost: npm run staff -- reset ${mail}`)
}

const main = async (verb: string | undefined): Promise<void> => {
  const env = envOfProcess()
  const dataDir = env.DATA_DIR
  if (verb === 'rotate-staff') return rotateStaff(env)
  const engine = await openServerDatabase(env)
  const queries = engine.read
  if (verb === undefined) await list(dataDir, queries)
  else if (verb === 'rotate-push') await rotate(dataDir, queries)
  else if (verb === 'end-sessions') console.log(`${await queries.account.endAllSessions()} sessions ended.`)
  else {
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
