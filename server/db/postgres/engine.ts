/** PostgreSQL as the engine: a pool of connections, a transaction for each write, which runs again after a conflict. */
import { setImmediate } from 'node:timers/promises'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { EnvError } from '../../env.ts'
import { users } from '../schema/account.ts'
import { requireState, type Db, type SchemaState } from '../database.ts'
import {
  runEffect,
  UnavailableError,
  type Engine,
  type Holds,
  type MakeTx,
  type MeasureCommit,
  type Write,
  type Writer,
} from '../engine.ts'
import { queriesOn, type Queries } from '../queries.ts'
import { databaseOn } from './database.ts'
import { codeOf, existingValue, isAway, orUnavailable, reasonOf } from './failures.ts'
import { gateOn, sendWithTurn, type Body, type StatementGate } from './gate.ts'
import { onScarce, type ScarcePool } from './scarce.ts'
import { lookingUpTogether } from './together.ts'
import { bringUpToDate, schemaStateOn } from './migrate.ts'

/** Reads and writes have connections of their own, so that a burst of reads delays no write. */
const CONNECTIONS = { reads: 10, writes: 10 }
/** A request waits this long for a connection, then it is answered that the database is away. */
const CONNECT_MS = 5_000

/** PostgreSQL works on one group while this process works on the other. */
const GROUPS_AT_ONCE = 2

const ATTEMPTS_MAX = 40
/** A transaction lost against another one: a conflict, a deadlock, or a lock that it did not get in `LOCK_MS`. */
const LOST: ReadonlySet<string | undefined> = new Set(['40001', '40P01', '55P03'])
/**
 * A write that names nobody loses against each message of a member to whom many write. After so many attempts it keeps all changes of
 * members out while it runs, which takes milliseconds.
 */
const TURNS_LOST_MAX = 10
/** All writes wait behind that lock, so it is not worth waiting for a transaction that hangs. */
const LOCK_MS = 300
/**
 * A unique value exists already. The next run sees the row if another transaction was faster. A write that meets the same
 * value so often is wrong itself.
 */
const MET_MAX = 3
/**
 * PostgreSQL ends a statement that takes longer. A commit that waits for the standby is not ended: its answer has to be true.
 *
 * It also ends a transaction in which a process does nothing. A body awaits only its queries, so that process hangs, and each group of
 * messages at the others waits for the rows that it has locked.
 */
const LIMITS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 5_000,
  // For a server that vanished with its machine, so that no answer and no error ever comes.
  query_timeout: 40_000,
}

/**
 * Most statements find few rows, by their keys, in pages that are in memory. With the default, which is made for hard disks,
 * PostgreSQL reads all members for each group of messages, and all profiles for the card of one.
 */
const BY_KEYS = '-c random_page_cost=1.1'
/**
 * PostgreSQL takes a statement with many alternatives for expensive and compiles it first, on each connection anew: 0.4 s for the page
 * of a list that takes milliseconds.
 */
const UNCOMPILED = '-c jit=off'

/** Works on a connection of its own, for the time before the pools are open. @throws UnavailableError, EnvError */
export const withClient = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> =>
  connected(url, async (client) => {
    await connected(url, (other) => refuseTurns(client, other))
    return work(client)
  })

const connected = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
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

/**
 * A proxy that gives a connection of PostgreSQL to several clients by turns, as PgBouncer does with `pool_mode = transaction`, releases the
 * lock of an upgrade at once, and passes settings of a session on to others: writes would end as read-only.
 * @throws EnvError
 */
const refuseTurns = async (client: Client, other: Client): Promise<void> => {
  const before = await processOf(client)
  await other.query('begin')
  // The proxy cannot give away what the other one uses. Out of one connection it would not answer the first one at all.
  const isShared = (await processOf(other)) === before || (await processOf(client)) !== before
  await other.query('rollback')
  if (isShared)
    throw new EnvError(
      'DATABASE_URL leads to a proxy that shares connections between transactions: set pool_mode = session there, or name PostgreSQL itself.',
    )
}

