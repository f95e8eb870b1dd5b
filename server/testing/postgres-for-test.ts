/** An empty PostgreSQL database for one test, made from the template of the run (`postgres-run.ts`). */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { Pool } from 'pg'
import { databaseOn } from '../db/postgres/database.ts'
import { translate } from '../db/postgres/dialect.ts'
import { openPostgres } from '../db/postgres/engine.ts'
import { TEMPLATE, urlIn } from './postgres.ts'

type Rows = Record<string, unknown>[]

export const openPostgresForTest = async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const dir = mkdtempSync(join(tmpdir(), 'visavis-test-'))
  // Copying the files costs a fifth of logging each page, as PostgreSQL does of its own accord.
  askAtOnce(urlIn('postgres'), `create database ${name} template ${TEMPLATE} strategy file_copy`, [])
  const url = urlIn(name)
  const { engine } = await openPostgres(url)
  const pool = new Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  return {
    engine,
    dir,
    db: databaseOn(pool),
    sql: (statement: string, ...values: unknown[]): Rows => {
      let place = 0
      return askAtOnce(url, translate(statement.replaceAll('?', () => `$${(place += 1)}`)), values)
    },
    close: async () => {
      await Promise.all([engine.close(), pool.end()])
      askAtOnce(url, null, [])
      askAtOnce(urlIn('postgres'), `drop database ${name} with (force)`, [])
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Tests look into the database without waiting, so a thread asks while this one sleeps. */
let asker: { worker: Worker; flag: Int32Array; port: MessageChannel['port1'] } | undefined

const startAsker = () => {
  const { port1, port2 } = new MessageChannel()
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(new URL('postgres-asker.ts', import.meta.url), {
    workerData: { port: port2, flag },
    transferList: [port2],
  })
  worker.unref()
  return { worker, flag, port: port1 }
}

const askAtOnce = (url: string, text: string | null, values: readonly unknown[]): Rows => {
  asker ??= startAsker()
  Atomics.store(asker.flag, 0, 0)
  asker.port.postMessage({ url, text, values }, [])
  if (Atomics.wait(asker.flag, 0, 0, 30_000) === 'timed-out') throw new Error(`No answer to ${text}`)
  const answer = receiveMessageOnPort(asker.port)?.message as { rows: Rows } | { error: string; code?: string }
  if ('error' in answer) throw new Error(`${answer.error}: ${text}`)
  return answer.rows
}
