/** `npm run move-to-postgres`: the site in DATA_DIR, from SQLite into the empty PostgreSQL database of DATABASE_URL [OPS-8]. */
import { databaseFile, photoFolder } from '../server/adapters/data-dir.ts'
import { FilesUnavailableError } from '../server/adapters/file-store.ts'
import { movePhotos } from '../server/adapters/move-photos.ts'
import { differingAnswers } from '../server/areas/feed/same-answers.ts'
import { lockDataDir } from '../server/db/data-dir-lock.ts'
import { moveFromSqlite } from '../server/db/postgres/move-from-sqlite.ts'
import { envOfProcess } from '../server/env.ts'
import { PlainError } from '../server/plain-error.ts'
import { commandLine, isHelp, noMoreWords, NotACommand } from './cli.ts'

const HELP = `npm run move-to-postgres [-- --sample 1000]

Stop the server, set DATABASE_URL to an empty database of PostgreSQL, and run this. Every row is copied and compared, and so are the
answers that as many members get from both. DATA_DIR keeps the SQLite database, unchanged, and the keys. With FILES_URL set, the
photos of DATA_DIR are copied into that bucket, which must be empty too; without it, they stay in DATA_DIR alone.`

// As the server does.
process.umask(0o077)

const main = async (): Promise<void> => {
  const { words, options } = commandLine(process.argv.slice(2), ['sample'])
  if (isHelp(words[0])) return console.log(HELP)
  noMoreWords(words)
  const { sample = '1000' } = options
  if (!/^\d+$/.test(sample)) throw new NotACommand(`--sample: “${sample}” is no number.`)
  const env = envOfProcess()
  if (env.DATABASE_URL === undefined) throw new NotACommand('DATABASE_URL is not set: where shall the site move?')
  const began = performance.now()
  const seconds = (): string => ((performance.now() - began) / 1_000).toFixed(1)
  const log = (text: string): void => console.log(`${seconds().padStart(6)} s  ${text}`)
  const at = Date.now()
  const lock = lockDataDir(env.DATA_DIR, 'move to PostgreSQL', at)
  try {
    const photos =
      env.FILES_URL === undefined
        ? null
        : await movePhotos(photoFolder(env.DATA_DIR), { url: env.FILES_URL, log: { warn: () => undefined } }, log)
    if (photos === null)
      log('FILES_URL is not set: photos stay in DATA_DIR, where servers on other machines cannot see them')
    // No minutes for the rows of a move that is refused already.
    const differences = photos?.differences.length
      ? photos.differences
      : await moveFromSqlite({
          file: databaseFile(env.DATA_DIR),
          url: env.DATABASE_URL,
          compareAnswers: (source, target, members) =>
            differingAnswers(source, target, members, { env, now: () => at }),
          sample: Number(sample),
          ...(photos && { beforeFinish: photos.finish }),
          log,
        })
    if (differences.length === 0)
      return console.log(`The site has moved in ${seconds()} s. Start every server with this DATABASE_URL from now on.`)
    process.exitCode = 1
    for (const difference of differences) console.error(difference)
    console.error('The copy differs, so no server opens it. SQLite is unchanged. Run the command again to begin anew.')
  } finally {
    lock.release()
  }
}

try {
  await main()
} catch (error) {
  process.exitCode = 1
  if (error instanceof NotACommand) console.error(`${error.message}\n\n${HELP}`)
  else if (error instanceof PlainError) console.error(error.message)
  else if (error instanceof FilesUnavailableError)
    console.error(`${error.message}. DATA_DIR is unchanged. Run the command again: it goes on with the next photo.`)
  else {
    console.error(
      'The move broke off. SQLite is unchanged. Run the command again: it empties the database and begins anew.',
    )
    throw error
  }
}
