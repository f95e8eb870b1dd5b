/** PostgreSQL as the engine: a pool of connections, a transaction for each write, which runs again after a conflict. */
import { Pool, type PoolClient } from 'pg'
import { users } from '../schema/account.ts'
import type { Engine, MakeTx, MeasureCommit, Write, Writer } from '../engine.ts'
import { queriesOn } from '../queries.ts'
import { databaseOn } from './database.ts'
import { bringUpToDate } from './migrate.ts'

/** Reads and writes have connections of their own, so that a burst of reads delays no write. */
const CONNECTIONS = { reads: 10, writes: 10 }
const ATTEMPTS_MAX = 40
/** A transaction lost against another one: a conflict, a deadlock, or a row that both were about to add. */
const LOST: ReadonlySet<unknown> = new Set(['40001', '40P01', '23505'])

/** The connection broke while the commit was under way: nobody knows whether the write is stored. */
export class UnknownCommitError extends Error {}

/** @param url a `postgres://` URL; @throws SchemaError */
export const openPostgres = async (url: string): Promise<Engine> => {
  const reads = new Pool({ connectionString: url, max: CONNECTIONS.reads })
  const writes = new Pool({ connectionString: url, max: CONNECTIONS.writes })
  // The pool replaces a connection that breaks while it is idle.
  for (const pool of [reads, writes]) pool.on('error', () => undefined)
  const client = await writes.connect()
  try {
    await bringUpToDate(client)
  } finally {
    client.release()
  }
  const db = databaseOn(reads)
  return {
    read: queriesOn(db),
    writer: (makeTx, measure) => createWriter(writes, makeTx, measure),
    isEmpty: async () => (await db.select({ id: users.id }).from(users).limit(1).get()) === undefined,
    close: async () => {
      await Promise.all([reads.end(), writes.end()])
    },
  }
}

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
        const client = await pool.connect()
        const slot = slotOf(client)
        const start = performance.now()
        try {
          const result = await transact(client, holds, async () => body(slot.tx))
          client.release()
          measure({ writes: 1, ms: performance.now() - start })
          for (const effect of slot.effects.splice(0)) attemptEffect(effect)
          return result
        } catch (error) {
          slot.effects.length = 0
          const isBroken = await rollBack(client)
          client.release(isBroken)
          if (isBroken || attempt === ATTEMPTS_MAX || !hasLost(error)) throw error
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
    if (codeOf(error) !== undefined) throw error
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

/** PostgreSQL's code, also inside an error of the query builder. */
const codeOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code)) ? error.code : codeOf(error.cause)
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
