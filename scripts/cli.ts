/** The parts that the operator's commands share: the command line, refusals with their help, and the server's database. */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { databaseFile } from '../server/adapters/data-dir.ts'
import { NotPossible } from '../server/backup/back-up.ts'
import { openDatabases, SchemaError } from '../server/db/database.ts'

/** The words are not a command. The message says why, and the help text is printed after it. */
export class NotACommand extends Error {}

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

/** @param field the name of the value in the error's message */
export const oneOf = <Word extends string>(words: readonly Word[], word: string | undefined, field?: string): Word => {
  const found = words.find((one) => one === word)
  if (found !== undefined) return found
  throw new NotACommand(`${field === undefined ? '' : `${field}: `}“${word ?? ''}” is none of: ${words.join(', ')}.`)
}

/** Opens the database while the server may be running; writers wait for each other. */
export const openServerDatabase = (dataDir: string) => {
  const file = databaseFile(dataDir)
  if (!existsSync(file)) throw new NotACommand(`There is no database in ${dataDir}. Set DATA_DIR to the server’s.`)
  return openDatabases(file, { checkpoints: 'thread', schema: 'require' })
}

/** Prints the answer of a command, or the reason it was refused. */
export const runCommand = async (
  help: string,
  run: (words: readonly string[]) => string | Promise<string>,
): Promise<void> => {
  try {
    console.log(await run(process.argv.slice(2)))
  } catch (error) {
    process.exitCode = 1
    if (error instanceof NotACommand) console.error(`${error.message}\n\n${help}`)
    else if (error instanceof SchemaError || error instanceof NotPossible) console.error(error.message)
    else throw error
  }
}
