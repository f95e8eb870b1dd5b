/**
 * The floor of the storage: the statements that our server runs for messages, once more, without the server. They were
 * recorded in a server under load and run in the same order on a copy of the database as it was before.
 */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { FLAT_FROM, type Options } from '../options.ts'
import { runTask } from '../process/task.ts'
import { copyMembers } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { LoadResult } from './load.ts'
import { preparePairs } from './ours.ts'
import type { Recording } from './statement-recorder.ts'

const LOAD_TASK = fileURLToPath(new URL('load-task.ts', import.meta.url))
const RECORDER = fileURLToPath(new URL('statement-recorder.ts', import.meta.url))
/** Until caches are warm, as in the load. */
const WARM_UP_SHARE = 0.25
/** As the server opens its databases (`server/db/database.ts`). */
const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'wal_autocheckpoint = 0',
  'foreign_keys = ON',
  'cache_size = -65536',
  'temp_store = memory',
  'secure_delete = FAST',
  'mmap_size = 1073741824',
]

/** For one message: µs of processor time, and how many statements that was. */
export type Statements = { processorUs: number; statements: number }

export const measureStatements = async (
  folder: string,
  pairCount: number,
  { messageSeconds }: Pick<Options, 'messageSeconds'>,
): Promise<Statements> => {
  const dataDir = join(folder, 'recorded')
  await copyMembers(FLAT_FROM, dataDir)
  const pairs = preparePairs(databaseFile(dataDir), pairCount)
  const before = join(folder, 'before')
  mkdirSync(before)
  copyFileSync(databaseFile(dataDir), databaseFile(before))

  const file = join(folder, 'statements')
  const server = await startProduct(
    dataDir,
    { profile: false },
    { STATEMENTS_FILE: file, NODE_OPTIONS: `--import=${RECORDER}` },
  )
  try {
    await runTask(LOAD_TASK, { port: server.port, pairs, seconds: messageSeconds, counts: 'hint' }, LoadResult)
  } finally {
    await server.stop()
  }
  return replay(deserialize(readFileSync(file)) as Recording, databaseFile(before))
}

/** Node's own time for the calls is part of it, as it is in the server. */
const replay = ({ texts, runs }: Recording, file: string): Statements => {
  const connections: (Database.Database | undefined)[] = []
  const connectionOf = (number: number): Database.Database => (connections[number] ??= openAsServer(file))
  const prepared = texts.map(({ sql, raw, connection }) => {
    // The connections have their pragmas already.
    if (sql.toLowerCase().startsWith('pragma')) return null
    const statement = connectionOf(connection).prepare(sql)
    return raw ? statement.raw() : statement
  })
  const runAll = (some: Recording['runs']): void => {
    for (const [text, method, parameters] of some) prepared[text]?.[method](...parameters)
  }
  const messages = (): number => Number(new Database(file).prepare('select count(*) from messages').pluck().get())

  const warm = Math.floor(runs.length * WARM_UP_SHARE)
  runAll(runs.slice(0, warm))
  const messagesBefore = messages()
  const from = process.cpuUsage()
  runAll(runs.slice(warm))
  const { user, system } = process.cpuUsage(from)
  const count = messages() - messagesBefore
  for (const connection of connections.values()) connection?.close()
  return { processorUs: (user + system) / count, statements: (runs.length - warm) / count }
}

const openAsServer = (file: string): Database.Database => {
  const database = new Database(file)
  for (const pragma of PRAGMAS) database.pragma(pragma)
  return database
}
