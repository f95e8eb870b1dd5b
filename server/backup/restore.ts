/** Restores a backup into a DATA_DIR [OPS-5], never over an existing database. */
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { databaseFile, photoFolder, vapidFile } from '../adapters/data-dir.ts'
import { faultsOf } from '../db/snapshot.ts'
import { NotPossible } from './back-up.ts'
import { copyNewFiles, copyWhole } from './copy-files.ts'

/**
 * The database comes last: an interrupted restore leaves none, and can be repeated.
 * @param from the folder of one backup
 */
export const restore = async (from: string, dataDir: string): Promise<void> => {
  const [source, target] = [databaseFile(from), databaseFile(dataDir)]
  if (!existsSync(source)) throw new NotPossible(`There is no backup in ${from}.`)
  // A backup writes the push keys last, so a folder without them is incomplete.
  if (!existsSync(vapidFile(from))) throw new NotPossible(`The backup in ${from} was cut off. Take another.`)
  if (existsSync(target))
    throw new NotPossible(`There is a database in ${dataDir} already. Stop its server and move the folder away first.`)
  const faults = faultsOf(source)
  if (faults.length > 0) throw new NotPossible(`The database in ${from} is damaged: ${faults.join('; ')}`)

  await mkdir(dataDir, { recursive: true })
  // Remove the log files of a former database: SQLite would apply them to the restored one.
  for (const rest of ['-wal', '-shm']) await rm(`${target}${rest}`, { force: true })
  await copyNewFiles({ from: photoFolder(from), to: photoFolder(dataDir), known: null })
  await copyWhole(vapidFile(from), vapidFile(dataDir))
  await copyWhole(source, target)
}
