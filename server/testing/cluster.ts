/** A site of several real servers on this machine: PostgreSQL with a synchronous standby, a Redis, and members. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { bringUpToDate } from '../db/postgres/migrate.ts'
import { callsOn, type Call } from './calls.ts'
import { startChild, type ChildServer } from './child-server.ts'
import { urlIn, urlOf, TEMPLATE, TEST_POSTGRES } from './postgres.ts'
import { startReplicated, type ReplicatedPostgres } from './replicated-postgres.ts'
import { createTestServer, type TestServer } from './test-server.ts'
import { startValkey, type Valkey } from './valkey.ts'

export type Cluster = {
  postgres: ReplicatedPostgres
  bus: Valkey
  /** Adds members to the database; it has no port. */
  nursery: TestServer
  servers: ChildServer[]
  /** Starts a server in the place of the one that ended. */
  replace: (place: number) => Promise<void>
  /** The rows of a query, by a new connection to the primary. */
  rows: <Row extends object>(query: string) => Promise<Row[]>
  stop: () => Promise<void>
}

/** @param env for each server, in addition to the database and the bus */
export const startCluster = async (count: number, env: Record<string, string> = {}): Promise<Cluster> => {
  const endings: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (const end of endings.toReversed()) await end()
  }
  try {
    return { ...(await startParts(count, env, endings)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startParts = async (
  count: number,
  env: Record<string, string>,
  endings: (() => unknown)[],
): Promise<Omit<Cluster, 'stop'>> => {
  const postgres = await startReplicated()
  endings.push(postgres.stop)
  process.env[TEST_POSTGRES] = postgres.folder
  await run(urlIn('postgres'), (client) => client.query(`create database ${TEMPLATE}`))
  await run(urlIn(TEMPLATE), bringUpToDate)
  const nursery = await createTestServer({ start: new Date().toISOString() })
  // After a failover the nursery has connections to a server that is gone.
  endings.push(() => nursery.close().catch(() => undefined))
  const url = urlOf(nursery)
  const bus = await startValkey()
  endings.push(bus.close)
  const dir = mkdtempSync(join(tmpdir(), 'visavis-cluster-'))
  endings.push(() => rmSync(dir, { recursive: true, force: true }))
  const start = async (): Promise<ChildServer> => {
    const server = await startChild(dir, { DATABASE_URL: url, BUS_URL: bus.url, LOG_LEVEL: 'error', ...env })
    endings.push(() => server.end('SIGKILL'))
    return server
  }
  const servers = await Promise.all(Array.from({ length: count }, start))
  return {
    postgres,
    bus,
    nursery,
    servers,
    replace: async (place) => {
      servers[place] = await start()
    },
    rows: (query) => run(url, async (client) => (await client.query(query)).rows),
  }
}

const run = async <Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Calls of a member at one server. */
export const callsAt = (server: ChildServer | undefined, cookie?: string): Call =>
  callsOn({ request: (url, init) => fetch(url.replace(/^http:\/\/[^/]+/, server?.origin ?? ''), init) }, cookie)
