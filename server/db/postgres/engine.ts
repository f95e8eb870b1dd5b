/** PostgreSQL as the engine: a pool of connections, a transaction for each write, which runs again after a conflict. */
import { Client, Pool, type PoolClient } from 'pg'
import { users } from '../schema/account.ts'
import { requireState, type Db, type SchemaState } from '../database.ts'
import { UnavailableError, type Engine, type MakeTx, type MeasureCommit, type Write, type Writer } from '../engine.ts'
import { queriesOn, type Queries } from '../queries.ts'
import { databaseOn } from './database.ts'
import { codeOf, isAway, orUnavailable } from './failures.ts'
import { bringUpToDate, schemaStateOn } from './migrate.ts'

/** Reads and writes have connections of their own, so that a burst of reads delays no write. */
const CONNECTIONS = { reads: 10, writes: 10 }
/** A request waits this long for a connection, then it is answered that the database is away. */
const CONNECT_MS = 5_000
const ATTEMPTS_MAX = 40
/** A transaction lost against another one: a conflict, a deadlock, or a row that both were about to add. */
const LOST: ReadonlySet<string | undefined> = new Set(['40001', '40P01', '23505'])

/** The connection broke while the commit was under way: nobody knows whether the write is stored. */
export class UnknownCommitError extends UnavailableError {}

/** Works on a connection of its own, for the time before the pools are open. @throws UnavailableError */
const withClient = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  client.on('error', ignore)
  await client.connect().catch((error: unknown) => {
    throw new UnavailableError(`The PostgreSQL of DATABASE_URL cannot be opened: ${reasonOf(error)}`, { cause: error })
  })
  try {
    return await orUnavailable(work(client))
  } finally {
    await client.end()
  }
}

/** @throws SchemaError, UnavailableError */
export const migratePostgres = (url: string): Promise<{ isMigrated: boolean }> =>
  withClient(url, async (client) => {
    const state = await schemaStateOn(client)
    requireState(state, ['none', 'older'])
    await bringUpToDate(client)
    return { isMigrated: state === 'older' }
  })

/** Looks into a database and changes nothing; without this version's schema there are no queries. */
export const examinePostgres = <Result>(
  url: string,
  look: (schema: SchemaState, read: Queries | null) => Promise<Result>,
): Promise<Result> =>
  withClient(url, async (client) => {
    await client.query('set default_transaction_read_only = on')
    const schema = await schemaStateOn(client)
    return look(schema, schema === 'current' ? queriesOn(databaseOn(client)) : null)
  })

/**
 * @param url a `postgres://` URL of a database with this version's schema
 * @throws SchemaError, UnavailableError
 */
export const openPostgres = async (url: string): Promise<{ engine: Engine; db: Db }> => {
  await examinePostgres(url, async (schema) => requireState(schema, []))
  const open = (max: number): Pool =>
    new Pool({ connectionString: url, max, connectionTimeoutMillis: CONNECT_MS, keepAlive: true })
  const [reads, writes] = [open(CONNECTIONS.reads), open(CONNECTIONS.writes)]
  for (const pool of [reads, writes]) {
    // The pool replaces a connection that breaks while it is idle.
    pool.on('error', ignore)
    // The query of a busy connection fails. The connection itself also reports it, which would end the process.
    pool.on('connect', (client) => client.on('error', ignore))
  }
  const db = databaseOn(reads)
  const read = queriesOn(db)
  const engine: Engine = {
    read,
    figures: read,
    writer: (makeTx, measure) => createWriter(writes, makeTx, measure),
    isEmpty: async () => (await db.select({ id: users.id }).from(users).limit(1).get()) === undefined,
    close: async () => {
      await Promise.all([reads.end(), writes.end()])
    },
  }
  return { engine, db }
}

/** A host with several addresses fails with an error that has a code and no text. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' && 'code' in error ? String(error.code) : error.message
}

const ignore = (): void => undefined

/** A connection with its prepared queries, and the effects of the body that runs on it. */
type Slot<Tx> = { tx: Tx; effects: (() => void)[] }

const createWriter = <Tx>(pool: Pool, makeTx: MakeTx<Tx>, measure: MeasureCommit = () => undefined): Writer<Tx> => {
  const slots = new WeakMap<PoolClient, Slot<Tx>>()
  const slotOf = (client: PoolClient): Slot<Tx> => {
    const known = slots.get(client)
    if (known) return known
    const effects: (() => void)[] = []
    const slot = { effects, tx: makeTx(queriesOn(databaseOn(client)), (effect) => effects.push(effect)) }
    slots.set(client, slot)
    return slot
  }

  const underWay = new Set<Promise<unknown>>()
  const write: Write<Tx> = (body, holds = []) => {
    const written = (async () => {
      for (let attempt = 1; ; attempt += 1) {
        const client = await orUnavailable(pool.connect())
        const slot = slotOf(client)
        const start = performance.now()
        try {
          const result = await orUnavailable(transact(client, holds, async () => body(slot.tx)))
          client.release()
          measure({ writes: 1, ms: performance.now() - start })
          for (const effect of slot.effects.splice(0)) attemptEffect(effect)
          return result
        } catch (error) {
          slot.effects.length = 0
          const isBroken = await rollBack(client)
          client.release(isBroken)
          if (isBroken || attempt === ATTEMPTS_MAX || !hasLost(error)) throw error
          // Each attempt waits longer, by chance, so that two writes do not lose against each other again.
          await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt * 4))
        }
      }
    })()
    underWay.add(written)
    const ended = (): boolean => underWay.delete(written)
    written.then(ended, ended)
    return written
  }

  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }

  return { write, settled }
}

const transact = async <Result>(
  client: PoolClient,
  holds: readonly number[],
  body: () => Promise<Result>,
): Promise<Result> => {
  if (holds.length === 0) await client.query('begin isolation level serializable')
  else {
    await client.query('begin isolation level read committed')
    // In the order of their ids, so that two writes never wait for one another.
    await client.query({
      name: 'hold',
      text: 'select 1 from users where id = any($1::bigint[]) order by id for no key update',
      values: [holds],
    })
  }
  const result = await body()
  try {
    await client.query('commit')
  } catch (error) {
    if (!isAway(error)) throw error
    throw new UnknownCommitError('The connection broke during a commit', { cause: error })
  }
  return result
}

/** @returns whether the connection is broken */
const rollBack = async (client: PoolClient): Promise<boolean> => {
  try {
    await client.query('rollback')
    return false
  } catch {
    return true
  }
}

const hasLost = (error: unknown): boolean => LOST.has(codeOf(error))

/** The data is committed already, so a failing effect must not fail the answer. */
const attemptEffect = (effect: () => void): void => {
  try {
    effect()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
