/** The parts that the operator's commands share: the command line, refusals with their help, and the server's database. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { storageErrorOf } from '../server/adapters/storage-fault.ts'
import { siteDatabase, type SiteDatabase } from '../server/db/site-database.ts'
import { readEnv, type Env } from '../server/env.ts'
import { PlainError } from '../server/plain-error.ts'

/** The words are not a command. The message says why, and the help text is printed after it. */
export class NotACommand extends PlainError {}

/**
 * Takes the named options out of a command line: `--name value` or `--name=value`. Everything else stays a word in its
 * place, since a note or an answer to a member may begin with a dash.
 */
export const commandLine = <Option extends string>(
  args: readonly string[],
  names: readonly Option[],
): { words: string[]; options: { [Name in Option]?: string } } => {
  const options: { [Name in Option]?: string } = {}
  const taken = new Set<number>()
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  for (const token of tokens) {
    const name = token.kind === 'option' ? names.find((one) => one === token.name) : undefined
    if (token.kind !== 'option' || name === undefined) continue
    options[name] = token.value ?? ''
    taken.add(token.index)
    if (token.value !== undefined && !token.inlineValue) taken.add(token.index + 1)
  }
  return { words: args.filter((_, index) => !taken.has(index)), options }
}

export const isHelp = (word: string | undefined): boolean => word === 'help' || word === '--help' || word === '-h'

/**
 * A mistyped option must not count as none: the command would do something else than was asked, and report success.
 * @throws NotACommand that names the first word too many
 */
export const noMoreWords = (words: readonly string[]): void => {
  const [word] = words
  if (word !== undefined) throw new NotACommand(`“${word}” is not known here.`)
}

/** @param field the name of the value in the error's message */
export const oneOf = <Word extends string>(words: readonly Word[], word: string | undefined, field?: string): Word => {
  const found = words.find((one) => one === word)
  if (found !== undefined) return found
  throw new NotACommand(`${field === undefined ? '' : `${field}: `}“${word ?? ''}” is none of: ${words.join(', ')}.`)
}

/** A mistyped DATA_DIR must not begin another site. @throws NotACommand if SQLite has no file there */
export const existingDatabase = (env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>): SiteDatabase => {
  const database = siteDatabase(env)
  if (database.file !== null && !existsSync(database.file))
    throw new NotACommand(`There is no database in ${env.DATA_DIR}. Set DATA_DIR to the server’s.`)
  return database
}

/** Opens the database while the server may be running; writers wait for each other. @throws NotACommand, SchemaError */
export const openServerDatabase = async (env: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>) => {
  const { engine } = await existingDatabase(env).open()
  return engine
}

/**
 * For a command that works on the file of SQLite.
 * @returns the DATA_DIR
 * @throws PlainError if the site's database is PostgreSQL
 */
export const sqliteFolder = ({ DATA_DIR, DATABASE_URL }: Pick<Env, 'DATA_DIR' | 'DATABASE_URL'>, command: string) => {
  if (DATABASE_URL === undefined) return DATA_DIR
  throw new PlainError(`npm run ${command} works on SQLite alone, and DATABASE_URL is set: it changed nothing.`)
}

/** Prints the help, the answer of a command, or the reason it was refused. */
export const runCommand = async (
  help: string,
  run: (words: readonly string[]) => string | Promise<string>,
): Promise<void> => {
  const words = process.argv.slice(2)
  try {
    console.log(isHelp(words[0]) ? help : await run(words))
  } catch (thrown) {
    process.exitCode = 1
    const error = thrown instanceof PlainError ? thrown : storageErrorOf(thrown, readEnv(process.env).DATA_DIR)
    if (error instanceof NotACommand) console.error(`${error.message}\n\n${help}`)
    else if (error instanceof PlainError) console.error(error.message)
    else throw error
  }
}
