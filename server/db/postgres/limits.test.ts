/** PostgreSQL ends statements that take too long, and refuses changes of the audit. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlIn } from '../../testing/postgres.ts'
import { UnavailableError } from '../engine.ts'
import { migratePostgres, openPostgres } from './engine.ts'

let name: string
let role: string
let admin: Client

beforeAll(async () => {
  const id = randomUUID().replaceAll('-', '')
  name = `limits_${id}`
  role = `site_${id}`
  admin = new Client({ connectionString: urlIn('postgres') })
  await admin.connect()
  await admin.query(`create role ${role} login`)
  await admin.query(`create database ${name} owner ${role}`)
  await migratePostgres(url())
})
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop role ${role}`)
  await admin.end()
})

/** The database as its owner sees it, who is no superuser. */
const url = (): string => urlIn(name).replace('visavis@', `${role}@`)

test('PostgreSQL ends a statement after 30 s, and a transaction that does nothing after 5 s', async () => {
  const { engine, db } = await openPostgres(url())
  const limit = async (name: string) => db.get<object>(sql.raw(`show ${name}`))
  expect(await limit('statement_timeout')).toEqual({ statement_timeout: '30s' })
  expect(await limit('idle_in_transaction_session_timeout')).toEqual({ idle_in_transaction_session_timeout: '5s' })
  await engine.close()
})

test.each(['statement_timeout=300', 'query_timeout=300&statement_timeout=0'])(
  'with %s, a write that waits too long is answered that the database is away, and the next one is stored',
  async (limit) => {
    const { engine } = await openPostgres(`${url()}&${limit}`)
    const { write } = engine.writer((queries) => queries)
    const other = new Client({ connectionString: url() })
    await other.connect()
    const setLastBackup = (at: number) => write((tx) => tx.operations.setLastBackup(at))
    await setLastBackup(1)
    await other.query('begin; lock table site_state in exclusive mode')
    await expect(setLastBackup(2)).rejects.toThrow(UnavailableError)
    await other.query('rollback')
    await setLastBackup(3)
    expect(await engine.read.operations.lastBackup()).toBe(3)
    await other.end()
    await engine.close()
  },
  60_000,
)

test.each(["update audit set reason = 'another'", 'delete from audit', 'truncate audit'])(
  '[DESK-3] PostgreSQL refuses "%s" to the role of the server',
  async (change) => {
    const site = new Client({ connectionString: url() })
    await site.connect()
    const add = `insert into audit (at, act, reason, previous_hash, hash) values (1, 'audit.check', 'why', '', 'x')`
    await site.query(`begin; ${add}; savepoint added`)
    await expect(site.query(change)).rejects.toThrow('permission denied for table audit')
    await site.query('rollback to added')
    expect((await site.query('select reason from audit')).rows).toEqual([{ reason: 'why' }])
    await site.end()
  },
)
