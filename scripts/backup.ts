/** `npm run backup` and `npm run restore`: DATA_DIR into a folder and back [OPS-5]. */
import { existsSync } from 'node:fs'
import { databaseFile } from '../server/adapters/data-dir.ts'
import { namingFaults } from '../server/adapters/storage-fault.ts'
import { backUp, type Announce } from '../server/backup/back-up.ts'
import { checkBackup, restore } from '../server/backup/restore.ts'
import { lockDataDir } from '../server/db/data-dir-lock.ts'
import { openDatabases, schemaStateOf } from '../server/db/database.ts'
import { queriesOn } from '../server/db/queries.ts'
import { envOfProcess, type Env } from '../server/env.ts'
import { PlainError } from '../server/plain-error.ts'
import { commandLine, isHelp, NotACommand, openServerDatabase, runCommand, sqliteFolder } from './cli.ts'

const HELP = `npm run backup -- FOLDER [--keep N]  a new backup of DATA_DIR in FOLDER, while the server runs; the last N stay
npm run backup -- FOLDER --note later     the same; it counts for the doctor and the alerts only after the next command
npm run backup -- note               a backup that was made elsewhere is safe: the doctor and the alerts count from now
npm run restore -- FOLDER/TIME       puts one back into DATA_DIR, which must have no database; the server is stopped
npm run restore -- DATA_DIR/before-migration/TIME.sqlite   the same with the copy that an upgrade made, for a rollback
npm run restore -- --check FOLDER/TIME    checks one and restores nothing: database, keys, and the file of every photo

Photos that an older backup in FOLDER has take no room again. docs/backups.md says what to think of.`

// As the server does.
process.umask(0o077)

/** Standard output has the answer alone. */
const announce: Announce = (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line} …`)

const backup = async (args: readonly string[], dataDir: string): Promise<string> => {
  const { words, options } = commandLine(args, ['keep', 'note'])
  const [folder, ...rest] = words
  if (folder === undefined || folder.startsWith('-')) throw new NotACommand('Which folder?')
  let keep = options.keep === undefined ? null : countFrom(options.keep)
  for (const word of rest) {
    // Timers of existing installations write `keep=N`.
    if (!word.startsWith('keep=')) throw new NotACommand(`“${word}” is not known here.`)
    keep = countFrom(word.slice('keep='.length))
  }
  if (options.note !== undefined && options.note !== 'later')
    throw new NotACommand(`note: “${options.note}” is not “later”.`)
  if (!existsSync(databaseFile(dataDir))) throw new PlainError(`There is no database in ${dataDir}.`)
  const { made, dropped } = await backUp({ dataDir, folder, now: Date.now(), keep, announce })
  if (options.note === undefined) await noteBackup(dataDir)
  return [made, ...dropped.map((name) => `Removed: ${name}`)].join('\n')
}

const countFrom = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new NotACommand(`keep: “${text}” is not a number of backups.`)
  return Number(text)
}

/** `npm run doctor` and `/metrics` report the age of the last backup. A database of an older version cannot note it. */
const noteBackup = async (dataDir: string): Promise<void> => {
  const file = databaseFile(dataDir)
  if (schemaStateOf(file) !== 'current') return
  const databases = openDatabases(file, { checkpoints: 'thread', schema: 'require' })
  await queriesOn(databases.writer).operations.setLastBackup(Date.now())
  databases.close()
}

/** Notes a backup that another program made, such as one of PostgreSQL. */
const noteOther = async (env: Env): Promise<string> => {
  const engine = await openServerDatabase(env)
  await engine.read.operations.setLastBackup(Date.now())
  await engine.close()
  return 'The backup is noted.'
}

const restoreFrom = async (words: readonly string[], dataDir: string): Promise<string> => {
  const [folder, ...rest] = words.filter((word) => word !== '--check')
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) throw new NotACommand('Which backup?')
  if (words.includes('--check')) {
    const { members, messages, photos, schema } = await checkBackup(folder, announce)
    return `${folder} is whole: ${members} members, ${messages} messages, ${photos} photos, ${schema} schema.`
  }
  const lock = namingFaults(dataDir, () => lockDataDir(dataDir, 'restore', Date.now()))
  try {
    await restore(folder, dataDir, Date.now(), announce)
  } finally {
    lock.release()
  }
  return `${folder} is back in ${dataDir}. Start the server: it brings the database up to date.`
}

await runCommand(HELP, ([verb, ...words]) => {
  // Else “help” would be the folder of a backup.
  if (isHelp(words[0])) return HELP
  const env = envOfProcess()
  if (verb === 'backup' && words.length === 1 && words[0] === 'note') return noteOther(env)
  const dataDir = sqliteFolder(env, verb === 'restore' ? 'restore' : 'backup')
  return verb === 'restore' ? restoreFrom(words, dataDir) : backup(words, dataDir)
})