/** The process of PostgreSQL behind a connection. */
const processOf = async (client: Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/** @throws SchemaError, UnavailableError */
export const migratePostgres = (
  url: string,
  announce: (line: string) => void = () => undefined,
): Promise<{ isMigrated: boolean }> =>
  withClient(url, async (client) => {
    const state = await schemaStateOn(client)
    requireState(state, ['none', 'older'])
    await bringUpToDate(client, announce)
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
  const open = (max: number, more: PoolConfig): Pool =>
    new Pool({
      ...LIMITS,
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      options: `${BY_KEYS} ${UNCOMPILED}`,
      ...more,
    })
  // A transaction sends several statements before it waits for their answers.
  const [reads, writes] = [open(CONNECTIONS.reads, {}), open(CONNECTIONS.writes, { pipeline: true })]
  for (const pool of [reads, writes]) {
    // The pool replaces a connection that breaks while it is idle.
    pool.on('error', ignore)
    // The query of a busy connection fails. The connection itself also reports it, which would end the process.
    pool.on('connect', (client) => client.on('error', ignore))
  }
  const db = databaseOn(lookingUpTogether(onScarce(reads, CONNECT_MS)))
  const read = queriesOn(db)
  const engine: Engine = {
    read,
    figures: read,
    writer: (makeTx, measure) => createWriter(onScarce(writes, CONNECT_MS), makeTx, measure),
    isEmpty: async () => (await db.select({ id: users.id }).from(users).limit(1).get()) === undefined,
    close: async () => {
      await Promise.all([reads.end(), writes.end()])
    },
  }
  return { engine, db }
}

const ignore = (): void => undefined

/** A connection with its prepared queries, and the effects of the body that runs on it. */
type Slot<Tx> = { tx: Tx; effects: (() => void)[]; gate: StatementGate }

const createWriter = <Tx>(
  pool: ScarcePool,
  makeTx: MakeTx<Tx>,
  measure: MeasureCommit = () => undefined,
): Writer<Tx> => {
  const slots = new WeakMap<PoolClient, Slot<Tx>>()
  const slotOf = (client: PoolClient): Slot<Tx> => {
    const known = slots.get(client)
    if (known) return known
    const effects: (() => void)[] = []
    const gate = gateOn(client)
    const tx = makeTx(
      queriesOn(databaseOn(gate.connection)),
      (effect) => {
        if (gate.isOpen()) effects.push(effect)
      },
      gate.commitNeeds,
    )
    const slot = { tx, effects, gate }
    slots.set(client, slot)
    return slot
  }

  const underWay = new Set<Promise<unknown>>()
  const write: Write<Tx> = (body, holds) => {
    const written = (async () => {
      // A group takes all requests of this turn of the event loop.
      if (typeof holds === 'function') await setImmediate()
      const met = new Map<string, number>()
      for (let attempt = 1; ; attempt += 1) {
        const client = await orUnavailable(pool.connect())
        const slot = slotOf(client)
        const start = performance.now()
        try {
          const result = await orUnavailable(
            transact(client, slot.gate, lockingOf(holds, attempt), async () => body(slot.tx)),
          )
          client.release()
          measure({ writes: 1, ms: performance.now() - start })
          for (const effect of slot.effects.splice(0)) runEffect(effect)
          return result
        } catch (error) {
          slot.effects.length = 0
          const isBroken = await rollBack(client)
          client.release(isBroken)
          if (isBroken || !mayRunAgain(error, met)) throw error
          // The device repeats it, and finds its turn.
          if (attempt === ATTEMPTS_MAX)
            throw new UnavailableError(`A write lost against others ${attempt} times`, { cause: error })
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

  return { write, settled, groupsAtOnce: GROUPS_AT_ONCE }
}

const transact = async <Result>(
  client: PoolClient,
  gate: StatementGate,
  { isolation, lockFirst }: Locking,
  run: () => Promise<Result>,
): Promise<Result> => {
  sendWithTurn(client)
  const begun = client.query(`begin isolation level ${isolation}`)
  const locked = lockFirst(client)
  // The body's first statements follow without waiting. If the members were not locked, PostgreSQL refuses them all.
  const body: Body = { unanswered: 0, needs: [] }
  const [start, lock, answer] = await Promise.allSettled([begun, locked, gate.run(run, body)])
  for (const outcome of [start, lock]) if (outcome.status === 'rejected') throw outcome.reason
  if (answer.status === 'rejected') throw firstOf(body.failure, answer.reason)
  await commit(client, body)
  return answer.value
}

const commit = async (client: PoolClient, body: Body): Promise<void> => {
  // A statement that this process could not even send fails within this turn. PostgreSQL would not know of it at the commit.
  if (body.needs.length > 0) await setImmediate()
  if (body.failure) throw body.failure
  let answer: string
  try {
    answer = (await client.query('commit')).command
  } catch (error) {
    if (!isAway(error)) throw error
    throw new UnavailableError('The connection broke during a commit, so the write may be stored', { cause: error })
  }
  await Promise.all(body.needs)
  if (body.failure) throw body.failure
  if (answer !== 'COMMIT') throw new Error(`PostgreSQL answered a commit with ${answer}`)
}

/**
 * PostgreSQL refuses every statement after one that failed, and a body may end with such a refusal or with an error of its own. Whether
 * the write runs again depends on the first failure.
 */
const firstOf = (failure: Error | undefined, error: unknown): unknown =>
  failure === undefined || isCauseOf(failure, error) ? error : failure

const isCauseOf = (failure: Error, error: unknown): boolean =>
  error === failure || (error instanceof Error && isCauseOf(failure, error.cause))

/** Locks come before anything that a write reads. */
type Locking = {
  isolation: 'read committed' | 'serializable'
  lockFirst: (client: PoolClient) => Promise<unknown> | null
}

const lockingOf = (holds: Holds | undefined, attempt: number): Locking =>
  holds === undefined
    ? { isolation: 'serializable', lockFirst: attempt > TURNS_LOST_MAX ? lockUsers : () => null }
    : {
        isolation: 'read committed',
        lockFirst: (client) => lockMembers(client, typeof holds === 'function' ? holds() : holds),
      }

/** In the order of their ids, so that two writes never wait for one another. */
const lockMembers = (client: PoolClient, members: readonly number[]): Promise<unknown> | null =>
  members.length === 0
    ? null
    : client.query({
        name: 'hold',
        text: 'select 1 from users where id = any($1::bigint[]) order by id for no key update',
        values: [members],
      })

/** PostgreSQL fixes what a serializable transaction sees after this statement: nobody has changed a member in between. */
const lockUsers = (client: PoolClient): Promise<unknown> =>
  client.query(`set local lock_timeout = ${LOCK_MS}; lock table users in exclusive mode`)

/** @returns whether the connection is broken */
const rollBack = async (client: PoolClient): Promise<boolean> => {
  try {
    await client.query('rollback')
    return false
  } catch {
    return true
  }
}

/** @param met how often the write has met each unique value that exists already */
const mayRunAgain = (error: unknown, met: Map<string, number>): boolean => {
  const value = existingValue(error)
  if (value === undefined) return LOST.has(codeOf(error))
  const times = (met.get(value) ?? 0) + 1
  met.set(value, times)
  return times < MET_MAX
}
